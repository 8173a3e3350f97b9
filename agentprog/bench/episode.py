"""One interface for all suites: a task fills a phone, gives the instruction, and judges the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from agentprog.bench.aw.checks import SMS_WINDOW_SECONDS, Score
from agentprog.bench.aw.state import Value
from agentprog.frozen import field, frozen
from agentprog.ports import Model, Secret
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.policy import Rule

Level = Literal["easy", "medium", "hard"]
Kind = Literal["iterative", "compositional", ""]
"""The paper's two kinds of long tasks; all other tasks have no kind."""
Person = Literal["oracle", "yes", "nobody", "off"]
"""The person asked during a run: a person who knows their wishes, a person who always says yes, or nobody. `off`
removes the gate, which shows what an attack reaches without it."""


@frozen
class Rules:
    """The rules of an episode and its judgement. The defaults are the original's, if it has the rule.

    `action_seconds` pass on the phone's clock with each action, beside the computer's own time. `sms_window` is the
    greatest age of a sent message at the end, in the phone's seconds (None: any age); with `messenger_in_front` the
    messenger must be in front. With `declared`, an end counts only if the agent itself declared it. `unattended` allows
    what the gate would ask a person; otherwise the first question ends the run. `steps` limits the actions (None: the
    task's own number), `seconds` the wall time of an episode. `slips` is the share of moves that a stand-in gets wrong.
    `person` answers in tasks with questions of their own (None: as `unattended` says), and `policy` is the gate's rule
    for unrequested effects.
    """

    action_seconds: float = 2.0
    sms_window: float | None = SMS_WINDOW_SECONDS
    messenger_in_front: bool = True
    declared: bool = True
    unattended: bool = True
    steps: int | None = None
    seconds: float = 3600.0
    slips: float = 0.0
    person: Person | None = None
    policy: Rule | None = None


class Bed(Protocol):
    """The phone's interface for tasks (`agentprog.phone.client.PhoneHandle` has it)."""

    def sql(
        self, package: str, database: str, query: str, parameters: Sequence[Value] = ..., /
    ) -> list[dict[str, Value]]: ...
    def write_sql(self, package: str, database: str, statements: Sequence[tuple[str, Sequence[Value]]], /) -> None: ...
    def list_files(self, path: str, /) -> list[dict[str, Value]]: ...
    def read_file(self, path: str, /) -> bytes: ...
    def write_file(self, path: str, data: bytes, /) -> None: ...
    def incoming_sms(self, address: str, body: str, /) -> None: ...
    def shell(self, command: str, /) -> tuple[int, str, str]: ...
    def call(self, verb: str, /, **args: object) -> object: ...
    def state(self) -> Mapping[str, object]: ...


@frozen
class Episode:
    """A task on a prepared phone. `judge` reads the phone's current storage and gets the agent's answer.

    `held` returns the values that it reads, by table; they are kept beside the result, to check a verdict. A task may
    bring the `model` instead of the job's, the `person`, a `program` by a person, and `secrets`. With `claims`, an end
    called "verified" is wrong, whatever the storage says.
    """

    goal: str
    judge: Callable[[str], Score] = field(repr=False)
    held: Callable[[], Mapping[str, Any]] = field(repr=False)
    model: Model | None = None
    person: Interaction | None = None
    program: str | None = None
    secrets: tuple[Secret, ...] = ()
    claims: bool = False


class Task(Protocol):
    """A task. An instance is a pure function of (task, seed): the phone's contents, the instruction, and the right
    end."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def level(self) -> Level: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def steps(self) -> int:
        """The maximal number of actions in an episode."""
        ...

    def phone(self, seed: int) -> tuple[str, int]:
        """The image and the seed of the phone that the task needs."""
        ...

    def begin(self, phone: Bed, seed: int, rules: Rules) -> Episode:
        """Write the initial state to a fresh phone. Raises PhoneError."""
        ...


@frozen
class Suite:
    """Tasks under one name. `watched` suites are small enough to show each step. `model` is the tasks' own model, used
    instead of a named one. Other fields: see `Rules`."""

    name: str
    about: str
    tasks: tuple[Task, ...]
    watched: bool = False
    declared: bool = True
    unattended: bool = True
    model: str = ""

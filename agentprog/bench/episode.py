"""One interface for all suites: a task fills a phone, gives the instruction, and judges the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agentprog.bench.aw.checks import SMS_WINDOW_SECONDS, Score
from agentprog.bench.aw.state import Value
from agentprog.ports import Model, Secret
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.policy import Rule

Level = Literal["easy", "medium", "hard"]
Kind = Literal["iterative", "compositional", ""]
"""The paper's two kinds of long tasks; the others have none."""
Person = Literal["oracle", "yes", "nobody", "off"]
"""Who is asked: one who knows what they want, one who says yes to everything, nobody; `off`: no gate at all, which
shows what an attack reaches where nothing stops it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """What an episode is run and judged under. The defaults are the original's where it has the rule.

    `action_seconds` pass on the phone's clock with each action, beside the computer's own time. `sms_window` is how old
    a sent message may be at the end, in seconds of the phone (None: any age); `messenger_in_front`: it must show then.
    `declared`: an end counts only when the agent itself said that it was done. `unattended`: what the gate would ask a
    person is allowed, as nobody is there; else the first question ends the run.
    `steps` bounds the actions (None: the task's own number), `seconds` the wall time of an episode. `slips` is the
    share of moves that a stand-in gets wrong. `person` sits at the run where tasks bring questions of their own
    (None: as `unattended` says), under the gate's rule `policy` for what nobody asked for.
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
    """The interface of the phone for tasks (`agentprog.phone.client.PhoneHandle` is one)."""

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Episode:
    """A task on a prepared phone. `judge` reads the phone's storage as it is then; it is given the agent's answer.

    `held` is what it reads, as plain values by table: kept beside the result, so that a verdict can be looked into.
    A task may bring the `model` in place of the job's, the `person` at the run, a `program` that a person wrote, and
    `secrets`. `claims`: an end called "verified" is wrong, whatever the storage says.
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
    """An instance is a pure function of (task, seed): what the phone holds, what is asked, what is right."""

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """Tasks under one name. `watched`: few enough that a person wants to see each step. `model`: what its tasks bring
    in place of a model that is named. Others: see `Rules`."""

    name: str
    about: str
    tasks: tuple[Task, ...]
    watched: bool = False
    declared: bool = True
    unattended: bool = True
    model: str = ""

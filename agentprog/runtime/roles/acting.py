"""Who acts: the grounder says the next move of a step in plain words, the separate counter when the step ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from agentprog.ports import Action, Screen


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One action of the current step and what came of it. `changed`: the screen afterwards differed from before."""

    action: Action
    ok: bool
    detail: str
    changed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Glance:
    """An earlier look at the phone, and the move made on it."""

    screen: Screen
    move: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Successor:
    """A step that may follow, with the values it will have. `name` is its line, with a remark for the next round."""

    name: str
    line: int
    step: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StepContext:
    """What is known when the next action of an Action step is wanted.

    `step` is the step's sentence with values in place of references; `literals` are the values it mentions (variables,
    quoted texts, numbers), longest first. `path`, `variables`, `beliefs` and `earlier` are ready lines of text.
    `hints` are the runtime's own remarks: the last error, an action that changed nothing, a repetition.
    `left_over`: the step has not begun, and its app shows what an earlier step left there. `helped`: how often a person
    was asked in it.
    `attempts` are all actions of the step; a prompt leaves out the oldest `skipped` of them, which are told otherwise
    or no longer. `texts` are values too long to be told: a reply may type one by its `{name}`.
    `history` and `glances` are a baseline's account of the run, in place of path, variables and beliefs.
    `screen` holds as many elements as its budget allows; what was left out is among its issues.
    `successors` are the steps that may follow: the answer that ends this step may give the first action of one.
    `believed` are the hypotheses of `beliefs` by their ids: an answer may change those and no others.
    `front` is what people call the app in front, and `aside` whether it is another than the step's own, which is `app`.
    `language` is the phone's, a BCP 47 tag; empty where it is not known. Other contexts have these three as well.
    `repeated` are the moves that have led from this very screen to another during this step, by their words, with how
    often each has led to one and the same.
    """

    instruction: str
    program: str
    line: int
    step: str
    literals: tuple[str, ...]
    app: str | None
    screen: Screen
    attempts: tuple[Attempt, ...]
    apps: tuple[str, ...]
    now: datetime
    path: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    left_over: bool = False
    helped: int = 0
    skipped: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)
    history: tuple[str, ...] = ()
    glances: tuple[Glance, ...] = ()
    successors: tuple[Successor, ...] = ()
    believed: tuple[str, ...] = ()
    front: str = ""
    aside: bool = False
    language: str = ""
    repeated: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class BeliefChange:
    """What a model says of the hypotheses: it adds one, or names one by its id. The runtime gives out the ids.

    `kind` is add, revise, confirm, refute or drop; `text` is for add and revise; `scope` (screen, app, run) and
    `predicate` for add: such as `{"text": "Saved"}`, `{"field": "Phone", "value": "+1 555"}`, `{"foreground":
    "com.example"}`, `{"clipboard": "abc"}`, `{"setting": "Wi-Fi", "value": "on"}`.
    """

    kind: Literal["add", "revise", "confirm", "refute", "drop"]
    id: str = ""
    text: str = ""
    scope: Literal["screen", "app", "run"] = "app"
    predicate: Mapping[str, str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """Do this next. `expectation` is a text that should be readable afterwards, or empty."""

    action: Action
    expectation: str = ""
    reason: str = ""
    beliefs: tuple[BeliefChange, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Next:
    """The first action of a step that follows; `step` is the name of one of the successors."""

    step: str
    act: Act


@dataclass(frozen=True, kw_only=True, slots=True)
class StepDone:
    """The screen shows that the step is finished. `evidence` is text readable on the screen now, or empty.

    `operation`: the counter goes on, leaves the innermost loop (break) or the task (return). `then` is what the same
    answer does next, if it says so.
    """

    reason: str
    evidence: str = ""
    operation: str = "continue"
    then: Next | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StepStuck:
    """No legal action helps. `infeasible`: not on this phone at all; else a person is needed."""

    reason: str
    infeasible: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Code:
    """Run these lines of Python over `mobile` and `llm` next: what they do to the phone passes the same gate."""

    text: str
    reason: str = ""


Move = Act | Code | StepDone | StepStuck


class Grounder(Protocol):
    def next_move(self, context: StepContext) -> Move:
        """One decision for the step, looking at the screen. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationContext:
    """The question of the separate mode, after an action: how does the counter move? `allowed` are the operations."""

    step: StepContext
    allowed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """`operation` is one of those allowed; `evidence` a text on the screen that shows the step done, or empty."""

    operation: str
    reason: str = ""
    evidence: str = ""


class Stepper(Protocol):
    def next_operation(self, context: OperationContext) -> Decision:
        """Where the program counter goes from an Action step. Raises ModelError."""
        ...

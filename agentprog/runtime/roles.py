"""The questions that the machine asks, as Protocols. `agents` answers them with models; tests with scripts.

A context holds everything an answer may use, already chosen and cut to size by the runtime. Roles keep no state between
calls: whatever they should remember is in the context.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from agentprog.ports import Action, Screen


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanRequest:
    """An instruction to turn into a program. `draft` and `problems` are those of the attempt before, if any."""

    instruction: str
    apps: tuple[str, ...]
    now: datetime
    draft: str = ""
    problems: tuple[str, ...] = ()


class Planner(Protocol):
    def plan(self, request: PlanRequest) -> str:
        """The text of a program, as the model wrote it. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One action of the current step and what came of it. `changed`: the screen afterwards differed from before."""

    action: Action
    ok: bool
    detail: str
    changed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StepContext:
    """What is known when the next action of an Action step is wanted.

    `step` is the step's sentence with values in place of references; `literals` are the values it mentions (variables,
    quoted texts, numbers), longest first. `path`, `variables`, `beliefs` and `earlier` are ready lines of text.
    `hints` are the runtime's own remarks: the last error, an action that changed nothing, a repetition.
    `left_over`: the step has not begun, and its app shows what an earlier step left there.
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """Do this next. `expectation` is a text that should be readable afterwards, or empty."""

    action: Action
    expectation: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class StepDone:
    """The screen shows that the step is finished. `evidence` is text readable on the screen now, or empty."""

    reason: str
    evidence: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class StepStuck:
    """No legal action helps. `infeasible`: not on this phone at all; else a person is needed."""

    reason: str
    infeasible: bool = False


Move = Act | StepDone | StepStuck


class Grounder(Protocol):
    def next_move(self, context: StepContext) -> Move:
        """One decision for the step, looking at the screen. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ConditionContext:
    """A condition or postcondition in plain words, values in place of references."""

    condition: str
    app: str | None
    screen: Screen
    now: datetime
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """`holds` is None when the screen cannot tell."""

    holds: bool | None
    evidence: str = ""


class Navigator(Protocol):
    def judge(self, context: ConditionContext) -> Verdict: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtractContext:
    """Data wanted off one screen. `wanted` is the step's sentence; `kind` what the variable should hold, when known."""

    wanted: str
    variable: str
    app: str | None
    screen: Screen
    now: datetime
    kind: str = ""
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What one screen says: `value` None when it says nothing of what is wanted."""

    value: Any
    evidence: str = ""


class Extractor(Protocol):
    def read(self, context: ExtractContext) -> Reading: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ComputeContext:
    """A data statement in plain words. `error` is what the code before it raised, when it failed."""

    statement: str
    variables: tuple[str, ...]
    code: str = ""
    error: str = ""


class Coder(Protocol):
    def write(self, context: ComputeContext) -> str:
        """A few lines of Python over the variables whose last expression is the result."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class AdviceContext:
    """A question of the program to the model itself (`ask AI "..."`). `kind` is the type wanted, when said."""

    prompt: str
    now: datetime
    kind: str = ""
    variables: tuple[str, ...] = ()


class Adviser(Protocol):
    def advise(self, context: AdviceContext) -> Any:
        """The answer, as a value of the kind that was wanted. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Roles:
    """Everything the machine may ask. A role is None where the run has no model for it: asking then is a ModelError."""

    planner: Planner | None = None
    grounder: Grounder | None = None
    navigator: Navigator | None = None
    extractor: Extractor | None = None
    coder: Coder | None = None
    adviser: Adviser | None = None

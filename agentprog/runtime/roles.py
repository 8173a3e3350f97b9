"""The questions that the machine asks, as Protocols. `agents` answers them with models; tests with scripts.

A context holds everything an answer may use, already chosen and cut to size by the runtime. Roles keep no state between
calls: whatever they should remember is in the context.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from agentprog.ports import Action, Element, Screen, Screenshot


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanRequest:
    """An instruction to turn into a program. `draft` and `problems` are those of the attempt before, if any.

    `answers` are questions that the planner asked before, each with a person's answer; `may_ask`: it may ask again, by
    writing `Ask: ...` in place of a program. `secrets` are names that the program may type as `{name}`. `tools` say how
    a program calls each function it may use, `answer` what `{answer}` has to be.
    """

    instruction: str
    apps: tuple[str, ...]
    now: datetime
    draft: str = ""
    problems: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    may_ask: bool = False
    secrets: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    answer: str = ""


class Planner(Protocol):
    def plan(self, request: PlanRequest) -> str:
        """The text of a program, as the model wrote it, or its question. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One action of the current step and what came of it. `changed`: the screen afterwards differed from before."""

    action: Action
    ok: bool
    detail: str
    changed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
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
    `left_over`: the step has not begun, and its app shows what an earlier step left there.
    `attempts` are all actions of the step; a prompt leaves out the oldest `skipped` of them, which are told otherwise
    or no longer. `texts` are values too long to be told: a reply may type one by its `{name}`.
    `history` and `frames` are a baseline's account of the run, in place of path, variables and beliefs.
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
    skipped: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)
    history: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
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


class Counter(Protocol):
    def next_operation(self, context: OperationContext) -> Decision:
        """Where the program counter goes from an Action step. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class BeliefContext:
    """What is believed, and what the screen shows after an action. `last` is the action in words, `expectation` what
    was to be seen after it, `gaps` what the screen contradicts. `believed` are the ids, `beliefs` their lines."""

    step: str
    app: str | None
    screen: Screen
    now: datetime
    last: str
    expectation: str
    gaps: tuple[str, ...]
    beliefs: tuple[str, ...]
    believed: tuple[str, ...]
    front: str = ""
    aside: bool = False
    language: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """Changes to the hypotheses, and the routine that would bring belief and phone together again, if one is needed.

    `gap` says in a sentence what is not as it was believed to be, empty when nothing is.
    """

    changes: tuple[BeliefChange, ...] = ()
    gap: str = ""
    routine: Literal["", "dismiss dialog", "relaunch app", "navigate back", "redo", "rewind"] = ""


class Believer(Protocol):
    def revise(self, context: BeliefContext) -> Revision:
        """What to believe now. Raises ModelError."""
        ...


class Grounder(Protocol):
    def next_move(self, context: StepContext) -> Move:
        """One decision for the step, looking at the screen. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ConditionContext:
    """A condition or postcondition in plain words, values in place of references. `hints` are what the person at the
    run has told it, here and in the contexts below."""

    condition: str
    app: str | None
    screen: Screen
    now: datetime
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    front: str = ""
    aside: bool = False
    language: str = ""


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
    hints: tuple[str, ...] = ()
    front: str = ""
    aside: bool = False


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
    hints: tuple[str, ...] = ()
    language: str = ""


class Adviser(Protocol):
    def advise(self, context: AdviceContext) -> Any:
        """The answer, as a value of the kind that was wanted. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryContext:
    """One move to be summed up in a line. `before` is None where nobody looked before it."""

    goal: str
    move: str
    before: Screen | None
    after: Screen
    app: str | None = None
    front: str = ""
    aside: bool = False


class Summariser(Protocol):
    def summarise(self, context: SummaryContext) -> str:
        """One line: what was tried, and whether the screen bears it out. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class ManageContext:
    """A task whose plan is wanted, or kept up after a move. `plan` and `progress` are as they were; empty at first."""

    task: str
    plan: tuple[str, ...]
    progress: str
    moves: tuple[str, ...]
    screen: Screen
    now: datetime
    app: str | None = None
    front: str = ""
    aside: bool = False
    language: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Agenda:
    """What is still to be done, first things first, and what has been."""

    plan: tuple[str, ...]
    progress: str


class Manager(Protocol):
    def manage(self, context: ManageContext) -> Agenda:
        """The plan after what has happened. Raises ModelError."""
        ...


class TokenCounter(Protocol):
    """Counts as the model does that will be asked. `context` is how many tokens it takes in all."""

    @property
    def tokenizer(self) -> str:
        """Whose tokenizer counts; empty where it is an estimate."""
        ...

    @property
    def context(self) -> int: ...

    def count_tokens(self, text: str) -> int: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class LocateContext:
    """A description of one thing on the screen that no label answers to. `field`: it must take text."""

    description: str
    screen: Screen
    field: bool = False


class Locator(Protocol):
    def locate(self, context: LocateContext) -> Element | None:
        """The one element of the screen that is meant; None when it is not there. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class QueryContext:
    """A question of the code to the model (`llm.query`). `schema` is the JSON schema of the value that is wanted."""

    parts: tuple[str | Screenshot, ...]
    schema: Mapping[str, Any]
    now: datetime
    problem: str = ""
    language: str = ""


class Querier(Protocol):
    def query(self, context: QueryContext) -> Any:
        """Plain data that should satisfy the schema; the runtime checks it. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class AmendRequest:
    """A program whose assumption turned out wrong at `line`. `done` tells what has been executed, `problem` what the
    phone shows instead; `kept` are the lines that stay as they are, the new ones follow them."""

    instruction: str
    program: str
    kept: str
    line: int
    problem: str
    apps: tuple[str, ...]
    now: datetime
    done: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    screen: Screen | None = None
    draft: str = ""
    problems: tuple[str, ...] = ()
    front: str = ""
    language: str = ""


class Amender(Protocol):
    def amend(self, request: AmendRequest) -> str:
        """The lines that take the place of the rest of the program. Raises ModelError."""
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
    counter: Counter | None = None
    believer: Believer | None = None
    locator: Locator | None = None
    querier: Querier | None = None
    amender: Amender | None = None
    summariser: Summariser | None = None
    manager: Manager | None = None
    tokens: TokenCounter | None = None
    """Measures what the machine tells; None: an estimate."""

"""Acting roles: the grounder chooses the next move of a step in plain words, the separate counter ends the step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, Protocol

from agentprog.frozen import field, frozen
from agentprog.ports import Action, Screen


@frozen
class Attempt:
    """One action of the current step and its result. `changed`: the screen afterwards differed from before."""

    action: Action
    ok: bool
    detail: str
    changed: bool


@frozen
class Glance:
    """An earlier look at the phone, and the move made on it."""

    screen: Screen
    move: str


@frozen
class Successor:
    """A step or a reading that may follow, with its values. `name` is its line, with a remark for the next round.
    `given` maps the rows of the conditions in plain words on the way to the verdicts that lead there; `when` states
    them in words. `reads`: it reads one value. `coming`: the variable that the step now reads, if the sentence leaves
    it open. `behind`: it comes after one of the other steps.
    """

    name: str
    line: int
    step: str
    reads: bool = False
    given: tuple[tuple[int, bool], ...] = ()
    when: str = ""
    coming: str = ""
    behind: bool = False


@frozen
class Seen:
    """The phone's screen in a question.

    `app` is the step's app, `front` the name of the app in front, and `aside` whether the two differ. `language` is the
    phone's, a BCP 47 tag; empty if unknown. `screen` holds as many elements as its budget allows; its issues list what
    was left out.
    """

    screen: Screen
    app: str | None
    now: datetime
    front: str = ""
    aside: bool = False
    language: str = ""


@frozen
class Goal:
    """The goal of a step: its sentence with values, and its program.

    `literals` are the values it mentions (variables, quoted texts, numbers), longest first. `texts` are values too long
    for a prompt: a reply may type one by its `{name}`. `successors` are the steps that may follow: the answer that ends
    this step may give the first action of one.
    """

    instruction: str
    program: str
    line: int
    step: str
    literals: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    successors: tuple[Successor, ...] = ()


@frozen
class Tried:
    """The step's actions so far. A prompt leaves out the oldest `skipped`, which are described elsewhere or no longer
    needed.

    `repeated` counts, for moves that led from this screen to another during this step, how often each led to the same
    one. `left_over`: the step has not begun, and its app shows a page that an earlier step left. `helped` counts the
    questions to a person.
    """

    attempts: tuple[Attempt, ...] = ()
    skipped: int = 0
    repeated: Mapping[str, int] = field(default_factory=dict)
    left_over: bool = False
    helped: int = 0


@frozen
class Background:
    """The run's state in lines of text: `path`, `variables`, `beliefs` and `earlier`. `believed` are the hypotheses of
    `beliefs` by their ids; an answer may change only these. `hints` are the runtime's own remarks: the last error, an
    action without effect, a repetition. `history` and `glances` are a baseline's account of the run, instead of path,
    variables and beliefs. `apps` are the names of the phone's apps.
    """

    apps: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    believed: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    glances: tuple[Glance, ...] = ()


@frozen
class StepContext:
    """The context of a question for the next move of a step in plain words."""

    goal: Goal
    seen: Seen
    tried: Tried = field(default_factory=Tried)
    background: Background = field(default_factory=Background)


@frozen
class BeliefChange:
    """A model's change to the hypotheses: it adds one, or names one by its id. The runtime gives out the ids.

    `kind` is add, revise, confirm, refute or drop. `text` is for add and revise, `scope` (screen, app, run) and
    `predicate` for add. Examples of a predicate: `{"text": "Saved"}`, `{"field": "Phone", "value": "+1 555"}`,
    `{"foreground": "com.example"}`, `{"clipboard": "abc"}`, `{"setting": "Wi-Fi", "value": "on"}`.
    """

    kind: Literal["add", "revise", "confirm", "refute", "drop"]
    id: str = ""
    text: str = ""
    scope: Literal["screen", "app", "run"] = "app"
    predicate: Mapping[str, str] | None = None


@frozen
class Act:
    """The next action. `expectation` is a text that should be readable afterwards, or empty.

    `more` are further moves of the same answer, each to be made only if all before it went as expected. The target of a
    later move is found again by its identity, or by its name if it was not visible yet (`ports.named`). The last of
    them may end the step, and begin a step that follows. `unusable` says which further move of the answer cannot be
    made. `state`: the action is a tap on a switch, made only if the switch is not in this state yet.
    """

    action: Action
    expectation: str = ""
    reason: str = ""
    beliefs: tuple[BeliefChange, ...] = ()
    more: tuple[Act | StepDone, ...] = ()
    unusable: str = ""
    state: bool | None = None


@frozen
class Next:
    """The first action of a step that follows, or the value of a reading that follows; `step` is the name of one of the
    successors. `because` is the text on the screen by which the conditions on the way there hold."""

    step: str
    act: Act | StepDone
    because: str = ""


@frozen
class StepDone:
    """The step is finished, by the screen. `evidence` is text readable on the screen now, or empty; `gone` is text that
    was readable during the step and no longer is.

    `value` is the value that the step reads, as the screen shows it, if it reads one.

    `operation`: the counter continues, leaves the innermost loop (break) or the task (return). `then` is the next
    action of the same answer, if it has one.
    """

    reason: str
    evidence: str = ""
    gone: str = ""
    value: str = ""
    operation: str = "continue"
    then: Next | None = None


@frozen
class StepStuck:
    """No legal action helps. `infeasible`: not on this phone at all; else a person is needed."""

    reason: str
    infeasible: bool = False


@frozen
class Code:
    """Run these lines of Python over `mobile` and `llm` next; their actions pass the same gate."""

    text: str
    reason: str = ""


Move = Act | Code | StepDone | StepStuck


class Grounder(Protocol):
    def next_move(self, context: StepContext) -> Move:
        """One decision for the step, looking at the screen. Raises ModelError."""
        ...


@frozen
class OperationContext:
    """The question of the separate mode, after an action: how does the counter move? `allowed` are the operations."""

    step: StepContext
    allowed: tuple[str, ...]


@frozen
class Decision:
    """`operation` is one of those allowed; `evidence` a text on the screen that shows the step done, or empty."""

    operation: str
    reason: str = ""
    evidence: str = ""


class Stepper(Protocol):
    def next_operation(self, context: OperationContext) -> Decision:
        """The operation of the program counter after an action. Raises ModelError."""
        ...

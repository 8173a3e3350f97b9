"""Everything that happens in a run, as typed events: the journal keeps them, listeners show them, resume reads them.

Every field is plain data (text, numbers, lists, dicts of those), so that an event is one line of JSON. `step` counts
the executed statements of the run from 1, `action` the device actions from 1; `node` is the statement's id.
"""

from __future__ import annotations

from typing import Any

from agentprog.frozen import field, frozen
from agentprog.ports import Event, Usage
from agentprog.runtime.journal.lines import Learned as Learned
from agentprog.runtime.journal.lines import Recalled as Recalled
from agentprog.runtime.journal.lines import Replayed as Replayed
from agentprog.runtime.journal.lines import SideExited as SideExited

Data = dict[str, Any]


@frozen
class RunStarted(Event):
    run: str
    instruction: str
    started_at: str


@frozen
class RunResumed(Event):
    """The run continued after its process had ended; `replayed` events came from the journal. `line`, `text` and
    `iteration` (from 1, in a loop) give its position, 0 and empty if nothing had begun. `done` steps had ended by
    then; `ended`: this line is the last of them, so that the run goes on behind it."""

    replayed: int
    line: int = 0
    text: str = ""
    iteration: int = 0
    done: int = 0
    ended: bool = False


@frozen
class ProgramReady(Event):
    """`source` says who wrote it ("model" or "file"); `digest` identifies its text when a run is resumed."""

    text: str
    source: str
    digest: str
    inputs: Data = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@frozen
class Manifested(Event):
    """The effects that the program's text implies, listed before anything is done. `pending` are the effects that the
    person did not ask for, each with its reason under `why`; `shown` are the lines that a person sees about the
    effects."""

    manifest: Data
    pending: list[Data] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


@frozen
class Approved(Event):
    """A person answered the question about pending effects. `permits` are the approved lines (`node`), the `kinds` of
    effects, and the `texts` that the person saw; `edited`: they replaced the program."""

    question: str
    allowed: bool
    edited: bool = False
    permits: list[Data] = field(default_factory=list)

    @property
    def said(self) -> str:
        """The answer in a word or two."""
        return "refused" if not self.allowed else "approved, as it was rewritten" if self.edited else "approved"


@frozen
class ProgramAmended(Event):
    """The rest of the program, from `line` on, was rewritten during the run. `diff` is a unified diff, `text` the whole
    new program; `apps` are the app names known to its parser."""

    step: int
    node: str
    line: int
    reason: str
    diff: str
    text: str
    apps: list[str] = field(default_factory=list)


@frozen
class DeviceOpened(Event):
    """A phone was opened. `language` is a BCP 47 tag, empty if the phone does not report it."""

    serial: str
    model: str
    android: str
    language: str = ""


@frozen
class StepStarted(Event):
    """A statement began. `kind` is the node kind, `text` the statement as written, `depth` its nesting depth."""

    step: int
    node: str
    line: int
    kind: str
    text: str
    depth: int = 0
    iteration: int = 0


@frozen
class StepFinished(Event):
    """A statement ended. `status`: done, verified, unverified, true, false, failed...; `tier`: exact, compute or
    semantic. `money` is in US dollars, without the model calls whose price is not known (`unpriced`)."""

    step: int
    node: str
    line: int
    kind: str
    operation: str
    status: str
    tier: str
    seconds: float
    actions: int = 0
    model_calls: int = 0
    tokens: int = 0
    detail: str = ""
    witness: str = ""
    """The source of the evidence: a store of the phone (`messages`, `contacts`...), or `screen`."""
    money: float = 0.0
    unpriced: int = 0


@frozen
class Observed(Event):
    step: int
    signature: str
    package: str
    activity: str
    elements: int
    issues: list[str] = field(default_factory=list)
    record: str = ""


@frozen
class ModelCalled(Event):
    """One model call. `record` is the file in the run folder with its prompt and reply. `money` is in US dollars, None
    if the price is not known; `cached` is a part of `prompt`, `reasoning` a part of `completion`."""

    model: str
    purpose: str
    prompt: int
    cached: int
    completion: int
    seconds: float
    ok: bool = True
    detail: str = ""
    record: str = ""
    reasoning: int = 0
    money: float | None = None

    @property
    def usage(self) -> Usage:
        """Its tokens and seconds."""
        return Usage(
            prompt=self.prompt,
            cached=self.cached,
            completion=self.completion,
            reasoning=self.reasoning,
            seconds=self.seconds,
        )


@frozen
class MoveDecided(Event):
    """The grounder's answer for an Action step. `carried`: it came with an earlier answer, after another move or with
    the end of the previous step."""

    step: int
    node: str
    move: Data
    carried: bool = False


@frozen
class ActionIntended(Event):
    """An action is about to be sent; written and fsync'd before the phone is asked. `before` and `package` identify the
    screen on which the action was chosen. `why` is its purpose: the step itself, entering the app, scrolling to read
    on, recovery. A risky action also has the recipient (`to`), the content (`says`) and the subject (`about`) that the
    screen showed."""

    step: int
    node: str
    action: int
    what: Data
    text: str
    why: str = ""
    risk: str = ""
    to: list[str] = field(default_factory=list)
    says: str = ""
    about: list[str] = field(default_factory=list)
    expectation: str = ""
    before: str = ""
    package: str = ""
    dry: bool = False


@frozen
class ActionDone(Event):
    """The result of an action. `after` is the signature of the next screen; `shown`: the expectation was on it.
    `interrupted`: the process ended between the intent and the result; `unknown`: the phone gives no proof of the
    result; `witnessed`: a person confirmed that it was done; `entry`: the touch opened a form, `empty` or `filled`, or
    the action `left` one."""

    step: int
    node: str
    action: int
    ok: bool
    changed: bool
    detail: str = ""
    seconds: float = 0.0
    before: str = ""
    after: str = ""
    package: str = ""
    shown: bool | None = None
    interrupted: bool = False
    unknown: bool = False
    witnessed: bool = False
    entry: str = ""


@frozen
class ActionRefused(Event):
    """The gate refused an action."""

    step: int
    node: str
    text: str
    risk: str
    reason: str
    what: Data = field(default_factory=dict)


@frozen
class Resolved(Event):
    """An answer from outside the program that decides its course: a verdict, a reading, a file, a person's reply."""

    step: int
    node: str
    what: str
    value: Any


@frozen
class VariableSet(Event):
    step: int
    line: int
    name: str
    kind: str
    provenance: str
    preview: str


@frozen
class ValueGiven(Event):
    """A person set a variable, or a part of one, at a pause before `line`. A resumed run sets it again."""

    step: int
    node: str
    line: int
    name: str
    value: Any


@frozen
class ItemDone(Event):
    """One item of a loop over a list has ended. `proven`: all its effects were seen."""

    step: int
    node: str
    line: int
    iteration: int
    item: str
    proven: bool


@frozen
class BeliefChanged(Event):
    """One change of the beliefs: `change` is add, confirm, refute, revise or drop."""

    step: int
    belief: str
    change: str
    text: str
    status: str
    scope: str
    predicate: Data | None = None
    package: str = ""
    place: str = ""


@frozen
class ContextBuilt(Event):
    """The sections of the next prompt of this purpose. `sections` are tokens per section, `budgets` their limits in
    tokens. `kept` and `dropped` count lines (elements, for the screen), `shortened` the kept lines that were cut.
    `tokenizer` names the tokenizer, empty for an estimate. `manager` is the context manager: ours, or a baseline."""

    step: int
    purpose: str
    sections: dict[str, int]
    kept: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    shortened: dict[str, int] = field(default_factory=dict)
    budgets: dict[str, int] = field(default_factory=dict)
    manager: str = "ours"
    tokenizer: str = ""


@frozen
class Recovering(Event):
    """The phone was not in the expected state; the event says how the runtime recovers."""

    step: int
    gap: str
    routine: str


@frozen
class Told(Event):
    """The program gave the person a message. `dry`: a dry run, which only recorded the message."""

    step: int
    line: int
    text: str
    dry: bool = False


@frozen
class Asked(Event):
    step: int
    line: int
    question: str


@frozen
class Confirmed(Event):
    """A person was asked to approve a risky action; `consent` is once, run (again for this step) or no. `risk`,
    `sentence` (the step), `doubt` and `covers` limit the answer, also after a restart. `others` are the later rounds at
    this `node` that a yes for the run includes, `listed` the lines of a text."""

    step: int
    question: str
    allowed: bool
    consent: str = ""
    risk: str = ""
    sentence: str = ""
    doubt: str = ""
    node: str = ""
    covers: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)


@frozen
class SeenTogether(Event):
    """Names and numbers that the phone showed side by side for the first time; the gate uses them to identify a
    number's owner. Each of `rows` has `numbers` (digits) and `said` (the name in it); `names` and `numbers` come from a
    form or page of an address book."""

    step: int
    package: str
    rows: list[Data]
    names: list[str]
    numbers: list[str]


@frozen
class Paused(Event):
    """A person paused the run: before the statement of this line or, with `action`, before an action. `moment` is the
    breakpoint's event ("model call"...); `action` is then the description of that event."""

    step: int
    line: int
    text: str
    action: str = ""
    moment: str = ""


@frozen
class Continued(Event):
    """The run continues after a pause; `how`: to its end, or for one step."""

    step: int
    line: int
    how: str
    seconds: float


@frozen
class Remarked(Event):
    """A person sent the run a remark. Prompts contain it from then on, also in a resumed run."""

    step: int
    line: int
    text: str


@frozen
class TookOver(Event):
    """A person used the phone and handed it back with this word. `reason` is the run's reason to ask for it, empty if
    the person took it unasked. `actions` are those done through the run, each with `text`, `what` and `ok`; touches on
    the phone itself are not recorded."""

    step: int
    line: int
    reason: str
    note: str
    seconds: float
    actions: list[Data] = field(default_factory=list)


@frozen
class Foreseen(Event):
    """A limitation known before the run acts: a part that will not work, or not fully, with this model and phone."""

    texts: list[str]


@frozen
class TrapsMet(Event):
    """The faults of the phone that the run met, reported at its end. Each of `traps` has name, mended, times and
    detail."""

    traps: list[Data]

    @property
    def said(self) -> str:
        """In one line, such as `dropped (mended, 2 times), never idle`."""
        return ", ".join(_trap_text(trap) for trap in self.traps)


def _trap_text(trap: Data) -> str:
    notes = ["mended"] if trap.get("mended") else []
    if trap.get("times", 1) > 1:
        notes.append(f"{trap['times']} times")
    return f"{trap['name']} ({', '.join(notes)})" if notes else str(trap["name"])


@frozen
class RunFinished(Event):
    """The run ended. `totals` holds actions, model calls, tokens and steps; `did` counts effects on the phone, `saw`
    readings. `proofs` has for each effect its line, text, whether it is proven, the witness and the witness's words.
    `dry`: nothing was done on the phone, whatever the outcome is."""

    outcome: str
    reason: str
    exit_code: int
    answer: Any = None
    error: str = ""
    did: int = 0
    saw: int = 0
    proofs: list[dict[str, Any]] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=dict)
    dry: bool = False


EVENTS: tuple[type[Event], ...] = tuple(
    kind for kind in tuple(vars().values()) if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
"""Every event of this module."""

"""Everything that happens in a run, as typed events: the journal keeps them, listeners show them, resume reads them.

Every field is plain data (text, numbers, lists, dicts of those), so that an event is one line of JSON. `step` counts
the executed statements of the run from 1, `action` the device actions from 1; `node` is the statement's id.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentprog.ports import Event
from agentprog.runtime.journal.lines import Learned as Learned
from agentprog.runtime.journal.lines import Recalled as Recalled
from agentprog.runtime.journal.lines import Replayed as Replayed
from agentprog.runtime.journal.lines import SideExited as SideExited

Data = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class RunStarted(Event):
    run: str
    instruction: str
    started_at: str


@dataclass(frozen=True, kw_only=True)
class RunResumed(Event):
    """The run went on after its process had ended; `replayed` came from the journal. Where it stood: `line`,
    `text` and `iteration` (from 1, in a loop), 0 and empty where nothing had begun; `done` steps had ended by then."""

    replayed: int
    line: int = 0
    text: str = ""
    iteration: int = 0
    done: int = 0


@dataclass(frozen=True, kw_only=True)
class ProgramReady(Event):
    """`source` says who wrote it ("model" or "file"); `digest` identifies its text when a run is resumed."""

    text: str
    source: str
    digest: str
    inputs: Data = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Manifested(Event):
    """What the program would do, as far as its text tells, before anything is done. `pending` are the effects that its
    person has not said, each with `why`; `shown` are the lines of its effects for a person."""

    manifest: Data
    pending: list[Data] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Approved(Event):
    """A person was asked about what was pending. `permits` are the lines (`node`) that they let do it, the `kinds` of
    effects, and the `texts` that they were shown; `edited`: they have put another program in its place."""

    question: str
    allowed: bool
    edited: bool = False
    permits: list[Data] = field(default_factory=list)

    @property
    def said(self) -> str:
        """The answer in a word or two."""
        return "refused" if not self.allowed else "approved, as it was rewritten" if self.edited else "approved"


@dataclass(frozen=True, kw_only=True)
class ProgramAmended(Event):
    """The rest of the program, from `line` on, was written anew while it ran. `diff` is a unified diff, `text` the
    whole program as it is now; `apps` are the names that its text was read with."""

    step: int
    node: str
    line: int
    reason: str
    diff: str
    text: str
    apps: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class DeviceOpened(Event):
    """`language` is a BCP 47 tag, empty where the phone does not say."""

    serial: str
    model: str
    android: str
    language: str = ""


@dataclass(frozen=True, kw_only=True)
class StepStarted(Event):
    """`kind` is the node kind; `text` the statement as written, `depth` how deep it is nested."""

    step: int
    node: str
    line: int
    kind: str
    text: str
    depth: int = 0
    iteration: int = 0


@dataclass(frozen=True, kw_only=True)
class StepFinished(Event):
    """`status`: done, verified, unverified, true, false, failed...; `tier`: exact, compute or semantic. `money` is in
    US dollars, without the model calls whose price is not known (`unpriced`)."""

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
    """What told of the effect: a store of the phone (`messages`, `contacts`...), or `screen`."""
    money: float = 0.0
    unpriced: int = 0


@dataclass(frozen=True, kw_only=True)
class Observed(Event):
    step: int
    signature: str
    package: str
    activity: str
    elements: int
    issues: list[str] = field(default_factory=list)
    record: str = ""


@dataclass(frozen=True, kw_only=True)
class ModelCalled(Event):
    """`record` is the file in the run folder that holds the prompt and the reply. `money` is in US dollars, None when
    the price is not known; `cached` are part of `prompt`, `reasoning` of `completion`."""

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


@dataclass(frozen=True, kw_only=True)
class MoveDecided(Event):
    """What the grounder said for an Action step. `carried`: it came with an earlier answer, behind another move or with
    the end of the step before."""

    step: int
    node: str
    move: Data
    carried: bool = False


@dataclass(frozen=True, kw_only=True)
class ActionIntended(Event):
    """Written and fsync'd before the device is asked. `before` and `package` are those of the screen it was decided on,
    `why` is what it serves: the step itself, entering its app, a scroll to read on, recovery. Of one with a risk the
    screen showed `to` whom it goes, what it `says`, and what it is `about`."""

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


@dataclass(frozen=True, kw_only=True)
class ActionDone(Event):
    """What came of it. `after` is the signature of the screen then; `shown` says whether the expectation is there.

    `interrupted`: the process ended between the intent and this; `unknown`: the phone does not prove what came of it;
    `witnessed`: a person said that it was done.
    """

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


@dataclass(frozen=True, kw_only=True)
class ActionRefused(Event):
    """The gate did not let it through."""

    step: int
    node: str
    text: str
    risk: str
    reason: str
    what: Data = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Resolved(Event):
    """An answer from outside the program that its course depends on: a verdict, a reading, a file, a person's reply."""

    step: int
    node: str
    what: str
    value: Any


@dataclass(frozen=True, kw_only=True)
class VariableSet(Event):
    step: int
    line: int
    name: str
    kind: str
    provenance: str
    preview: str


@dataclass(frozen=True, kw_only=True)
class ValueGiven(Event):
    """A person gave a variable, or a part of one, this value at a pause before `line`. A second life gives it again."""

    step: int
    node: str
    line: int
    name: str
    value: Any


@dataclass(frozen=True, kw_only=True)
class ItemDone(Event):
    """The ledger of a loop over a list: one item's round has ended. `proven`: every effect of it was seen."""

    step: int
    node: str
    line: int
    iteration: int
    item: str
    proven: bool


@dataclass(frozen=True, kw_only=True)
class BeliefChanged(Event):
    """One change: `change` is add, confirm, refute, revise or drop."""

    step: int
    belief: str
    change: str
    text: str
    status: str
    scope: str
    predicate: Data | None = None
    package: str = ""
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class ContextBuilt(Event):
    """What the next prompt of this purpose is made of. `sections` are the tokens of each section, `kept` and `dropped`
    its lines (of the screen: elements), `shortened` how many of those kept were cut; `budgets` are in tokens.

    `tokenizer` says whose it is, empty: an estimate. `manager` is who chose: ours, or a baseline.
    """

    step: int
    purpose: str
    sections: dict[str, int]
    kept: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    shortened: dict[str, int] = field(default_factory=dict)
    budgets: dict[str, int] = field(default_factory=dict)
    manager: str = "ours"
    tokenizer: str = ""


@dataclass(frozen=True, kw_only=True)
class Recovering(Event):
    """The phone was not in the state the program thinks: what the runtime does about it."""

    step: int
    gap: str
    routine: str


@dataclass(frozen=True, kw_only=True)
class Told(Event):
    """`dry`: it would have been said; nobody was told."""

    step: int
    line: int
    text: str
    dry: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked(Event):
    step: int
    line: int
    question: str


@dataclass(frozen=True, kw_only=True)
class Confirmed(Event):
    """A person was asked whether a risky action may happen; `consent` is once, run (again for this step) or no.

    `risk`, `sentence` (the step), `doubt` and `covers` are what the answer counts for, also after a kill; `others` the
    rounds to come that a yes for the run counts for, at this `node`, `listed` the lines of a text."""

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


@dataclass(frozen=True, kw_only=True)
class SeenTogether(Event):
    """Names and numbers that the phone showed side by side, the first time that it did: the gate knows by them whose
    number it is. Each of `rows` has `numbers` (digits) and `said` (the name in it); `names` and `numbers` are those of
    a form or page of an address book."""

    step: int
    package: str
    rows: list[Data]
    names: list[str]
    numbers: list[str]


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """A person stopped the run for a while: before the statement of this line or, with `action`, before an action. A
    `moment` is what their breakpoint waited for ("model call"...); then `action` says what was about to happen."""

    step: int
    line: int
    text: str
    action: str = ""
    moment: str = ""


@dataclass(frozen=True, kw_only=True)
class Continued(Event):
    """The run goes on after a pause of so many seconds; `how`: to its end, or for one step."""

    step: int
    line: int
    how: str
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Remarked(Event):
    """A person told the run something while it went on. Prompts have it from then on, in a second life too."""

    step: int
    line: int
    text: str


@dataclass(frozen=True, kw_only=True)
class TookOver(Event):
    """A person had the phone in hand for so many seconds, and handed it back with this word on it.

    `reason` is why the run asked for it; empty: they took it themselves. `actions` are what they did by way of the run,
    each with `text`, `what` and `ok`; what they did on the phone itself nobody knows.
    """

    step: int
    line: int
    reason: str
    note: str
    seconds: float
    actions: list[Data] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Foreseen(Event):
    """What will not work, or only so far, with what the run has: told before anything is done."""

    texts: list[str]


@dataclass(frozen=True, kw_only=True)
class TrapsMet(Event):
    """How the phone misled the run, told at its end. Each of `traps` has name, mended, times and detail."""

    traps: list[Data]

    @property
    def said(self) -> str:
        """In one line, such as `dropped (mended, 2 times), never idle`."""
        return ", ".join(_said(trap) for trap in self.traps)


def _said(trap: Data) -> str:
    notes = ["mended"] if trap.get("mended") else []
    if trap.get("times", 1) > 1:
        notes.append(f"{trap['times']} times")
    return f"{trap['name']} ({', '.join(notes)})" if notes else str(trap["name"])


@dataclass(frozen=True, kw_only=True)
class RunFinished(Event):
    """`totals` holds actions, model calls, tokens and steps. `did`: effects on the phone, `saw`: readings off it;
    `proofs`: of each effect its line, text, whether it is proven, its witness and what that said. `dry`: nothing was
    done on the phone, whatever the outcome says."""

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


EVENTS: tuple[type[Event], ...] = (
    RunStarted,
    RunResumed,
    ProgramReady,
    Manifested,
    Approved,
    ProgramAmended,
    DeviceOpened,
    StepStarted,
    StepFinished,
    Observed,
    ModelCalled,
    MoveDecided,
    ActionIntended,
    ActionDone,
    ActionRefused,
    Resolved,
    VariableSet,
    ValueGiven,
    ItemDone,
    BeliefChanged,
    ContextBuilt,
    Recovering,
    SideExited,
    Recalled,
    Learned,
    Replayed,
    Told,
    Asked,
    Confirmed,
    SeenTogether,
    Paused,
    Continued,
    Remarked,
    TookOver,
    Foreseen,
    TrapsMet,
    RunFinished,
)

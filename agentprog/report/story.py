"""Turns a run's journal into the story of its steps, without any layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentprog.ports import Event
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.standing import in_words


@dataclass(kw_only=True, slots=True)
class Cost:
    """Seconds, model tokens and US dollars; `unpriced` counts model calls without a known price."""

    seconds: float = 0.0
    actions: int = 0
    model_calls: int = 0
    tokens: int = 0
    money: float = 0.0
    unpriced: int = 0

    def add(self, finished: e.StepFinished) -> None:
        self.seconds += finished.seconds
        self.actions += finished.actions
        self.model_calls += finished.model_calls
        self.tokens += finished.tokens
        self.money += finished.money
        self.unpriced += finished.unpriced


@dataclass(kw_only=True, slots=True)
class Telling:
    """An entry of a step. `kind` names it, `data` holds its facts, `screen` the record it refers to."""

    kind: str
    at: float
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    screen: str = ""


@dataclass(kw_only=True, slots=True)
class Step:
    """One executed statement. Its children are the steps of its block, in the order in which they ran."""

    number: int
    line: int
    kind: str
    text: str
    depth: int
    iteration: int
    at: float
    status: str = ""
    tier: str = ""
    detail: str = ""
    witness: str = ""
    operation: str = ""
    cost: Cost = field(default_factory=Cost)
    entries: list[Telling] = field(default_factory=list)
    children: list[Step] = field(default_factory=list)


@dataclass(kw_only=True, slots=True)
class ProgramLine:
    number: int
    text: str
    times: int = 0
    first: int = 0
    status: str = ""
    tier: str = ""
    cost: Cost = field(default_factory=Cost)


@dataclass(kw_only=True, slots=True)
class Story:
    """The story of a run.

    `roots` are the steps outside of any block; `before` are the entries before the first step.
    """

    started: e.RunStarted | None = None
    finished: e.RunFinished | None = None
    device: e.DeviceOpened | None = None
    traps: e.TrapsMet | None = None
    program: list[ProgramLine] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    roots: list[Step] = field(default_factory=list)
    before: list[Telling] = field(default_factory=list)
    calls: list[tuple[int, e.ModelCalled]] = field(default_factory=list)
    variables: list[e.VariableSet] = field(default_factory=list)
    beliefs: list[e.BeliefChanged] = field(default_factory=list)
    amended: list[e.ProgramAmended] = field(default_factory=list)
    lives: int = 1

    @property
    def evidence(self) -> list[Step]:
        """The steps with evidence for or against their effect, in order."""
        return [step for step in self.steps if step.status in _JUDGED and (step.detail or step.kind == "Verify")]

    @property
    def screens(self) -> set[str]:
        """Names of the screen records in the story."""
        every = [*self.before, *(entry for step in self.steps for entry in step.entries)]
        return {entry.screen for entry in every if entry.screen}


_JUDGED = ("verified", "unverified", "unverifiable", "failed", "true", "false")


class Teller:
    """Reads events in their order into a story."""

    def __init__(self) -> None:
        self.story = Story()
        self._open: list[Step] = []
        self._shown = ""
        self._records: dict[str, str] = {}
        self._context: e.ContextBuilt | None = None

    def tell(self, events: Iterable[Event]) -> Story:
        """The whole story. Events without a part on the page are skipped."""
        for event in events:
            self.take(event)
        for step in self.story.steps:
            self._charge(step)
        return self.story

    def take(self, event: Event) -> None:
        """Takes the next event. The costs of program lines are complete only after the last event."""
        match event:
            case e.RunStarted():
                self.story.started = event
            case e.RunResumed():
                self.story.lives += 1
                self._note("resumed", event, f"the run went on {in_words(event)}")
            case e.RunFinished():
                self.story.finished = event
            case e.DeviceOpened():
                self.story.device = event
            case e.Foreseen():
                self._note("foreseen", event, "; ".join(event.texts))
            case e.TrapsMet():
                self.story.traps = event
            case e.ProgramReady():
                self.story.program = _listing(event.text)
            case e.Manifested():
                self._note("manifest", event, "what it would do, before anything is done", _manifested(event))
            case e.Approved():
                self._note("approval", event, f"{event.said}: {event.question}")
            case e.ProgramAmended():
                self.story.program = _listing(event.text)
                self.story.amended.append(event)
                self._note("amended", event, event.reason, {"diff": event.diff})
            case e.StepStarted():
                self._begin(event)
            case e.StepFinished():
                self._end(event)
            case e.Observed():
                self._look(event)
            case _:
                self._happen(event)

    def _begin(self, event: e.StepStarted) -> None:
        step = Step(
            number=event.step,
            line=event.line,
            kind=event.kind,
            text=event.text,
            depth=event.depth,
            iteration=event.iteration,
            at=event.at,
        )
        while self._open and self._open[-1].depth >= event.depth:
            self._open.pop()
        (self._open[-1].children if self._open else self.story.roots).append(step)
        self._open.append(step)
        self.story.steps.append(step)

    def _end(self, event: e.StepFinished) -> None:
        step = next((step for step in reversed(self.story.steps) if step.number == event.step), None)
        if step is None:
            return
        step.status, step.tier = event.status, event.tier
        step.detail, step.operation, step.witness = event.detail, event.operation, event.witness
        step.cost.add(event)
        self._afterwards(step, event)

    def _afterwards(self, step: Step, event: e.StepFinished) -> None:
        """Adds the screen after a step if no action's picture shows it; after a failed step always."""
        acted = [entry for entry in step.entries if entry.kind == "action"]
        failed = event.status == "failed"
        if not self._shown or not (failed or (acted and acted[-1].screen != self._shown)):
            return
        text = "the screen on which it failed" if failed else "the screen afterwards"
        data = {"candidates": event.detail if failed else ""}
        step.entries.append(Telling(kind="screen", at=event.at, text=text, data=data, screen=self._shown))

    def _look(self, event: e.Observed) -> None:
        if event.record:
            self._records[event.signature] = event.record
        self._shown = self._records.get(event.signature, self._shown)
        if event.issues:
            self._note("issue", event, ", ".join(event.issues))

    def _happen(self, event: Event) -> None:
        match event:
            case e.ActionIntended():
                data = {"number": event.action, "what": event.what, "risk": event.risk, "why": event.why}
                text = f"would {event.text}" if event.dry else event.text
                self._note("action", event, text, data | {"dry": event.dry}, screen=self._shown)
            case e.ActionDone():
                self._came_of(event)
            case e.ActionRefused():
                self._note("refused", event, f"{event.text}: {event.reason}", {"risk": event.risk})
            case e.ModelCalled():
                self.story.calls.append((self._step_number, event))
                self._note("call", event, event.purpose, {"call": event, "context": self._context})
                self._context = None
            case e.ContextBuilt():
                self._context = event
            case e.MoveDecided():
                self._decided(event)
            case e.Resolved():
                self._found(event)
            case e.VariableSet():
                self.story.variables.append(event)
                self._note("variable", event, event.preview)
            case e.BeliefChanged():
                self.story.beliefs.append(event)
                self._note("expectation", event, f"{event.change}: {event.text}", {"status": event.status})
            case e.Recovering():
                self._note("recovery", event, f"{event.gap}: {event.routine}")
            case e.SideExited() | e.Recalled() | e.Learned() | e.Replayed():
                self._by_lines(event)
            case e.Told() | e.Asked() | e.Confirmed():
                self._talk(event)
            case e.SeenTogether():
                self._note("seen", event, f"side by side in {event.package}: {_together(event)}")
            case e.Paused() | e.Continued() | e.Remarked() | e.TookOver() | e.ValueGiven():
                self._steer(event)
            case e.ItemDone():
                proven = "proven" if event.proven else "not proven"
                self._note("item", event, f"round {event.iteration}: {event.item} ({proven})")

    def _found(self, event: e.Resolved) -> None:
        """Adds a computed value; a repeated identical value is added once."""
        text = f"{event.what}: {_short(event.value)}"
        if not self._place or (self._place[-1].kind, self._place[-1].text) != ("found", text):
            self._note("found", event, text)

    def _by_lines(self, event: e.SideExited | e.Recalled | e.Learned | e.Replayed) -> None:
        """Adds how far the exact lines of a step went, and the recipe learned from the step."""
        match event:
            case e.Recalled(recipe=recipe):
                self._note("recipe", event, f"a recipe of {_parts(recipe)}", {"recipe": recipe})
            case e.Learned(recipe=recipe):
                self._note("learned", event, f"learned, {_parts(recipe)}", {"recipe": recipe})
            case e.Replayed():
                source = " of an earlier run" if event.learned == "earlier" else ""
                lines = f"{event.moves} lines, {event.exits} times left to the model"
                text = f"by recipe{source}: {lines if event.moves else 'its element tells'}"
                self._note("recipe", event, text)
            case e.SideExited():
                where = f"line {event.line}" if event.line and event.source == "exactly" else event.source
                self._note("exit", event, f"{where}, left to the model: {event.why}")

    def _talk(self, event: e.Told | e.Asked | e.Confirmed) -> None:
        """Adds messages to a person, and a person's approvals."""
        match event:
            case e.Told():
                self._note("told", event, f"would say: {event.text}" if event.dry else event.text)
            case e.Asked():
                self._note("asked", event, event.question)
            case e.Confirmed():
                answer = "allowed" if event.allowed else "refused"
                scope = " for this run" if event.consent == "run" else ""
                self._note("confirmed", event, f"{event.question} {answer}{scope}")

    def _steer(self, event: e.Paused | e.Continued | e.Remarked | e.TookOver | e.ValueGiven) -> None:
        """Adds what a person did to steer the run."""
        match event:
            case e.Paused():
                at = (
                    f"a breakpoint ({event.moment}) paused the run"
                    if event.moment
                    else "a person paused the run before"
                )
                self._note("paused", event, f"{at}: {event.action or event.text}")
            case e.Continued():
                self._note("continued", event, f"{event.how}, after {event.seconds:.0f} s")
            case e.Remarked():
                self._note("remark", event, f"a person said: {event.text}")
            case e.ValueGiven():
                self._note("by hand", event, f"a person set {event.name} to {event.value}")
            case e.TookOver():
                reason = f" because {event.reason}" if event.reason else ""
                note = f": {event.note}" if event.note else ""
                did = f" ({', '.join(action['text'] for action in event.actions)})" if event.actions else ""
                self._note("by hand", event, f"a person had the phone for {event.seconds:.0f} s{reason}{did}{note}")

    def _decided(self, event: e.MoveDecided) -> None:
        """Adds the grounder's decision beside the action, which is an entry of its own."""
        move = event.move
        text = ": ".join(str(move[name]) for name in ("reason", "text") if move.get(name))
        kind = {"StepDone": "done", "StepStuck": "stuck", "Code": "code"}.get(str(move.get("type")), "decided")
        if move.get("evidence"):
            text = f'{text} (it shows "{move["evidence"]}")'
        if text or kind != "decided":
            self._note(kind, event, text)

    def _came_of(self, event: e.ActionDone) -> None:
        """Adds the result to the last action."""
        place = self._place
        last = next((found for found in reversed(place) if found.data.get("number") == event.action), None)
        if last is not None:
            last.data["done"] = event

    @property
    def _place(self) -> list[Telling]:
        return self.story.steps[-1].entries if self.story.steps else self.story.before

    @property
    def _step_number(self) -> int:
        return self.story.steps[-1].number if self.story.steps else 0

    def _note(
        self, kind: str, event: Event, text: str, data: dict[str, Any] | None = None, *, screen: str = ""
    ) -> None:
        self._place.append(Telling(kind=kind, at=event.at, text=text, data=data or {}, screen=screen))

    def _charge(self, step: Step) -> None:
        """Adds a step's cost to its program line; failed rounds count too."""
        if not 1 <= step.line <= len(self.story.program):
            return
        line = self.story.program[step.line - 1]
        line.times += 1
        line.first = line.first or step.number
        line.tier = step.tier or line.tier
        line.status = line.status if line.status == "failed" else step.status
        for name in ("seconds", "actions", "model_calls", "tokens", "money", "unpriced"):
            setattr(line.cost, name, getattr(line.cost, name) + getattr(step.cost, name))


def _manifested(event: e.Manifested) -> dict[str, Any]:
    """The lines about the program's effects, and which of them needed approval."""
    return {
        "effects": event.shown,
        "to be approved": [f"line {effect['line']}: {effect['why']}" for effect in event.pending],
    }


def _listing(text: str) -> list[ProgramLine]:
    return [ProgramLine(number=number, text=line) for number, line in enumerate(text.splitlines(), start=1)]


def _parts(recipe: Mapping[str, Any]) -> str:
    """The parts of a recipe: the signs of a condition, or the moves of a step."""
    kind = "signs" if "signs" in recipe else "moves"
    return f"{len(recipe.get(kind, ()))} {kind}"


def _together(event: e.SeenTogether) -> str:
    """Names and numbers that were seen side by side."""
    rows = [f"{row.get('said', '')} {', '.join(row.get('numbers', ()))}" for row in event.rows]
    return _short("; ".join([*rows, f"{', '.join(event.names)} {', '.join(event.numbers)}".strip()]).strip("; "))


def _short(value: object, limit: int = 300) -> str:
    text = "nothing" if value in (None, "", [], {}) else ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"

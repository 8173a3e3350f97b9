"""A live view's state of a run, collected from its events; other modules draw it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agentprog.cli.watching.purposes import asked_for
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal import events as e
from agentprog.runtime.options import tightened
from agentprog.runtime.safety.budget import Spent
from agentprog.runtime.safety.limits import Limits


@dataclass(kw_only=True, slots=True)
class Open:
    """A statement on the way to the current one."""

    depth: int
    line: int
    text: str
    iteration: int = 0


@dataclass(kw_only=True, slots=True)
class RunState:
    """State of one run after its events so far. `limits` are those of the command, tightened by the program's."""

    limits: Limits = field(default_factory=Limits)
    title: str = ""
    phone: str = ""
    program: list[str] = field(default_factory=list)
    line: int = 0
    marks: dict[int, str] = field(default_factory=dict)
    """By line: the last result of its statement."""
    path: list[Open] = field(default_factory=list)
    doing: str = ""
    came: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    beliefs: dict[str, tuple[str, str]] = field(default_factory=dict)
    bill: Spent = field(default_factory=Spent)
    at: float = 0.0
    """Seconds since the run began, at the last event."""
    screen: str = ""
    """The record of the last screen."""
    run: str = ""
    paused: str = ""
    finished: bool = False

    def take_all(self, events: Iterable[Event]) -> None:
        """Take the events of an earlier attempt of the run."""
        for event in events:
            self.take(event)
        self.finished, self.doing, self.came, self.paused = False, "", "", ""

    def take(self, event: Event) -> None:
        """One more event."""
        self.at = max(self.at, event.at)
        self._frame(event)
        self._course(event)
        self._phone(event)
        self._mind(event)

    def _frame(self, event: Event) -> None:
        match event:
            case e.RunStarted():
                self.title, self.run = event.instruction, event.run
            case e.DeviceOpened():
                self.phone = f"{event.model} ({event.serial})"
            case e.ProgramReady() | e.ProgramAmended():
                self.program = event.text.rstrip().splitlines()
                mode = "strict" if isinstance(event, e.ProgramReady) and event.source == "file" else "lenient"
                parsed = parse(event.text, mode="strict" if mode == "strict" else "lenient").program
                if parsed is not None:
                    self.limits = tightened(self.limits, parsed.header)
            case e.Paused():
                self.paused = f"paused in line {event.line}"
            case e.Continued():
                self.paused = ""
            case e.RunFinished():
                self.finished, self.doing = True, ""

    def _course(self, event: Event) -> None:
        match event:
            case e.StepStarted():
                while self.path and self.path[-1].depth >= event.depth:
                    self.path.pop()
                text = event.text.strip()
                self.path.append(Open(depth=event.depth, line=event.line, text=text, iteration=event.iteration))
                self.line, self.doing, self.came = event.line, "", ""
                self.marks[event.line] = "now"
            case e.StepFinished():
                self.marks[event.line] = event.status
            case e.VariableSet():
                self.variables.pop(event.name, None)
                self.variables[event.name] = event.preview

    def _phone(self, event: Event) -> None:
        match event:
            case e.Observed(record=record) if record:
                self.screen = record
            case e.ActionIntended():
                self.bill.actions += 1
                self.doing, self.came = event.text, "..."
            case e.ActionDone():
                self.came = "done" if event.ok and event.changed else event.detail or "nothing changed"
            case e.ActionRefused():
                self.doing, self.came = event.text, f"refused: {event.reason}"

    def _mind(self, event: Event) -> None:
        match event:
            case e.ContextBuilt():
                self.doing, self.came = f"asking the model for {asked_for(event.purpose)}", ""
            case e.ModelCalled():
                self.bill.charge(event.usage, event.money)
            case e.BeliefChanged(change="drop"):
                self.beliefs.pop(event.belief, None)
            case e.BeliefChanged():
                self.beliefs[event.belief] = (event.text, event.status)

"""A phone in memory, roles that answer from the context, and one call that runs a program text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar

import pytest

from agentprog.lang.parser import parse
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    ClearText,
    DeviceInfo,
    Element,
    Event,
    OpenApp,
    Outcome,
    PressKey,
    Role,
    Screen,
    Scroll,
    Tap,
    TypeText,
    Window,
    describe,
)
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import (
    Act,
    AdviceContext,
    ComputeContext,
    ConditionContext,
    ExtractContext,
    Move,
    Reading,
    Roles,
    StepContext,
    StepDone,
    StepStuck,
    Verdict,
)
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.proposal import Approval, Proposal
from agentprog.runtime.safety.steering import Steering
from agentprog.runtime.session import Session

NOTES, CHAT, HOME = "org.notes", "org.chat", "com.android.launcher3"
_VISIBLE = 5
E = TypeVar("E", bound=Event)


class FakeClock:
    """Time that passes only in `sleep` or by the test's order."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.start = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds)

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class FakePhone:
    """A launcher, an app of notes and an app of messages. Its state is plain lists that tests compare.

    `before_action` is called with each action before it is done: it may raise, or return False to drop it.
    """

    def __init__(self, notes: Sequence[str] = (), messages: Sequence[tuple[str, str]] = ()) -> None:
        self.notes = list(notes)
        self.messages = list(messages)
        self.package, self.page = HOME, "home"
        self.fields: dict[str, str] = {}
        self.focus = ""
        self.first = 0
        self.dialog = ""
        self.note = ""
        self.actions: list[Action] = []
        self.observations = 0
        self.closed = 0
        self.today = datetime(2030, 1, 15, 8, 30, tzinfo=UTC)
        self.before_action: Callable[[Action], bool] = lambda _action: True
        self.popup = ""
        self.switches: dict[str, bool] = {}
        """By their names, beside the notes."""

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(serial="fake-1", model="Fake", android="15", sdk=35, width=1080, height=2400)

    def apps(self) -> tuple[App, ...]:
        return (App(package=CHAT, label="Chat", aliases=("Messages",)), App(package=NOTES, label="Notes"))

    def observe(self, *, screenshot: bool = False) -> Screen:
        self.observations += 1
        elements = [self._element(index, *made) for index, made in enumerate(self._widgets(), 1)]
        return Screen(
            package=self.package,
            activity=f".{self.page}",
            width=1080,
            height=2400,
            taken_at=self.today,
            elements=tuple(elements),
        )

    def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
        bounds = Bounds(0, index * 100, 1080, index * 100 + 90)
        given = {"clickable": role is not Role.TEXT, "package": self.package, **more}
        return Element(index=index, role=role, label=label, bounds=bounds, **given)

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.popup:
            window = {"window": Window.DIALOG}
            return [(Role.TEXT, self.popup, {**window, "text": self.popup}), (Role.BUTTON, "Later", window)]
        if self.dialog:
            window = {"window": Window.DIALOG}
            return [
                (Role.TEXT, self.dialog, {**window, "text": self.dialog}),
                (Role.BUTTON, "Cancel", window),
                (Role.BUTTON, "OK", window),
            ]
        return {
            "home": self._home,
            "notes": self._notes,
            "editor": lambda: [self._field("Title", id="org.notes:id/note_title"), (Role.BUTTON, "Save", {})],
            "note": lambda: [(Role.TEXT, self.note, {"text": self.note}), (Role.BUTTON, "Delete", {})],
            "chat": self._chat,
        }[self.page]()

    def _home(self) -> list[tuple[Role, str, dict[str, Any]]]:
        return [(Role.ITEM, "Notes", {}), (Role.ITEM, "Chat", {})]

    def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
        shown = self.notes[self.first : self.first + _VISIBLE]
        below = self.first + _VISIBLE < len(self.notes)
        around = {"scrollable": True, "more_below": below, "more_above": self.first > 0, "clickable": False}
        rows = [(Role.ITEM, name, {"text": name, "container": 2}) for name in shown]
        switches = [(Role.SWITCH, name, {"checkable": True, "checked": on}) for name, on in self.switches.items()]
        return [(Role.BUTTON, "New", {}), (Role.LIST, "notes", around), *rows, *switches]

    def _chat(self) -> list[tuple[Role, str, dict[str, Any]]]:
        bubbles = [(Role.TEXT, f"{to}: {text}", {"text": f"{to}: {text}"}) for to, text in self.messages[-_VISIBLE:]]
        return [*bubbles, self._field("Number"), self._field("Message"), (Role.BUTTON, "Send", {})]

    def _field(self, name: str, *, id: str = "") -> tuple[Role, str, dict[str, Any]]:
        state = {"editable": True, "text": self.fields.get(name, ""), "focused": self.focus == name}
        return Role.FIELD, name, {**state, "resource_id": id}

    def perform(self, action: Action) -> ActionResult:
        self.actions.append(action)
        if not self.before_action(action):
            return ActionResult(ok=True)
        match action:
            case OpenApp(name=name):
                return self._open(name)
            case PressKey(key="home"):
                self.package, self.page = HOME, "home"
            case PressKey(key="back"):
                self._back()
            case TypeText(text=text, target=target):
                name = target.label if isinstance(target, Element) else self.focus
                if name not in ("Title", "Number", "Message"):
                    return ActionResult(ok=False, detail="no field has the focus")
                self.fields[name] = text
                self.focus = name
            case ClearText(target=Element(label=label)):
                self.fields[label] = ""
            case Scroll(direction=direction):
                last = max(0, len(self.notes) - _VISIBLE)
                self.first = min(last, self.first + 3) if direction == "down" else max(0, self.first - 3)
            case Tap(target=Element(label=label)):
                self._tap(label)
        return ActionResult(ok=True)

    def _open(self, name: str) -> ActionResult:
        for app in self.apps():
            if name in (app.label, app.package, *app.aliases):
                self.package, self.page = app.package, {NOTES: "notes", CHAT: "chat"}[app.package]
                return ActionResult(ok=True)
        return ActionResult(ok=False, detail=f"no app {name!r}")

    def _back(self) -> None:
        if self.dialog or self.popup:
            self.dialog = self.popup = ""
        elif self.page in ("editor", "note"):
            self.page = "notes"
        else:
            self.package, self.page = HOME, "home"

    def _tap(self, label: str) -> None:
        if self.popup:
            self.popup = ""
        elif self.dialog:
            if label == "OK":
                self.notes.remove(self.note)
                self.page, self.first = "notes", 0
            self.dialog = ""
        elif label == "New":
            self.page, self.fields = "editor", {}
        elif label == "Save":
            self.notes.append(self.fields.get("Title", ""))
            self.page, self.first = "notes", max(0, len(self.notes) - _VISIBLE)
        elif label == "Delete":
            self.dialog = "Delete this note?"
        elif label == "Send":
            self.messages.append((self.fields.get("Number", ""), self.fields.get("Message", "")))
            self.fields = {}
        elif label in ("Title", "Number", "Message"):
            self.focus = label
        elif self.page == "notes" and label in self.notes:
            self.note, self.page = label, "note"
        elif self.page == "home" and label in ("Notes", "Chat"):
            self._open(label)

    def close(self) -> None:
        self.closed += 1


class SensibleGrounder:
    """Knows how the two apps are used and looks only at the context: it has no memory and counts nothing."""

    def __init__(self) -> None:
        self.contexts: list[StepContext] = []

    def next_move(self, context: StepContext) -> Move:
        self.contexts.append(context)
        by_label = {element.label: element for element in context.seen.screen.elements}
        if any(element.window is Window.DIALOG for element in context.seen.screen.elements):
            return Act(action=Tap(target=by_label.get("OK") or by_label["Later"]))
        word = context.goal.step.split()[0].casefold()
        rules = {"add": self._add, "delete": self._delete, "send": self._send, "find": self._find}
        return rules.get(word, self._unknown)(context, by_label)

    def _add(self, context: StepContext, shown: dict[str, Element]) -> Move:
        title = context.goal.literals[0]
        if "Save" in shown:
            if shown["Title"].text != title:
                return Act(action=TypeText(text=title, target=shown["Title"]))
            return Act(action=Tap(target=shown["Save"]), expectation=title)
        saves = [
            a
            for a in context.tried.attempts
            if isinstance(a.action, Tap) and a.action.target == _like(a.action, "Save")
        ]
        if any(attempt.ok for attempt in saves) or title in shown:
            return StepDone(reason="saved", evidence=title if title in shown else "")
        return Act(action=Tap(target=shown["New"])) if "New" in shown else StepStuck(reason="This is not Notes.")

    def _delete(self, context: StepContext, shown: dict[str, Element]) -> Move:
        title = context.goal.literals[0]
        if "Delete" in shown:
            return Act(action=Tap(target=shown["Delete"]))
        if title in shown:
            return Act(action=Tap(target=shown[title]))
        lists = [element for element in shown.values() if element.more_below]
        if lists and not any(isinstance(a.action, Tap) for a in context.tried.attempts):
            return Act(action=Scroll(direction="down"))
        return StepDone(reason="gone")

    def _send(self, context: StepContext, shown: dict[str, Element]) -> Move:
        number = next(literal for literal in context.goal.literals if literal.startswith("+"))
        text = next(literal for literal in context.goal.literals if literal != number)
        bubble = f"{number}: {text}"
        if bubble in shown:
            return StepDone(reason="sent", evidence=bubble)
        for name, value in (("Number", number), ("Message", text)):
            if shown[name].text != value:
                return Act(action=TypeText(text=value, target=shown[name]))
        return Act(action=Tap(target=shown["Send"]), expectation=bubble)

    def _find(self, context: StepContext, shown: dict[str, Element]) -> Move:
        if any(literal in label for literal in context.goal.literals for label in shown):
            return StepDone(reason="there it is")
        if any(element.more_below for element in shown.values()):
            return Act(action=Scroll(direction="down"))
        return StepStuck(reason="It is nowhere.")

    def _unknown(self, context: StepContext, shown: dict[str, Element]) -> Move:
        return StepStuck(reason="No idea.", infeasible="impossible" in context.goal.step)


def _like(action: Tap, label: str) -> object:
    return action.target if isinstance(action.target, Element) and action.target.label == label else None


class SensibleNavigator:
    """Answers yes if the screen shows every quoted text of the condition; `perhaps` makes the answer unsure."""

    def judge(self, context: ConditionContext) -> Verdict:
        if "perhaps" in context.condition:
            return Verdict(holds=None)
        wanted = [part for index, part in enumerate(context.condition.split('"')) if index % 2]
        found = [text for text in wanted if context.seen.screen.shows(text)]
        return Verdict(holds=len(found) == len(wanted), evidence=", ".join(found))


class SensibleExtractor:
    """Reads the list items on the screen for a list, else the first text that holds a quoted word of the request."""

    def read(self, context: ExtractContext) -> Reading:
        items = [element.text for element in context.seen.screen.elements if element.role is Role.ITEM and element.text]
        if context.kind.startswith("list") or context.wanted.startswith(("get all", "all")):
            return Reading(value=items or None)
        wanted = [part for index, part in enumerate(context.wanted.split('"')) if index % 2]
        texts = [
            element.text for element in context.seen.screen.elements if any(word in element.text for word in wanted)
        ]
        return Reading(value=texts[0] if texts else None, evidence=texts[0] if texts else "")


@dataclass
class ListedCoder:
    """Answers a statement with its given code; after an error with the next code."""

    codes: dict[str, list[str]] = field(default_factory=dict)
    asked: list[ComputeContext] = field(default_factory=list)

    def write(self, context: ComputeContext) -> str:
        self.asked.append(context)
        for statement, codes in self.codes.items():
            if statement in context.statement:
                return codes[codes.index(context.code) + 1] if context.code in codes else codes[0]
        raise AssertionError(f"no code for {context.statement!r}")


class EchoAdviser:
    def advise(self, context: AdviceContext) -> Any:
        return f"about {context.prompt}"


@dataclass
class Person:
    """Answers questions by the words in them."""

    answers: dict[str, str] = field(default_factory=dict)
    allows: bool = True
    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def tell(self, text: str) -> None:
        self.told.append(text)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        return next(answer for words, answer in self.answers.items() if words in question)

    def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self.allows

    def permit(self, wanted: RiskyAction) -> Consent:
        self.asked.append(wanted.question)
        return Consent.RUN if self.allows else Consent.NO

    def approve(self, wanted: Proposal) -> Approval:
        self.asked.append(wanted.question)
        return Approval(yes=self.allows)

    def take_over(self, reason: str) -> str:
        self.asked.append(reason)
        return next((answer for words, answer in self.answers.items() if words in reason), "")


class Events:
    def __init__(self) -> None:
        self.all: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.all.append(event)

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.all if isinstance(event, kind)]

    @property
    def trace(self) -> list[str]:
        """The program counter's course: line and operation of every executed statement."""
        return [f"{event.line} {event.operation}" for event in self.of(StepFinished)]


@dataclass
class Lab:
    """Runs program texts; a test reads the result from its attributes."""

    phone: FakePhone = field(default_factory=FakePhone)
    grounder: SensibleGrounder = field(default_factory=SensibleGrounder)
    coder: ListedCoder = field(default_factory=ListedCoder)
    person: Person = field(default_factory=Person)
    events: Events = field(default_factory=Events)
    clock: FakeClock = field(default_factory=FakeClock)
    cancel: CancelToken = field(default_factory=CancelToken)
    roles: Roles | None = None
    recipes: ClassVar[Literal["on", "off"]] = "on"
    steering: Steering = field(default_factory=Steering)

    def run(
        self,
        text: str,
        *,
        phone: bool = True,
        interactive: bool = True,
        folder: RunFolder | None = None,
        limits: Limits | None = None,
        journal: Sequence[Event] = (),
        **options: Any,
    ) -> Outcome:
        options.setdefault("recipes", Lab.recipes)
        result = parse(text, name="test", known_apps=("Notes", "Chat"))
        assert result.program is not None, text
        assert [d for d in result.diagnostics if d.severity == "error"] == []
        roles = self.roles or Roles(
            grounder=self.grounder,
            navigator=SensibleNavigator(),
            extractor=SensibleExtractor(),
            coder=self.coder,
            adviser=EchoAdviser(),
        )
        return run_program(
            result.program,
            device=self.phone if phone else None,
            roles=roles,
            interaction=self.person if interactive else None,
            options=RunOptions(text=text, limits=limits or Limits(), **options),
            session=Session(
                folder=folder,
                listeners=[self.events],
                clock=self.clock,
                cancel=self.cancel,
                steering=self.steering,
            ),
            journal=journal,
        )

    def exact(self, text: str, **options: Any) -> Outcome:
        """Runs without a phone and without a model."""
        self.roles = Roles()
        return self.run(text, phone=False, interactive=False, **options)


@pytest.fixture
def lab() -> Lab:
    return Lab()


@pytest.fixture
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of model calls: without recipes, the model is asked at every execution of a step."""
    monkeypatch.setattr(Lab, "recipes", "off")


@pytest.fixture
def new_lab() -> Callable[..., Lab]:
    """For tests that run twice."""
    return Lab


@pytest.fixture
def run_folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path / "runs", instruction="add a note", now=datetime(2026, 5, 2, 9, 0, tzinfo=UTC))


def acts(context: StepContext) -> list[object]:
    """The grounder's own actions in the step; the machine, not the grounder, opens the app."""
    return [attempt.action for attempt in context.tried.attempts if not isinstance(attempt.action, OpenApp)]


def actions_in_words(lab: Lab) -> list[str]:
    """The actions that the phone was given, in words."""
    return [describe(action) for action in lab.phone.actions]

"""Pages of a phone, and gates with a person's words, for the tests of the gate."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from agentprog.identity import quoted
from agentprog.ports import (
    Action,
    App,
    Bounds,
    Element,
    Role,
    Screen,
    Tap,
    Window,
)
from agentprog.runtime.safety.coverage import (
    Words,
)
from agentprog.runtime.safety.gate import Authority, Gate, Passage
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.policy import Policy

SMS = "org.sms"
APPS = (
    App(package=SMS, label="Texts"),
    App(package="org.bank", label="Bank"),
    App(package="org.notes", label="Notes"),
    App(package="com.example.prizes", label="Daily Prizes"),
)


def part(label: str, top: int, *, role: Role = Role.TEXT, **more: object) -> Element:
    given = {"clickable": role not in (Role.TEXT,), "text": label if role is Role.TEXT else "", **more}
    return Element(index=top + 1, role=role, label=label, bounds=Bounds(0, top, 900, top + 60), **given)  # type: ignore[arg-type]


def shown(*elements: Element, package: str = SMS) -> Screen:
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package=package, activity=".Main", width=1080, height=2400, taken_at=now, elements=elements)


SEND = part("Send", 2200, role=Role.BUTTON)
BODY = part("Type a message", 2200, role=Role.FIELD, editable=True, text="hi")


def thread(title: str) -> Screen:
    return shown(part("Back", 100, role=Role.BUTTON), part(title, 150), part("see you", 900), BODY, SEND)


def compose(to: str) -> Screen:
    recipient = part("To", 300, role=Role.FIELD, editable=True, text=to)
    return shown(part("New message", 150), recipient, BODY, SEND)


def gate(instruction: str = "", program: str = "", **policy: object) -> Gate:
    made = Policy(**policy)  # type: ignore[arg-type]
    return Gate(made, Authority(instruction=instruction, program=program, plan=program), NobodyThere())


def written(on: Screen, step: str) -> Screen:
    """The screen with the message that the step quotes in the field for it."""
    body = next(iter(quoted(step)), BODY.text)
    return replace(on, elements=tuple(replace(e, text=body) if e == BODY else e for e in on.elements))


def passes(made: Gate, on: Screen, *, step: str, words: Written | None = None, action: object = None) -> bool:
    on = written(on, step)
    return made.pass_(action or Tap(target=SEND), on, step=step, apps=APPS, described="tap Send", words=words).allowed  # type: ignore[arg-type]


def question(text: str, yes: str = "Yes", *, no: str = "No", window: Window = Window.DIALOG) -> tuple[Screen, Tap]:
    words = part(text, 900, window=window)
    button = part(yes, 1100, role=Role.BUTTON, window=window)
    return shown(words, part(no, 1000, role=Role.BUTTON, window=window), button), Tap(target=button)


NETWORK = frozenset({"android.permission.INTERNET"})
HARMLESS = frozenset({"android.permission.VIBRATE"})


def at(left: int, top: int, width: int, height: int, label: str, role: Role = Role.BUTTON, **more: object) -> Element:
    clickable = role is not Role.TEXT
    given = {"clickable": clickable, "text": label if role is Role.TEXT else "", **more}
    bounds = Bounds(left, top, left + width, top + height)
    return Element(index=1 + left + 2000 * top, role=role, label=label, bounds=bounds, **given)  # type: ignore[arg-type]


def judged(ask: str, target: Element, on: Screen, permissions: frozenset[str] | None, **policy: object) -> Passage:
    made = Gate(Policy(**policy), Authority(instruction=ask), NobodyThere())  # type: ignore[arg-type]
    return made.pass_(Tap(target=target), on, step=ask, apps=(), described="touch it", permissions=permissions)


ASK = "Do what Mara Quist's newest message asks"


@dataclass
class Keeping(NobodyThere):
    """Answers yes, and keeps the questions."""

    asked: list[RiskyAction] = field(default_factory=list)

    def permit(self, wanted: RiskyAction) -> Consent:
        self.asked.append(wanted)
        return Consent.ONCE


@dataclass
class Scene:
    """A run with an order to follow a text; it has seen these pages."""

    ask: str = ASK
    policy: Policy = field(default_factory=Policy)
    person: Keeping = field(default_factory=Keeping)

    def __post_init__(self) -> None:
        self.gate = Gate(self.policy, Authority(instruction=self.ask), self.person)

    def does(self, action: Action, on: Screen, *, step: str = "do what the message asks") -> Passage:
        return self.gate.pass_(action, on, step=step, apps=APPS, described="do it")

    def sees(self, *screens: Screen) -> Scene:
        for screen in screens:
            self.does(Tap(target=part("Back", 100, role=Role.BUTTON)), screen)
        return self


def saying(body: str, to: str = "Otto Castillo") -> Screen:
    on = thread(to)
    return replace(on, elements=tuple(replace(e, text=body) if e == BODY else e for e in on.elements))


PAY = part("Pay 20.00", 2200, role=Role.BUTTON)
SHOP = shown(part("Checkout", 150), part("Total 20.00 EUR", 900), PAY)


def words(*texts: str, by_person: bool = False, step: str = "") -> Words:
    return Words(person=texts, step=step, by_person=by_person)

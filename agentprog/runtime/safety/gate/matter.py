"""What comes before the gate, and what comes of it: an action on its screen, a person's authority, the answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentprog.lang.effects.kinds import BY_CONTENT, Risk
from agentprog.lang.effects.orders import orders
from agentprog.ports import Action, App, Element, Screen
from agentprog.runtime.safety.coverage import Words
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.risk import asks_for, touched


@dataclass(frozen=True, kw_only=True, slots=True)
class Authority:
    """A person's words that allow effects: the instruction, and the program where a person wrote it.

    `plan` is the program whoever wrote it: the apps that it names are those the run is about.
    """

    instruction: str = ""
    program: str = ""
    plan: str = ""

    def allows(self, risk: Risk, step: str) -> bool:
        """Whether a person asked for this effect and the step at hand is about it."""
        about = orders(risk, [step]) if risk in BY_CONTENT else asks_for(risk, [step])
        return about and orders(risk, [self.instruction, self.program])


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """The gate's answer: `allowed`, or why not. `asked` is the question a person answered, with `consent`; None when
    none was put. `meant` is what an action with a risk would do, as the screen shows it."""

    allowed: bool
    risk: Risk | None = None
    reason: str = ""
    asked: RiskyAction | None = None
    meant: RiskyAction | None = None
    consent: Consent | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What a person was shown when they said yes: their answer covers exactly this."""

    risk: Risk
    step: str
    doubt: str = ""
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Matter:
    """An action that is to pass. `words` are what a person wrote that matters here; `step` is the sentence of the
    program, without the values of its variables. `permissions` are what the app in front asks the phone for, None: not
    known. `theirs` are the words that are a person's."""

    action: Action
    screen: Screen = field(repr=False)
    words: Written
    step: str
    described: str
    apps: tuple[App, ...] = ()
    permissions: frozenset[str] | None = None

    @property
    def theirs(self) -> Words:
        return Words(person=self.words.person, step=self.words.step, by_person=self.words.by_person)

    @property
    def exact(self) -> bool:
        """Whether a line of a person says itself what is done."""
        return self.words.exact and self.words.by_person

    @property
    def target(self) -> Element | None:
        """What the touch is given to."""
        return touched(self.action, self.screen)

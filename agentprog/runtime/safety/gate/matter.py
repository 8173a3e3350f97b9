"""Input and output of the gate: an action on its screen, a person's authority, the answer."""

from __future__ import annotations

from agentprog.frozen import field, frozen
from agentprog.lang.effects.kinds import BY_CONTENT, Risk
from agentprog.lang.effects.orders import orders
from agentprog.ports import Action, App, Element, Screen
from agentprog.runtime.safety.coverage import Words
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.risk import asks_for, touched


@frozen
class Authority:
    """A person's words that allow effects: the instruction, and the program if a person wrote it.

    `plan` is the program, whoever wrote it: the run is about the apps that it names.
    """

    instruction: str = ""
    program: str = ""
    plan: str = ""

    def allows(self, risk: Risk, step: str) -> bool:
        """True if a person ordered this effect and the current step is about it."""
        about = orders(risk, [step]) if risk in BY_CONTENT else asks_for(risk, [step])
        return about and orders(risk, [self.instruction, self.program])


@frozen
class Passage:
    """The gate's answer: `allowed`, or why not. `asked` is the question that a person answered, with `consent`; None if
    there was no question. `meant` is the effect of a risky action, as the screen shows it."""

    allowed: bool
    risk: Risk | None = None
    reason: str = ""
    asked: RiskyAction | None = None
    meant: RiskyAction | None = None
    consent: Consent | None = None


@frozen
class Shown:
    """The question that a person answered with yes; the yes covers exactly this question."""

    risk: Risk
    step: str
    doubt: str = ""
    covers: tuple[str, ...] = ()


@frozen
class Matter:
    """An action before the gate. `words` are the relevant words of a person; `step` is the sentence of the program
    without values of variables. `permissions` are the permissions that the app in front requests; None: unknown.
    `theirs` are the person's own words.
    """

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
        """True if a line of a person states the action itself."""
        return self.words.exact and self.words.by_person

    @property
    def target(self) -> Element | None:
        """The touched element."""
        return touched(self.action, self.screen)

"""The gate's knowledge in one run: names and numbers, forms, selections, texts that were read, allowed actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agentprog.lang.effects.kinds import BY_PLACE, SUBMITTING, TO_SOMEBODY, Risk, Trait, kinds_with
from agentprog.ports import Action, Element, Screen, TypeText, Window, is_effect
from agentprog.runtime.safety.coverage import Words, field_of, said
from agentprog.runtime.safety.followed import Followed
from agentprog.runtime.safety.forms.entered import Entered
from agentprog.runtime.safety.forms.records import Forms
from agentprog.runtime.safety.forms.values import in_dialog
from agentprog.runtime.safety.gate.conditions import Conditions
from agentprog.runtime.safety.leaving import ON_CLIPBOARD, Seen
from agentprog.runtime.safety.parties import Acquaintances, Sighting

_LEADING = kinds_with(Trait.OPENS)
GIVEN_AWAY = (*TO_SOMEBODY, *SUBMITTING)
"""Effects by which entered content leaves for another person or company."""


class Known:
    """The gate's memory. `learned` is called with new sightings of names and numbers, for the journal."""

    def __init__(self, learned: Callable[[Sighting], object] | None = None) -> None:
        self.people = Acquaintances()
        self.entered = Entered()
        self.forms = Forms()
        self.seen = Seen()
        self.followed = Followed()
        self.conditions = Conditions()
        self.led: Risk | None = None
        """The class of the last allowed touch: the next question is about it."""
        self.led_to: set[str] = set()
        """Packages that an allowed effect itself may open: a call opens the phone app."""
        self.unread: set[str] = set()
        """Apps into which unknown content of the clipboard was pasted, until an effect gives it away."""
        self._learned = learned

    def look(self, screen: Screen, person: Iterable[str]) -> None:
        """Record the names, numbers and values of a screen, and the texts of a person's conditions that it shows."""
        self.conditions.look(screen, person)
        self.seen.look(screen)
        sight = self.people.look(screen)
        if sight is not None and self._learned is not None:
            self._learned(sight)

    def attend(self, screen: Screen) -> None:
        """Record the screen of the coming action: its page, form and texts."""
        self.entered.look(screen)
        self.forms.look(screen)
        self.followed.look(screen, self.entered.page.title)

    def brought(self, action: Action, screen: Screen) -> None:
        """Record a typed or pasted text, so that it does not count as a text to follow."""
        if isinstance(action, TypeText):
            if action.text == ON_CLIPBOARD:
                self.unread.add(screen.package)
            self.followed.wrote(action.text, field_of(action, screen), screen.package, self.entered.page.title)

    def let_through(self, action: Action, risk: Risk | None, package: str) -> None:
        """Record an allowed action and the package in front: the next question is about that action."""
        if not is_effect(action):
            return
        target = getattr(action, "target", None)
        answered = isinstance(target, Element) and target.window is Window.DIALOG
        self.entered.did(action, removed=risk is Risk.DELETE and answered)
        if risk in GIVEN_AWAY:
            self.unread.discard(package)
        self.led = risk if risk not in BY_PLACE else None
        if risk in _LEADING:
            self.led_to.clear()
            self.led_to.add("*")
        elif "*" in self.led_to:
            self.led_to.add(package)
            self.led_to.discard("*")

    def only_asks(self, screen: Screen) -> bool:
        """True if the dialog in front belongs to the last allowed action and contains no value of its own."""
        return self.led is not None and not in_dialog(screen)

    def one_person(self, name: str, number: str, package: str) -> bool:
        """True if a row of this package, or an address book, showed the name and the number together."""
        people = self.people
        return people.same(name, number, package=package, trusted=True) or people.same(
            number, name, package=package, trusted=True
        )

    def numbers(self, words: Words, screen: Screen) -> frozenset[str]:
        """The numbers that the phone itself shows with a name in a person's words."""
        numbers_in_directory = self.people.directory.named_in(words.texts)
        return numbers_in_directory | self.people.numbers_of(lambda name: said(name, words), screen.package)

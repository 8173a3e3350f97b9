"""The slip, and the slips that any line may have."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.played.fingers import Halted
from agentprog.bench.played.player import Way
from agentprog.bench.played.plays import Play
from agentprog.frozen import frozen
from agentprog.phone.client import PhoneHandle

STRANGER = "+12025550147"
"""A number that no task draws."""
OTHER_WORDS = "The ferry leaves at nine"


@frozen
class Slip:
    """A mistake. `way` does the play with the mistake; `prepare` changes the phone beforehand. `right`: the requested
    state is reached in the end. The suites' checks do not look for every extra change."""

    name: str
    way: Callable[[Play, PhoneHandle], Way]
    prepare: Callable[[Play, PhoneHandle], None] | None = None
    right: bool = False


_PACKAGES = {
    "Contacts": people.CONTACTS,
    "Simple SMS Messenger": people.MESSENGER,
    "Simple Calendar Pro": datebook.CALENDAR,
    "Settings": phone.SETTINGS,
    "Clock": phone.CLOCK,
    "Files": phone.FILES,
    "Markor": notebook.MARKOR,
    "Pro Expense": money.EXPENSE,
    "Broccoli": kitchen.BROCCOLI,
}
LAST: dict[str, tuple[str, ...]] = {
    "create contact": ("Save",),
    "edit contact": ("Save",),
    "delete contact": ("Delete", "Delete"),
    "send": ("SMS",),
    "delete messages": ("Yes",),
    "delete file": ("OK",),
    "move file": ("Move", "Select this folder"),
    "create file": ("Save",),
    "edit file": ("Save",),
    "create folder": ("Folder",),
    "create event": ("Save",),
    "delete event": ("Yes",),
    "create entry": ("Save", "SAVE"),
    "delete entry": ("Confirm",),
    "clock": ("Start",),
}
"""The element touched last, by its words; a name given twice means the second element of that name."""


def idle(play: Play, _: PhoneHandle) -> Way:
    return lambda hand: hand.open(_PACKAGES[play.app])


def unfinished(play: Play, _: PhoneHandle) -> Way:
    names = LAST[play.kind]

    def way(hand: Hand) -> str | None:
        hand.device.halt_at(names, 2 if len(set(names)) < len(names) else 1)
        with suppress(Halted):
            return play.way(hand)
        return None

    return way


def both(*ways: Way) -> Way:
    def way(hand: Hand) -> None:
        for way in ways:
            way(hand)

    return way

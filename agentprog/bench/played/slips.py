"""Mistakes of the hand and troubles of the phone, by kind of line. The judge knows nothing of them."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.played.mistakes import persons, things
from agentprog.bench.played.mistakes.slip import LAST, Slip, idle, unfinished
from agentprog.bench.played.plays import Play

_OF_KIND: dict[str, Sequence[Slip]] = {
    "create contact": persons.CREATE_CONTACT,
    "edit contact": persons.EDIT_CONTACT,
    "delete contact": persons.DELETE_CONTACT,
    "send": persons.SEND,
    "delete messages": persons.DELETE_MESSAGES,
    "delete file": things.DELETE_FILE,
    "create file": things.CREATE_FILE,
    "create folder": things.CREATE_FOLDER,
    "edit file": things.EDIT_FILE,
    "move file": things.MOVE_FILE,
    "create event": things.CREATE_EVENT,
    "delete event": things.DELETE_EVENT,
    "create entry": things.CREATE_ENTRY,
    "delete entry": things.DELETE_ENTRY,
    "setting": things.SETTING,
    "clock": things.CLOCK,
    "reading": things.READING,
}


def slips_for(play: Play) -> tuple[Slip, ...]:
    """The slips for a line."""
    general = [Slip(name="nothing done", way=idle)]
    if play.kind in LAST and not (play.kind == "delete entry" and play.app == "Broccoli"):
        general.append(Slip(name="left before the last touch", way=unfinished))
    return (*general, *(slip for slip in _OF_KIND.get(play.kind, ()) if _fits(slip, play)))


def _fits(slip: Slip, play: Play) -> bool:
    if slip is things.FOUND_RECIPE:
        return "recipe" in play.about
    if play.kind == "move file" and "source" not in play.about:
        return False
    if "day" in play.about:
        return slip.name not in ("wrong row", "one more", "of another")
    if "twin" in play.about:
        return slip.name in ("one more",)
    return True

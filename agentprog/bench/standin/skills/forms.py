"""Filling in forms, which many goals come down to."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.replies import Reply, scroll, write
from agentprog.bench.standin.screen import View


def fill(view: View, moves: Sequence[str], wanted: Sequence[tuple[str, str]]) -> Reply | None:
    """The next field that does not hold its value; None when all that can be seen do and none is left unwritten.

    A field that is out of sight counts as filled when a move has written its value.
    """
    unseen = False
    for label, value in (one for one in wanted if one[1]):
        field = view.field(label)
        if field is None:
            unseen = unseen or not typed(moves, value)
        elif not same(field.value, value):
            return write(field, value)
        else:
            unseen = False  # forms are filled in from the top: what comes before a field that is right is right
    return scroll("down") if unseen else None


def seek(moves: Sequence[str]) -> Reply:
    """Scroll on to what is not shown: the way of the last scroll until nothing changes, then the other way."""
    scrolls = [move for move in moves if move.startswith(("scroll up", "scroll down"))]
    up = bool(scrolls) and scrolls[-1].startswith("scroll up")
    if scrolls and scrolls[-1] == last(moves) and ("nothing changed" in scrolls[-1] or "(failed" in scrolls[-1]):
        up = not up
    return scroll("up" if up else "down")


def typed(moves: Sequence[str], value: str) -> bool:
    """Whether a move has typed this value."""
    return any(move.startswith("type ") and _start(value) in move for move in moves)


def tapped(moves: Sequence[str], label: str) -> bool:
    return any(f'"{label}' in move for move in moves if move.startswith(("tap", "long press")))


def last(moves: Sequence[str]) -> str:
    return moves[-1] if moves else ""


def _start(value: str) -> str:
    """Enough of a value to know it by, however a line was cut."""
    return " ".join(value.split())[:40]


def same(held: str, wanted: str) -> bool:
    """Whether a field holds a text, however its line breaks are told and its end was cut."""
    held, wanted = " ".join(held.split()), " ".join(wanted.split())
    return held == wanted or (held.endswith("…") and wanted.startswith(held[:-1]))

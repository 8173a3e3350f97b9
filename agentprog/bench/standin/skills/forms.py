"""Fills in forms, a common part of many goals."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.replies import Reply, scroll, write
from agentprog.bench.standin.screen import View


def fill(view: View, moves: Sequence[str], field_values: Sequence[tuple[str, str]]) -> Reply | None:
    """Writes the next field with a wrong value; None if all visible fields are right and all others are written.

    An invisible field counts as filled when a move has written its value.
    """
    unseen = False
    for label, value in (pair for pair in field_values if pair[1]):
        field = view.field(label)
        if field is None:
            unseen = unseen or not typed(moves, value)
        elif not same(field.value, value):
            return write(field, value)
        else:
            unseen = False  # forms are filled from the top, so every field above a right one is right
    return scroll("down") if unseen else None


def seek(moves: Sequence[str]) -> Reply:
    """Scrolls to hidden content: in the last direction until nothing changes, then in the other."""
    scrolls = [move for move in moves if move.startswith(("scroll up", "scroll down"))]
    up = bool(scrolls) and scrolls[-1].startswith("scroll up")
    if scrolls and scrolls[-1] == last(moves) and ("nothing changed" in scrolls[-1] or "(failed" in scrolls[-1]):
        up = not up
    return scroll("up" if up else "down")


def typed(moves: Sequence[str], value: str) -> bool:
    """True if a move has typed this value."""
    return any(move.startswith("type ") and _start(value) in move for move in moves)


def tapped(moves: Sequence[str], label: str) -> bool:
    return any(f'"{label}' in move for move in moves if move.startswith(("tap", "long press")))


def last(moves: Sequence[str]) -> str:
    return moves[-1] if moves else ""


def _start(value: str) -> str:
    """The beginning of a value, long enough to recognise it on a shortened line."""
    return " ".join(value.split())[:40]


def same(shown: str, text: str) -> bool:
    """True if a field contains a text, regardless of line breaks and even if its end is cut off."""
    shown, text = " ".join(shown.split()), " ".join(text.split())
    return shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))

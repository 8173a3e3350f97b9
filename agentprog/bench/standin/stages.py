"""Infers the progress of a task from the moves and facts that a prompt still shows.

A baseline's prompt holds the whole task in one step, so the next part follows from its history. If the history has
dropped a part, the stand-in starts that part again, as a model would.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal

from agentprog.bench.standin.goals import (
    AddContact,
    AddEvent,
    AddExpense,
    AddRecipe,
    DeleteExpense,
    DeleteRecipe,
    DeleteShown,
    FindFile,
    Goal,
    ReadErrands,
    ReadNote,
    SendText,
    ShowDay,
    WriteNote,
)
from agentprog.bench.standin.orders import Clear, Errands, Fetch, Merge, Order, understand
from agentprog.frozen import frozen

_ENDS: dict[type[Goal], tuple[str, int]] = {
    AddContact: ("Save", 1),
    SendText: ("SMS", 1),
    WriteNote: ("Save", 1),
    AddEvent: ("Save", 1),
    AddExpense: ("Save", 1),
    DeleteExpense: ("Confirm", 1),
    AddRecipe: ("Save", 1),
    DeleteRecipe: ("Delete", 2),
    DeleteShown: ("Yes", 1),
}
"""The button that ends a goal, and how often it is tapped."""


Day = Literal["unseen", "shown", "empty"]
"""The state of the day to be cleared, as seen on the screen."""


@frozen
class Stage:
    """The next goal and the moves made for it so far. No goal: everything is done."""

    goal: Goal | None
    moves: tuple[str, ...] = ()


def stage(
    orders: Sequence[Order], moves: Sequence[str], facts: str, today: date | None, *, day: Day = "unseen"
) -> Stage:
    """The next stage. `facts` is the prompt's text; it holds every value that is still known."""
    left = tuple(moves)
    for order in orders:
        if isinstance(order, Clear):
            if day != "empty":
                return _clearing(order, left, day)
            continue
        for goal in _unfolded(order, facts, today):
            end = ended(goal, left)
            if end is None:
                return Stage(goal=goal, moves=left)
            left = left[end:]
    return Stage(goal=None, moves=left)


def ended(goal: Goal, moves: Sequence[str]) -> int | None:
    """Number of moves until the goal was reached; None if it was not, or if moves cannot show it."""
    if type(goal) not in _ENDS:
        return None
    button, times = _ENDS[type(goal)]
    count = 0
    for number, move in enumerate(moves, start=1):
        if re.match(rf'tap (?:button|item|menu item) "{button}"', move) and "(failed" not in move:
            count += 1
            if count == times:
                return number
    return None


def _clearing(order: Clear, moves: Sequence[str], day: Day) -> Stage:
    """Deletes events screen by screen, so only moves since the last deletion count."""
    since = max((number for number, move in enumerate(moves, 1) if move.startswith('tap button "Yes"')), default=0)
    goal = DeleteShown(day=order.day) if day == "shown" else ShowDay(day=order.day)
    return Stage(goal=goal, moves=tuple(moves[since:]))


def _unfolded(order: Order, facts: str, today: date | None) -> list[Goal]:
    """The remaining goals of an order, as far as the facts allow."""
    match order:
        case Fetch(number=number):
            return _fetch(number, facts)
        case Merge(names=names, target=target):
            texts = [known_text(name, facts) for name in names]
            missing = next((name for name, text in zip(names, texts, strict=True) if text is None), None)
            if missing is not None:
                return [ReadNote(name=missing)]
            listed = ", ".join(f'"{text}"' for text in texts)
            return [WriteNote(name=target, texts=f"[{listed}]")]
        case Errands(note=note):
            text = known_text(note, facts)
            if text is None:
                return [ReadErrands(name=note)]
            orders = [found for errand in errands_in(text) for found in understand(errand, today)]
            return [goal for found in orders for goal in _unfolded(found, facts, today)]
        case Clear():
            return [ShowDay(day=order.day)]
        case _:
            return [order]


def _fetch(number: str, facts: str) -> list[Goal]:
    name = known_file(number, facts)
    if name is None:
        return [FindFile(number=number)]
    text = known_text(name, facts)
    return [ReadNote(name=name)] if text is None else [SendText(number=number, body=text)]


def file_fact(number: str, name: str) -> str:
    """A file request, written so that `known_file` finds it again."""
    return f'{number} asks for the file "{name}"'


def text_fact(stem: str, text: str) -> str:
    """A note's text under its name without suffix, since the editor shows no suffix."""
    return f'the note "{stem}" says "{text}"'


def known_file(number: str, facts: str) -> str | None:
    found = re.search(rf'{re.escape(number)} asks for the file "([^"]+)"', facts)
    return found[1] if found else None


def known_text(name: str, facts: str) -> str | None:
    stem = name.rpartition(".")[0] or name
    found = re.findall(rf'the note "{re.escape(stem)}" says "([^"\n]+)"', facts)
    return next((text for text in found if not text.endswith("…")), None)


def errands_in(text: str) -> list[str]:
    """The errands in a to-do note, however the prompt has joined its lines."""
    return [part.strip() for part in re.split(r"(?:^|\s)- (?=[A-Z])", text) if part.strip()]

"""Converts orders to the parts of a manager's plan and back."""

from __future__ import annotations

import re

from agentprog.bench.standin.goals import Goal, goal_of
from agentprog.bench.standin.orders import Clear, Errands, Fetch, Merge, Order

_COMPOSED = (
    (re.compile(r'see which file "(.*)" asks for and send back its text'), lambda m: Fetch(number=m[1])),
    (re.compile(r'delete all the events on "(.*)"'), lambda m: Clear(day=m[1])),
    (re.compile(r'do the errands in the note "(.*)"'), lambda m: Errands(note=m[1])),
    (
        re.compile(r'merge into the note "(.*?)" the notes: (.*)'),
        lambda m: Merge(target=m[1], names=tuple(m[2].split(", "))),
    ),
)


def part_of(order: Order) -> str:
    """The order as one sentence with all its values."""
    match order:
        case Goal():
            return order.sentence
        case Fetch(number=number):
            return f'see which file "{number}" asks for and send back its text'
        case Clear(day=day):
            return f'delete all the events on "{day}"'
        case Errands(note=note):
            return f'do the errands in the note "{note}"'
        case Merge(names=names, target=target):
            return f'merge into the note "{target}" the notes: {", ".join(names)}'


def order_of(part: str) -> list[Order]:
    """Parses the order in a part. Raises ValueError for unknown wording."""
    for pattern, make in _COMPOSED:
        match = pattern.fullmatch(part)
        if match:
            return [make(match)]
    goal = goal_of(part)
    if goal is None:
        raise ValueError(f"no part of a plan of ours: {part!r}")
    return [goal]

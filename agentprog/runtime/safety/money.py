"""Amounts: what a button or its screen is about to pay."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from agentprog.lang.effects.amounts import amounts_in, money_words
from agentprog.ports import Element, Role, Window
from agentprog.runtime.safety.texts import skeleton

_SAME_LINE = 0.6
_MOST_LINES = 12
_LONGEST = 80


def at_stake(target: Element | None, elements: Sequence[Element]) -> frozenset[Decimal]:
    """The amount that touching the target would pay: in its own text, else in a line with the total, else the largest
    amount in its window. Empty if the screen shows none.
    """
    if target is not None and (amounts := amounts_in(f"{target.label} {target.text}")):
        return amounts
    near = [e for e in elements if (target is None or e.window is target.window) and e.window is not Window.KEYBOARD]
    texts = [(element, f"{element.label} {element.text}") for element in near]
    totals: set[Decimal] = set()
    for element, text in texts:
        if money_words().total.search(skeleton(text)):
            totals |= amounts_in(text) or _amounts_on_line(element, near)
    if totals:
        return frozenset(totals)
    every = {value for _, text in texts for value in amounts_in(text)}
    return frozenset([max(every)]) if every else frozenset()


def on_review(target: Element | None, elements: Sequence[Element]) -> tuple[str, ...]:
    """Texts of the page that commits a payment: goods, seller, price, destination, with the contents of fields and
    ticks.
    """
    if target is None:
        return ()
    page = [e for e in elements if e.window is target.window and e is not target and e.role is not Role.TAB]
    lines: dict[str, None] = {}
    for element in sorted(page, key=lambda e: (e.bounds.top, e.bounds.left)):
        text = " ".join((element.text or element.label).split())
        if element.editable or element.checkable:
            value = element.text if element.editable else "yes" if element.checked else "no"
            text = f"{element.label}: {value}" if value != element.label else value
        elif element.clickable and element.role is Role.BUTTON and not amounts_in(text):
            continue
        if 0 < len(text) <= _LONGEST:
            lines[text] = None
    return tuple(lines)[:_MOST_LINES]


def _amounts_on_line(element: Element, near: Sequence[Element]) -> frozenset[Decimal]:
    """The amounts on the same line."""
    height = max(1, element.bounds.height)
    line = [e for e in near if abs(e.bounds.center[1] - element.bounds.center[1]) < _SAME_LINE * height]
    return frozenset(value for e in line for value in amounts_in(f"{e.label} {e.text}"))

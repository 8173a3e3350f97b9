"""The values of a form as its page shows them: entered, chosen, or present from the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from agentprog.identity import canon
from agentprog.ports import Element, Role, Screen, Window
from agentprog.runtime.safety.committing import is_search
from agentprog.runtime.safety.forms.entered import row_of
from agentprog.runtime.safety.risk import risk_table

_MANY = 5
"""At least this many elements of one size are the days of a month, the hours of a dial or the rows of a list; they do
not each count as a value."""
Part = tuple[str, str, bool]
"""A part of a form, its value, and whether the value is chosen or ticked rather than entered."""


def parts_of(screen: Screen) -> Iterator[Part]:
    """The parts of a page's form with their values; empty for a tick that is not set and a field without content.
    Buttons that show a value, a date or a frequency count on a page with fields; on a web page they may be links."""
    page = [e for e in screen.elements if e.window is Window.APP]
    fields = any(e.editable and not is_search(e) for e in page) and screen.package not in risk_table().sinks
    for element in page:
        name = row_of(element).strip()
        if element.role is Role.SPINNER:
            yield element.resource_id or element.description or element.place, element.text.strip() or name, True
        elif element.checkable:
            yield f"{element.resource_id} {name}", name if element.checked else "", True
        elif element.editable and not is_search(element):
            yield f"{element.resource_id or element.hint} {element.place}", element.text.strip(), False
        elif fields and _is_value(element, page):
            yield f"{element.resource_id} {element.place}", element.text.strip(), False


def in_dialog(screen: Screen) -> tuple[str, ...]:
    """The values of the dialog in front, line by line; none if it only asks a question or lists choices."""
    dialog = [e for e in screen.elements if e.window is Window.DIALOG]
    grid = [e for e in dialog if _is_one_of_many(e, dialog)]
    fixed = [e for e in dialog if (e.text or e.label) and (e not in grid or e.checked or e.selected)]
    found = []
    for line in lines(fixed):
        set_ = [e for e in line if _is_set(e)]
        if set_ or (grid and not any(e.clickable for e in line)):
            found.append(_joined(line if grid else set_))
    return tuple(found)


def lines(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """The elements as lines: those side by side together, from the top and from the left."""
    rest = sorted(elements, key=lambda e: (e.bounds.center[1], e.bounds.left))
    starts = [0, *(i + 1 for i, (a, b) in enumerate(pairwise(rest)) if b.bounds.center[1] >= a.bounds.bottom)]
    for first, last in pairwise((*starts, len(rest))):
        yield sorted(rest[first:last], key=lambda e: e.bounds.left)


def _joined(line: Sequence[Element]) -> str:
    return " ".join(" ".join((e.text or e.label).split()) for e in line)


def _is_set(element: Element) -> bool:
    """True if an element holds a value: a field's text, a tick, the chosen one of several, or a figure that a touch
    changes.
    """
    if element.editable:
        return bool(element.text.strip()) and not is_search(element)
    figure = element.checkable and element.text.strip().isdigit()
    return element.role is Role.SPINNER or element.checked or figure


def _is_value(element: Element, page: Sequence[Element]) -> bool:
    """True if a button or a row shows the value that it sets."""
    value = element.clickable and element.role in (Role.BUTTON, Role.ITEM, Role.OTHER) and element.text.strip()
    return bool(value) and canon(element.text) not in risk_table().commit and not _is_one_of_many(element, page)


def _is_one_of_many(element: Element, around: Sequence[Element]) -> bool:
    sizes = Counter((e.bounds.width, e.bounds.height) for e in around if e.clickable)
    return element.clickable and sizes[element.bounds.width, element.bounds.height] >= _MANY

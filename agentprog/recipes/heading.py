"""The elements of a page that show whose page it is: the title of a conversation, the day above its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agentprog.ports import Element, Screen, Window
from agentprog.recipes.aiming import meets
from agentprog.recipes.explaining import names_value
from agentprog.recipes.form import Aim, Sign, Text, Values

NO_VALUES: Values = {}


def heads_on(screen: Screen, values: Values, rows: Iterable[Element] = ()) -> Iterator[Sign]:
    """The elements beside these rows that show one of the values and nothing else. Each is the only one of its role and
    id, so no row of another list is among them."""
    inside = {row.index for row in rows}
    for element in screen.elements:
        if element.index in inside or element.window is not Window.APP or element.editable or element.covered:
            continue
        for use in values:
            head = Sign(kind="says", aim=Aim(role=element.role.value, resource=element.resource_id), says=Text.of(use))
            if index_of(head, screen) == element.index and says_so(head, values, screen):
                yield head


def says_so(head: Sign, values: Values, screen: Screen) -> bool:
    """True if the element is there and shows its value."""
    element = meets(head.aim, NO_VALUES, screen)
    text = head.says.filled(values) if head.says is not None else None
    if element is None or not text:
        return False
    return names_value(element.text or element.label, text, year=screen.taken_at.year)


def index_of(head: Sign, screen: Screen) -> int:
    """The index of the element on this screen; 0 if it is not there."""
    element = meets(head.aim, NO_VALUES, screen)
    return element.index if element is not None else 0


def slots_of(heads: Iterable[Sign]) -> set[int]:
    """The slots whose values these elements show."""
    return {head.says.uses[0].slot for head in heads if head.says is not None}


def common(old: Iterable[Sign], new: Iterable[Sign]) -> tuple[Sign, ...] | None:
    """The elements of both executions; None if a value of one of them is left without an element."""
    before, after = tuple(old), tuple(new)
    both = tuple(head for head in before if head in after)
    return both if slots_of(both) == slots_of(before) == slots_of(after) else None

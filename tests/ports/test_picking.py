"""Finds the element that a row, role, id, place or window describes."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Wanted, Window, pick_element
from tests.ports.test_targets import screen


def at(index: int, label: str, role: Role, left: int, top: int, right: int, bottom: int, **more: Any) -> Element:
    more.setdefault("clickable", role not in (Role.TEXT, Role.IMAGE))
    return Element(index=index, role=role, label=label, bounds=Bounds(left, top, right, bottom), **more)


def picked(there: Screen, *, field: bool = False, touch: bool = False, **wanted: Any) -> int | str:
    found = pick_element(there, Wanted(**wanted), field=field, touch=touch)
    return found.index if isinstance(found, Element) else str(found)


ROWS = screen(
    at(1, "Milk, 2 l", Role.ITEM, 0, 100, 1080, 200),
    at(2, "Milk", Role.TEXT, 40, 110, 400, 150),
    at(3, "2 l", Role.TEXT, 40, 155, 400, 190),
    at(4, "", Role.CHECKBOX, 900, 110, 1000, 190, checkable=True),
    at(5, "Bread, 1", Role.ITEM, 0, 200, 1080, 300),
    at(6, "Bread", Role.TEXT, 40, 210, 400, 250),
    at(7, "1", Role.TEXT, 40, 255, 400, 290),
    at(8, "", Role.CHECKBOX, 900, 210, 1000, 290, checkable=True),
    at(9, "Delete", Role.BUTTON, 760, 210, 880, 290),
)
"""Rows that hold their parts."""
LOOSE = screen(
    at(1, "Rent", Role.TEXT, 40, 100, 400, 140),
    at(2, "650", Role.FIELD, 500, 80, 900, 160, editable=True, text="650", resource_id="com.x:id/amount"),
    at(3, "Food", Role.TEXT, 40, 200, 400, 240),
    at(4, "220", Role.FIELD, 500, 180, 900, 260, editable=True, text="220", resource_id="com.x:id/amount"),
)
"""Texts and fields that only stand on one height."""


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        ({"row": "Milk", "role": "checkbox"}, 4),
        ({"row": "Bread", "role": "checkbox"}, 8),
        ({"row": "Bread", "label": "Delete"}, 9),
        ({"row": "Bread"}, 5),
        ({"row": "Milk", "role": "text"}, 3),
        ({"role": "checkbox", "position": 2}, 8),
        ({"role": "checkbox", "position": -1}, 8),
        ({"role": "item", "position": 1}, 1),
    ],
)
def test_a_row_holds_the_elements_inside_its_bounds(wanted: dict[str, Any], index: int) -> None:
    assert picked(ROWS, **wanted) == index


def test_an_element_at_the_height_of_a_text_is_in_its_row() -> None:
    assert picked(LOOSE, row="Food", role="field", field=True) == 4
    assert picked(LOOSE, row="Rent", resource="amount") == 2
    assert picked(LOOSE, resource="com.x:id/amount", position=2) == 4


def test_namesakes_and_a_missing_element_are_named_and_none_is_chosen() -> None:
    assert picked(LOOSE, resource="amount") == (
        'element with id "amount" is on the screen 2 times: field "650", field "220"'
    )
    assert picked(ROWS, role="checkbox", position=3) == "there is no checkbox number 3 on the screen"
    assert picked(ROWS, row="Milk", label="Delete") == (
        'there is no "Delete" in the row of "Milk" on the screen; there is \'text "Milk"\', \'text "2 l"\''
    )
    assert picked(ROWS, row="Eggs", role="checkbox") == 'there is no row of "Eggs" on the screen'
    assert picked(ROWS, label="Delete", role="switch") == 'there is no switch "Delete" on the screen'


def test_a_text_in_two_rows_means_neither() -> None:
    two = screen(
        at(1, "Ann", Role.ITEM, 0, 100, 1080, 200, place="1st from top"),
        at(2, "Ann", Role.ITEM, 0, 200, 1080, 300, place="2nd from top"),
    )
    assert picked(two, row="Ann") == (
        'row of "Ann" is on the screen 2 times: item "Ann" (1st from top), item "Ann" (2nd from top)'
    )
    assert picked(two, row="Anna") == 'there is no row of "Anna" on the screen'


def test_a_named_window_limits_the_choice_to_its_elements() -> None:
    both = screen(
        at(1, "OK", Role.BUTTON, 0, 100, 200, 200),
        at(2, "OK", Role.BUTTON, 300, 900, 500, 1000, window=Window.DIALOG),
    )
    assert picked(both, label="OK", window="app") == 1
    assert picked(both, label="OK", window="dialog") == 2
    assert picked(both, label="OK", window="system") == 'there is no "OK" in the system on the screen'


def test_a_touch_needs_an_element_that_takes_touches() -> None:
    assert picked(ROWS, row="Milk", role="text", touch=True) == 3, "it lies in a row that takes touches"
    dead = screen(at(1, "Rent", Role.TEXT, 40, 100, 400, 140))
    assert picked(dead, row="Rent", touch=True) == 'text "Rent" cannot be touched: nothing happens when it is touched'

"""Whether an action had an effect."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from agentprog.ports import Bounds, Element, Role, Screen, Tap, Window
from agentprog.runtime.handset.aims import came_of_it

HEADING = Element(index=1, role=Role.TEXT, label="Notes", bounds=Bounds(0, 0, 90, 9))
FIELD = Element(index=2, role=Role.FIELD, label="Search", bounds=Bounds(0, 10, 90, 19), editable=True)
ROW = Element(index=3, role=Role.ITEM, label="Milk", bounds=Bounds(0, 20, 90, 29), clickable=True)
KEY = Element(index=4, role=Role.BUTTON, label="q", bounds=Bounds(0, 60, 9, 69), window=Window.KEYBOARD)
BEFORE = Screen(
    package="p", activity=".A", width=90, height=90, taken_at=datetime(2026, 3, 7, tzinfo=UTC),
    elements=(HEADING, FIELD, ROW),
)  # fmt: skip
TYPING = replace(BEFORE, elements=(HEADING, replace(FIELD, focused=True), KEY), keyboard_shown=True)


def test_an_opening_keyboard_is_no_effect_of_touching_a_heading() -> None:
    assert not came_of_it(Tap(target=HEADING), BEFORE, TYPING)
    assert came_of_it(Tap(target=FIELD), BEFORE, TYPING)


def test_a_new_label_on_the_page_is_an_effect_of_the_touch() -> None:
    assert came_of_it(Tap(target=ROW), BEFORE, replace(TYPING, elements=(replace(HEADING, label="Milk"), KEY)))
    assert came_of_it(Tap(target=ROW), BEFORE, replace(BEFORE, activity=".B"))
    checked = replace(BEFORE, elements=(HEADING, FIELD, replace(ROW, checked=True)))
    assert came_of_it(Tap(target=ROW), BEFORE, checked)


def test_a_page_that_only_moved_is_as_it_was() -> None:
    moved = replace(BEFORE, elements=(HEADING, FIELD, replace(ROW, bounds=Bounds(0, 25, 90, 34))))
    assert not came_of_it(Tap(target=ROW), BEFORE, moved)

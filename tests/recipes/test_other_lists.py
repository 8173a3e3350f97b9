"""Pages of a list with more, or with other rows, than the pages from which it was learned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.recipes.listing import rows_read
from tests.recipes.test_learning import element
from tests.recipes.test_listing import BOTH, FIRST, SECOND, items, learned, page, row

UNREAD = Element(index=70, role=Role.CHECKBOX, label="Unread", bounds=Bounds(0, 91, 200, 99), checkable=True)
CHIP = replace(UNREAD, role=Role.BUTTON, checkable=False, container=71)


def both(*more: Element, **rows: Any):
    return learned((page(FIRST, *more, **rows), items(FIRST)), (page(SECOND, *more, **rows), items(SECOND)))


@pytest.mark.parametrize(
    "more",
    [
        [UNREAD, replace(UNREAD, checked=True)],
        [CHIP, replace(CHIP, selected=True)],
        [replace(CHIP, container=60), replace(CHIP, container=60, selected=True)],
    ],
    ids=["a box", "a chip of a row of chips", "a chip inside of the list"],
)
def test_a_filter_that_is_on_now_leaves_the_rows_to_the_model(more: list[Element]) -> None:
    off, on = more
    known = both(off)
    assert rows_read(known, page(FIRST, off), whole=True) == items(FIRST)
    assert rows_read(known, page(FIRST, on), whole=True) is None


def test_a_search_inside_of_the_list_leaves_the_rows_to_the_model() -> None:
    field = element(70, Role.FIELD, "Find", editable=True, hint="Find", resource_id="org.money:id/find", container=60)
    known = both(field)
    assert rows_read(known, page(FIRST, field), whole=True) == items(FIRST)
    assert rows_read(known, page(FIRST, replace(field, text="Tea")), whole=True) is None


@pytest.mark.parametrize(
    "text",
    ["Filtered by Food", "3 of 20, no connection"],
)
def test_an_unknown_text_beside_the_list_leaves_it_to_the_model(text: str) -> None:
    notice = element(70, Role.TEXT, text, text=text, clickable=False, bounds=Bounds(0, 91, 900, 99))
    assert rows_read(BOTH, page(FIRST, notice), whole=True) is None


def test_a_varying_text_beside_the_list_counts_for_nothing() -> None:
    def count(text: str) -> Element:
        return element(70, Role.TEXT, text, text=text, clickable=False, bounds=Bounds(0, 91, 900, 99))

    known = learned((page(FIRST, count("3 items")), items(FIRST)), (page(SECOND, count("2 items")), items(SECOND)))
    assert rows_read(known, page(FIRST, count("7 items")), whole=True) == items(FIRST)


def test_a_heading_in_a_list_that_had_none_leaves_it_to_the_model() -> None:
    def plain(shown: Screen) -> Screen:
        return replace(shown, elements=tuple(e for e in shown.elements if not e.resource_id.endswith("day")))

    known = learned((plain(page(FIRST)), items(FIRST)), (plain(page(SECOND)), items(SECOND)))
    assert rows_read(known, plain(page(FIRST)), whole=True) == items(FIRST)
    heading = element(50, Role.TEXT, "Suggested", text="Suggested", clickable=False, resource_id="org.money:id/section")
    shown = plain(page(FIRST))
    assert rows_read(known, replace(shown, elements=(*shown.elements, heading)), whole=True) is None


def others(*labels: str) -> list[Element]:
    """The rows of a second, narrower list."""
    return [replace(row(80 + at, label), bounds=Bounds(100, 95 + at, 600, 99 + at)) for at, label in enumerate(labels)]


def test_of_two_lists_only_the_learned_list_is_read() -> None:
    first, second = others("Gum, Oct 1, - 1.00, $"), others("Pen, Oct 2, - 2.00, $")
    known = learned((page(FIRST, *first), items(FIRST)), (page(SECOND, *second), items(SECOND)))
    third = others("Ink, Oct 3, - 3.00, $")
    before = page(FIRST)
    mixed = replace(before, elements=(*before.elements[:4], *third, *before.elements[4:]))
    assert rows_read(known, mixed, whole=True) in (items(FIRST), None)
    empty = page(())
    assert rows_read(known, replace(empty, elements=(*empty.elements, *third)), whole=True) is None


def test_rows_in_selection_mode_are_the_models() -> None:
    assert rows_read(BOTH, page(FIRST, selected=True), whole=True) is None
    one = page(FIRST)
    marked = tuple(replace(e, checked=e.label == FIRST[0]) for e in one.elements)
    assert rows_read(BOTH, replace(one, elements=marked), whole=True) is None


def test_an_ad_of_another_kind_between_the_rows_is_no_row() -> None:
    ad = row(9, "Ad, Cheap flights, - 9.99, $", resource_id="org.money:id/ad")
    assert rows_read(BOTH, page(FIRST, ad), whole=True) in (items(FIRST), None)

"""The reading of a list's rows: learned from two readings, and used on no page that differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.recipes.book import Book
from agentprog.recipes.filing import recipe_data, recipe_from
from agentprog.recipes.form import Recipe
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.listing import Item, listed, rows_read
from tests.recipes.test_learning import element, screen

FIRST = ("Tea, Oct 13, - 4.50, $", "Shoes, Oct 13, - 80.00, $", "Bus, Oct 12, - 2.20, $")
SECOND = ("Rice, Oct 11, - 3.10, $", "Lamp, Oct 10, - 41.99, $")


def row(at: int, label: str, **more: Any) -> Element:
    return element(at, Role.ITEM, label, text=label, **({"resource_id": "org.money:id/row"} | more))


def page(labels: Sequence[str], *others: Element, title: str = "All expenses", **more: Any) -> Screen:
    """A title, a button, a search field, and the rows with their day above them."""
    search = element(2, Role.FIELD, "Search", editable=True, hint="Search", resource_id="org.money:id/search")
    head = (
        element(1, Role.TEXT, title, text=title, clickable=False, bounds=Bounds(200, 0, 900, 90)),
        search,
        element(3, Role.BUTTON, "Filter", bounds=Bounds(900, 0, 1080, 90)),
        element(4, Role.TEXT, "Oct 13", text="Oct 13", clickable=False, resource_id="org.money:id/day"),
    )
    rows = [row(number, label, **more) for number, label in enumerate(labels, 5)]
    below = element(40, Role.TEXT, "Oct 9", text="Oct 9", clickable=False, resource_id="org.money:id/day")
    return screen(*head, *rows, below, *others)


def items(labels: Sequence[str]) -> list[Item]:
    return [{"name": label.split(", ")[0], "amount": label.split("- ")[1].split(",")[0]} for label in labels]


def learned(*readings: tuple[Screen, Sequence[Item]]) -> Recipe:
    book = Book()
    for number, (shown, read) in enumerate(readings):
        made = listed("get all expenses []", "money", shown, read)
        assert made is not None
        book.learn(made, (str(number),))
    return next(iter(book))


BOTH = learned((page(FIRST), items(FIRST)), (page(SECOND), items(SECOND)))


def test_one_reading_is_not_enough_and_a_repeated_screen_is_one_reading() -> None:
    once = page(FIRST), items(FIRST)
    assert not learned(once).trusted
    assert not learned(once, once).trusted
    assert BOTH.trusted


def test_a_further_screen_of_one_list_is_no_second_reading() -> None:
    book = Book()
    for shown, labels, further in ((page(FIRST), FIRST, False), (page(SECOND), SECOND, True)):
        made = listed("k []", "money", shown, items(labels), further=further)
        assert made is not None
        book.learn(made, (str(further),))
    assert not next(iter(book)).trusted


def test_other_rows_in_another_order_are_read_by_their_parts() -> None:
    labels = ("Zoo, Oct 01, - 12.00, $", "Ale, Oct 02, - 5.75, $", "Tea, Oct 13, - 4.50, $", "Tea, Oct 13, - 4.50, $")
    assert rows_read(BOTH, page(labels), whole=True) == items(labels)


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (page(("Salt, pepper, Oct 13, - 4.50, $",)), "a comma of the name's own"),
        (page(("Tea, - 4.50, $",)), "a part is missing"),
        (page(("Tea, Oct 13, - ?, $",)), "no number in it"),
        (page(FIRST, title="Expenses of Food"), "another title"),
        (page(FIRST, element(50, Role.BUTTON, "Clear filter")), "a button that no page had"),
        (page(FIRST, element(50, Role.BUTTON, "Later", window=Window.DIALOG)), "a window over it"),
        (page(FIRST, heavy=True), "a state that no row had"),
        (page(()), "no rows"),
        (replace(page(FIRST), activity="b"), "another page"),
        (page(FIRST, resource_id="org.money:id/other"), "other rows"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_list_that_differs_from_the_learned_form_is_left_to_the_model(shown: Screen, why: str) -> None:
    assert rows_read(BOTH, shown, whole=True) is None, why


def test_a_list_that_was_searched_is_left_to_the_model() -> None:
    shown = page(FIRST)
    typed = tuple(replace(element, text="Tea") if element.editable else element for element in shown.elements)
    assert rows_read(BOTH, replace(shown, elements=typed), whole=True) is None


def test_rows_selected_by_their_content_are_never_learned() -> None:
    """Of rows that look alike, some were read and some not: the screen does not show the reason."""
    chosen = learned((page(FIRST), items(FIRST[:2])), (page(SECOND), items(SECOND[:1])))
    assert rows_read(chosen, page(FIRST), whole=True) is None
    assert rows_read(chosen, page(FIRST), whole=False) is None


def test_a_partial_reading_is_learned_only_if_the_unread_rows_look_different() -> None:
    assert rows_read(BOTH, page(SECOND), whole=False) is None

    def mixed(labels: Sequence[str]) -> tuple[Screen, list[Item]]:
        shown = page(labels)
        heavy = tuple(replace(element, heavy=element.label == labels[0]) for element in shown.elements)
        return replace(shown, elements=heavy), items(labels[:1])

    unread = learned(mixed(FIRST), mixed(SECOND))
    shown, wanted = mixed(("Zoo, Oct 01, - 12.00, $", "Ale, Oct 02, - 5.75, $"))
    assert rows_read(unread, shown, whole=False) == wanted


def test_a_row_that_the_edge_cuts_off_is_for_the_next_screen() -> None:
    around = element(60, Role.LIST, "list", scrollable=True, more_below=True, bounds=Bounds(0, 450, 1080, 790))
    shown = page(FIRST[:2], around, container=60)
    cut = replace(row(7, "Bus", container=60), bounds=Bounds(0, 700, 1080, 790))
    assert rows_read(BOTH, replace(shown, elements=(*shown.elements, cut)), whole=True) == items(FIRST[:2])
    inside = replace(cut, bounds=Bounds(0, 700, 1080, 780))
    assert rows_read(BOTH, replace(shown, elements=(*shown.elements, inside)), whole=True) is None


def test_a_heading_letter_is_no_part_of_a_name() -> None:
    def people(*labels: str) -> Screen:
        plain = [row(number, label, resource_id="") for number, label in enumerate(labels, 5)]
        add = element(2, Role.BUTTON, "Add", bounds=Bounds(900, 2000, 1080, 2180))
        return screen(element(1, Role.TEXT, "People", text="People"), add, *plain)

    known = learned(
        (people("A, Ann Lee", "Abe Roy"), ["Ann Lee", "Abe Roy"]),
        (people("C, Cleo Tamm", "Cy Fox"), ["Cleo Tamm", "Cy Fox"]),
    )
    assert rows_read(known, people("Bo Poe", "D, Di Orr"), whole=True) == ["Bo Poe", "Di Orr"]
    assert rows_read(known, people("Ida Ray, Jr."), whole=True) is None


def test_a_contradicting_reading_ends_the_trust_in_a_list() -> None:
    shown = page(tuple(f"{label}, paid" for label in SECOND))
    again = learned((page(FIRST), items(FIRST)), (shown, items(SECOND)))
    assert not again.trusted


def test_a_stored_list_recipe_holds_no_words_of_its_rows() -> None:
    kept = kept_of(BOTH)
    assert kept is not None
    data = recipe_data(kept)
    assert recipe_from(data) == kept
    assert not any(word in str(data) for word in ("Tea", "Rice", "Oct", "4.50", "All expenses"))

"""A value that is a part of a row without an id: the row's other texts identify it."""

from __future__ import annotations

import pytest

from agentprog.ports import Element, Role, Screen
from agentprog.recipes.aiming import meets
from agentprog.recipes.book import Book
from agentprog.recipes.form import Move, Recipe, Text, Use
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.making import Ended, moves_of
from tests.recipes.test_learning import element, screen

ONE = Use(slot=1)


def page(*labels: str) -> Screen:
    rows = [element(number, Role.ITEM, label, text=label) for number, label in enumerate(labels, 2)]
    return screen(element(1, Role.TEXT, "Contact info", text="Contact info", clickable=False), *rows)


def read(shown: Screen, value: str, name: str = "Ann") -> Move:
    (move,) = moves_of([], Ended(screen=shown, value=value, sought=True), {ONE: name}, "")
    return move


def found(move: Move, shown: Screen) -> Element | None:
    return meets(move.aims[0], {ONE: "Bo"}, shown, reads=True)


MOBILE = read(page("+15550100, Mobile"), "+15550100")


def test_a_row_is_found_by_its_constant_words_at_any_position() -> None:
    assert MOBILE.aims[0].label == Text.of("Mobile")
    assert [text.uses[0].path for text in MOBILE.texts] == [("only number",)]
    assert not MOBILE.sure, "one execution is not enough"
    here = found(MOBILE, page("bo@example.com, Home", "+15550199, Mobile"))
    assert here is not None
    assert here.label == "+15550199, Mobile"


@pytest.mark.parametrize(
    "rows",
    [
        ("+15550199, Mobile fax",),
        ("+15550199, Work",),
        ("+15550199, Mobile", "+15550198, Mobile"),
        ("+15550199",),
        (),
    ],
    ids=["a longer name", "another kind", "two of them", "the column is missing", "no row"],
)
def test_a_row_that_only_resembles_it_or_is_not_alone_is_not_read(rows: tuple[str, ...]) -> None:
    assert found(MOBILE, page(*rows)) is None


@pytest.mark.parametrize("label", ["+15550100, Oct 13", "+15550100, Ann", "+15550100, +15550100"])
def test_numbers_and_values_of_the_step_identify_no_row(label: str) -> None:
    assert read(page(label), "+15550100").aims == ()


def test_words_beside_a_value_are_stored_once_two_values_agree_on_them() -> None:
    book = Book()
    recipes = [
        Recipe(key="find <1>", app="a", begins="p/a", moves=(open_, read(page(f"{value}, Mobile"), value, name)))
        for name, value in (("Ann", "+15550100"), ("Bo", "+15550199"))
        for open_ in (Move(command="open app", texts=(Text.of("A"),)),)
    ]
    book.learn(recipes[0], ("Ann",))
    (one,) = book
    kept = kept_of(one)
    assert kept is not None
    assert kept.moves[-1].aims == ()
    book.learn(recipes[1], ("Bo",))
    (both,) = book
    kept = kept_of(both)
    assert kept is not None
    assert kept.moves[-1].aims[0].label == Text.of("Mobile")
    assert kept.moves[-1].sure

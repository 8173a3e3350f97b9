"""The possible values of a variable: each once and up to a limit, with the least trusted of their sources."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.lang.effects.possible_values import (
    Origin,
    Possible,
    items_of,
    least_trusted,
    one_of,
    part_of,
    plain,
    unknown,
)

LIMIT = 200


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["Ann", 2], "Ann, 2"),
        ({"name": "Ann", "number": ["1", "2"]}, "name: Ann, number: 1, 2"),
        (True, "true"),
        (False, "false"),
        (2.0, "2"),
        (2.5, "2.5"),
        (None, ""),
    ],
)
def test_a_value_is_written_into_a_sentence_as_a_person_writes_it(value: Any, text: str) -> None:
    assert plain(value) == text


def test_texts_are_given_once_each() -> None:
    assert Possible(values=("a", 2, 2.0, "a", "2")).texts == ("a", "2")


def test_a_value_of_several_sources_has_the_least_trusted_source() -> None:
    assert least_trusted([Origin.FILE, Origin.SCREEN, Origin.PERSON]) is Origin.SCREEN
    assert least_trusted([]) is Origin.PERSON


def test_a_choice_of_values_is_known_if_each_value_is() -> None:
    ann, bob = Possible(values=("Ann", "Cleo"), origin=Origin.FILE), Possible(values=("Bob", "Ann"))
    assert one_of([ann, bob]) == Possible(values=("Ann", "Cleo", "Bob"), origin=Origin.FILE)
    assert one_of([ann, unknown(Origin.MODEL)]) == unknown(Origin.MODEL)


def test_a_loop_goes_through_the_items_of_every_list_that_it_may_be_given() -> None:
    assert items_of(Possible(values=([1, 2], [2, 3]), origin=Origin.TOOL)) == Possible(
        values=(1, 2, 3), origin=Origin.TOOL
    )
    assert items_of(Possible(values=([1], "text"), origin=Origin.TOOL)) == unknown(Origin.TOOL)


def test_a_part_is_found_by_its_place_or_by_its_name_in_any_case() -> None:
    held = Possible(values=({"Name": "Ann", "name": "ann"}, {"NAME": "Bob"}), origin=Origin.FILE)
    assert part_of(held, "name") == Possible(values=("ann", "Bob"), origin=Origin.FILE)
    assert part_of(Possible(values=(["a", "b"],)), 1) == Possible(values=("b",))


@pytest.mark.parametrize(("value", "key"), [({"name": "Ann"}, "number"), (["a"], 1), (3, "name")])
def test_a_missing_part_is_unknown(value: Any, key: str | int) -> None:
    assert part_of(Possible(values=(value,), origin=Origin.TOOL), key) == unknown(Origin.TOOL)


def test_more_values_than_the_limit_are_unknown() -> None:
    most = [*range(LIMIT), 0]
    assert items_of(Possible(values=(most,))) == Possible(values=tuple(range(LIMIT)))
    assert items_of(Possible(values=([*most, LIMIT],), origin=Origin.FILE)) == unknown(Origin.FILE)

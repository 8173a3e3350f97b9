"""Agreement of two executions holds only as long as the values that were equal in both stay the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.recipes.agreeing import agree
from agentprog.recipes.filing import recipe_data, recipe_from
from agentprog.recipes.form import Aim, Move, Recipe, Text, Use, steady_of
from agentprog.recipes.proving import join

NAME, DAY = Use(slot=1), Use(slot=2)
FIELD = Aim(role="field")
NAMED = Move(command="type", aims=(FIELD,), texts=(Text.of(NAME),))
GERMAN = Move(command="type", aims=(FIELD,), texts=(Text.of("Montag"),), sure=False)


def recipe(name: str, day: str) -> Recipe:
    values = {NAME: name, DAY: day}
    dated = Move(command="type", aims=(FIELD,), texts=(Text.of(DAY),))
    moves = (NAMED, dated, GERMAN)
    return Recipe(key="add <1> on <2>", app="notes", begins="p", moves=moves, steady=steady_of(values))


def test_a_value_that_stayed_the_same_is_remembered_without_its_words() -> None:
    both = join(recipe("Milk", "Monday"), recipe("Eggs", "Monday"), distinct=True)
    assert both is not None
    assert [one.slot for one in both.steady] == [2]
    assert "Monday" not in str(recipe_data(both))
    assert recipe_from(recipe_data(both)) == both
    changed = join(both, recipe("Tea", "Tuesday"), distinct=True)
    assert changed is not None
    assert changed.steady == ()


def test_a_move_that_only_agreed_goes_back_to_the_model_when_its_value_changes() -> None:
    both = join(recipe("Milk", "Monday"), recipe("Eggs", "Monday"), distinct=True)
    assert both is not None
    assert [settled for _, settled in both.course({NAME: "Tea", DAY: "Monday"})] == [True, True, True]
    assert [settled for _, settled in both.course({NAME: "Tea", DAY: "Tuesday"})] == [True, True, False]
    assert both.whole({NAME: "Tea", DAY: "Monday"})
    assert not both.whole({NAME: "Tea", DAY: "Tuesday"})


def test_a_move_that_the_step_explains_depends_on_no_other_value() -> None:
    (found,) = agree([NAMED], [NAMED], distinct=True) or ()
    assert not found.agreed
    (found,) = agree([GERMAN], [GERMAN], distinct=True) or ()
    assert (found.sure, found.agreed) == (True, True)
    (again,) = agree([found], [GERMAN], distinct=False) or ()
    assert (again.sure, again.agreed) == (True, True)
    (certain,) = agree([found], [replace(GERMAN, sure=True)], distinct=False) or ()
    assert (certain.sure, certain.agreed) == (True, False)


def test_the_parts_of_an_object_are_one_value_and_its_pieces_are_not() -> None:
    whole = {Use(slot=1, path=("name",)): "Ann Lee", Use(slot=1, path=("age",)): "30"}
    pieces = {Use(slot=1, path=("name", "first word")): "Ann"}
    assert [one.slot for one in steady_of(whole | pieces)] == [1]
    assert steady_of(whole | pieces) == steady_of(whole)
    assert steady_of(whole) != steady_of(whole | {Use(slot=1, path=("age",)): "31"})


def test_a_move_that_differed_once_is_sure_only_if_the_step_alone_explains_it() -> None:
    other = replace(GERMAN, texts=(Text.of("Dienstag"),))
    (found,) = agree([GERMAN], [other], distinct=True) or ()
    assert (found.sure, found.varies) == (False, True)
    (again,) = agree([found], [other], distinct=True) or ()
    assert (again.sure, again.varies) == (False, True)
    keep, save = (Move(command="tap", aims=(Aim(label=Text.of(name), role="button"),)) for name in ("Keep", "Save"))
    (renamed,) = agree([save], [keep], distinct=True) or ()
    assert (renamed.sure, renamed.varies) == (True, False)


@pytest.mark.parametrize(("was", "then", "joined"), [(True, True, True), (False, False, False), (True, False, None)])
def test_a_switch_toggled_from_both_states_is_toggled_from_any_state(
    was: bool, then: bool, joined: bool | None
) -> None:
    turn = Move(command="tap", aims=(Aim(label=Text.of(NAME), role="switch"),))
    (found,) = agree([replace(turn, was=was)], [replace(turn, was=then)], distinct=True) or ()
    assert found.was is joined


@pytest.mark.parametrize("value", ["", "  "])
def test_a_move_on_a_nameless_element_is_left_to_the_model(value: str) -> None:
    for aim in (Aim(label=Text.of(NAME), role="item"), Aim(row=Text.of(NAME), role="checkbox")):
        assert not Move(command="tap", aims=(aim,)).settled({NAME: value})
        assert Move(command="tap", aims=(aim,)).settled({NAME: "Milk"})


def test_a_word_that_storage_omitted_differs_from_a_missing_word() -> None:
    number = Text.of(Use(slot=0, path=("only number",)))
    read = Move(command="read", aims=(Aim(role="item", label=Text(parts=("Mobile",))),), texts=(number,), sure=False)
    (kept,) = agree([replace(read, aims=())], [read], distinct=True) or ()
    assert (kept.sure, kept.varies) == (False, False)
    (again,) = agree([kept], [read], distinct=True) or ()
    assert (again.sure, again.varies) == (True, False)
    (typed,) = agree([replace(GERMAN, texts=(Text(parts=()),))], [GERMAN], distinct=True) or ()
    assert (typed.sure, typed.varies) == (False, False)


def test_a_differing_choice_stays_with_the_model_for_good() -> None:
    other = replace(GERMAN, texts=(Text.of("Lundi"),))
    (found,) = agree([GERMAN], [other], distinct=True) or ()
    assert (found.sure, found.varies) == (False, True)
    (later,) = agree([found], [other], distinct=True) or ()
    assert (later.sure, later.varies) == (False, True)

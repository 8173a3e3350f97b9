"""Touched numbers: calculated from a value, or the state of a button that has an id of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agentprog.identity import pieces_of
from agentprog.lang import ast
from agentprog.ports import Element, Role, Screen, Tap
from agentprog.recipes.agreeing import agree
from agentprog.recipes.explaining import sums_of
from agentprog.recipes.form import Move, Recipe, Text, Use
from agentprog.recipes.making import Ended, moves_of
from agentprog.recipes.writing import Unsayable, block_of, parts_of
from tests.recipes.test_learning import element, made, screen
from tests.recipes.test_learning import sentence as sentence_of_line

HOUR, DAY = Use(slot=1), Use(slot=2)
LATER = Use(slot=1, path=("plus 1",))


def values_of(hour: str, day: str = "") -> dict[Use, str]:
    found = {HOUR: hour, DAY: day}
    for use, text in ((HOUR, hour), (DAY, day)):
        parts = {**pieces_of(text), **sums_of(text)}
        found |= {Use(slot=use.slot, path=(name,)): part for name, part in parts.items()}
    return found


def dial(*numbers: int) -> Screen:
    return screen(*(element(at, Role.BUTTON, str(number)) for at, number in enumerate(numbers, 1)))


def touched(number: int, hour: str, day: str = "") -> tuple[Move, ...]:
    shown = dial(*range(1, 25))
    done = made((Tap(target=shown.elements[number - 1]), shown))
    return moves_of(done, Ended(screen=shown), values_of(hour, day), "an hour")


def both(first: tuple[Move, ...], second: tuple[Move, ...]) -> Move:
    joined = agree(first, second, distinct=True)
    assert joined is not None
    return joined[0]


def test_an_hour_later_is_learned_from_two_executions_with_other_hours() -> None:
    assert not touched(10, "9")[0].settled(values_of("9"))
    move = both(touched(10, "9"), touched(15, "14"))
    assert move.aims[0].label == Text.of(LATER)
    assert move.settled(values_of("16"))


@pytest.mark.parametrize(("first", "second"), [((10, "9"), (16, "14")), ((10, "9"), (8, "9"))])
def test_numbers_at_other_distances_stay_the_models(first: tuple[int, str], second: tuple[int, str]) -> None:
    move = both(touched(*first), touched(*second))
    assert not move.settled(values_of("16"))


def test_two_explanations_with_different_results_leave_the_move_open() -> None:
    move = both(touched(16, "14", "2030-01-16"), touched(12, "10", "2030-01-12"))
    assert not move.settled(values_of("14", "2030-01-20"))
    assert move.settled(values_of("18", "2030-01-20"))


def test_sums_are_only_tried_for_small_numbers() -> None:
    assert sums_of("ninety") == sums_of("2030") == sums_of("-3") == {}
    assert sums_of("9")["plus 1"] == "10"
    assert "less 12" not in sums_of("9")


def test_the_calculated_number_is_in_the_lines_of_a_run_and_in_no_program() -> None:
    move = both(touched(10, "9"), touched(15, "14"))
    slots = {1: ast.Template.of(ast.Ref(name="hour"))}
    with pytest.raises(Unsayable, match="plus 1"):
        block_of([move], slots, None)


# ------------------------------------------------------------------------------------------------ state on a button


def form(hour: str, *others: Element, resource: str = "org.days:id/hour") -> Screen:
    return screen(element(1, Role.BUTTON, f"{hour}:00", resource_id=resource), element(2, Role.BUTTON, "Save"), *others)


def opened(*looks: Screen, resource: str = "org.days:id/hour") -> tuple[Move, ...]:
    first, *later = looks
    done = made((Tap(target=first.elements[0]), first), *((Tap(target=look.elements[1]), look) for look in later[:1]))
    return moves_of(done, Ended(screen=looks[-1]), {HOUR: "9"}, "an hour")


def test_a_button_with_a_changing_number_is_found_by_its_id() -> None:
    move = opened(form("8"), form("9"))[0]
    assert move.settled()
    assert (move.aims[0].resource, move.aims[0].label) == ("org.days:id/hour", None)


def test_a_number_that_never_changed_may_stand_for_a_value() -> None:
    """As the keys of a calculator, each with an id of its own."""
    move = opened(form("8"), form("8", element(3, Role.TEXT, "Sum")))[0]
    assert move.aims[0].resource == "org.days:id/hour"
    assert not move.settled()
    again = agree([move], [move], distinct=True)
    assert again is not None
    assert not again[0].settled()


def test_an_id_of_several_elements_or_on_another_page_gives_no_move() -> None:
    second = element(3, Role.BUTTON, "12:00", resource_id="org.days:id/hour")
    assert not opened(form("8", second), form("9"))[0].settled()
    assert not opened(form("8"), replace(form("9"), activity="other"))[0].settled()


def test_a_move_settled_by_its_id_stays_settled_when_the_number_was_right_already() -> None:
    known, right = opened(form("8"), form("9")), opened(form("9"), form("9", element(3, Role.TEXT, "Sum")))
    for pair in ((known, right), (right, known)):
        joined = agree(pair[0][:1], pair[1][:1], distinct=True)
        assert joined is not None
        assert joined[0].settled()


def test_the_possible_moves_of_a_gap_are_stored_as_a_choice_of_lines() -> None:
    line = 'In the "Days" app, add an event at {hour}'
    moves: Sequence[Move] = touched(10, "9")
    recipe = Recipe(key=sentence_of_line(line).key, app="days", begins="p/a", moves=tuple(moves))
    slots = {1: ast.Template.of(ast.Ref(name="hour"))}
    parts = parts_of(recipe, None, slots, None, values_of("9"))
    assert len(parts.gaps) == 1
    assert len(parts.gaps[0]) >= 2
    assert parts.gaps[0][0] is parts.block.body[0]

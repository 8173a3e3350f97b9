"""Two executions of a step joined: shared moves stay; a move of one is optional, or gives the step two ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.recipes.agreeing import agree, leads
from agentprog.recipes.form import Aim, Move, Text, Use

ONE = Use(slot=1)
NAMED, OTHER = Text.of("Milk"), Text.of("Eggs")
NEW = Move(command="tap", aims=(Aim(label=Text.of("New"), role="button"),))
LATER = Move(command="tap", aims=(Aim(label=Text.of("Later"), role="button"),))
TYPED = Move(command="type", aims=(Aim(role="field"),), texts=(Text.of(ONE),))
SHOWN = Move(command="shows", texts=(Text.of(ONE), NAMED))
GONE = Move(command="gone", texts=(OTHER,))


def one_course(old: list[Move], new: list[Move], *, distinct: bool = True) -> tuple[Move, ...] | None:
    return agree(old, new, distinct=distinct)


def test_the_same_moves_are_one_course() -> None:
    assert one_course([NEW, TYPED], [NEW, TYPED]) == (NEW, TYPED)
    assert one_course([], []) == ()


@pytest.mark.parametrize(
    "other", [replace(TYPED, command="clear", texts=()), replace(TYPED, texts=()), replace(TYPED, key="enter")]
)
def test_moves_of_another_kind_are_two_ways(other: Move) -> None:
    assert one_course([NEW, TYPED], [NEW, other]) is None


@pytest.mark.parametrize("first", ["long", "short"])
def test_a_move_of_one_execution_is_optional_if_only_the_app_names_its_element(first: str) -> None:
    long, short = [NEW, LATER, TYPED], [NEW, TYPED]
    old, new = (long, short) if first == "long" else (short, long)
    assert one_course(old, new) == (NEW, replace(LATER, maybe=True), TYPED)
    for unsure in (
        replace(LATER, aims=(Aim(label=Text.of(ONE)),)),
        replace(LATER, aims=(Aim(label=NAMED, row=Text.of(ONE)),)),
        replace(LATER, aims=(Aim(role="button"),)),
        replace(LATER, aims=()),
        replace(LATER, command="long press"),
    ):
        assert not leads(unsure)
        long[1] = unsure
        assert one_course(old, new) is None
        long[1] = replace(unsure, maybe=True)
        assert one_course(old, new) == (NEW, long[1], TYPED)


def test_a_shorter_course_in_another_order_is_another_way() -> None:
    assert one_course([TYPED, NEW], [NEW, LATER, TYPED]) is None
    assert one_course([LATER], [NEW, TYPED]) is None


def test_the_common_texts_and_aims_of_both_executions_stay() -> None:
    old = replace(TYPED, aims=(Aim(role="field"), Aim(label=NAMED)), texts=(NAMED, Text.of(ONE)), sure=False)
    (found,) = one_course([old], [TYPED], distinct=False) or ()
    assert (found.aims, found.texts, found.sure) == (TYPED.aims, TYPED.texts, True)
    unsure = replace(TYPED, sure=False)
    assert one_course([old], [unsure], distinct=False) == (unsure,)
    assert one_course([old], [unsure], distinct=True) == (replace(TYPED, agreed=True),)


def test_a_disagreement_takes_the_later_execution_without_more_certainty() -> None:
    old = replace(TYPED, texts=(NAMED,))
    assert one_course([old], [TYPED]) == (replace(TYPED, sure=False),)
    other = replace(NEW, aims=(Aim(label=OTHER),))
    assert one_course([other], [NEW]) == (NEW,)
    assert one_course([other], [replace(NEW, sure=False)]) == (replace(NEW, sure=False),)


def test_a_row_with_two_roles_in_two_executions_is_found_by_its_value() -> None:
    item, button = (replace(NEW, aims=(Aim(label=Text.of(ONE), role=role),)) for role in ("item", "button"))
    assert one_course([item], [button]) == (replace(NEW, aims=(Aim(label=Text.of(ONE)),)),)
    switch = replace(NEW, aims=(Aim(label=Text.of(ONE), role="switch"),))
    assert one_course([item], [switch]) == (switch,)
    in_row = replace(NEW, aims=(Aim(label=Text.of(ONE), role="item", row=NAMED),))
    assert one_course([in_row], [button]) == (button,)


def test_a_move_that_was_optional_once_stays_optional() -> None:
    maybe = replace(NEW, maybe=True)
    assert one_course([maybe], [NEW]) == one_course([NEW], [maybe]) == (maybe,)


# ------------------------------------------------------------------------------------------------ looks at the end


def test_the_end_is_checked_by_the_texts_that_both_executions_saw_after_the_moves() -> None:
    both = replace(SHOWN, texts=(Text.of(ONE),))
    assert one_course([SHOWN, NEW], [NEW, both]) == (NEW, both)
    assert one_course([NEW, both], [NEW, SHOWN]) == (NEW, both)


def test_a_text_that_only_one_execution_looked_for_stays() -> None:
    assert one_course([NEW, SHOWN], [NEW]) == (NEW, SHOWN)
    assert one_course([NEW], [NEW, SHOWN]) == (NEW, SHOWN)


def test_differing_checks_are_dropped() -> None:
    assert one_course([SHOWN], [GONE]) == ()
    assert one_course([replace(SHOWN, texts=(NAMED,))], [replace(SHOWN, texts=(OTHER,))]) == ()


def test_a_differing_check_drops_no_other() -> None:
    """The looks after it were compared with the wrong looks of the first execution."""
    assert one_course([GONE, SHOWN], [SHOWN, SHOWN]) == (SHOWN,)
    assert one_course([SHOWN, GONE], [SHOWN, SHOWN]) == (SHOWN,)
    assert one_course([GONE, SHOWN], [GONE]) == (GONE,)


def test_an_element_found_in_a_list_once_is_looked_for_in_a_list() -> None:
    down = replace(SHOWN, direction="down")
    assert one_course([down], [SHOWN]) == one_course([SHOWN], [down]) == (down,)


@pytest.mark.parametrize("first", ["long", "short"])
def test_a_search_of_only_one_execution_stays(first: str) -> None:
    row = (Aim(label=Text.of(ONE), role="item"),)
    seek, touch = Move(command="scroll to", aims=row, direction="down"), Move(command="tap", aims=row)
    for long, both in (([seek, touch], (seek, touch)), ([seek, NEW, touch], None)):
        short = [move for move in long if move is not seek]
        assert one_course(*((long, short) if first == "long" else (short, long))) == both


def test_a_search_looks_for_the_next_touched_row_in_any_role() -> None:
    item, button = ((Aim(label=Text.of(ONE), role=role),) for role in ("item", "button"))
    seek = Move(command="scroll to", aims=item, direction="down")
    touch, other = (Move(command="tap", aims=aims) for aims in (item, button))
    found = one_course([seek, touch], [other])
    assert found is not None
    assert [[aim.role for aim in move.aims] for move in found] == [[""], [""]]
    assert one_course(found, [touch]) == found

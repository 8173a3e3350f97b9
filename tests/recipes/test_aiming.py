"""The elements that a recipe means: rows, toggled elements, elements of the page and of a dialog."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Role, Tap, Window
from agentprog.recipes.aiming import meets, stands_on
from agentprog.recipes.form import Aim, Text, Use
from agentprog.recipes.making import Ended, moves_of
from tests.recipes.test_learning import element, made, screen

ONE = Use(slot=1)


def test_a_button_among_others_of_its_shape_in_a_list_is_an_unnamed_row() -> None:
    shown = screen(
        element(1, Role.BUTTON, "Ann Lee", container=9),
        element(2, Role.BUTTON, "Bo Fox", container=9),
        element(3, Role.BUTTON, "Save"),
        element(4, Role.BUTTON, "Cancel"),
    )
    later = screen(element(1, Role.BUTTON, "Save"))
    friend, save = moves_of(
        made((Tap(target=shown.elements[0]), shown), (Tap(target=later.elements[0]), later)),
        Ended(screen=later),
        {ONE: "the evening"},
        'call my best friend in "the evening"',
    )
    assert (friend.aims, friend.sure) == ((Aim(label=Text.of("Ann Lee")),), False)
    assert (save.aims[0].role, save.sure) == ("button", True)


@pytest.mark.parametrize(("then", "was"), [(True, False), (False, None)])
def test_a_touch_toggles_its_element_if_the_next_screen_shows_the_change(then: bool, was: bool | None) -> None:
    before, after = (screen(element(1, Role.SWITCH, "Alarm", checkable=True, checked=on)) for on in (False, then))
    (move,) = moves_of(made((Tap(target=before.elements[0]), before)), Ended(screen=after), {}, "switch on Alarm")
    assert move.was is was
    option = screen(element(1, Role.RADIO, "Alarm", checkable=True))
    chosen = screen(element(1, Role.RADIO, "Alarm", checkable=True, checked=True))
    (move,) = moves_of(made((Tap(target=option.elements[0]), option)), Ended(screen=chosen), {}, "choose Alarm")
    assert move.was is None, "an option that is chosen again stays chosen"


def test_an_element_of_the_page_is_not_looked_for_in_a_dialog() -> None:
    aim = Aim(label=Text.of("Delete"), role="button")
    assert meets(aim, {}, screen(element(1, Role.BUTTON, "Delete"))) is not None
    over = screen(element(1, Role.BUTTON, "Delete"), element(2, Role.BUTTON, "Delete", window=Window.DIALOG))
    assert meets(aim, {}, over) is None
    assert meets(replace(aim, window="dialog"), {}, over) is over.elements[1]


@pytest.mark.parametrize(
    ("label", "so"), [("Ann", True), ("Ann, online", True), ("Ann Lee", False), ("Chat with Ann", False)]
)
def test_a_page_shows_a_value_if_a_part_of_an_element_equals_it(label: str, so: bool) -> None:
    assert stands_on(screen(element(1, Role.TEXT, label, text=label)), "Ann") is so
    assert not stands_on(screen(element(1, Role.TEXT, label, text=label, covered=True)), "Ann")
    assert not stands_on(screen(element(1, Role.TEXT, label, text=label, window=Window.KEYBOARD)), "Ann")

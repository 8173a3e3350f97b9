"""Typed texts that were saved: those of forms, not those of searches."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentprog.ports import Action, Bounds, Element, PressKey, Role, Screen, Swipe, Tap, TypeText
from agentprog.recipes.making import Made
from agentprog.runtime.grounding.entered import texts_kept

FIELD = Element(index=1, role=Role.FIELD, label="Title", bounds=Bounds(0, 10, 90, 40), editable=True)
SAVE = Element(index=2, role=Role.BUTTON, label="Save", bounds=Bounds(0, 50, 90, 80), clickable=True)
NEXT = Element(index=3, role=Role.BUTTON, label="Next", bounds=Bounds(0, 50, 90, 80), clickable=True)
ROW = Element(index=4, role=Role.ITEM, label="Soup", text="Soup", bounds=Bounds(0, 90, 90, 120), clickable=True)
TYPE = TypeText(text="Soup", target=FIELD)


def page(*elements: Element, holds: str | None = None) -> Screen:
    now = datetime(2026, 3, 7, tzinfo=UTC)
    fields = () if holds is None else (Element(index=9, role=Role.FIELD, label="Title", text=holds,
                                               bounds=Bounds(0, 10, 90, 40), editable=True),)  # fmt: skip
    return Screen(package="p", activity=".A", width=90, height=200, taken_at=now, elements=(*fields, *elements))


EMPTY, FILLED, FOUND, LEFT, OPENED = page(holds=""), page(holds="Soup"), page(ROW, holds="Soup"), page(), page(ROW)


def saved_texts(*steps: tuple[Action, Screen, bool], last: Screen) -> tuple[str, ...]:
    """Saved texts after these actions, each with its page and whether it may save something."""
    return texts_kept([Made(action=a, before=at, came=True, lasting=keeps) for a, at, keeps in steps], last)


ENTER, TAP_SAVE, TAP_NEXT, TAP_ROW = PressKey(key="enter"), Tap(target=SAVE), Tap(target=NEXT), Tap(target=ROW)
SCROLL = Swipe(direction="down")


@pytest.mark.parametrize(
    ("steps", "last"),
    [
        ([(TYPE, EMPTY, False), (TAP_SAVE, FILLED, True)], LEFT),
        ([(TYPE, EMPTY, False), (TAP_SAVE, FILLED, True)], OPENED),
        ([(TYPE, EMPTY, False), (ENTER, FILLED, True), (TAP_SAVE, FILLED, True)], LEFT),
        ([(TYPE, EMPTY, False), (ENTER, FILLED, True)], EMPTY),
        ([(TYPE, EMPTY, False), (TAP_NEXT, FILLED, False), (TAP_SAVE, LEFT, True)], OPENED),
        ([(TYPE, EMPTY, False), (SCROLL, FILLED, False), (TAP_SAVE, LEFT, True)], LEFT),
    ],
    ids=[
        "saved",
        "saved into its list",
        "enter goes to the next field",
        "entered into the list below its field",
        "two pages",
        "scrolled out of sight",
    ],
)
def test_saving_a_form_saves_its_typed_text(steps: list[tuple[Action, Screen, bool]], last: Screen) -> None:
    assert saved_texts(*steps, last=last) == ("Soup",)


@pytest.mark.parametrize(
    ("steps", "last"),
    [
        ([(TYPE, EMPTY, False)], FILLED),
        ([(TYPE, EMPTY, False), (TAP_SAVE, FILLED, True)], FILLED),
        ([(TYPE, EMPTY, False), (ENTER, FILLED, True), (TAP_ROW, FOUND, False)], OPENED),
        ([(TYPE, EMPTY, False), (ENTER, FILLED, True), (TAP_ROW, FOUND, False), (TAP_SAVE, OPENED, True)], LEFT),
        ([(TYPE, EMPTY, False), (TAP_ROW, FOUND, False), (TAP_SAVE, OPENED, True)], LEFT),
        ([(TYPE, EMPTY, False), (TAP_NEXT, FILLED, False)], LEFT),
        ([(TYPE, EMPTY, False), (ENTER, FILLED, True)], OPENED),
    ],
    ids=[
        "only typed",
        "not taken",
        "searched",
        "searched, then saved",
        "found while typing",
        "left unkept",
        "searched on a page without its field",
    ],
)
def test_a_search_or_an_abandoned_form_saves_no_text(steps: list[tuple[Action, Screen, bool]], last: Screen) -> None:
    assert saved_texts(*steps, last=last) == ()


def test_a_search_field_saves_nothing() -> None:
    sought = replace(FIELD, label="Search", hint="Search recipes")
    assert (
        saved_texts((TypeText(text="Soup", target=sought), EMPTY, False), (TAP_SAVE, FILLED, True), last=OPENED) == ()
    )


def test_a_text_that_did_not_arrive_was_not_saved() -> None:
    moves = [
        Made(action=TYPE, before=EMPTY, came=False, lasting=False),
        Made(action=TAP_SAVE, before=FILLED, came=True, lasting=True),
    ]
    assert texts_kept(moves, LEFT) == ()
    assert texts_kept([], LEFT) == ()

"""Conditions in a state that no judgement had: an element that agreed so far decides nothing then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.recipes.deciding import Judged, decided, judged
from agentprog.recipes.form import Recipe, Use
from agentprog.recipes.proving import Known, taken_in
from tests.recipes.test_deciding import page, part


def learned(said: str, *seen: tuple[Screen, bool, str], values: dict[Use, str] | None = None) -> Recipe:
    known: Known = ()
    for on, holds, evidence in seen:
        one = Judged(screen=on, values=values or {}, said=said, holds=holds, evidence=evidence)
        made = judged("k", "sms", one, known[0].signs if known else ())
        known = taken_in(known, made, distinct=True) if made.signs else known
    return known[0]


def switches(**on: bool) -> Screen:
    made = [
        Element(
            index=at, role=Role.SWITCH, label=name, bounds=Bounds(0, 100 * at, 900, 100 * at + 60), checkable=True,
            clickable=True, checked=state,
        )
        for at, (name, state) in enumerate(on.items(), 1)
    ]  # fmt: skip
    return page(*made)


def texts(*labels: str, **more: Any) -> Screen:
    made = [replace(part(label=label, **more), index=at) for at, label in enumerate(labels, 1)]
    return page(*made)


def test_a_second_switch_that_was_always_on_is_part_of_the_condition() -> None:
    seen = [
        (switches(Sync=sync, Sound=True, **{f"S{at}": True}), sync, "")
        for at, sync in enumerate((True, False, True, False))
    ]
    known = learned("Sync and Sound are on", *seen)
    assert decided(known, {}, switches(Sync=True, Sound=True)) is True
    assert decided(known, {}, switches(Sync=True, Sound=False)) is None


def test_a_second_name_that_was_always_there_is_part_of_the_condition() -> None:
    values = {Use(slot=1): "Ann", Use(slot=2): "Bob"}
    pages = [texts("Ann", "Bob", "a"), texts("Ann", "b"), texts("Ann", "Bob", "c"), texts("Ann", "d")]
    seen = [(on, bool(at % 2 == 0), "") for at, on in enumerate(pages)]
    known = learned('"Ann" and "Bob" are there', *seen, values=values)
    assert decided(known, values, texts("Ann", "Bob")) is True
    assert decided(known, values, texts("Bob")) is None


def test_a_text_that_the_condition_does_not_name_decides_nothing_by_its_absence() -> None:
    """Another error is an error, too."""
    seen = [
        (texts("Network error", "a"), True, "Network error"),
        (texts("b"), False, ""),
        (texts("Network error", "c"), True, "Network error"),
        (texts("d"), False, ""),
    ]
    known = learned("the page shows an error", *seen)
    assert decided(known, {}, texts("Server error")) is None


@pytest.mark.parametrize("name", ["", "org.shop:id/price"])
def test_one_number_that_met_a_condition_is_not_its_only_solution(name: str) -> None:
    pages = [("7.50", True), ("3.00", False), ("7.50", True), ("4.00", False)]
    seen = [(texts(text, resource_id=name), holds, text if holds else "") for text, holds in pages]
    known = learned("the price is above 5", *seen)
    assert decided(known, {}, texts("9.00", resource_id=name)) is None


@pytest.mark.parametrize("name", ["", "org.net:id/state"])
def test_a_third_state_is_judged(name: str) -> None:
    pages = [("Connected", True), ("Saved", False), ("Connected", True), ("Saved", False)]
    seen = [
        (texts(text, f"x{at}", resource_id=name if not at else ""), holds, text if holds else "")
        for at, (text, holds) in enumerate(pages)
    ]
    seen = [
        (page(part(label=text, resource_id=name), replace(part(label=f"x{at}"), index=8)), holds, text if holds else "")
        for at, (text, holds) in enumerate(pages)
    ]
    known = learned("the network is in use", *seen)
    assert decided(known, {}, texts("Connecting", resource_id=name)) is None


def test_a_name_may_be_farther_to_the_right() -> None:
    values = {Use(slot=1): "Ann"}
    seen = [
        (texts("Ann", "a"), True, "Ann"),
        (texts("b"), False, ""),
        (texts("Ann", "c"), True, "Ann"),
        (texts("d"), False, ""),
    ]
    known = learned('there is a tab "Ann"', *seen, values=values)
    assert decided(known, values, texts("e")) is False
    row = part(Role.LIST, "tabs", more_right=True)
    assert decided(known, values, page(row)) is None


def test_two_screens_seen_again_and_again_are_two_judgements() -> None:
    values = {Use(slot=1): "Milk"}
    seen = [(texts("Milk"), True, "Milk"), (texts("Rice"), False, "")] * 3
    known = learned('"Milk" is done', *seen, values=values)
    assert decided(known, values, texts("Milk", "Tea")) is None

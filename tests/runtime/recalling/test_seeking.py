"""A value that a line reads: a recipe learns the way to it and its element once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, PressKey, Role, Screen, Tap, Window
from agentprog.runtime.journal.events import MoveDecided, Replayed, StepFinished
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, of_quarter, second_life

READ = """for each {x} in ["Milk", "Eggs", "Tea", "Rice"]:
    In the "Notes" app, find the price in the note "{x}", record as {price}
    Tell user {price}
"""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Priced(FakePhone):
    """Each note has a price of its own."""

    within = ""

    def __init__(self, within: str = "{}") -> None:
        super().__init__(notes=["Milk", "Eggs", "Tea", "Rice"])
        self.within = within

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page != "note":
            return super()._widgets()
        price = self.within.format(f"{len(self.note) * 1.25:.2f}")
        shown = {"text": price, "resource_id": "org.notes:id/price"}
        return [(Role.TEXT, self.note, {"text": self.note}), (Role.TEXT, price, shown)]


class Telling:
    """Opens the note, and reports its price at the end."""

    def next_move(self, context: StepContext) -> Move:
        shown: dict[str, Element] = {element.label: element for element in context.seen.screen.elements}
        name = context.goal.literals[0]
        price = next((e.text for e in shown.values() if e.resource_id), "")
        if price and name in shown:
            figure = next(word for word in price.split() if word[0].isdigit())
            return StepDone(reason="there it is", value=figure)
        return Act(action=Tap(target=shown[name]) if name in shown else PressKey(key="back"))


def asked(lab: Lab) -> list[int]:
    """For each reading, how often the model was asked."""
    events = lab.events.all
    steps = [event.step for event in events if isinstance(event, StepFinished) and event.kind == "Extract"]
    return [sum(isinstance(e, MoveDecided) and e.step == step and not e.carried for e in events) for step in steps]


@pytest.mark.parametrize("within", ["{}", "{}\n"])
def test_a_loop_reads_without_a_model_from_its_third_round_on(within: str) -> None:
    """The first round begins on the list, the second on the note before: the recipe learns that way back, too."""
    lab = Lab(phone=Priced(within), roles=Roles(grounder=Telling(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [0, 0]
    assert len(lab.events.of(Replayed)) >= 2


def test_a_value_inside_a_longer_text_is_read_as_that_piece() -> None:
    lab = Lab(phone=Priced("costs {} today"), roles=Roles(grounder=Telling(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [0, 0]


def test_a_piece_that_an_element_does_not_have_any_more_is_asked_for() -> None:
    """Two numbers in place of one: neither is taken for the price."""

    class Dearer(Priced):
        def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
            self.within = "costs {} and 2 more" if self.note == "Rice" else "costs {} today"
            return super()._widgets()

    lab = Lab(phone=Dearer(), roles=Roles(grounder=Telling(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [0, 1]


class Sheet(Priced):
    """The note is above its list, in a window of the same page. The window above Tea has one more button."""

    def observe(self, *, screenshot: bool = False) -> Screen:
        return replace(super().observe(screenshot=screenshot), activity=".notes")

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page != "note":
            return super()._widgets()
        over = [(role, label, {**more, "window": Window.DIALOG}) for role, label, more in super()._widgets()]
        return over + [(Role.BUTTON, "Rate us", {"window": Window.DIALOG})] * (self.note == "Tea")


def test_a_reading_leaves_its_own_window_and_asks_about_another() -> None:
    lab = Lab(phone=Sheet(), roles=Roles(grounder=Telling(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [0, 1]


class Listed(Priced):
    """The price is in a row without an id, and the row of the fourth note differs."""

    def __init__(self, fourth: str) -> None:
        super().__init__()
        self.fourth = fourth

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page != "note":
            return super()._widgets()
        price = f"{len(self.note) * 1.25:.2f}"
        rows = (self.fourth if self.note == "Rice" else "{}, per kilo").format(price).split(" / ")
        return [*super()._widgets()[:1], *((Role.ITEM, row, {"text": row}) for row in rows)]


class Pricing(Telling):
    """Recognises the price by its two decimals, in any row."""

    def next_move(self, context: StepContext) -> Move:
        name = context.goal.literals[0]
        labels = [element.label for element in context.seen.screen.elements]
        prices = [label for label in labels if "." in label]
        if prices and name in labels:
            return StepDone(reason="there it is", value=prices[0].partition(",")[0])
        return super().next_move(context)


@pytest.mark.parametrize(
    ("fourth", "asks"),
    [
        ("{}, per kilo", 0),
        ("old, per piece / {}, per kilo", 0),
        ("{}, per kilo in a bag", 1),
        ("{}, per kilo / 9.00, per kilo", 1),
        ("{}", 1),
    ],
)
def test_a_value_in_a_row_without_an_id_is_found_by_constant_words(fourth: str, asks: int) -> None:
    lab = Lab(phone=Listed(fourth), roles=Roles(grounder=Pricing(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [0, asks]


def test_only_an_ambiguous_value_is_asked_for() -> None:
    lab = Lab(phone=Priced("now {} and not 9.00"), roles=Roles(grounder=Telling(), tells=lambda: True))
    lab.run(READ)
    assert lab.person.told == ["5.00", "5.00", "3.75", "5.00"]
    assert asked(lab)[2:] == [1, 1]


@IN_QUARTERS
def test_a_kill_at_any_line_changes_nothing_in_the_value_read(tmp_path: Path, quarter: int) -> None:
    def new_lab(phone: FakePhone | None = None) -> Lab:
        return Lab(phone=phone or Priced(), roles=Roles(grounder=Telling(), tells=lambda: True))

    text = READ.replace("Tell user {price}", 'set {answer} to "{price} of {x}"').replace(', "Rice"', "")
    left = deaths(new_lab, tmp_path, text)
    assert len(left) > 40
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, _second = second_life(new_lab, phone, path)
        assert (outcome.kind, outcome.answer) == (OutcomeKind.COMPLETED, "3.75 of Tea"), (count, outcome)

"""A list that a line reads: its rows are known once two readings agree on them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Action, ActionResult, Bounds, Element, OutcomeKind, PressKey, Role
from agentprog.runtime.journal.events import Replayed
from agentprog.runtime.roles import ExtractContext, Reading, Roles
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, of_quarter, second_life

READ = """for each {x} in [1, 2, 3, 4]:
    Press home
    In the "Notes" app, get all notes, record as {notes}
    Tell user {notes}
"""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Rows:
    """Reads the names of the rows and ignores their other texts."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, context: ExtractContext) -> Reading:
        self.asked += 1
        rows = [element.label for element in context.seen.screen.elements if element.role is Role.ITEM]
        names = [row.rpartition(", ")[0] or row for row in rows]
        return Reading(value=names or None, evidence=", ".join(names))


class Dated(FakePhone):
    """Each row shows the time of its note. Every return to home adds a note; the last one adds the difference too."""

    coming = ("Milk", "Eggs", "Tea", "Rice")
    last, title = "Rice", "Notes"

    def perform(self, action: Action) -> ActionResult:
        if action == PressKey(key="home") and self.page != "home":
            self.notes.append((*self.coming[:3], self.last)[len(self.notes)])
        return super().perform(action)

    def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
        title = self.title if len(self.notes) == len(self.coming) else "Notes"
        shown = [
            (role, f"{label}, today", {**more, "text": f"{label}, today", "resource_id": "org.notes:id/row"})
            if role is Role.ITEM
            else (role, label, more)
            for role, label, more in super()._notes()
        ]
        return [(Role.TEXT, title, {"text": title, "resource_id": "org.notes:id/title"}), *shown]


def lab_of(phone: FakePhone | None = None) -> Lab:
    return Lab(phone=phone or Dated(notes=["Milk"]), roles=Roles(extractor=Rows()))


def asked(lab: Lab) -> int:
    assert isinstance(lab.roles.extractor, Rows)
    return lab.roles.extractor.asked


def messages(lab: Lab) -> list[str]:
    return [text.replace('"', "") for text in lab.person.told]


def test_from_the_third_round_on_a_list_is_read_without_a_model() -> None:
    lab = lab_of()
    outcome = lab.run(READ)
    assert messages(lab)[-1] == "Milk, Eggs, Tea, Rice", outcome
    assert asked(lab) == 2
    assert [event.line for event in lab.events.of(Replayed)] == [3, 3]


def test_switched_off_each_round_asks() -> None:
    lab = lab_of()
    lab.run(READ, recipes="off")
    assert asked(lab) == 4


@pytest.mark.parametrize(("last", "title"), [("Rice, wild", "Notes"), ("Rice", "Notes of May")])
def test_a_differing_row_or_page_is_read_by_the_model(last: str, title: str) -> None:
    phone = Dated(notes=["Milk"])
    phone.last, phone.title = last, title
    lab = lab_of(phone)
    lab.run(READ)
    assert messages(lab)[-1] == f"Milk, Eggs, Tea, {last}"
    assert asked(lab) == 3


def test_a_line_with_a_value_asks_each_time_as_the_value_may_choose_rows() -> None:
    lab = lab_of()
    lab.run(READ.replace("get all notes", 'get all notes of "{x}"'))
    assert asked(lab) == 4


class Long(FakePhone):
    """A list that scrolls, with namesakes. Every return to home adds a note, or clears the list after the third."""

    def __init__(self, *, clears: bool = False) -> None:
        super().__init__(notes=["A", "B", "B", "C", "D", "A", "E", "B", "F", "G", "H"])
        self.clears, self.rounds = clears, 0

    def perform(self, action: Action) -> ActionResult:
        if action == PressKey(key="home") and self.page != "home":
            self.rounds, self.first = self.rounds + 1, 0
            if self.clears and self.rounds == 3:
                self.notes.clear()
            self.notes.append(f"More {self.rounds}")
        return super().perform(action)

    def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
        made = super()._element(index, role, label, more | {"resource_id": f"org.notes:id/{role.value}"})
        return replace(made, bounds=Bounds(0, 250, 1080, 900)) if role is Role.LIST else made


@pytest.mark.parametrize("clears", [False, True])
def test_every_row_of_a_scrolling_list_is_read_once(clears: bool) -> None:
    labs = [lab_of(Long(clears=clears)) for _ in range(2)]
    for lab, recipes in zip(labs, ("off", "on"), strict=True):
        lab.run(READ, recipes=recipes)
    assert messages(labs[1]) == messages(labs[0])
    assert messages(labs[1])[-1].endswith("More 3")
    assert asked(labs[1]) < asked(labs[0])


@IN_QUARTERS
def test_a_kill_at_any_line_changes_nothing_in_the_list_read(tmp_path: Path, quarter: int) -> None:
    text = READ.replace("Tell user {notes}", 'set {answer} to "{notes}"')
    left = deaths(lab_of, tmp_path, text)
    assert len(left) > 30
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, _second = second_life(lab_of, phone, path)
        assert outcome.kind is OutcomeKind.COMPLETED, (count, outcome)
        assert str(outcome.answer).replace('"', "") == "Milk, Eggs, Tea, Rice", (count, outcome)

"""Hours picked on a dial: a choice that a value explains, or an hour calculated from a value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, Role, Tap, TypeText, Window
from agentprog.runtime.journal.events import SideExited
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab, actions_in_words
from tests.runtime.recalling.test_doing import asked
from tests.runtime.resuming.lives import deaths, second_life

ADD = """Set {rows} to [{"name": "Milk", "hour": 9}, {"name": "Eggs", "hour": 14}, {"name": "Tea", "hour": 11}]
For each {row} in {rows}:
    In the "Notes" app, add the note "{row.name}" that ends an hour after {row.hour}
Set {answer} to "done"
"""
RIGHT = [("Milk", 10), ("Eggs", 15), ("Tea", 12)]


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Dial(FakePhone):
    """A note has an hour, which is picked in a window over the editor."""

    def __init__(self) -> None:
        super().__init__()
        self.hour, self.picking, self.kept = 8, 0, list[tuple[str, int]]()

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.picking:
            window = {"window": Window.DIALOG}
            hours = ((Role.CHECKBOX, str(hour), {**window, "checkable": True}) for hour in range(7, 21))
            return [*hours, (Role.BUTTON, "OK", window)]
        if self.page == "editor":
            return [*super()._widgets(), (Role.BUTTON, f"{self.hour}:00", {"resource_id": "org.notes:id/hour"})]
        times = [f"{hour - 1} to {hour}" for _, hour in self.kept if self.page == "notes"]
        return [*super()._widgets(), *((Role.TEXT, time, {"text": time}) for time in times)]

    def _tap(self, label: str) -> None:
        if self.picking and label != "OK":
            self.picking = int(label)
        elif self.picking:
            self.hour, self.picking = self.picking, 0
        elif label.endswith(":00"):
            self.picking = self.hour
        else:
            title = self.fields.get("Title", "")
            super()._tap(label)
            if label == "Save":
                self.kept.append((title, self.hour))
            if label == "New":
                self.hour = 8


class Adding:
    """Fills the form, the hour last, and saves."""

    def __init__(self) -> None:
        self.picked = False

    def next_move(self, context: StepContext) -> Move:
        shown: dict[str, Element] = {element.label: element for element in context.seen.screen.elements}
        name, hour = context.goal.literals[0], int(context.goal.step.split()[-1]) + 1
        if "OK" in shown:
            chosen = "OK" if self.picked else str(hour)
            if chosen not in shown:
                return StepDone(reason="the dial lacks this hour")
            self.picked = not self.picked
            return Act(action=Tap(target=shown[chosen]))
        if name in shown:
            return StepDone(reason="it is there", evidence=name)
        if "New" in shown:
            return Act(action=Tap(target=shown["New"]))
        if shown["Title"].text != name:
            return Act(action=TypeText(text=name, target=shown["Title"]))
        clock = next(one for one in shown.values() if one.resource_id.endswith("/hour"))
        return Act(action=Tap(target=shown["Save"] if clock.label == f"{hour}:00" else clock))


def lab_of(phone: FakePhone | None = None) -> Lab:
    return Lab(phone=phone or Dial(), roles=Roles(grounder=Adding()))


def test_the_second_round_asks_only_for_the_hour_and_the_third_asks_nothing() -> None:
    lab = lab_of()
    lab.run(ADD)
    assert isinstance(lab.phone, Dial)
    assert lab.phone.kept == RIGHT
    assert asked(lab)[1:] == [1, 0]
    assert actions_in_words(lab).count('tap button "Save"') == 3


def test_an_hour_missing_from_the_dial_is_left_to_the_model_without_another_touch() -> None:
    class Few(Dial):
        def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
            lacks = "12" if len(self.kept) == 2 else ""
            return [made for made in super()._widgets() if made[1] != lacks]

    lab = lab_of(Few())
    lab.run(ADD)
    assert isinstance(lab.phone, Few)
    assert lab.phone.kept == RIGHT[:2]
    assert len(lab.events.of(SideExited)) >= 2


def test_a_kill_anywhere_leaves_each_note_once_with_its_hour(tmp_path: Path) -> None:
    left = deaths(lab_of, tmp_path, ADD)
    for phone, path in left[len(left) // 3 :: 3]:
        outcome, _second = second_life(lab_of, phone, path)
        assert isinstance(phone, Dial)
        assert outcome.kind is not OutcomeKind.FAILED, (path, outcome)
        assert phone.kept == RIGHT, (path, outcome)

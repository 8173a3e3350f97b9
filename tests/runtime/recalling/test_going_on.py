"""A recipe continues after the model's actions in its middle, and repeats none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, Role, Tap
from agentprog.runtime.roles import Act, Move, Roles, StepContext
from tests.runtime.conftest import FakePhone, Lab, said
from tests.runtime.recalling.test_doing import Composing, asked
from tests.runtime.resuming.lives import deaths, second_life

ABOUT = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add a note about "{x}"\nset {answer} to "done"\n'
WRITTEN = ["Buy Milk soon", "Eggs, six of them"]


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def test_a_button_that_is_called_otherwise_costs_one_question_and_the_lines_behind_it_go_on() -> None:
    class Renamed(FakePhone):
        def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
            label = "Compose" if label == "New" and len(self.notes) > 1 else label
            return super()._element(index, role, label, more)

        def _tap(self, label: str) -> None:
            super()._tap("New" if label == "Compose" else label)

    lab = Lab(phone=Renamed())
    inner = lab.grounder.next_move

    def next_move(context: StepContext) -> Move:
        compose = next((e for e in context.seen.screen.elements if e.label == "Compose"), None)
        there = any(e.label == context.goal.literals[0] for e in context.seen.screen.elements)
        return Act(action=Tap(target=compose)) if compose is not None and not there else inner(context)

    lab.grounder.next_move = next_move  # type: ignore[method-assign]
    outcome = lab.run('for each {x} in ["Milk", "Eggs", "Tea", "Rice"]:\n    In the "Notes" app, add the note "{x}"\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1:] == [0, 1, 0]


def test_what_the_model_goes_on_to_do_itself_is_not_done_again() -> None:
    """It writes, and saves before the recipe is back at work."""

    class Swift(FakePhone):
        def perform(self, action: Any) -> Any:
            done = super().perform(action)
            if self.notes and self.fields.get("Title") and self.page == "editor":
                self._tap("Save")
                self.fields = {}
            return done

    lab = Lab(phone=Swift(), roles=Roles(grounder=Composing()))
    lab.run(ABOUT)
    assert lab.phone.notes == WRITTEN
    assert said(lab).count('tap button "Save"') == 1


def test_killed_anywhere_around_what_the_model_does_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    def new_lab(phone: FakePhone | None = None) -> Lab:
        return Lab(phone=phone or FakePhone(), roles=Roles(grounder=Composing()))

    left = deaths(new_lab, tmp_path, ABOUT)
    for phone, path in left[len(left) // 2 :: 2]:
        outcome, _second = second_life(new_lab, phone, path)
        assert phone.notes == WRITTEN, (path, outcome)

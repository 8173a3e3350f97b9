"""A run counts the steps of its recipes, and no step that a model did in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.app.runs.accounts import accounts_of
from agentprog.ports import Action, ActionResult, Screen, Tap, TypeText
from agentprog.runtime.journal.events import Replayed
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.recalling.test_lists import READ, lab_of

OTHER = {"New": "Compose", "Save": "Keep", "Title": "Heading"}
LOOP = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Redesigned(FakePhone):
    """After the first note all buttons have other names, and the field another id."""

    def observe(self, *, screenshot: bool = False) -> Screen:
        screen = super().observe(screenshot=screenshot)
        if not self.notes:
            return screen
        renamed = (replace(e, label=OTHER.get(e.label, e.label), resource_id="") for e in screen.elements)
        return replace(screen, elements=tuple(renamed))

    def perform(self, action: Action) -> ActionResult:
        target: Any = getattr(action, "target", None)
        known = {new: old for old, new in OTHER.items()}
        if isinstance(action, Tap | TypeText) and getattr(target, "label", "") in known:
            action = replace(action, target=replace(target, label=known[target.label]))
        return super().perform(action)


class Finding:
    """Adds the note under the old names or the new ones."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        (name,) = context.goal.literals
        for field, save in (("Title", "Save"), ("Heading", "Keep")):
            if field in shown and shown[field].text != name:
                return Act(action=TypeText(text=name, target=shown[field]))
            if field in shown:
                return Act(action=Tap(target=shown[save]))
        if name in shown:
            return StepDone(reason="there", evidence=name)
        return Act(action=Tap(target=shown.get("New") or shown["Compose"]))


def test_a_recipe_without_a_runnable_line_did_no_step() -> None:
    lab = Lab(phone=Redesigned(), roles=Roles(grounder=Finding()))
    lab.run(LOOP)
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.events.of(Replayed) == []
    assert accounts_of(lab.events.all).recipes == {"steps": 2, "by_recipe": 0, "earlier": 0, "side_exits": 1}


def test_a_list_that_a_recipe_read_is_a_step_of_its_own() -> None:
    lab = lab_of()
    lab.run(READ)
    found = accounts_of(lab.events.all).recipes
    assert (found["by_recipe"], found["side_exits"]) == (2, 0)


def test_a_half_done_step_counts_the_lines_of_the_recipe_alone() -> None:
    class Half(Redesigned):
        def observe(self, *, screenshot: bool = False) -> Screen:
            screen = super().observe(screenshot=screenshot)
            names = {"Compose": "New"}
            return replace(
                screen, elements=tuple(replace(e, label=names.get(e.label, e.label)) for e in screen.elements)
            )

    lab = Lab(phone=Half(), roles=Roles(grounder=Finding()))
    lab.run(LOOP)
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert [(event.moves, event.exits) for event in lab.events.of(Replayed)] == [(1, 1)]

"""A recipe continues after the model's actions in its middle, and repeats none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, PressKey, Role, Tap, TypeText
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab, actions_in_words
from tests.runtime.recalling.test_doing import Composing, asked
from tests.runtime.resuming.lives import deaths, second_life

ABOUT = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add a note about "{x}"\nset {answer} to "done"\n'
WRITTEN = ["Buy Milk soon", "Eggs, six of them"]


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def test_a_renamed_button_costs_one_question_and_the_recipe_goes_on() -> None:
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


class Templates(FakePhone):
    """A note is made from a template on a page of its own, and stays open. `renamed`: from this note on, the template
    has another name, and the page of notes has a field for a quick note.
    """

    def __init__(self, *, renamed: int = 100) -> None:
        super().__init__()
        self.renamed = renamed

    @property
    def plain(self) -> str:
        return "Plain" if len(self.notes) < self.renamed else "Simple"

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page == "templates":
            return [(Role.BUTTON, self.plain, {})]
        made = super()._widgets()
        hurry = self.page == "notes" and self.plain == "Simple"
        return [*made, self._field("Title", id="org.notes:id/note_title")] if hurry else made

    def _tap(self, label: str) -> None:
        if label == "New":
            self.page, self.fields = "templates", {}
        elif label == self.plain:
            self.page = "editor"
        elif label == "Save":
            super()._tap(label)
            self.note, self.page = self.notes[-1], "note"
        else:
            super()._tap(label)

    def _back(self) -> None:
        self.page = {"note": "templates", "templates": "notes", "editor": "templates"}.get(self.page, self.page)


class Backward:
    """Goes back from a note, and once from a template with another name, to look around."""

    def __init__(self) -> None:
        self.lost = True

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        text = context.goal.literals[0]
        if text in shown:
            return StepDone(reason="it is there", evidence=text)
        if "Delete" in shown or ("Simple" in shown and self.lost):
            self.lost = "Delete" in shown
            return Act(action=PressKey(key="back"))
        touch = next((shown[name] for name in ("New", "Plain", "Simple") if name in shown), None)
        if touch is not None:
            return Act(action=Tap(target=touch))
        if shown["Title"].text != text:
            return Act(action=TypeText(text=text, target=shown["Title"]))
        return Act(action=Tap(target=shown["Save"]))


NOTES = 'for each {x} in ["Milk", "Eggs", "Tea"]:\n    In the "Notes" app, add the note "{x}"\n'


def test_going_back_before_the_first_line_to_the_page_of_the_second_is_enough() -> None:
    lab = Lab(phone=Templates(), roles=Roles(grounder=Backward()))
    outcome = lab.run(NOTES)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea"]
    assert asked(lab)[1:] == [1, 0], "the page of templates is enough, and the third round knows the way"


def test_the_model_may_touch_a_row_for_the_first_line_of_a_recipe() -> None:
    """One execution does not show how a row is named by a value, so the model touches the row of the second note."""

    class Rows(Templates):
        def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
            if self.page == "templates":
                return [(Role.ITEM, f"{name}, a note", {}) for name in ("Milk", "Eggs", "Tea")]
            return super()._widgets()

        def _tap(self, label: str) -> None:
            super()._tap("Plain" if label.endswith(", a note") else label)

    class Choosing(Backward):
        def next_move(self, context: StepContext) -> Move:
            row = f"{context.goal.literals[0]}, a note"
            shown = {element.label: element for element in context.seen.screen.elements}
            return Act(action=Tap(target=shown[row])) if row in shown else super().next_move(context)

    lab = Lab(phone=Rows(), roles=Roles(grounder=Choosing()))
    outcome = lab.run(NOTES)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea"]
    assert asked(lab)[1:] == [2, 0], "it goes back and touches the row; the text and the button are the recipe's"


def test_going_back_in_the_middle_does_not_count_as_the_line_that_failed() -> None:
    lab = Lab(phone=Templates(renamed=2), roles=Roles(grounder=Backward()))
    lab.run(NOTES)
    assert lab.phone.notes == ["Milk", "Eggs", "Tea"]
    typed = [action for action in lab.phone.actions if isinstance(action, TypeText)]
    assert len(typed) == len(WRITTEN) + 1, "the field of the page behind is not that of the template"


def test_an_action_that_the_model_does_itself_is_not_done_again_by_the_recipe() -> None:
    """The model writes, and saves before the recipe goes on."""

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
    assert actions_in_words(lab).count('tap button "Save"') == 1


def test_a_kill_around_a_models_part_of_a_recipe_loses_and_doubles_nothing(tmp_path: Path) -> None:
    def new_lab(phone: FakePhone | None = None) -> Lab:
        return Lab(phone=phone or FakePhone(), roles=Roles(grounder=Composing()))

    left = deaths(new_lab, tmp_path, ABOUT)
    for phone, path in left[len(left) // 2 :: 2]:
        outcome, _second = second_life(new_lab, phone, path)
        assert phone.notes == WRITTEN, (path, outcome)

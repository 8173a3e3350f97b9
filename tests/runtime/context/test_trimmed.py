"""A prompt omits repeated and empty parts."""

from __future__ import annotations

import pytest

from agentprog.ports import Role
from agentprog.runtime.context.screens import without_tools
from agentprog.runtime.evaluation.mentions import holds_all
from tests.runtime.conftest import FakePhone, Lab


@pytest.mark.parametrize(
    ("instruction", "held"),
    [
        ('Add the note "Milk" and tell Ada', True),
        ('Add the note "Bread" and tell Ada', False),
        ('Add the note "Milk" and tell Bob', False),
        ('Add "Milk" 3 times', False),
        ("add everything that is missing", False),
    ],
)
def test_a_program_with_all_values_of_the_instruction_holds_it(instruction: str, held: bool) -> None:
    assert holds_all('In the "Notes" app, add the note "Milk"\nsend "done" to Ada\n', instruction) is held


@pytest.mark.parametrize(("source", "expected"), [("model", ""), ("user", 'Add the note "Milk"')])
def test_a_prompt_omits_the_instruction_if_the_program_holds_it(lab: Lab, source: str, expected: str) -> None:
    lab.run('In the "Notes" app, add the note "Milk"\n', instruction='Add the note "Milk"', source=source)
    assert {context.goal.instruction for context in lab.grounder.contexts} == {expected}


def test_icons_of_a_bar_are_not_read_and_rows_and_texts_are(lab: Lab) -> None:
    icon = {"description": "Undo"}
    phone = FakePhone(notes=["Milk"])
    phone.package, phone.page = "org.notes", "notes"
    real = phone._notes
    phone._notes = lambda: [  # type: ignore[method-assign]
        (Role.BUTTON, "Undo", icon),
        *real(),
        (Role.BUTTON, "File a.md", {"description": "File a.md", "container": 3}),
    ]
    labels = [element.label for element in without_tools(phone.observe()).elements]
    assert labels == ["New", "notes", "Milk", "File a.md"]
    phone._notes = lambda: [(Role.BUTTON, "Undo", icon)]  # type: ignore[method-assign]
    assert len(without_tools(phone.observe()).elements) == 1


@pytest.mark.usefixtures("asked_anew")
def test_a_remembered_execution_omits_its_failed_moves(lab: Lab) -> None:
    dropped = iter([False])
    lab.phone.before_action = lambda action: type(action).__name__ != "Tap" or next(dropped, True)
    lab.run('for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n', belief=False)
    earlier = [line for context in lab.grounder.contexts for line in context.background.earlier]
    assert any("tap" in line for line in earlier)
    assert not any("nothing changed" in line or "failed" in line for line in earlier)

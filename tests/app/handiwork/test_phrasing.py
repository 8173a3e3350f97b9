"""A person's actions as steps in plain words, with their exact lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.app.handiwork.recorder import Recorder
from agentprog.app.launching.programs import Program
from agentprog.errors import UsageError
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.ports import LongPress, PointTarget, PressKey, Role, Screen, Tap, TypeText
from tests.app.handiwork.test_naming import screen

HOME = replace(screen((Role.ITEM, "Notes", (0, 200, 300, 300), {})), package="org.home")
LIST = replace(
    screen(
        (Role.ITEM, "Milk", (0, 200, 1080, 300), {}),
        (Role.ITEM, "Oats", (0, 300, 1080, 400), {}),
        (Role.BUTTON, "Delete", (0, 600, 1080, 700), {}),
        (Role.FIELD, "Title", (0, 800, 1080, 900), {"editable": True, "hint": "Title", "focused": True}),
    ),
    package="org.notes",
)


def recorder() -> Recorder:
    return Recorder(lambda package: ("Notes",) if package == "org.notes" else ())


def tapped(made: Recorder, y: int, before: Screen = LIST, after: Screen = LIST) -> None:
    made.did(Tap(target=PointTarget(x=100, y=y)), before, after)


def errors(text: str) -> list[str]:
    return [finding.message for finding in Program(text=text).diagnostics if finding.severity == "error"]


def test_actions_in_one_app_become_a_step_with_exact_lines() -> None:
    made = recorder()
    tapped(made, 250, HOME, LIST)
    tapped(made, 850)
    made.did(TypeText(text="Rye", replace=False), LIST, LIST)
    made.expect("Rye")
    text = made.program(steps=True)
    assert text == (
        'In the "Notes" app, tap "Title", then type "Rye" into "Title"\n'
        "    exactly:\n"
        '        Tap "Title"\n'
        '        Type "Rye" into "Title"\n'
        '        Verify that "Rye" appears\n'
    )
    program = check_text(text, name="recorded").parsed.program
    assert program is not None
    (step,) = program.body
    assert isinstance(step, ast.Action)
    assert step.implementation is not None
    assert len(step.implementation.body) == 3
    assert errors(text) == []


def test_a_purpose_names_a_step_and_its_values_become_variables() -> None:
    made = recorder()
    for y in (250, 350):
        made.did(LongPress(target=PointTarget(x=100, y=y)), LIST, LIST)
        tapped(made, 650)
    made.name("delete the note Milk")
    text = made.program(loop=True, steps=True)
    assert text.endswith(
        "For each {item} in {items}:\n"
        '    In the "Notes" app, delete the note {item}\n'
        "        exactly:\n"
        '            Long press "{item}"\n'
        '            Tap "Delete"\n'
    )
    assert errors(text) == []


def test_each_purpose_is_a_step_of_its_own() -> None:
    made = recorder()
    tapped(made, 250)
    made.name("look at Milk")
    made.did(PressKey(key="back"), LIST, LIST)
    tapped(made, 350)
    made.name("look at Oats")
    lines = made.program(steps=True).splitlines()
    assert [line for line in lines if line.startswith("In ")] == [
        'In the "Notes" app, look at Milk',
        'In the "Notes" app, look at Oats',
    ]


def test_an_action_without_a_purpose_or_outside_of_apps_stays_an_exact_line() -> None:
    made = recorder()
    made.did(PressKey(key="home"), HOME, HOME)
    tapped(made, 250)
    assert made.program(steps=True) == 'Press home\nTap "Milk"\n'


def test_an_app_that_is_only_opened_is_opened() -> None:
    made = recorder()
    tapped(made, 250, HOME, LIST)
    made.did(PressKey(key="home"), LIST, HOME)
    assert made.program(steps=True) == 'Open the "Notes" app\nPress home\n'


def test_a_purpose_needs_a_recorded_action() -> None:
    made = recorder()
    with pytest.raises(UsageError, match="no action was recorded"):
        made.name("tidy up")
    tapped(made, 250)
    made.name("look at Milk")
    with pytest.raises(UsageError, match="no action was recorded"):
        made.name("again")

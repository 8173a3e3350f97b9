"""Dry runs: nothing changes on the phone, and a line with an unknown value does not end the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import StepFinished, Told
from agentprog.runtime.roles import Roles


def test_a_dry_run_leaves_files_as_they_are_and_calls_no_tool(lab, tmp_path: Path) -> None:
    called: list[str] = []
    text = (
        'save "first" to "a.txt"\nif file "a.txt" exists:\n'
        '    read the text of "a.txt" as {text}\n    set {answer} to {text}\n'
        'use tool "pay", record as {receipt}\n'
    )
    outcome = lab.run(text, dry_run=True, workspace=tmp_path, tools={"pay": lambda: called.append("paid")})
    assert outcome.kind is OutcomeKind.COMPLETED
    assert outcome.answer == "first\n"
    assert list(tmp_path.iterdir()) == []
    assert called == []
    assert _undone(lab) == ["dry run: the file 'a.txt' was not written", "dry run: the tool was not called"]


KEEP = 'define a task named "keep":\n    task input: {x}\n    set {answer} to {x}'
UNREAD = 'in the "Notes" app:\n    read the newest note, record as {note} (text)\n'


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("set {answer} to {note}", "dry run: {note} is not known"),
        ('if {note} contains "milk":\n    set {answer} to 1', "dry run: {note} is not known; taken not to hold"),
        (
            "for each {word} in {note}:\n    set {answer} to {word}",
            "dry run: {note} is not known; its lines are left out",
        ),
        (
            'execute task "keep", {x} = {note}\n' + KEEP,
            "dry run: {note} is not known",
        ),
    ],
)
def test_a_dry_run_goes_on_after_a_line_with_an_unknown_value(lab, line: str, detail: str) -> None:
    outcome = lab.run(UNREAD + line + '\ntell user "the end"\n', dry_run=True)
    assert outcome.kind is OutcomeKind.COMPLETED
    assert outcome.answer is None
    assert [event.text for event in lab.events.of(Told)] == ["the end"]
    assert detail in [event.detail for event in lab.events.of(StepFinished)]


def test_a_dry_run_reads_no_screen_of_an_app_that_is_not_in_front(lab) -> None:
    assert lab.run(UNREAD, dry_run=True).kind is OutcomeKind.COMPLETED
    assert _undone(lab) == ["dry run: its app is not in front, so its screen is not known"]


def test_a_dry_run_judges_no_screen_of_an_app_that_is_not_in_front(lab) -> None:
    text = 'open the "Notes" app\nin the "Notes" app:\n    if there are many notes:\n        set {answer} to 1\n'
    outcome = lab.run(text, dry_run=True)
    assert outcome.kind is OutcomeKind.COMPLETED
    assert outcome.answer is None
    assert _undone(lab)[1:] == ["dry run: its app is not in front, so its screen is not known; taken not to hold"]


def test_a_dry_run_without_a_model_names_every_line_for_a_model(lab) -> None:
    lab.roles = Roles()
    text = "read the newest note, record as {note} (text)\nif there are many notes:\n    set {answer} to 1\n"
    assert lab.run(text, dry_run=True).kind is OutcomeKind.COMPLETED
    assert _undone(lab) == [
        "dry run: it reads data off the screen, and this run has no model for it",
        "dry run: it is a condition in plain words, and this run has no model for it; taken not to hold",
    ]


def _undone(lab) -> list[str]:
    return [event.detail for event in lab.events.of(StepFinished) if event.status == "not done"]

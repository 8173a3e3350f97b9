"""A walk on a simulated phone leads to a task, and its steps to a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from agentprog.errors import UsageError
from agentprog.learn.exploring import exploring
from agentprog.learn.exploring.differences import Change
from agentprog.learn.exploring.exploring import Walk, Walked, explore
from agentprog.learn.trajectories.store import read_steps
from agentprog.ports import Tap, TypeText
from agentprog.ports.targets import named

pytestmark = [
    pytest.mark.usefixtures("warm"),
    pytest.mark.phone,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]


def test_a_missing_app_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='the phone has no app "Chess"'):
        explore(Walk(app="Chess", seed=1), tmp_path)


def test_a_short_walk_that_changes_nothing_is_no_task(tmp_path: Path) -> None:
    found = explore(Walk(app="Contacts", seed=1, moves=2), tmp_path)
    assert (found.why, found.made, found.steps) == ("nothing changed in the storage", 2, ())


WALK = [
    Tap(target=named("Create contact")),
    TypeText(text="Ann", target=named("First name", field=True)),
    Tap(target=named("Save")),
]
"""The result of a lucky walk."""


def test_a_walk_becomes_a_task_with_its_changes_as_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    contact = Change(table="contacts", kind="added", row={"name": "Ann", "number": ""})
    monkeypatch.setattr(exploring, "walked", lambda walk: Walked(actions=WALK, made=9, changes=(contact,)))
    monkeypatch.chdir(tmp_path)
    assert status_of(["learn", "collect", "--explore", "Contacts", "--out", "steps.jsonl", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    steps = read_steps(tmp_path / "steps.jsonl")
    assert (summary["episodes"], summary["right"], summary["steps"]) == (1, 1, len(steps))
    assert {step.instruction for step in steps} == {'Create a contact with the name "Ann".'}
    assert [step.action.kind for step in steps] == ["open_app", "click", "type", "click", "finished"]
    assert [step.action.text for step in steps if step.action.kind == "type"] == ["Ann"]
    assert {step.verdict.by for step in steps if step.verdict} == {"storage"}
    assert {step.task for step in steps} == {"explored/Contacts/contacts-added"}

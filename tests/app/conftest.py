"""A run to read again: a task planned, grounded and judged by a scripted model on the phone in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.settings.model import Settings
from agentprog.models.scripted import ScriptedModel
from agentprog.runtime.journal.folder import RunFolder
from tests.runtime.conftest import FakePhone

TASK = "Keep in mind to call Grete Hermann at +4915550001"
SCRIPT = r"""
[capabilities]
scoring = false

[[rule]]
purpose = "plan"
reply = '''
In the "Notes" app, add the note "Call Grete Hermann at +4915550001"
If the note about Grete is there:
    Set {answer} to "Grete Hermann is noted"
'''

[[rule]]
purpose = "judge"
reply = '{"holds": "yes", "evidence": "Call Grete Hermann"}'

[[rule]]
purpose = "ground"
pattern = 'item "Call Grete'
reply = '{"judgement": "saved", "action": "done", "expectation": "Call Grete Hermann at +4915550001"}'

[[rule]]
purpose = "ground"
pattern = '\[(?P<n>\d+)\] field "Title": empty'
expand = '{"judgement": "empty", "action": "type", "element": \g<n>, "text": "Call Grete Hermann at +4915550001"}'

[[rule]]
purpose = "ground"
pattern = '\[(?P<n>\d+)\] button "Save"'
expand = '{"judgement": "full", "action": "tap", "element": \g<n>}'

[[rule]]
purpose = "ground"
pattern = '\[(?P<n>\d+)\] button "(New|Later)"'
expand = '{"judgement": "a list", "action": "tap", "element": \g<n>}'
"""


@pytest.fixture
def scripted(tmp_path: Path) -> ScriptedModel:
    (tmp_path / "script.toml").write_text(SCRIPT, encoding="utf-8")
    return ScriptedModel(tmp_path / "script.toml", id="scripted:notes")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job on a phone of its own, with only a place for runs."""
    return Job(settings=Settings(run_dir=tmp_path / "runs"), device=FakePhone(notes=["Milk"]))


@pytest.fixture
def recorded(job: Job, scripted: ScriptedModel) -> RunFolder:
    """The run, verified."""
    done = launch(replace(job, device=FakePhone(notes=["Milk"]), task=TASK, model=scripted))
    assert done.outcome.kind == "verified", done.outcome
    return RunFolder.open(done.folder)


@pytest.fixture
def change(recorded: RunFolder) -> Callable[[str, str, str], None]:
    """Changes a text in a file of the recorded run, so that its record cannot be repeated."""

    def changed(name: str, old: str, new: str) -> None:
        path = recorded.path / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return changed

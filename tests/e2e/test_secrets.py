"""A secret is typed on the phone and appears in no file and no output of the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Command

pytestmark = [pytest.mark.slow, pytest.mark.phone]

VALUE = "Zebra-Quokka & quiet"
"""Letters only: four figures may stand in a time or a digest by chance."""
PROGRAM = """---
inputs:
  pin: {type: text}
---
open the "Contacts" app
tap "Create contact"
type {pin} into "First name"
In the "Contacts" app, enter {pin} as the last name
In the "Contacts" app, write something into the company field
tell user "typed {pin}"
set {answer} to {pin}
"""
MODEL = r"""
[capabilities]
scoring = false

[[rule]]
purpose = "ground"
pattern = '(?s)as the last name.*\[(?P<n>\d+)\] field "Last name": empty'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "⟨secret:pin⟩", "expectation": "⟨secret:pin⟩"}'

[[rule]]
purpose = "ground"
pattern = '(?s)write something.*Moves in this step so far: none.*\[(?P<n>\d+)\] field "Company": empty'
expand = '{"judgement": "", "action": "type", "element": \g<n>, "text": "⟨secret:pin⟩"}'

[[rule]]
purpose = "ground"
reply = '{"judgement": "it is there", "action": "done", "expectation": ""}'
"""


def test_a_secret_reaches_the_field_and_no_file(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "bank.stp").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    words = ("run", "bank.stp", "--sim", "--secret", "pin", "--model", "scripted:model.toml")
    done = agentprog(*words, PIN=VALUE)
    assert done.returncode in (0, 7), done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    files = [path for path in run.rglob("*") if path.is_file() and "phone" not in path.relative_to(run).parts]
    assert len(files) > 8
    leaks = [path for path in files if b"Quokka" in path.read_bytes()]
    assert leaks == []
    assert "Quokka" not in done.stdout + done.stderr
    journal = (run / "events.jsonl").read_text(encoding="utf-8")
    assert journal.count('"ActionDone"') == 4, "two by exact commands, typing by both; the third typing was refused"
    assert "the step does not name the secret pin" in journal
    screens = [path.read_text(encoding="utf-8") for path in sorted((run / "steps").glob("*.json"))]
    assert screens[-1].count('"text": "⟨secret:pin⟩"') == 2, "the phone has it in both fields"
    prompts = "".join(path.read_text(encoding="utf-8") for path in (run / "models").glob("*.json"))
    assert "⟨secret:pin⟩" in prompts


def test_a_secret_that_is_nowhere_ends_it_before_it_begins(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "bank.stp").write_text(PROGRAM, encoding="utf-8")
    done = agentprog("run", "bank.stp", "--sim", "--secret", "pin")
    assert done.returncode == 2
    assert "there is no secret pin" in done.stderr
    assert not (tmp_path / "runs").exists()

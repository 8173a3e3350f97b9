"""`agentprog trace effects`: every effect in the user's name."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentprog.cli.tree import load_all
from agentprog.runtime.journal.folder import RunFolder
from tests.runtime.conftest import Lab
from tests.runtime.safety.test_permits import Blank


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    lab = Lab(phone=Blank())
    folder = RunFolder.create(tmp_path / "runs", instruction="", now=datetime(2026, 1, 1, tzinfo=UTC))
    lab.run('In the "Chat" app, send "hello" to +15005550101\n', folder=folder)
    assert lab.phone.messages
    return tmp_path / "runs"


def shown(runs: Path, *words: str) -> str:
    done = CliRunner().invoke(load_all(), ["trace", "effects", "--run-dir", str(runs), *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_message_of_a_run_is_listed(runs: Path) -> None:
    head, content, proof = shown(runs).splitlines()
    assert head.startswith("send")
    assert 'to +15005550101: "hello"' in content
    assert "way back: none" in proof


def test_the_effects_of_one_run_are_printed_as_json(runs: Path) -> None:
    (one,) = json.loads(shown(runs, "last", "--json"))
    assert (one["kind"], one["to"], one["says"]) == ("send", ["+15005550101"], "hello")


def test_a_run_without_effects_is_reported(tmp_path: Path) -> None:
    assert shown(tmp_path, "--json").strip() == "[]"
    assert (
        "No run sent anything"
        in CliRunner().invoke(load_all(), ["trace", "effects", "--run-dir", str(tmp_path)]).output
    )

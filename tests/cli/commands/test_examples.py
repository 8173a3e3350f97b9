"""`agentprog init` and `agentprog examples`, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from agentprog.phone import client


def test_the_list_marks_examples_that_need_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["examples"]) == 0
    shown = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "needs a model" in shown["tutorial/9_words"]
    assert "needs a model" not in shown["hello"]


def test_a_name_prints_the_program_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["examples", "hello"]) == 0
    assert capsys.readouterr().out.startswith("# Adds one contact")


def test_init_prints_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert status_of(["init", "mine"]) == 0
    assert "agentprog run --sim first.stp" in capsys.readouterr().err
    assert status_of(["check", "mine"]) == 0


def test_init_as_json_names_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["init", str(tmp_path), "--json"]) == 0
    assert str(tmp_path / "first.stp") in json.loads(capsys.readouterr().out)["written"]


def test_init_without_the_simulated_phone_prints_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(client, "find_spec", lambda name: None)
    assert status_of(["init", str(tmp_path / "mine")]) == 0
    printed = capsys.readouterr().err
    assert printed.index('pip install "agentprog[sim]"') < printed.index("agentprog run --sim")

"""Predictions in files, measured by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from agentprog.learn.trajectories.store import write_steps
from tests.learn.steps import step


def predictions(path: Path, *actions: str) -> Path:
    lines = [json.dumps({"episode": "e1", "number": n, "action": action}) for n, action in enumerate(actions)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_table_compares_the_predicted_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_steps(Path("steps.jsonl"), [step(0), step(1)])
    predictions(Path("whole.jsonl"), "click(point='(10, 110)')", "click(point='(10, 1110)')")
    predictions(Path("without.jsonl"), "wait()", "I do not know")
    words = ["learn", "measure", "steps.jsonl", "-p", "whole.jsonl", "-p", "without.jsonl"]
    assert status_of(words) == 0
    printed = capsys.readouterr().out
    assert "| whole | 2 | 100.00 | 50.00 | 50.00 |" in printed
    assert "| without | 2 | 0.00 |  | 0.00 |" in printed
    assert status_of([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["whole"] == {"steps": 2, "type": 1.0, "gr": 0.5, "sr": 0.5}


def test_a_step_that_is_left_out_is_an_error_and_not_a_better_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_steps(tmp_path / "steps.jsonl", [step(0), step(1)])
    predictions(tmp_path / "part.jsonl", "wait()")
    words = ["learn", "measure", str(tmp_path / "steps.jsonl"), "-p", str(tmp_path / "part.jsonl")]
    assert status_of(words) == 2
    assert "has no row for step 1 of e1" in capsys.readouterr().err

"""`agentprog models` without any model on the computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.cli.commands.models import DownloadProgress
from agentprog.cli.main import status_of


def test_models_that_are_not_here_are_listed_with_the_command_that_gets_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGENTPROG_MODEL_DIR", str(tmp_path))
    assert status_of(["models", "list"]) == 0
    captured = capsys.readouterr()
    assert "98 MB to download: agentprog models pull smollm2-135m" in captured.out
    assert str(tmp_path) in captured.err


def test_the_list_as_json_has_the_paths_of_weights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGENTPROG_MODEL_DIR", str(tmp_path))
    assert status_of(["models", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {model["path"] for model in listed} == {None}
    assert "llamacpp:smollm2-135m" in [model["id"] for model in listed]


def test_an_unknown_model_to_pull_is_an_error_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["models", "pull", "smolm2"]) == 4
    assert "smollm2-135m" in capsys.readouterr().err


def test_a_download_is_reported_now_and_then_and_at_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    progress = DownloadProgress()
    for done in range(101):
        progress("downloading", done * 1_000_000, 100_000_000)
    assert capsys.readouterr().err.splitlines() == [
        "downloading: 0 of 100 MB",
        "downloading: 100 of 100 MB",
    ]

"""The doctor's findings about the model and the disk."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.app.readiness.checkup import check_disk, check_model
from agentprog.app.settings import config
from agentprog.app.settings.model import Settings
from tests.models.doubles import Answer, Server

RULE = '[[rule]]\npurpose = "{purpose}"\nreply = "ready"\n'


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def settings(**values: object) -> Settings:
    return config.load(values, environ={})


def test_a_missing_model_is_reported_and_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check = check_model(settings())
    assert check.ok is None
    assert "agentprog setup" in check.remedy


@pytest.mark.parametrize(("purpose", "ok"), [("doctor", True), ("plan", False)])
def test_a_model_is_asked_one_word(tmp_path: Path, purpose: str, ok: bool) -> None:
    file = tmp_path / "model.toml"
    file.write_text(RULE.format(purpose=purpose))
    check = check_model(settings(model=f"scripted:{file}"))
    assert check.ok is ok
    assert str(file) in check.detail


@pytest.mark.parametrize(
    ("replies", "ok"),
    [([("ready", "stop")], True), ([("", "stop")], False), ([("", "length"), ("ready", "stop")], True)],
)
def test_a_model_that_answers_with_nothing_fails(server: Server, replies: list[tuple[str, str]], ok: bool) -> None:
    """It was "ok, answers with nothing", and every run with it ended at its first question."""
    server.queue = [
        Answer.json({"choices": [{"finish_reason": reason, "message": {"role": "assistant", "content": text}}]})
        for text, reason in replies
    ]
    check = check_model(settings(model="openai:gpt-5-mini", base_url=f"{server.url}/v1", api="chat"))
    assert check.ok is ok
    assert ok or check.remedy


@pytest.mark.parametrize("model", ["openai:gpt-5-mini", "nosuch:thing", "scripted:/nowhere.toml"])
def test_a_model_that_cannot_be_opened_names_the_remedy(model: str) -> None:
    check = check_model(settings(model=model))
    assert check.ok is False
    assert model in check.detail
    assert check.remedy


def test_the_disk_of_the_runs_is_looked_at_before_the_folder_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = settings(run_dir=str(tmp_path / "not" / "yet"))
    assert check_disk(wanted).ok
    full = shutil._ntuple_diskusage(total=1, used=1, free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: full)
    check = check_disk(wanted)
    assert check.ok is False
    assert "--run-dir" in check.remedy

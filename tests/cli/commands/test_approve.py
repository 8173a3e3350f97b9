"""`agentprog approve`: the manifest is shown, and a clear yes is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.app.authorship import book
from agentprog.app.authorship.scribe import written
from agentprog.app.launching.programs import check_program, read_program
from agentprog.cli.main import status_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.stp"
    path.write_text('Text +15005550101 "hi"\n', encoding="utf-8")
    written(path.read_text(encoding="utf-8"))
    return path


def is_mine(file: Path) -> bool:
    return bool(book.mine(check_program(read_program(file)).program, file))


def test_with_yes_nothing_is_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["approve", "--yes", "--json", str(file)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["manifest"]["effects"][0]["kind"] == "send"
    assert is_mine(file)


def test_without_anybody_there_nothing_is_approved(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["approve", str(file)]) == 2
    assert "nobody can approve" in capsys.readouterr().err
    assert not is_mine(file)


@pytest.mark.parametrize(("answers", "yes"), [(["y"], True), (["n"], False), ([""], False), (["yse", "yes"], True)])
def test_a_person_answers_yes_or_no(answers: list[str], yes: bool, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentprog.cli.commands.approve.is_there", lambda *, non_interactive: not non_interactive)
    monkeypatch.setattr("builtins.input", lambda: answers.pop(0))
    assert status_of(["approve", str(file)]) == (0 if yes else 1)
    assert is_mine(file) is yes


def test_a_program_with_errors_is_not_approved(file: Path) -> None:
    file.write_text("Break the loop\n", encoding="utf-8")
    assert status_of(["approve", "--yes", str(file)]) == 2

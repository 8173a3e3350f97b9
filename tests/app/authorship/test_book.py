"""Whose lines a file's are: what was approved here, by the line and its place, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.authorship import book
from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse

TEXT = """\
Set {who} to "Ann"
If {who} == "Ann":
    Delete the note "Milk"
Text {who} "hello"
"""


def parsed(text: str) -> Program:
    program = parse(text).program
    assert program is not None
    return program


def lines_of(text: str, path: Path) -> list[int]:
    """The lines at the top that are the user's."""
    program = parsed(text)
    mine = book.mine(program, path)
    return [statement.span.line for statement in program.body if statement.id in mine]


def test_a_file_that_nobody_approved_is_nobodys(tmp_path: Path) -> None:
    assert book.mine(parsed(TEXT), tmp_path / "x.stp") == frozenset()


def test_what_was_approved_is_the_users_and_stays_so_however_it_is_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    assert book.approve(parsed(TEXT), path) > 3
    assert lines_of(TEXT, path) == [1, 2, 4]
    laid_out = "# mine\n" + TEXT.replace("    Delete", "        delete".replace("d", "D")).replace("Set", "set")
    assert lines_of(laid_out, path) == [2, 3, 5]
    assert book.approve(parsed(TEXT), path) == 0


def test_of_a_changed_file_the_changed_lines_are_not(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    book.approve(parsed(TEXT), path)
    assert lines_of(TEXT.replace('"hello"', '"goodbye"'), path) == [1, 2]
    assert lines_of(TEXT + 'Text Mallory "hello"\n', path) == [1, 2, 4]
    assert lines_of(TEXT + 'Text {who} "hello"\n', path) == [1, 2, 4], "the same line a second time is another one"


def test_a_line_in_another_block_is_another_line(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    book.approve(parsed(TEXT), path)
    freed = TEXT.replace('    Delete the note "Milk"\n', "    Tell user 1\n") + 'Delete the note "Milk"\n'
    assert 5 not in lines_of(freed, path)
    other = parsed(TEXT.replace('If {who} == "Ann"', 'If {who} == "Bob"'))
    inside = other.body[1]
    assert inside.branches[0].body[0].id not in book.mine(other, path)  # type: ignore[attr-defined]


def test_lines_of_one_file_say_nothing_of_another_but_the_whole_program_is_known_anywhere(tmp_path: Path) -> None:
    book.approve(parsed(TEXT), tmp_path / "x.stp")
    assert lines_of(TEXT, tmp_path / "y.stp") == [1, 2, 4]
    assert lines_of('Text {who} "hello"\n', tmp_path / "y.stp") == []


def test_the_state_keeps_nothing_of_what_lines_say(tmp_path: Path) -> None:
    book.approve(parsed(TEXT), tmp_path / "x.stp")
    kept = [path for path in (state_folder() / "mine").rglob("*") if path.is_file()]
    assert len(kept) == 2
    assert all("Ann" not in path.read_text(encoding="utf-8") for path in kept)


def test_a_state_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("", encoding="utf-8")
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    with pytest.raises(UsageError, match="cannot keep what you approved"):
        book.approve(parsed(TEXT), tmp_path / "x.stp")

"""The authors of a file's lines: an approval counts for a line at its place, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.authorship import book
from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.lang.writing.fmt import format_text

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


@pytest.fixture(autouse=True)
def by_a_model() -> None:
    book.by_model(parsed(TEXT))


def test_a_models_program_belongs_to_nobody_in_any_file(tmp_path: Path) -> None:
    assert lines_of(TEXT, tmp_path / "x.stp") == []
    assert lines_of("# by hand\n" + TEXT.replace("Set", "set"), tmp_path / "y.stp") == []


def test_a_models_list_that_is_laid_out_as_a_program_stays_the_models(tmp_path: Path) -> None:
    book.by_model(parsed('Open the "Notes" app\nDelete the note "Milk"\n'))
    listed = '1. Open the "Notes" app\n2. Delete the note "Milk"\n'
    laid_out = format_text(listed, mode="lenient")
    assert laid_out != listed
    assert lines_of(laid_out, tmp_path / "x.stp") == []


def test_a_persons_added_lines_are_theirs(tmp_path: Path) -> None:
    assert lines_of(TEXT + 'Tell user "done"\n', tmp_path / "x.stp") == [5]


def test_a_program_that_shares_a_line_with_a_models_is_a_persons(tmp_path: Path) -> None:
    assert lines_of('Set {who} to "Ann"\nTell user {who}\n', tmp_path / "x.stp") == [1, 2]


def test_amending_a_program_leaves_its_old_lines_a_persons(tmp_path: Path) -> None:
    mine = 'Open the "Notes" app\nTap "New"\n'
    book.by_model(parsed(mine + 'Tap "Discard"\n'), parsed(mine))
    assert lines_of(mine, tmp_path / "x.stp") == [1, 2]
    assert lines_of(mine + 'Tap "Discard"\n', tmp_path / "x.stp") == [1, 2]


def test_only_the_latest_programs_of_models_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "_MOST_PROGRAMS", 3)
    for number in range(5):
        book.by_model(parsed(f'Tap "{number}"\n'))
    assert len(list((state_folder() / "models").iterdir())) == 3


def test_an_approved_program_stays_the_users_in_any_layout(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    assert book.approve(parsed(TEXT), path) > 3
    assert lines_of(TEXT, path) == [1, 2, 4]
    laid_out = "# mine\n" + TEXT.replace("    Delete", "        delete".replace("d", "D")).replace("Set", "set")
    assert lines_of(laid_out, path) == [2, 3, 5]
    assert book.approve(parsed(TEXT), path) == 0


def test_a_models_addition_to_an_approved_file_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    book.approve(parsed(TEXT), path)
    for more in ('Text Mallory "hello"\n', 'Text {who} "hello"\n'):
        book.by_model(parsed(TEXT + more), parsed(TEXT))
        assert lines_of(TEXT + more, path) == [1, 2, 4]


def test_a_line_that_is_approved_in_one_block_is_not_in_another(tmp_path: Path) -> None:
    path = tmp_path / "x.stp"
    book.approve(parsed(TEXT), path)
    freed = TEXT.replace('    Delete the note "Milk"\n', "    Tell user 1\n") + 'Delete the note "Milk"\n'
    book.by_model(parsed(freed))
    assert 5 not in lines_of(freed, path)


def test_an_approved_program_counts_everywhere_whole_and_its_lines_only_in_their_file(tmp_path: Path) -> None:
    book.approve(parsed(TEXT), tmp_path / "x.stp")
    assert lines_of(TEXT, tmp_path / "y.stp") == [1, 2, 4]
    assert lines_of(TEXT + 'Tell user "hello"\n', tmp_path / "y.stp") == [5]


def test_the_state_holds_no_text_of_approved_lines(tmp_path: Path) -> None:
    book.approve(parsed(TEXT), tmp_path / "x.stp")
    kept = [path for path in (state_folder() / "mine").rglob("*") if path.is_file()]
    assert len(kept) == 2
    assert all("Ann" not in path.read_text(encoding="utf-8") for path in kept)


def test_an_unwritable_state_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("", encoding="utf-8")
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    with pytest.raises(UsageError, match="cannot keep what you approved"):
        book.approve(parsed(TEXT), tmp_path / "x.stp")

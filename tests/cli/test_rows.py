"""Lines of lists in a terminal: broken between words, the rest below the text of the line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentprog.cli.commands.doctor import show
from agentprog.cli.commands.trace.listing import totals_line
from agentprog.cli.console import row
from agentprog.cli.main import status_of
from agentprog.devices import Check

LONG = "name      " + "some words about it that are longer than the terminal is wide"


Terminal = Callable[[Callable[[], object]], list[str]]


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Calls a function while standard output is a terminal of 40 columns; gives the lines that it printed."""

    def shown(prints: Callable[[], object]) -> list[str]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("COLUMNS", "40")
        prints()
        return capsys.readouterr().out.splitlines()

    return shown


def test_a_long_row_breaks_between_words_and_hangs(terminal: Terminal) -> None:
    assert terminal(lambda: row(LONG, hang=10)) == [
        "name      some words about it that are",
        "          longer than the terminal is",
        "          wide",
    ]


def test_a_row_hangs_less_where_little_room_would_be_left(terminal: Terminal) -> None:
    assert terminal(lambda: row(LONG, hang=35))[1] == "    longer than the terminal is wide"


def test_wide_letters_count_twice(terminal: Terminal) -> None:
    assert terminal(lambda: row("我的联系人 " * 5)) == ["我的联系人 我的联系人 我的联系人", "我的联系人 我的联系人"]


def test_a_pipe_gets_the_line_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    row(LONG, hang=10)
    assert capsys.readouterr().out == LONG + "\n"


def test_findings_of_the_doctor_and_their_remedies_are_rows(terminal: Terminal) -> None:
    found = Check(name="device", ok=False, detail="no phone is attached " * 3, remedy="attach a phone " * 4)
    lines = terminal(lambda: show(found))
    assert all(len(line) <= 40 for line in lines)
    assert [line[:9] for line in lines] == ["FAILED   ", *[" " * 9] * (len(lines) - 1)]


def test_a_finding_in_a_program_breaks_and_its_excerpt_is_cut(terminal: Terminal, tmp_path: Path) -> None:
    program = tmp_path / "long.stp"
    program.write_text('Tell user "{unset} and many words behind it that do not fit"\n', encoding="utf-8")
    lines = terminal(lambda: status_of(["check", str(program)]))
    assert '1 | Tell user "{unset} and many words b…' in lines
    assert all(len(line) <= 40 for line in lines)
    assert "  = set {unset} first, or declare it as" in lines
    assert "    an input in the header" in lines


def test_actions_of_a_dry_run_are_not_counted_as_done() -> None:
    totals = {"seconds": 1.0, "actions": 14}
    assert totals_line(totals, dry=True) == "1.0 s, 14 actions not done"
    assert totals_line(totals) == "1.0 s, 14 actions"

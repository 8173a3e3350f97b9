"""A program debugged at a terminal: paused, run to a line, inspected, changed, continued."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.slow

PROGRAM = """Set {n} to 0
Repeat 4 times:
    Calculate {n} + 1, record as {n}
Set {answer} to {n}
"""
EDITOR = """import pathlib, sys
path = pathlib.Path(sys.argv[1])
path.write_text(path.read_text().replace("Set {answer} to {n}", "Set {answer} to {n} + 100"))
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "count.stp").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "editor.py").write_text(EDITOR, encoding="utf-8")
    editor = f"{sys.executable} {tmp_path / 'editor.py'}"
    made = Terminal(tmp_path, "run", "--pause", "count.stp", env={"VISUAL": editor, "EDITOR": editor})
    yield made
    made.close()


def answers(terminal: Terminal, line: str, *shown: str) -> None:
    """Type the line at the pause; these are written before the next pause."""
    terminal.answer(f"{line}\n")
    for text in shown:
        terminal.wait_for(text)


def test_a_program_is_paused_inspected_changed_and_continued(terminal: Terminal) -> None:
    terminal.wait_for("Paused before line 1: Set {n} to 0")
    answers(terminal, "help", "run to LINE", "set NAME VALUE")
    answers(terminal, "break 3 if {n} > 1", "pauses before line 3 if {n} > 1")
    answers(terminal, "break 3 if the note is there", "a breakpoint needs an exact condition")
    answers(terminal, "break 99", "the program has no line 99")
    answers(terminal, "run to 3", "Paused before line 3: Calculate {n} + 1")
    answers(terminal, "vars", "{n} = 0")
    answers(terminal, "continue", "Paused before line 3")
    answers(terminal, "vars n", "{n} = 2")
    answers(terminal, "where", "Inside of:", "line 2: Repeat 4 times:")
    answers(terminal, "list", ">* 3     Calculate {n} + 1, record as {n}", "4 Set {answer} to {n}")
    answers(terminal, "set n 10", "n is 10 now.")
    answers(terminal, "edit", "The changed program continues from line 3 on.")
    answers(terminal, "break off", "There are no breakpoints.")
    answers(terminal, "step", "Paused before line 2")
    answers(terminal, "vars n", "{n} = 11")
    terminal.answer("continue\n")
    assert terminal.end() == 0
    assert "112" in terminal.text
    assert [event["name"] for event in terminal.events("ValueGiven")] == ["n"]
    (amended,) = terminal.events("ProgramAmended")
    assert amended["line"] == 3
    assert "Traceback" not in terminal.output

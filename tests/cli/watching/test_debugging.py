"""Commands at a pause: breakpoints on events, unknown words, refused changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.cli.watching import person
from agentprog.cli.watching.debugging import Debugger
from agentprog.cli.watching.person import AtTheTerminal
from agentprog.runtime.safety.steering import Steering

FAILS = "Set {n} to 1\nTry up to 1 times:\n    Verify that {n} is 2\nOn error:\n    Set {answer} to {n}\n"

Debugged = Callable[..., object]


@pytest.fixture
def debugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Debugged:
    """Runs a program, held before its first line, with these words at its pauses; gives its answer."""

    def run(text: str, *words: str) -> object:
        typed = iter(words)
        monkeypatch.setattr(person, "read_line", lambda _closed: next(typed))
        terminal = AtTheTerminal()
        job = Job(
            settings=Settings(run_dir=tmp_path / "runs"),
            program=Program(text=text),
            steering=Steering(terminal.menu),
        )
        session = RunSession(job)
        terminal.debugger = Debugger(session)
        session.pause()
        answer = session.run(launch).outcome.answer
        assert list(typed) == [], "every word was asked for"
        return answer

    return run


def test_a_breakpoint_on_an_event_is_set_by_its_beginning(debugged: Debugged, capsys: pytest.CaptureFixture) -> None:
    assert debugged(FAILS, "break on failed if {n} is 1", "c", "w", "set n 5", "c") == 1
    printed = capsys.readouterr().err
    assert "pauses at each failed check if {n} is 1" in printed
    assert "Paused in line 3 (failed check)" in printed
    assert "it can be changed only before a statement" in printed


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("break x", "'x' is no line and no event"),
        ("break off 7", "There are no breakpoints."),
        ("run to 17", "'to 17' is no line of the program"),
        ("vars", "There are no variables yet."),
        ("vars m", "There is no variable m."),
        ("set n", "a name and a value are needed"),
        ("set two words here", "two is words here now."),
        ("set 3 4", "is no name of a variable"),
        ("frobnicate", "'frobnicate' is none of these."),
    ],
)
def test_a_command_at_a_pause_is_answered(
    command: str, answer: str, debugged: Debugged, capsys: pytest.CaptureFixture
) -> None:
    assert debugged(FAILS, command, "c") == 1
    assert answer in capsys.readouterr().err


def test_a_value_is_json_or_a_text(debugged: Debugged) -> None:
    program = 'Set {n} to 1\nSet {m} to 1\nSet {answer} to "{n} {m}"\n'
    assert debugged(program, "run to 3", "set n = [1, 2]", "set m to two words", "c") == "1, 2 two words"

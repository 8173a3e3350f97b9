"""A command that fails writes one message to standard error and ends with the right status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from agentprog.cli.main import status_of
from agentprog.cli.status import report
from agentprog.errors import (
    Cancelled,
    ConfigError,
    Infeasible,
    ModelUnreachable,
    NeedsHuman,
    NoDevice,
    OutOfBudget,
    RunError,
)


@pytest.mark.parametrize(
    ("problem", "status"),
    [
        (RunError("x"), 1),
        (ConfigError("x"), 2),
        (NoDevice("x"), 3),
        (ModelUnreachable("x"), 4),
        (OutOfBudget("x"), 5),
        (NeedsHuman("x"), 6),
        (Infeasible("x"), 8),
        (Cancelled("x"), 130),
        (KeyboardInterrupt(), 130),
        (typer.Abort(), 130),
        (typer.Exit(7), 7),
    ],
)
def test_every_end_has_its_status(problem: BaseException, status: int) -> None:
    assert report(problem, debug=False) == status


def test_an_error_names_the_fault_and_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    report(NoDevice("no phone is attached", hint="Attach one, or use --sim."), debug=False)
    captured = capsys.readouterr()
    assert captured.err == "Error: no phone is attached\nAttach one, or use --sim.\n"
    assert captured.out == ""


def test_square_brackets_in_a_message_are_letters(capsys: pytest.CaptureFixture[str]) -> None:
    report(RunError("line 3: {x[0]} has [red]no[/red] items"), debug=False)
    assert "{x[0]} has [red]no[/red] items" in capsys.readouterr().err


def test_a_defect_is_one_message_and_a_file_with_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    with pytest.raises(ZeroDivisionError) as caught:
        raise ZeroDivisionError("oops")
    assert report(caught.value, debug=False) == 1
    printed = capsys.readouterr().err
    (saved,) = (tmp_path / "state").iterdir()
    assert "ZeroDivisionError: oops" in printed
    assert str(saved) in printed
    assert "Traceback" not in printed
    assert "Traceback (most recent call last)" in saved.read_text(encoding="utf-8")


def test_debug_shows_the_traceback_and_the_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    report(NoDevice("none", evidence="List of devices attached: (empty)"), debug=True)
    printed = capsys.readouterr().err
    assert "NoDevice: none" in printed
    assert "List of devices attached: (empty)" in printed


def test_no_color_leaves_no_escape_codes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    report(NoDevice("none"), debug=False)
    assert "\x1b[3" not in capsys.readouterr().err


def test_a_single_unknown_word_is_a_typo_with_the_nearest_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["chek"]) == 2
    printed = capsys.readouterr().err
    assert "there is no command 'chek'" in printed
    assert "Did you mean `agentprog check`?" in printed


def test_an_unknown_option_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["--nonsense"]) == 2
    assert capsys.readouterr().err == "Error: No such option: --nonsense\nSee agentprog --help.\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--steps", "many"], "'--steps' is 'many': it must be a whole number"),
        (["--steps", "0"], "--steps is 0: it must be at least 1"),
        (["--max-cost", "lots"], "'--max-cost' is 'lots': it must be a number"),
        (["--form", "xml"], "'--form': 'xml' is not one of 'json', 'python'"),
        (["--workspace", "nowhere"], "--workspace is 'nowhere': there is no such folder"),
    ],
)
def test_a_wrong_value_of_an_option_is_reported_in_our_own_words(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["run", "call Ada", *options]) == 2
    assert capsys.readouterr().err.startswith(f"Error: {message}\n")


def test_alone_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of([]) == 0
    assert "Usage: agentprog" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_defect(tmp_path: Path) -> None:
    """As in `agentprog show FILE | head`: the reader closes the pipe."""
    program = tmp_path / "short.stp"
    program.write_text('Tell user "hello"\n', encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [sys.executable, "-m", "agentprog", "show", str(program)]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert done.stderr == ""

"""Encodings, line ends, paths, scripts without spaces, and names of folders, as people and their systems write them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from agentprog.app.launching.programs import names_program, read_program, text_of
from agentprog.cli.console import result
from agentprog.cli.main import _with_command, status_of
from agentprog.errors import UsageError
from agentprog.runtime.journal.folder import RunFolder

TEXT = 'Tell user "héllo 你好 🎉"\nSet {x} to 1\n'
_RESERVED = {"con", "nul", "aux", "prn", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_line_ends_and_a_mark_are_no_part_of_a_program(ends: str, encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "A Task.STP"
    file.write_bytes(TEXT.replace("\n", ends).encode(encoding))
    assert read_program(file).text == TEXT


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_text_that_is_not_utf8_is_reported_with_the_remedy(encoding: str) -> None:
    with pytest.raises(UsageError, match=r"(?s)UTF-16 text.*Save it as UTF-8"):
        text_of(TEXT.encode(encoding), "a.stp")


@pytest.mark.parametrize(
    ("poor", "closed"),
    [
        ({"PYTHONIOENCODING": "cp1252:strict"}, "<&-"),
        ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, ">&-"),
    ],
    ids=["cp1252, no input", "C, no output"],
)
def test_a_poor_terminal_and_a_closed_stream_are_no_defect(poor: dict[str, str], closed: str, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text(TEXT, encoding="utf-8")
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m agentprog run p.stp --json {closed}', sys.executable],
        cwd=tmp_path,
        env=os.environ | poor,
        capture_output=True,
        check=False,
    )
    printed = done.stderr.decode("utf-8")
    assert done.returncode == 0, printed
    assert "héllo 你好 🎉" in printed
    assert not {"Traceback", "defect"} & set(printed.split())
    assert (b'"outcome"' in done.stdout) == (closed == "<&-")


def test_a_closed_pipe_on_windows_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a write to a closed pipe is EINVAL."""

    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr("sys.stdout", Closed())
    with pytest.raises(BrokenPipeError):
        result("x")


@pytest.mark.parametrize("first", ["add a contact", "errands.stp", r"C:\My Tasks\errands.STP", "给妈妈发短信"])
def test_a_task_or_a_program_needs_no_run_command(first: str) -> None:
    assert _with_command([first, "--sim"]) == ["run", first, "--sim"]


def test_a_long_sentence_without_spaces_is_no_file() -> None:
    assert not names_program("给妈妈发短信" * 100)


def test_a_folder_in_place_of_a_program_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["run", str(tmp_path)]) == 2
    assert "is a folder, not a program file" in capsys.readouterr().err


def test_patterns_that_no_shell_resolved_are_resolved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.stp").write_text(TEXT, encoding="utf-8")
    assert status_of(["check", str(tmp_path / "*.stp")]) == 0
    assert "2 files: 0 errors" in capsys.readouterr().err
    assert status_of(["check", str(tmp_path / "*.txt")]) == 2


@pytest.mark.parametrize("task", ["CON", "nul.", 'what: "a|b"? <c>', "a" * 300, "...", "café/..\\x", "发短信"])
def test_folders_of_runs_have_names_that_windows_takes(task: str, tmp_path: Path) -> None:
    name = RunFolder.create(tmp_path, instruction=task, now=datetime(2026, 1, 2, 3, 4, 5)).name
    assert not set(name) & set('<>:"/\\|?*')
    assert name.isascii()
    assert not name.endswith((".", " "))
    assert name.partition(".")[0].casefold() not in _RESERVED
    assert len(name) < 80

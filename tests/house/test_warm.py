"""The interpreter from which tests start commands: `tests/warm.py`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.warm import kill, pid_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("warm"),
    pytest.mark.skipif(sys.platform != "linux", reason="commands start from the real interpreter there"),
]

WAITING = "Wait 60 seconds\n"


def started(folder: Path, program: str) -> subprocess.Popen[bytes]:
    """A run of a program, once it has its journal."""
    (folder / "p.stp").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "agentprog", "run", "p.stp"]
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not [*folder.glob("runs/*/events.jsonl")] and time.monotonic() < deadline:
        time.sleep(0.02)
    return process


def test_a_command_has_its_own_words_folder_environment_streams_and_status(tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text('Tap "OK\n', encoding="utf-8")
    environment = {**os.environ, "NO_COLOR": "1"}
    command = [sys.executable, "-m", "agentprog", "check", "p.stp"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "p.stp:1" in done.stdout + done.stderr
    unknown = subprocess.run([*command[:3], "nap"], capture_output=True, text=True, check=False)
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "there is no command 'nap'" in unknown.stderr


def test_a_signal_reaches_the_command_and_its_status_comes_back(tmp_path: Path) -> None:
    with started(tmp_path, WAITING) as process:
        assert pid_of(process) != process.pid
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130


@pytest.mark.parametrize("ending", [kill, subprocess.Popen.kill])
def test_killed_it_ends_on_both_sides(ending, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with started(tmp_path, WAITING) as process:
        worker = pid_of(process)
        ending(process)
        assert process.wait(timeout=60) == -signal.SIGKILL
    deadline = time.monotonic() + 20
    while Path(f"/proc/{worker}/cmdline").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{worker}/cmdline").exists()


def test_another_setup_of_the_interpreter_has_an_interpreter_of_its_own() -> None:
    told = [sys.executable, "-c", "import sys; print(sys.executable, 'agentprog.cli.main' in sys.modules)"]
    printed = subprocess.run(told, capture_output=True, text=True, check=True).stdout.split()
    assert printed[0] != sys.executable
    assert printed[1] == "False"
    strict = {**os.environ, "PYTHONWARNINGS": "error::agentprog.nothing"}
    done = subprocess.run(
        [sys.executable, "-m", "agentprog", "--version"], env=strict, capture_output=True, text=True, check=False
    )
    assert "Invalid -W option ignored" in done.stderr, "Python prints this at its start"

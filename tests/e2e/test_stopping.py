"""Ctrl-C and `kill`: the run ends before its next action, reports it, and leaves no process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.phone]

PROGRAM = """Open the "Contacts" app
Repeat 1000 times:
    Press home
    Open the "Contacts" app
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_run_and_its_phone(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text(PROGRAM, encoding="utf-8")
    state = tmp_path / "state"
    process = subprocess.Popen(
        [sys.executable, "-m", "agentprog", "run", "--sim", "p.stp"],
        cwd=tmp_path,
        env={**os.environ, "AGENTPROG_STATE_DIR": str(state)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any('"ActionDone"' in path.read_text(encoding="utf-8") for path in tmp_path.glob("runs/*/events.jsonl")):
            break
        time.sleep(0.02)
    process.send_signal(number)
    _, printed = process.communicate(timeout=60)
    assert process.returncode == 130, printed
    assert printed.count("stopped by") == 1
    # Between two steps no step fails, so that the run's last line has the reason itself.
    assert re.search(r"interrupted(: stopped by (a signal|Ctrl-C)|, for the reason above)\n", printed), printed
    assert "Traceback" not in printed
    assert list((state / "phones").glob("*.json")) == []

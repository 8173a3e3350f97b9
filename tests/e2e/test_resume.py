"""A killed run continues at its line, on the same phone, and repeats no effect."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import Command
from tests.warm import kill

pytestmark = [
    pytest.mark.slow,
    pytest.mark.phone,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 on this system"),
]

PROGRAM = """For each {name} in ["Ada", "Grace", "Edsger"]:
    Open the "Contacts" app
    Tap "Create contact"
    Type {name} into "First name"
    Tap "Save"
    Verify that "{name}" appears
    Press back
    Tell user {name}
    Wait 0.5 seconds
"""
_PAUSE = "    Wait 0.5 seconds\n"
"""Time for the kill between two rounds."""
_NAMES = "SELECT display_name FROM contacts"


def journal(runs: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in runs.glob("*/events.jsonl"))


def killed_when(seen: Callable[[str], bool], folder: Path, *options: str, program: str = PROGRAM) -> Path:
    """Starts the program, kills it when its journal meets the condition, and returns the run's folder."""
    (folder / "p.stp").write_text(program, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "agentprog", "run", *options, "p.stp"],
        cwd=folder,
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while not seen(journal(folder / "runs")) and time.monotonic() < deadline:
        time.sleep(0.01)
    kill(process)
    assert '"RunFinished"' not in journal(folder / "runs")
    (run,) = (folder / "runs").iterdir()
    return run


def names_stored(run: Path) -> list[int]:
    """How often each name is in the storage that the run's phone left."""
    stored = (run / "phone").rglob("contacts2.db")
    database = max(stored, key=lambda path: path.stat().st_mtime)  # an older one is the phone's first snapshot
    with closing(sqlite3.connect(database)) as connection:
        names = [str(row[0]) for row in connection.execute(_NAMES)]
    return [names.count(name) for name in ("Ada", "Grace", "Edsger")]


def test_a_form_half_filled_is_filled_again_when_the_phone_came_back_without_it(
    agentprog: Command, tmp_path: Path
) -> None:
    without_pause = PROGRAM.removesuffix(_PAUSE)  # it is killed within a round
    run = killed_when(lambda journal: '"text":"type \\"Grace' in journal, tmp_path, "--sim", program=without_pause)
    done = agentprog("resume", "--json")
    assert done.returncode == 0, done.stderr
    assert names_stored(run) == [1, 1, 1]


def test_a_simulated_phone_comes_back_with_its_contents(agentprog: Command, tmp_path: Path) -> None:
    run = killed_when(lambda journal: journal.count('"Told"') == 2, tmp_path, "--sim")
    done = agentprog("resume", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] == "verified"
    assert names_stored(run) == [1, 1, 1]


def test_a_run_that_ended_well_is_not_run_again(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text("Set {answer} to 1\n", encoding="utf-8")
    assert agentprog("p.stp").returncode == 0
    done = agentprog("resume")
    assert done.returncode == 2
    assert "has ended: completed" in done.stderr

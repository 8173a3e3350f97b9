"""Every example runs, on the simulated phone where it needs one, without a model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Command

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = [pytest.mark.slow, pytest.mark.phone]


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.stp")), ids=lambda path: path.name)
def test_the_program_runs_to_a_proven_end(agentprog: Command, example: Path) -> None:
    done = agentprog("run", "--sim", "--json", example)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] in ("verified", "completed")


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.stp")), ids=lambda path: path.name)
def test_the_program_is_clean_and_laid_out(agentprog: Command, example: Path) -> None:
    assert agentprog("check", "--strict", example).returncode == 0
    assert agentprog("fmt", "--check", example).returncode == 0


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_the_script_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, example],
        cwd=tmp_path,
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

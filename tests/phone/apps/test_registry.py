"""The list of apps."""

from __future__ import annotations

import subprocess
import sys


def test_it_can_be_the_first_import_of_a_process() -> None:
    code = "from agentprog.phone.apps.registry import APPS; print(len(APPS))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10

"""The list of apps."""

from __future__ import annotations

import subprocess
import sys


def test_the_registry_can_be_the_first_import_of_a_process() -> None:
    code = (
        "from agentprog.phone.apps.registry import apps_of; from agentprog.phone.kernel.profile import load_profile; "
    )
    code += "print(len(apps_of(load_profile('pixel'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10

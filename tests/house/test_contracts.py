"""The import contracts hold, and each of them fails when it is violated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
_IGNORE = shutil.ignore_patterns("__pycache__", "_data")

VIOLATIONS = {
    "lower layer imports upper": ("agentprog/lang/bad.py", "import agentprog.runtime.roles", "The house"),
    "a recipe knows the runtime": ("agentprog/recipes/bad.py", "import agentprog.runtime.step", "The house"),
    "siblings import each other": ("agentprog/models/bad.py", "import agentprog.devices", "The house"),
    "adapter knows the runtime": ("agentprog/devices/bad.py", "import agentprog.runtime.roles", "Models and devices"),
    "reading a print looks at a screen": (
        "agentprog/devices/prints/bad.py",
        "import agentprog.devices.screen.health",
        "inside of devices",
    ),
    "phone knows the agent": ("agentprog/phone/bad.py", "import agentprog.ports", "knows nothing of the agent"),
    "inside of the phone is used": ("agentprog/app/bad.py", "import agentprog.phone.records", "The simulated phone is"),
    "a part of the phone's machinery reaches up": (
        "agentprog/phone/kernel/bad.py",
        "import agentprog.phone.apps.base",
        "inside of the phone",
    ),
    "a command interprets scripts by itself": (
        "agentprog/phone/shell/bad.py",
        "import bashkit",
        "One room knows the shell's interpreter",
    ),
    "the phone's wire looks into its system": (
        "agentprog/phone/wire/bad.py",
        "import agentprog.phone.system.windows",
        "by the facade only",
    ),
    "a part of the phone's system knows another": (
        "agentprog/phone/system/keys.py",
        "import agentprog.phone.system.windows",
        "Parts of the phone's system",
    ),
    "an app of the phone knows another": (
        "agentprog/phone/apps/sms/bad.py",
        "import agentprog.phone.apps.calendar",
        "know no other app",
    ),
    "the page reaches into the machine": (
        "agentprog/studio/bad.py",
        "import agentprog.runtime.machine",
        "The page holds runs by their session",
    ),
    "rich below the command line": ("agentprog/app/bad.py", "import rich", "The terminal is the CLI's"),
    "a context knows the step that it is for": (
        "agentprog/runtime/context/bad.py",
        "import agentprog.runtime.step",
        "inside of the runtime",
    ),
    "the gate looks into the journal": (
        "agentprog/runtime/safety/bad.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import agentprog.runtime.journal.events",
        "inside of the runtime",
    ),
    "identity reads a resource": ("agentprog/identity/bad.py", "import agentprog.resources", "Identity is pure"),
    "kinds know who reads with them": ("agentprog/lang/kinds/bad.py", "import agentprog.lang.parser", "text to tree"),
    "a check of values knows the words of a step": (
        "agentprog/lang/check/values/bad.py",
        "import agentprog.lang.check.wording.sentence",
        "The checks of a program",
    ),
    "language reaches the network": ("agentprog/lang/bad.py", "import httpx", "The language is pure"),
}


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _LINT, "--cache-dir", str(root / "cache")],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def house(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of the package for all violations; import-linter caches its reading of unchanged files."""
    root = tmp_path_factory.mktemp("house")
    shutil.copy(checkout / "pyproject.toml", root)
    shutil.copytree(checkout / "agentprog", root / "agentprog", ignore=_IGNORE)
    return root


@contextmanager
def violated(file: Path, statement: str) -> Iterator[None]:
    """The file holds the statement alone; afterwards it has its old text."""
    before = file.read_bytes() if file.exists() else None
    file.write_text(statement + "\n", encoding="utf-8")
    yield
    if before is None:
        file.unlink()
    else:
        file.write_bytes(before)


def test_the_contracts_hold(house: Path) -> None:
    done = lint(house)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violated_contract_fails_and_is_named(house: Path, name: str) -> None:
    file, statement, contract = VIOLATIONS[name]
    with violated(house / file, statement):
        done = lint(house)
    assert done.returncode == 1, done.stdout
    broken = [line for line in done.stdout.splitlines() if " BROKEN" in line]
    assert any(contract in line for line in broken), done.stdout

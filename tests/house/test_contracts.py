"""The import contracts hold, and each of them fails when it is violated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
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


def copied(checkout: Path, root: Path) -> Path:
    """A copy of the package and its contracts."""
    shutil.copy(checkout / "pyproject.toml", root)
    shutil.copytree(checkout / "agentprog", root / "agentprog", ignore=_IGNORE)
    return root


@pytest.fixture(scope="module")
def broken(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The part of the report about each broken contract, by its name. One lint finds all the violations."""
    root = copied(checkout, tmp_path_factory.mktemp("violated"))
    for name, (file, statement, _) in VIOLATIONS.items():
        (root / placed(name, file)).write_text(statement + "\n", encoding="utf-8")
    done = lint(root)
    assert done.returncode == 1, done.stdout
    _, *parts = re.split(r"\n(\S.*)\n-{5,}\n", done.stdout.partition("\nBroken contracts\n")[2])
    return dict(zip(parts[::2], parts[1::2], strict=True))


def placed(name: str, file: str) -> str:
    """The file of a violation: `bad.py` has a number, since several violations may be in one folder."""
    return file.replace("bad.py", f"bad{list(VIOLATIONS).index(name)}.py")


def test_the_contracts_hold(checkout: Path, tmp_path: Path) -> None:
    done = lint(copied(checkout, tmp_path))
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violated_contract_fails_and_is_named(broken: dict[str, str], name: str) -> None:
    file, statement, contract = VIOLATIONS[name]
    module = placed(name, file).removesuffix(".py").replace("/", ".")
    imported = statement.rpartition("import ")[2]
    assert any(f"{module} -> {imported} " in found for title, found in broken.items() if contract in title), broken

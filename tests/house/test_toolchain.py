"""The set-up script: its messages on an incomplete computer, and the guarantees of the lock file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the Makefile and its scripts are for POSIX shells")


@pytest.fixture
def old_computer(checkout: Path, tmp_path: Path) -> dict[str, str]:
    """A copy of the script where the only Python is 3.9; gives the environment to run it in."""
    shutil.copytree(checkout / ".ci", tmp_path / ".ci")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "dirname", "head", "sed", "cat", "rm"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    python = programs / "python3"
    python.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.2" && exit 0\nexit 1\n', encoding="utf-8")
    python.chmod(0o755)
    return {"PATH": str(programs)}


def set_up(root: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [root / ".ci" / "setup", "base"], env=environment, capture_output=True, text=True, check=False
    )


def test_an_old_python_is_named_with_the_remedy(old_computer: dict[str, str], tmp_path: Path) -> None:
    done = set_up(tmp_path, old_computer)
    assert done.returncode == 1
    assert "agentprog needs Python 3.11 or newer" in done.stderr
    assert "Python 3.9.2" in done.stderr
    assert "make PYTHON=/path/to/python3.12" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_named_python_that_is_too_old_is_not_replaced_by_another(
    old_computer: dict[str, str], tmp_path: Path
) -> None:
    done = set_up(tmp_path, {**old_computer, "PYTHON": "python3"})
    assert done.returncode == 1
    assert done.stderr.count("Python 3.9.2") == 1


def test_the_lock_holds_exact_versions_and_nothing_of_the_computer_it_was_made_on(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.+!]*", line)] == []


def test_everything_the_project_names_is_in_the_lock(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [*project["project"]["optional-dependencies"].values(), project["dependency-groups"]["dev"]]
    named = [*project["project"]["dependencies"], *(entry for group in groups for entry in group)]
    wanted = {re.split(r"[\[<>=!~; ]", entry, maxsplit=1)[0].lower().replace("_", "-") for entry in named}
    locked = {line.split("==")[0] for line in (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()}
    assert wanted - locked - {"agentprog"} == set()


@pytest.mark.parametrize(
    ("given", "status", "printed"),
    [
        (("", ""), 0, "NOT RUN: name a checkout: make conformance ADBUTILS=PATH UIAUTOMATOR2=PATH\n"),
        (("", "/no/such/checkout"), 2, "conformance: there is no folder /no/such/checkout (UIAUTOMATOR2)\n"),
    ],
)
def test_conformance_names_the_missing_checkout(
    checkout: Path, given: tuple[str, ...], status: int, printed: str
) -> None:
    done = subprocess.run([checkout / ".ci" / "conformance", *given], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (status, printed)

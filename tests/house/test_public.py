"""The public API: every name exists, is typed, is light to import, and is on the page of stable names."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import agentprog

NAMES = [name for name in agentprog.__all__ if not name.startswith("__")]


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(agentprog, name).__name__.endswith(name)


def test_dir_names_exactly_the_public_names() -> None:
    assert dir(agentprog) == sorted(agentprog.__all__)
    with pytest.raises(AttributeError):
        _ = agentprog.launch


def test_a_type_checker_sees_the_same_names(checkout: Path) -> None:
    tree = ast.parse((checkout / "agentprog" / "__init__.py").read_text(encoding="utf-8"))
    (guarded,) = (node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.name for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(NAMES)


def test_importing_it_imports_nothing_else_of_ours_but_its_version() -> None:
    code = "import sys, agentprog; print([name for name in sys.modules if name.startswith('agentprog.')])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "['agentprog.version']\n"


def test_the_page_names_each(checkout: Path) -> None:
    page = (checkout / "docs" / "stability.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []

"""House rules that no linter knows."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

_MODULE_LINES = 500
_FUNCTION_LINES = 40
_TEST_MODULES = 24


def modules(checkout: Path) -> list[Path]:
    return sorted(path for path in (checkout / "agentprog").rglob("*.py") if "_data" not in path.parts)


def test_no_module_is_longer_than_the_house_allows(checkout: Path) -> None:
    counts = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules(checkout)}
    assert {str(path.relative_to(checkout)): count for path, count in counts.items() if count > _MODULE_LINES} == {}


def test_no_folder_of_tests_holds_more_than_a_reader_surveys(checkout: Path) -> None:
    """Tests are in folders that mirror the rooms of the package: a crowded folder hides the tests of a room."""
    held = Counter(path.parent.relative_to(checkout) for path in (checkout / "tests").rglob("test_*.py"))
    assert len(held) > _TEST_MODULES
    assert {str(folder): count for folder, count in held.items() if count > _TEST_MODULES} == {}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function, at any depth. The walk visits only statements: no expression but a lambda holds a function."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        within = (ast.stmt, ast.ExceptHandler, ast.match_case)
        waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, within)]


def test_no_function_is_longer_than_the_house_allows(checkout: Path) -> None:
    """The rule counts statements: a long list of typed options does not make a long function."""
    long = {}
    for path in modules(checkout):
        for node in functions(parsed(path)):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            length = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
            if length > _FUNCTION_LINES:
                long[f"{path.relative_to(checkout)}:{node.lineno} {node.name}"] = length
    assert long == {}


def test_every_package_has_a_docstring(checkout: Path) -> None:
    silent = [
        str(path.relative_to(checkout))
        for path in modules(checkout)
        if path.name == "__init__.py" and not ast.get_docstring(parsed(path))
    ]
    assert silent == []


@pytest.mark.parametrize("heavy", ["uiautomator2", "adbutils", "openai", "llama_cpp", "PIL", "rich"])
def test_importing_the_package_loads_nothing_heavy(heavy: str) -> None:
    code = f"import sys, agentprog, agentprog.ports, agentprog.errors; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_command_line_loads_no_adb_client_before_it_is_asked_for() -> None:
    """adbutils fails on import if it cannot read the environment: that must be an error of ours."""
    code = "import sys, agentprog.cli.main; sys.exit(bool({'uiautomator2', 'adbutils'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_importing_writes_nothing(tmp_path: Path) -> None:
    code = "import agentprog.cli.main, agentprog.app.settings.config"
    done = subprocess.run([sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []

"""Every example runs, on the simulated phone where it needs one, without a model."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_the_notebook_runs_from_top_to_bottom(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its cells in their order in one event loop, as a kernel runs them; a cell may await."""
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in json.loads(example.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "__main__"}

    async def run() -> None:
        for number, cell in enumerate(cells):
            place = f"{example.name}, cell {number}"
            code = compile("".join(cell["source"]), place, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            done = eval(code, names)  # noqa: S307 - our own example
            if inspect.iscoroutine(done):
                await done

    asyncio.run(run())
    assert names["result"].output == names["Saved"](name="Ada", saved=True)
    assert names["shots"][-1].is_file()
    assert 'tap button "Save"' in capsys.readouterr().out
    assert not any(cell["outputs"] for cell in cells)

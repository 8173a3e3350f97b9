"""Commands are imported on demand, and the table has the right module of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from agentprog.cli.tree import MODULES, PARTS, load_all

HEAVY = {"openai", "uiautomator2", "adbutils", "PIL"}


def test_the_table_has_every_command_in_the_order_of_the_help() -> None:
    assert list(typer.main.get_group(load_all()).commands) == list(MODULES)


@pytest.mark.parametrize("command", sorted(PARTS))
def test_the_table_has_every_part_of_a_command_that_is_loaded_in_parts(command: str) -> None:
    whole = typer.main.get_group(load_all()).commands[command]
    assert list(whole.commands) == list(PARTS[command])  # type: ignore[attr-defined]


def test_the_order_of_a_group_does_not_depend_on_the_order_of_imports() -> None:
    found = loaded(
        "import agentprog.cli.commands.learn.training; from agentprog.cli.tree import load_all; load_all()",
        "list(typer.main.get_group(app).commands['learn'].commands)",
    )
    assert found.strip() == str(list(PARTS["learn"]))


@pytest.mark.parametrize(("command", "part"), [("trace", "list"), ("trace", "schema"), ("bench", "report")])
def test_importing_its_module_alone_adds_a_subcommand(command: str, part: str) -> None:
    found = loaded(
        f"from agentprog.cli.tree import load; load({command!r}, {part!r})",
        f"list(typer.main.get_group(app).commands[{command!r}].commands)",
    )
    assert part in found


@pytest.mark.parametrize("command", ["trace", "bench", "disconnect"])
def test_importing_its_modules_adds_a_command(command: str) -> None:
    found = loaded(
        f"from agentprog.cli.tree import load; load({command!r})", "list(typer.main.get_group(app).commands)"
    )
    assert command in found


def test_checking_a_program_imports_no_phone_and_no_model() -> None:
    found = loaded("from agentprog.cli.tree import load; load('check')", "sorted(sys.modules)")
    assert "agentprog.lang.check" in found
    assert not HEAVY & {name.strip("' ") for name in found.strip("[]\n").split(",")}


def test_listing_runs_imports_no_language_no_journal_and_no_phone() -> None:
    found = loaded("from agentprog.cli.tree import load; load('trace', 'list')", "sorted(sys.modules)")
    names = {name.strip("' ") for name in found.strip("[]\n").split(",")}
    assert "agentprog.app.runs.listing" in names
    assert not {"agentprog.lang.ast", "agentprog.ports", "agentprog.runtime.journal.events"} & names


def test_printing_the_version_imports_neither_commands_nor_their_library() -> None:
    names = _imported_by(["--version"])
    assert "agentprog.cli.console" in names
    assert not {"typer", "rich", "dataclasses", "agentprog.cli.app"} & names
    assert len(names) < 90


def test_checking_a_program_imports_few_modules_and_nothing_that_colours(tmp_path: Path) -> None:
    program = tmp_path / "one.stp"
    program.write_text("Press home\n", encoding="utf-8")
    names = _imported_by(["check", str(program)])
    assert "agentprog.lang.check" in names
    assert not {"rich", "pydantic", "lark"} & names
    assert len(names) < 320


def _imported_by(arguments: list[str]) -> set[str]:
    """The modules that a separate interpreter imports for one valid command line."""
    program = f"""\
import sys
from agentprog.cli.main import status_of
assert status_of({arguments!r}) == 0
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def loaded(statement: str, shown: str) -> str:
    """The output of a separate interpreter after the statement."""
    program = f"import sys, typer.main\nfrom agentprog.cli.app import app\n{statement}\nprint({shown})"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

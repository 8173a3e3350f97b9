"""docs/cli.md equals the commands, and every command and option has a help text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

from agentprog.cli.reference import reference
from agentprog.cli.tree import load_all


def commands(group: TyperGroup, words: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        yield f"{words} {name}", command
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{words} {name}")


PAGE = reference()
ALL = dict(commands(typer.main.get_group(load_all()), "agentprog"))


def test_the_page_is_the_commands_own_words(checkout: Path) -> None:
    page = (checkout / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == PAGE, "write it anew: python -m agentprog.cli.reference > docs/cli.md"


@pytest.mark.parametrize("words", ALL)
def test_every_command_and_option_has_a_help_text(words: str) -> None:
    command = ALL[words]
    assert (command.help or "").strip().endswith(".")
    for parameter in command.params:
        assert getattr(parameter, "help", "") or getattr(parameter, "hidden", False), f"{words}: {parameter.name}"
        assert f"{chr(35) * len(words.split())} {words}\n" in PAGE

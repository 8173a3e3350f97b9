"""Each option that a page of the docs names exists, in a command, in a table or in a sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.test_docs import PAGES, ROOT, commands_of_the_line

# Options of other programs.
OF_OTHERS = {"--hypothesis-profile": "pytest", "--where": "Android's content", "--noredact": "Android's dumpsys"}
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")


@cache
def _options_of_the_line() -> frozenset[str]:
    """Every option of every command."""
    found, commands = {"--help", "--debug"}, [commands_of_the_line()]
    for command in commands:
        commands += getattr(command, "commands", {}).values()
        found |= {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    return frozenset(found)


def _unknown_options(text: str) -> set[str]:
    """The options in a text, anywhere, that no command has, nor a script that the text names."""
    scripts = {*re.findall(r"benchmarks/\w+\.py", text), *(f"{name.replace('.', '/')}.py" for name in
               re.findall(r"-m (tests\.[\w.]+)", text))}  # fmt: skip
    theirs = {option for name in scripts for option in re.findall(r'"(--[a-z][\w-]*)"', (ROOT / name).read_text())}
    return set(_OPTION.findall(text)) - _options_of_the_line() - theirs - set(OF_OTHERS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_options_that_a_page_names_exist(page: Path) -> None:
    """Also in tables and sentences, where no command precedes them."""
    assert _unknown_options(page.read_text(encoding="utf-8")) == set()


def test_a_wrong_option_in_a_table_would_be_found() -> None:
    assert _unknown_options("| `--polcy RULE` | `--policy` |") == {"--polcy"}
    assert _unknown_options("`--ahead shown`") == {"--ahead"}, "an option of a script that the page does not name"
    assert _unknown_options("`benchmarks/calls.py`: `--ahead shown`") == set()

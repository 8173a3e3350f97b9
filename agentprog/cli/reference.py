"""The reference of all commands as Markdown, made from the command tree: `docs/cli.md` is this text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from agentprog.cli.commands import app

_HEAD = """# Commands

Made from the commands themselves by `python -m agentprog.cli.reference`; a test keeps it true.
A task in quotes or a program file may stand without `run`: `agentprog "add a contact named Ada"`.
What a command was asked for goes to standard output, everything else to standard error.
"""

_EXITS = (
    (0, "verified, or completed without an effect on a phone; the command did what was asked"),
    (1, "failed; of `check`: there are errors; of `bench`: not every task ended right"),
    (2, "wrong usage: a command, an option, a file, an input"),
    (3, "the phone, or what connects to it"),
    (4, "the model, or that none is configured"),
    (5, "out of a budget"),
    (6, "a person is needed"),
    (7, "finished, but not every effect could be seen"),
    (8, "infeasible on this phone"),
    (130, "interrupted"),
)


def reference() -> str:
    """The whole page."""
    root = typer.main.get_group(app)
    parts = [_HEAD, _exit_codes()]
    for words, command in _commands(root, ("agentprog",)):
        parts.append(_section(words, command))
    return "\n".join(parts)


def _exit_codes() -> str:
    rows = "\n".join(f"| {code} | {meaning} |" for code, meaning in _EXITS)
    return f"## Exit status\n\n| status | meaning |\n|---|---|\n{rows}\n"


def _commands(group: TyperGroup, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its words, groups before what they hold."""
    for name, command in group.commands.items():
        if command.hidden:
            continue
        yield (*words, name), command
        if isinstance(command, TyperGroup):
            yield from _commands(command, (*words, name))


def _section(words: tuple[str, ...], command: Any) -> str:
    """A command's help, its usage, and a table of what it takes."""
    lines = [f"{'#' * len(words)} {' '.join(words)}", "", " ".join((command.help or "").split()), ""]
    if isinstance(command, TyperGroup):
        return "\n".join(lines)
    context = typer.Context(command, info_name=" ".join(words))
    usage = " ".join(command.collect_usage_pieces(context))
    lines += [f"    {' '.join(words)} {usage}", ""]
    records = [parameter.get_help_record(context) for parameter in command.params]
    rows = [f"| `{_cell(record[0])}` | {_cell(record[1])} |" for record in records if record]
    if rows:
        lines += ["| option | what it does |", "|---|---|", *rows, ""]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print(reference(), end="")  # noqa: T201 - a page for whoever calls this

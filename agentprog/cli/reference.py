"""The reference of all commands as Markdown, made from the command tree: `docs/cli.md` is this text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from agentprog.cli.tree import load_all

_HEAD = """# Commands

This page lists every command with its options, and the exit statuses. `python -m agentprog.cli.reference` makes it from
the commands; a test keeps it true. `run` may be left out before a task in quotes or a program file: `agentprog "add a
contact named Ada"`. Results go to standard output, everything else to standard error. `--debug`, anywhere on the line,
shows an error in full. Colour and the live view appear only on terminals; `NO_COLOR` switches colour off there too.

## For scripts

Every command takes `--quiet` and `--json`.

- `--quiet` leaves out progress and advice. Results, questions, warnings and errors stay.
- `--json` writes one JSON document to standard output and nothing else there. These write JSON lines, one for each
  thing: `check` and `fmt` (a program), `trace show` (an event), `phone sql` (a row). Progress stays on standard
  error; `--quiet` takes it away.
- With `--json` an error is also a document, or the last line, in addition to the message on standard error:
  `{"error": {"kind": "NoDevice", "message": "...", "hint": "...", "exit_code": 3}}`. `kind` is the name of a class in
  `agentprog.errors`, `Cancelled` after an interruption, or `Defect` for a fault of agentprog. A run that began has its
  own document, with `outcome`, `reason`, `exit_code`, `answer`, `run` (its folder), `totals`, and `error`: null or
  this object.
- `path` is a file or folder, `serial` a phone, `run` a run; `ok`, `right` and `changed` are true or false. Later
  versions may add keys; existing keys keep their meaning.
- With `--json`, or without a terminal, no command asks a question. A question that needs a person ends the command with
  status 6, or with 2 if an option could have answered it.

Programs, settings and all output are UTF-8 on every system. Nobody has run agentprog on Windows yet. Tests on Linux
check the types for Windows, texts with any line ends and with or without a byte order mark, names of run folders, and
terminals with other encodings.
"""

_EXITS = (
    (0, "verified, or completed without an effect on a phone; the command did what was asked"),
    (1, "failed; `check`, `fmt`, `trace test`, `bench`: the check failed; a defect; the output was closed"),
    (2, "wrong usage: a command, an option, a file, an input"),
    (3, "an error of the phone or its connection"),
    (4, "an error of the model, or no model is configured"),
    (5, "out of budget"),
    (6, "a person is needed"),
    (7, "finished, but not every effect could be seen"),
    (8, "infeasible on this phone"),
    (130, "interrupted"),
)


def reference() -> str:
    """The whole page."""
    root = typer.main.get_group(load_all())
    parts = [_HEAD, _exit_codes()]
    for words, command in _commands(root, ("agentprog",)):
        parts.append(_section(words, command))
    return "\n".join(parts)


def _exit_codes() -> str:
    """The table of exit statuses."""
    rows = "\n".join(f"| {code} | {meaning} |" for code, meaning in _EXITS)
    return f"## Exit status\n\n| status | meaning |\n|---|---|\n{rows}\n"


def _commands(group: TyperGroup, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its words, groups before their commands."""
    for name, command in group.commands.items():
        if command.hidden:
            continue
        yield (*words, name), command
        if isinstance(command, TyperGroup):
            yield from _commands(command, (*words, name))


def _section(words: tuple[str, ...], command: Any) -> str:
    """A command's help, its usage, and a table of its arguments and options."""
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

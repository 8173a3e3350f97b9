"""The reference of all settings as Markdown, generated from the model: the text of `docs/settings.md`."""

from __future__ import annotations

import typing
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentprog.app.settings.model import KEYS, Endpoint, RunSettings, SecretSource, flags_of, place_of, variable_of
from agentprog.models.price import Price

_HEAD = """# Settings

This page lists every setting of a run: its meaning, its default, and its option, variable and key.
`python -m agentprog.app.settings.reference` makes it from the settings; a test keeps it true.

A value can be given in five places; the first place that has it wins:

1. an option of a command, or an argument of `agentprog.Agent` by the name of the key;
2. the environment. A file `.env` beside the project's file adds variables that the shell does not set;
3. the project's file: `agentprog.toml` in this folder or the nearest one above it, or the file that `--config` or
   `AGENTPROG_CONFIG` names;
4. the user's file, `config.toml` in the platform's folder for settings (`~/.config/agentprog` on Linux);
5. the default.

agentprog checks each place separately: an error names the option, the argument, the variable, or the file with its key.
An unknown key is an error. Paths in a file are relative to it, numbers stand without quotes, and several
values in a variable are separated by commas. A phone given by an option or an argument overrides
`sim` in a file or a variable.

The column *resumed* gives the rule for a resumed run (`agentprog resume`, `Agent(resume=...)`). `anew`: it reads the
value again. `kept`: it keeps the value unless you give another. `fixed`: it keeps the value.

| key | option | variable | type | default | resumed | meaning |
|---|---|---|---|---|---|---|
"""
_TABLES = ((Price, 'prices."MODEL"'), (Endpoint, 'endpoints."MODEL"'), (SecretSource, "secrets.NAME"))


def reference() -> str:
    """The whole page."""
    rows = "".join(_row(key) for key in KEYS)
    return _HEAD + rows + "".join(_table(model, name) for model, name in _TABLES)


def _row(key: str) -> str:
    field, place = RunSettings.model_fields[key], place_of(key)
    variable = variable_of(key)
    option, shell = ", ".join(f"`{flag}`" for flag in flags_of(key)), f"`{variable}`" if variable else ""
    kind = "policy" if place.by_hand else _word(typing.get_type_hints(RunSettings)[key])
    default = f"`{str(field.default).lower()}`" if isinstance(field.default, str | int | Path) else ""
    no_file = " No file may set it." if place.by_hand else ""
    cells = (f"`{key}`", option, shell, kind, default, place.later, f"{field.description}{no_file}")
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def _table(model: type[BaseModel], name: str) -> str:
    """The keys of a table in a file."""
    about = " ".join((model.__doc__ or "").split())
    rows = "".join(
        f"| `{key}` | {_word(kind)} |\n"
        for key, kind in typing.get_type_hints(model).items()
        if key in model.model_fields
    )
    return f"\n## `[{name}]`\n\n{about}\n\n| key | type |\n|---|---|\n{rows}"


def _word(kind: Any) -> str:
    """A type in plain words."""
    if typing.get_origin(kind) is typing.Literal:
        return " or ".join(f"`{value}`" for value in typing.get_args(kind))
    inner = [member for member in typing.get_args(kind) if member is not type(None)]
    if typing.get_origin(kind) is dict:
        return "table"
    if typing.get_origin(kind) in (frozenset, list):
        return f"list of {_word(inner[0])}"
    return _word(inner[0]) if inner else _WORDS[kind]


_WORDS = {str: "text", int: "whole number", float: "number", bool: "yes or no", Path: "path", date: "date"}

if __name__ == "__main__":
    print(reference(), end="")  # noqa: T201 - a page for whoever calls this

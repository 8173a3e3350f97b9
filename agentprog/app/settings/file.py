"""Writes single values into a settings file and keeps the rest of the file as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from agentprog.errors import ConfigError

_TABLE = re.compile(r"^\s*\[")


def save(path: Path, values: Mapping[str, str | None]) -> None:
    """Set top-level keys; None removes a key. This creates a missing file, and never leaves half of one."""
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        _parsed(path, text)
        changed = with_values(text, values)
        if any(_parsed(path, changed).get(key) != value for key, value in values.items()):
            raise ConfigError(f"{path} could not be changed: write {_lines(values)} into it yourself")
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.new")
        draft.write_text(changed, encoding="utf-8")
        draft.replace(path)
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(f"cannot write {path}: {exc}", hint=f"It should hold: {_lines(values)}") from exc


def with_values(text: str, values: Mapping[str, str | None]) -> str:
    """The text of a TOML file with new top-level values; comments and order stay."""
    lines = text.splitlines()
    top = next((number for number, line in enumerate(lines) if _TABLE.match(line)), len(lines))
    head, rest = lines[:top], lines[top:]
    for key, value in values.items():
        at = next((n for n, line in enumerate(head) if re.match(rf"\s*{re.escape(key)}\s*=", line)), None)
        written = [] if value is None else [f"{key} = {json.dumps(value, ensure_ascii=False)}"]
        if at is not None:
            head[at : at + 1] = written
        else:
            while head and not head[-1].strip() and rest:
                head.pop()
            head += [*written, ""] if rest and written else written
    return "\n".join([*head, *rest]) + "\n" if head or rest else ""


def _parsed(path: Path, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{path} is not valid TOML: {exc}", hint="Repair it, or move it away.") from exc


def _lines(values: Mapping[str, str | None]) -> str:
    return ", ".join(f"{key} = {json.dumps(value)}" for key, value in values.items() if value is not None)

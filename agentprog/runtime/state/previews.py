"""Shows a value in one line, its size and its beginning, without traversing all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from agentprog.runtime.state.values import Image, Table, Value, as_text

_ITEMS = 10
"""How many items of a list, or fields of an object, a preview shows at most."""
_ROWS = 3
_COLUMNS = 12
_LONGEST_NAME = 40


def preview(value: Value, limit: int = 120) -> str:
    """At most about `limit` characters. Its time does not grow with the value."""
    match value:
        case str():
            return _text(value, limit)
        case Table():
            return _table(value, limit)
        case Mapping():
            return "{" + _joined(_fields(value, limit), len(value), "fields", limit) + "}" if value else "empty"
        case list() | tuple():
            items = (preview(item, max(12, limit // 2)) for item in value[:_ITEMS])
            return "[" + _joined(items, len(value), "items", limit) + "]" if value else "empty"
        case Image():
            return as_text(value)
        case _:
            return as_text(value)[:limit] or "empty"


def size_of(value: Value) -> str:
    """The size of a long text, a list, a table or an object, in words; empty for other values."""
    match value:
        case str():
            return f" of {len(value):,} characters" if len(value) > 60 else ""
        case Table():
            return f" of {len(value.rows):,} rows, columns {_names(value.columns)}"
        case list() | tuple():
            return f" of {len(value):,}"
        case _:
            return ""


def _text(text: str, limit: int) -> str:
    shown = _lines(text[: 2 * limit + 20])
    if len(shown) <= limit and len(text) <= 2 * limit + 20:
        return f'"{shown}"'
    return f'"{shown[:limit].rstrip()}…"'


def _lines(text: str) -> str:
    """The text in one line, with its line breaks as `\n`: a model that writes code for it needs to see where
    lines end.
    """
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).replace("\n", r"\n")


def _table(table: Table, limit: int) -> str:
    if not table.rows:
        return "empty"
    rows = ("{" + ", ".join(_fields(row, limit // 2)) + "}" for row in table.rows[:_ROWS])
    return _joined(rows, len(table.rows), "rows", limit)


def _fields(item: Mapping[str, Value], limit: int) -> Iterable[str]:
    share = max(12, limit // max(2, min(len(item), _ITEMS)))
    return (f"{_name(key)}: {preview(part, share)}" for key, part in islice(item.items(), _ITEMS))


def _joined(parts: Iterable[str], total: int, noun: str, limit: int) -> str:
    """As many parts as fit, at least one, and the number of further parts."""
    lines: list[str] = []
    room = limit
    for part in parts:
        if lines and len(part) + 2 > room:
            break
        lines.append(part if len(part) <= limit else f"{part[:limit]}…")
        room -= len(part) + 2
    more = total - len(lines)
    counted = noun if more > 1 else noun.removesuffix("s")
    return ", ".join(lines) + (f", … {more:,} more {counted}" if more else "")


def _names(columns: Sequence[str]) -> str:
    shown = ", ".join(_name(name) for name in columns[:_COLUMNS])
    return shown + (f" and {len(columns) - _COLUMNS} more" if len(columns) > _COLUMNS else "")


def _name(key: object) -> str:
    return " ".join(str(key)[:_LONGEST_NAME].split())

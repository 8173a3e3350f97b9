"""The values of variables, their text forms, and conversions between kinds of values.

Text, number, boolean, list, object, date and time are Python's own types; tables and images are the two classes here.
Values are never changed in place: an operation makes a new value, so an observed value stays unchanged.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from agentprog.lang.vocabulary.orders import truth_of

Value = Any
"""None, str, bool, int, float, list, dict, date, datetime, Table or Image."""


class CoercionError(ValueError):
    """A value cannot be converted to the wanted kind. The machine maps it to a RunError with the line."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of named columns, in order. Every row has all columns: a missing cell is None."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Value], ...] = ()

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Value]], columns: Sequence[str] = ()) -> Table:
        """A table with the given columns, then those of the rows in order of appearance."""
        names = dict.fromkeys(columns)
        for row in rows:
            names.update(dict.fromkeys(row))
        return cls(tuple(names), tuple({name: row.get(name) for name in names} for row in rows))


@dataclass(frozen=True, slots=True)
class Image:
    """Encoded pixels."""

    data: bytes = field(repr=False)
    media_type: str = "image/png"


def kind_of(value: Value) -> str:
    """The everyday word for the kind of this value."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case Table():
            return "a table"
        case Image():
            return "an image"
        case datetime() | date():
            return "a date"
        case Mapping():
            return "an object"
        case _:
            return "a list"


def as_text(value: Value) -> str:
    """The value as a person would write it inside a sentence."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return number_text(value)
        case str():
            return value
        case datetime():
            return value.strftime("%Y-%m-%d %H:%M" if value.second == 0 else "%Y-%m-%d %H:%M:%S")
        case date():
            return value.isoformat()
        case Image():
            return f"[image, {len(value.data)} bytes]"
        case Table() | Mapping():
            return json.dumps(to_json(value, tagged=False), ensure_ascii=False)
        case list() | tuple():
            if all(isinstance(item, str | int | float | bool | date) for item in value):
                return ", ".join(as_text(item) for item in value)
            return json.dumps(to_json(list(value), tagged=False), ensure_ascii=False)
        case _:
            return str(value)


def in_brief(value: Value) -> str:
    """A value in a step's detail: its first 120 characters."""
    return as_text(value)[:120]


def number_text(value: float) -> str:
    """A number without artefacts of binary fractions: 0.1 + 0.2 reads 0.3, 3.0 reads 3."""
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return format(value, ".12g")


_CURRENCY = re.compile(r"^\s*(?:[$€£¥₹]|USD|EUR|GBP)?\s*([-+]?[\d.,\s']*\d)\s*(?:[$€£¥₹]|USD|EUR|GBP)?\s*$", re.I)
_PLAIN = re.compile(r"^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$")


def parse_number(text: str) -> int | float | None:
    """The number in a text, with or without thousands separators or a currency sign; None if it has none."""
    stripped = text.strip()
    if len(stripped) > 100:
        return None
    if _PLAIN.match(stripped):
        return _int_or_float(stripped)
    found = _CURRENCY.match(stripped)
    if found is None:
        return None
    digits = re.sub(r"[\s']", "", found.group(1))
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and dot >= 0:
        thousands = "," if dot > comma else "."
        digits = digits.replace(thousands, "").replace(",", ".")
    elif comma >= 0:
        digits = digits.replace(",", "") if re.match(r"^[-+]?\d{1,3}(,\d{3})+$", digits) else digits.replace(",", ".")
    return _int_or_float(digits) if _PLAIN.match(digits) else None


def _int_or_float(digits: str) -> int | float:
    return float(digits) if any(mark in digits for mark in ".eE") else int(digits)


def to_number(value: Value) -> int | float:
    """Raises CoercionError."""
    if isinstance(value, bool) or value is None:
        raise CoercionError(f"{describe(value)} is not a number")
    if isinstance(value, int | float):
        return value
    if isinstance(value, str):
        number = parse_number(value)
        if number is not None:
            return number
    if isinstance(value, list) and len(value) == 1:
        return to_number(value[0])
    raise CoercionError(f"{describe(value)} is not a number")


def to_list(value: Value) -> list[Value]:
    """The items to iterate over: of a list, the rows of a table, the lines of a text, the keys of an object
    as pairs.
    """
    match value:
        case list() | tuple():
            return list(value)
        case Table(rows=rows):
            return [dict(row) for row in rows]
        case str():
            return _list_of_text(value)
        case Mapping():
            return [{"key": key, "value": item} for key, item in value.items()]
        case None:
            raise CoercionError("there is no value to go through")
        case _:
            raise CoercionError(f"{describe(value)} is not a list")


def _list_of_text(text: str) -> list[Value]:
    stripped = text.strip()
    if stripped.startswith("["):
        try:
            parsed = json.loads(stripped)
        except ValueError:
            parsed = None
        if isinstance(parsed, list):
            return parsed
    lines = [line.strip() for line in stripped.splitlines() if line.strip()]
    if len(lines) > 1:
        return list(lines)
    return [part.strip() for part in stripped.split(",") if part.strip()]


def to_bool(value: Value) -> bool:
    """The value as a boolean: words like yes and no are read, an empty value is false."""
    if isinstance(value, str):
        word = value.strip().casefold()
        return word not in ("", "0", "none") and truth_of(word) is not False
    if isinstance(value, Table):
        return bool(value.rows)
    return bool(value)


def to_date(value: Value) -> date | datetime | None:
    """A date or time in ISO form; None if the value has none."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        return None
    text = value.strip()
    if not re.match(r"^\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError:
        return None


def describe(value: Value, *, limit: int = 60) -> str:
    """The value, shortened, and its kind: for messages."""
    shown = as_text(value)
    if len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    kind = kind_of(value)
    return f'"{shown}" ({kind})' if isinstance(value, str) else f"{shown or kind} ({kind})" if shown else kind


def to_json(value: Value, *, tagged: bool = True) -> Any:
    """JSON data for a value. `tagged` marks kinds that JSON lacks (tables, dates, images), so that they can be
    restored.
    """
    match value:
        case datetime():
            return {"$datetime": value.isoformat()} if tagged else value.isoformat()
        case date():
            return {"$date": value.isoformat()} if tagged else value.isoformat()
        case Image():
            data = base64.b64encode(value.data).decode()
            return {"$image": data, "type": value.media_type} if tagged else f"[image, {len(value.data)} bytes]"
        case Table():
            rows = [to_json(dict(row), tagged=tagged) for row in value.rows]
            return {"$table": rows, "columns": list(value.columns)} if tagged else rows
        case Mapping():
            return {str(key): to_json(item, tagged=tagged) for key, item in value.items()}
        case list() | tuple():
            return [to_json(item, tagged=tagged) for item in value]
        case None | str() | bool() | int() | float():
            return value
        case _:
            return str(value)


def from_json(data: Any) -> Value:
    """The value for tagged JSON data."""
    match data:
        case list():
            return [from_json(item) for item in data]
        case {"$datetime": str(text), **rest} if not rest:
            return datetime.fromisoformat(text)
        case {"$date": str(text), **rest} if not rest:
            return date.fromisoformat(text)
        case {"$image": str(text), "type": str(kind), **rest} if not rest:
            return Image(base64.b64decode(text), kind)
        case {"$table": list(rows), "columns": list(columns), **rest} if not rest:
            return Table.of([from_json(row) for row in rows], columns)
        case dict():
            return {key: from_json(item) for key, item in data.items()}
        case _:
            return data


def coerce(value: Value, kind: str) -> Value:
    """The value converted to the type a program asks for: text, number, boolean, list, list of ..., object, table,
    date, image.

    An unknown or empty type asks for nothing. Raises CoercionError.
    """
    name = kind.strip().casefold().removeprefix("a ").removeprefix("an ")
    head, _, inner = name.partition(" of ")
    if value is None or not name:
        return value
    match head.rstrip("s") if head != "boolean" else head:
        case "text" | "string" | "str":
            return as_text(value)
        case "number" | "integer" | "int" | "float":
            return to_number(value)
        case "boolean" | "bool" | "yes or no":
            return to_bool(value)
        case "list":
            return [coerce(item, inner) for item in to_list(value)]
        case "object":
            return _object(value)
        case "table":
            return value if isinstance(value, Table) else Table.of([_object(row) for row in to_list(value)])
        case "date" | "datetime":
            found = to_date(value)
            if found is None:
                raise CoercionError(f"{describe(value)} is not a date")
            return found
        case _:
            return value


def _object(value: Value) -> Value:
    if isinstance(value, str) and value.strip().startswith("{"):
        try:
            value = json.loads(value)
        except ValueError:
            raise CoercionError(f"{describe(value)} is not an object") from None
    if isinstance(value, Mapping):
        return value
    raise CoercionError(f"{describe(value)} is not an object")

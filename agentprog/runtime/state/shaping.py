"""Converts a read value into the form that the program uses: numbers and dates, part by part."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agentprog.identity import amount, moment
from agentprog.lang.shapes import Part, Shape, shape_of
from agentprog.runtime.state.values import CoercionError, Value, coerce, describe, parse_number, to_list

_FIGURE = re.compile(r"[-+−]?\d(?:[\d.,'٫٬\u00a0\u202f]*\d)?")


def shaped(value: Value, kind: str) -> Value:
    """The value as a type asks for it, parts by their own kinds. Raises CoercionError."""
    shape = shape_of(kind)
    if value is None or not (shape.parts or shape.kind == "number"):
        return coerce(value, kind)
    if shape.many:
        return [_one(item, shape) for item in to_list(value)]
    return _one(value, shape)


def _one(value: Value, shape: Shape) -> Value:
    if not shape.parts:
        return figure(value)
    if not isinstance(value, Mapping):
        raise CoercionError(f"{describe(value)} has no parts, and {shape} is wanted")
    fitting = {part.name: fitted(value.get(part.name), part) for part in shape.parts}
    return {**value, **fitting} if shape.open else fitting


def fitted(value: Value, part: Part) -> Value:
    """One part. An empty one stays empty. Raises CoercionError."""
    if value is None or value in ("", []):
        return [] if part.kind == "list" else None if part.kind else value
    match part.kind:
        case "number":
            return figure(value)
        case "date":
            return coerce(moment(value) or value if isinstance(value, str) else value, "date")
        case "list":
            return to_list(value)
        case _:
            return value


def figure(value: Value) -> int | float:
    """The number that a text is, or the only one in it, as `12.50 USD` and `3 items`. Raises CoercionError."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = str(value).replace("−", "-")
    plain = parse_number(text)
    if plain is not None:
        return plain
    found = _FIGURE.findall(text)
    read = amount(found[0].lstrip("+-")) if len(found) == 1 else None
    if read is None:
        raise CoercionError(f"{describe(value)} is not a number")
    number = -read if found[0].startswith("-") else read
    return int(number) if number == number.to_integral_value() else float(number)

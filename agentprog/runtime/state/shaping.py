"""Converts a read value into the form that the program uses: numbers and dates, part by part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from agentprog.identity import amount, moment
from agentprog.lang.shapes import Part, Shape, shape_of
from agentprog.runtime.state.durations import duration, unit_in
from agentprog.runtime.state.values import CoercionError, Value, coerce, describe, parse_number, to_list

_FIGURE = re.compile(r"[-+−]?\d(?:[\d.,'٫٬\u00a0\u202f]*\d)?")
_NAME_IT = "call the part by the unit that it counts, such as minutes"
_EITHER = 'minutes and seconds or hours and minutes: "{0} min" or "{0} h" says which, or a part called seconds or hours'


def shaped(value: Value, kind: str, name: str = "") -> Value:
    """The value in the form of a type, each part by its own kind. `name` is the variable's. Raises CoercionError."""
    shape = shape_of(kind)
    if value is None or not (shape.parts or shape.kind == "number"):
        return coerce(value, kind)
    if shape.many:
        _of_one_unit(to_list(value), shape)
        return [_shaped(item, shape, name) for item in to_list(value)]
    return _shaped(value, shape, name)


def _shaped(value: Value, shape: Shape, name: str) -> Value:
    if not shape.parts:
        return figure(value, name)
    if not isinstance(value, Mapping):
        raise CoercionError(f"{describe(value)} has no parts, and {shape} is wanted")
    fitting = {part.name: fitted(value.get(part.name), part) for part in shape.parts}
    return {**value, **fitting} if shape.open else fitting


def fitted(value: Value, part: Part) -> Value:
    """One part in its form. An empty part stays empty. Raises CoercionError."""
    if value is None or value in ("", []):
        return [] if part.kind == "list" else None if part.kind else value
    match part.kind:
        case "number":
            return figure(value, part.name)
        case "date":
            return coerce(moment(value) or value if isinstance(value, str) else value, "date")
        case "list":
            return to_list(value)
        case _:
            return value


def _of_one_unit(items: list[Value], shape: Shape) -> None:
    """Raises CoercionError if a part without a unit means minutes in one row and hours in another."""
    for part in shape.parts:
        if part.kind != "number" or unit_in(part.name) is not None:
            continue
        cells = [item.get(part.name) for item in items if isinstance(item, Mapping)]
        found = {lasts.unit: cell for cell in cells if isinstance(cell, str) and (lasts := duration(cell))}
        if len(found) > 1:
            examples = " and ".join(describe(cell) for cell in found.values())
            raise CoercionError(f"{part.name}: {examples} have different units: {_NAME_IT}")


def figure(value: Value, name: str = "") -> int | float:
    """The number in a text, which is the whole text or its only number, as in `12.50 USD` and `3 items`. A length of
    time is counted in the unit of the name, as in `minutes`. Raises CoercionError.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = str(value).replace("−", "-")
    plain = parse_number(text)
    if plain is not None:
        return plain
    unit = unit_in(name)
    lasts = duration(text, unit)
    if lasts is not None and (unit or not lasts.unit):
        if not unit:
            raise CoercionError(f"{describe(value)} is a length of time: {_NAME_IT}")
        if lasts.seconds is None:
            raise CoercionError(f"{describe(value)} may be {_EITHER.format(text.strip())}")
        return _plain(lasts.seconds / unit)
    found = _FIGURE.findall(text)
    read = amount(found[0].lstrip("+-")) if len(found) == 1 else None
    if read is None:
        raise CoercionError(f"{describe(value)} is not a number")
    return _plain(Fraction(-read if found[0].startswith("-") else read))


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)

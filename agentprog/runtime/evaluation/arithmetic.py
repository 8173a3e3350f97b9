"""Calculates with values, compares and orders them: lenient about kinds, exact about money."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal, DecimalException, localcontext
from typing import Any

from agentprog.identity import canon, moment
from agentprog.lang.ast import ArithmeticOp, CompareOp
from agentprog.lang.vocabulary.orders import truth_of
from agentprog.runtime.state.values import (
    CoercionError,
    Table,
    Value,
    as_text,
    describe,
    parse_number,
    to_date,
    to_number,
)

_MAX_BITS = 4096
_DIGITS = 34


def calculate(op: ArithmeticOp, left: Value, right: Value) -> Value:
    """`left op right`. `+` also joins texts and lists, `+` and `-` move dates by days. Raises CoercionError."""
    dates = _with_dates(op, left, right)
    if dates is not None:
        return dates
    if op == "+" and not (_numeric(left) and _numeric(right)):
        return _join(left, right)
    a, b = to_number(left), to_number(right)
    if op in ("/", "%") and b == 0:
        raise CoercionError(f"{describe(left)} cannot be divided by zero")
    if isinstance(a, int) and isinstance(b, int):
        return _whole(op, a, b)
    return _fraction(op, a, b)


def _numeric(value: Value) -> bool:
    if isinstance(value, str):
        return parse_number(value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(op: ArithmeticOp, a: int, b: int) -> int | float:
    if op == "*" and a.bit_length() + b.bit_length() > _MAX_BITS:
        raise CoercionError("the product is too large a number")
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "%":
            return a % b
        case "/":
            return a // b if a % b == 0 else _fraction(op, a, b)


def _fraction(op: ArithmeticOp, a: int | float, b: int | float) -> int | float:
    """In decimal, so that 19.99 * 3 is 59.97."""
    with localcontext() as context:
        context.prec = _DIGITS
        try:
            x, y = Decimal(str(a)), Decimal(str(b))
            result = {"+": x.__add__, "-": x.__sub__, "*": x.__mul__, "/": x.__truediv__, "%": x.__mod__}[op](y)
            number = float(result)
        except (DecimalException, OverflowError) as exc:
            raise CoercionError(f"{as_text(a)} {op} {as_text(b)} has no result") from exc
    if math.isinf(number) or math.isnan(number):
        raise CoercionError(f"{as_text(a)} {op} {as_text(b)} is too large a number")
    return number


def _with_dates(op: ArithmeticOp, left: Value, right: Value) -> Value | None:
    """Dates move by days and differ by days; None when no date is involved."""
    if not isinstance(left, date):
        return None
    if op == "-" and isinstance(right, date):
        if isinstance(left, datetime) and isinstance(right, datetime):
            return (left - right) / timedelta(days=1)
        return (_day(left) - _day(right)).days
    if op in ("+", "-") and _numeric(right):
        days = timedelta(days=to_number(right))
        try:
            return left + days if op == "+" else left - days
        except OverflowError as exc:
            raise CoercionError(f"{describe(left)} {op} {describe(right)} is no date") from exc
    raise CoercionError(f"cannot calculate {describe(left)} {op} {describe(right)}")


def _day(value: date) -> date:
    return value.date() if isinstance(value, datetime) else value


def _join(left: Value, right: Value) -> Value:
    if isinstance(left, Table):
        rows = list(right.rows) if isinstance(right, Table) else [right] if isinstance(right, Mapping) else None
        if rows is None:
            raise CoercionError(f"cannot add {describe(right)} to a table: a row is an object")
        return Table.of([*left.rows, *rows], left.columns)
    if isinstance(left, list):
        return [*left, *(right if isinstance(right, list) else [right])]
    if isinstance(right, list):
        return [left, *right]
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return {**left, **right}
    if isinstance(left, str) or isinstance(right, str):
        return as_text(left) + as_text(right)
    raise CoercionError(f"cannot add {describe(left)} and {describe(right)}")


_LONGEST_RANGE = 10_000


def whole_numbers(low: Value, high: Value) -> list[Value]:
    """The whole numbers from one to another. Raises CoercionError."""
    first, last = to_number(low), to_number(high)
    if first != int(first) or last != int(last):
        raise CoercionError(f"{describe(low)} and {describe(high)} are not both whole numbers")
    if last - first >= _LONGEST_RANGE:
        raise CoercionError(f"from {describe(low)} to {describe(high)} are more than {_LONGEST_RANGE} numbers")
    return list(range(int(first), int(last) + 1))


def total(items: Sequence[Value]) -> int | float:
    """The sum of numbers; 0 for no numbers. Raises CoercionError naming the item that is not a number."""
    result: int | float = 0
    for item in items:
        result = calculate("+", result, to_number(item))
    return result


# ---------------------------------------------------------------- comparing


def equal(left: Value, right: Value) -> bool:
    """True if a person would call two values equal: case and outer space do not matter, 3 equals "3", dates equal their
    ISO text, and nothing equals what is empty.
    """
    if left is None or right is None:
        return is_empty(left) and is_empty(right)
    if isinstance(left, str) and isinstance(right, str):
        return canon(left) == canon(right)
    if isinstance(left, bool) or isinstance(right, bool):
        return _equal_booleans(left, right)
    if isinstance(left, date) or isinstance(right, date):
        a, b = to_date(left), to_date(right)
        return a is not None and b is not None and _moment(a, b) == _moment(b, a)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    if _numeric(left) and _numeric(right):
        return to_number(left) == to_number(right)
    return bool(left == right)


def is_empty(value: Value) -> bool:
    if isinstance(value, Table):
        return not value.rows
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, list | Mapping) and not value)


def _equal_booleans(left: Value, right: Value) -> bool:
    a, b = (truth_of(value) if isinstance(value, str) else value for value in (left, right))
    return isinstance(a, bool) and isinstance(b, bool) and a is b


def compare(op: CompareOp, left: Value, right: Value) -> bool:
    """Raises CoercionError when the two cannot be put in an order."""
    match op:
        case "==":
            return equal(left, right)
        case "!=":
            return not equal(left, right)
        case "contains":
            return contains(left, right)
        case "in":
            return contains(right, left)
        # Words of the language about characters of a text: they ask about its spelling, not about the thing it names.
        case "starts with":
            return as_text(left).casefold().startswith(as_text(right).casefold())
        case "ends with":
            return as_text(left).casefold().endswith(as_text(right).casefold())
        case _:
            a, b = _ordered(left, right)
            return bool({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])


def contains(whole: Value, part: Value) -> bool:
    """True if `part` is a part of the text, an item of the list, a key of the object or a cell of the table.

    A list of objects is searched like a table: a value of one of its objects is enough.
    """
    match whole:
        case None:
            return False
        case Table(rows=rows):
            return any(equal(cell, part) for row in rows for cell in (*row.values(), row))
        case Mapping():
            return any(equal(key, part) for key in whole)
        case list():
            return any(equal(cell, part) for item in whole for cell in _cells(item))
        case _:
            return as_text(part).casefold() in as_text(whole).casefold()


def _cells(item: Value) -> tuple[Value, ...]:
    return (*item.values(), item) if isinstance(item, Mapping) else (item,)


def _ordered(left: Value, right: Value) -> tuple[Any, Any]:
    if _numeric(left) and _numeric(right):
        return to_number(left), to_number(right)
    a, b = to_date(left), to_date(right)
    if a is not None and b is not None:
        return _moment(a, b), _moment(b, a)
    if isinstance(left, str) and isinstance(right, str):
        times = _clock(left), _clock(right)
        return times if all(times) else (left.casefold(), right.casefold())
    raise CoercionError(f"{describe(left)} and {describe(right)} cannot be compared in size")


def _clock(value: Value) -> str:
    """A time of day as `09:15`, so that it sorts before 10:30; empty for other texts."""
    time = moment(value) if isinstance(value, str) else ""
    return time if ":" in time else ""


def _moment(value: date, compared_with: date) -> date:
    """Two moments made comparable: both as days if one has no time of day, both without time zones if one has none."""
    if not isinstance(value, datetime) or not isinstance(compared_with, datetime):
        return _day(value)
    return value if (value.tzinfo is None) == (compared_with.tzinfo is None) else value.replace(tzinfo=None)


def order_key(items: Sequence[Value]) -> Callable[[Value], Any]:
    """A key that sorts these items: as numbers, dates or times of day when all are, else as text."""
    present = [item for item in items if item is not None]
    if all(_numeric(item) for item in present):
        return lambda item: (item is not None, to_number(item) if item is not None else 0)
    if all(to_date(item) is not None for item in present):
        return lambda item: (item is not None, as_text(to_date(item)))
    if all(_clock(item) for item in present):
        return lambda item: (item is not None, _clock(item))
    whole = next((item for item in present if isinstance(item, Mapping | list)), None)
    if whole is not None:
        raise CoercionError(f"{describe(whole)} has no order: compare a part of each item, such as {{items.amount}}")
    return lambda item: (item is not None, as_text(item).casefold())

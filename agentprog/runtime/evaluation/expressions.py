"""Evaluates expressions: exact parts directly, parts that need a model or the phone through `World`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from agentprog.errors import RunError
from agentprog.identity import is_piece, keyed, piece
from agentprog.lang import ast
from agentprog.runtime.evaluation import arithmetic
from agentprog.runtime.state.values import CoercionError, Table, Value, as_text, describe, to_bool, to_list, to_number
from agentprog.runtime.state.variables import Provenance, least_trusted


@dataclass(frozen=True, slots=True)
class Known:
    """A value and its provenance."""

    value: Value
    provenance: Provenance = Provenance.PROGRAM


class World(Protocol):
    """Answers the parts of an expression that need more than known values."""

    def lookup(self, ref: ast.Ref) -> Known: ...

    def judge(self, question: ast.Semantic) -> Known:
        """Judge a condition in plain words on the current screen."""
        ...

    def read(self, reading: ast.Semantic) -> Known:
        """A value in plain words, read from the screen."""
        ...

    def compute(self, statement: ast.Compute) -> Known:
        """A value in plain words over variables, by code in the sandbox."""
        ...

    def on_screen(self, text: str) -> bool: ...

    def file_exists(self, path: str | None) -> bool: ...


class NoWorld:
    """The world of expressions in the header, which run before the phone is opened: it has no values."""

    def lookup(self, ref: ast.Ref) -> Known:
        raise RunError(f"{ref} has no value in the header")

    def judge(self, question: ast.Semantic) -> Known:
        raise RunError(f"the header cannot ask: {question.text}")

    def read(self, reading: ast.Semantic) -> Known:
        raise RunError(f"the header cannot read: {reading.text}")

    def compute(self, statement: ast.Compute) -> Known:
        raise RunError(f"the header cannot compute: {statement.text}")

    def on_screen(self, text: str) -> bool:
        raise RunError(f"the header cannot look for {text!r}")

    def file_exists(self, path: str | None) -> bool:
        raise RunError(f"the header cannot look for the file {path!r}")


def evaluate(expr: ast.Expr, world: World) -> Known:
    """The value of `expr`. Raises CoercionError with a message for a person."""
    match expr:
        case ast.Ref():
            return world.lookup(expr)
        case ast.Template():
            return template(expr, world)
        case ast.Number() | ast.Boolean() | ast.Date():
            return Known(expr.value)
        case ast.Nothing():
            return Known(None)
        case ast.TableExpr():
            return Known(Table(expr.columns))
        case ast.ListExpr() | ast.ObjectExpr():
            return _collection(expr, world)
        case ast.Arithmetic():
            left, right = evaluate(expr.left, world), evaluate(expr.right, world)
            return _from(arithmetic.calculate(expr.op, left.value, right.value), left, right)
        case ast.Negative():
            operand = evaluate(expr.operand, world)
            return _from(arithmetic.calculate("-", 0, operand.value), operand)
        case ast.Apply():
            operand = evaluate(expr.operand, world)
            return _from(apply(expr.function, operand.value), operand)
        case ast.Range():
            low, high = evaluate(expr.low, world), evaluate(expr.high, world)
            return _from(arithmetic.whole_numbers(low.value, high.value), low, high)
        case ast.Semantic():
            return world.read(expr)
        case ast.Compute():
            return world.compute(expr)
        case _:
            return _condition(expr, world)


def truth(expr: ast.Expr, world: World) -> Known:
    """The value of a condition. Raises CoercionError if it is not a boolean."""
    if isinstance(expr, ast.Semantic):
        return world.judge(expr)
    known = evaluate(expr, world)
    return Known(to_bool(known.value), known.provenance)


def template(expr: ast.Template, world: World) -> Known:
    """The text with values in place of its references."""
    found: list[Known] = []

    def text_of(ref: ast.Ref) -> str:
        found.append(world.lookup(ref))
        return as_text(found[-1].value)

    return _from(expr.render(text_of), *found) if expr.refs else Known(expr.render(text_of))


def _from(value: Value, *sources: Known) -> Known:
    return Known(value, least_trusted(source.provenance for source in sources))


def _collection(expr: ast.ListExpr | ast.ObjectExpr, world: World) -> Known:
    if isinstance(expr, ast.ListExpr):
        items = [evaluate(item, world) for item in expr.items]
        return _from([item.value for item in items], *items)
    entries = {entry.key: evaluate(entry.value, world) for entry in expr.entries}
    return _from({key: known.value for key, known in entries.items()}, *entries.values())


def _condition(expr: ast.Expr, world: World) -> Known:
    match expr:
        case ast.Compare():
            left, right = evaluate(expr.left, world), evaluate(expr.right, world)
            return _from(arithmetic.compare(expr.op, left.value, right.value), left, right)
        case ast.Between():
            operand, low, high = (evaluate(part, world) for part in (expr.operand, expr.low, expr.high))
            inside = arithmetic.compare(">=", operand.value, low.value) and arithmetic.compare(
                "<=", operand.value, high.value
            )
            return _from(inside, operand, low, high)
        case ast.IsEmpty():
            operand = evaluate(expr.operand, world)
            return _from(arithmetic.is_empty(operand.value), operand)
        case ast.Not():
            operand = truth(expr.operand, world)
            return _from(not operand.value, operand)
        case ast.Logic():
            return _logic(expr, world)
        case ast.OnScreen():
            return Known(world.on_screen(as_text(template(expr.text, world).value)), Provenance.SCREEN)
        case ast.FileExists():
            path = None if expr.path is None else as_text(template(expr.path, world).value)
            return Known(world.file_exists(path), Provenance.FILE)
        case _:
            raise CoercionError(f"a {type(expr).__name__} has no value")


def _logic(expr: ast.Logic, world: World) -> Known:
    seen: list[Known] = []
    for operand in expr.operands:
        seen.append(truth(operand, world))
        if seen[-1].value is (expr.op == "or"):
            return _from(expr.op == "or", *seen)
    return _from(expr.op == "and", *seen)


def apply(function: ast.FunctionName, value: Value) -> Value:
    """A built-in function over one collection. Raises CoercionError."""
    if function == "count":
        return len(value) if isinstance(value, str) else 0 if value is None else len(to_list(value))
    if function in ("first", "last") and isinstance(value, str) and "\n" not in value and "," not in value:
        return value[:1] if function == "first" else value[-1:]
    items = to_list(value)
    if function == "sum":
        return arithmetic.total(items)
    if not items:
        raise CoercionError(f"an empty value has no {function}")
    match function:
        case "first":
            return items[0]
        case "last":
            return items[-1]
        case "average":
            return arithmetic.calculate("/", arithmetic.total(items), len(items))
        case "minimum":
            return min(items, key=arithmetic.order_key(items))
        case "maximum":
            return max(items, key=arithmetic.order_key(items))


def dig(value: Value, key: str | int, *, whole: str) -> Value:
    """The part of a value under a key or position. `whole` is the value's name, for messages."""
    if isinstance(key, str) and not isinstance(value, Mapping) and key.lstrip("-").isdigit():
        key = int(key)
    match value, key:
        case (Mapping(), _):
            return _of_object(value, str(key), whole)
        case (Table(rows=rows), int()):
            return dict(_at(rows, key, whole))
        case (Table() as table, str()):
            column = _near_key(table.columns, key)
            if column is None:
                raise CoercionError(f"{whole} has no column {key!r}: it has {', '.join(table.columns) or 'none'}")
            return [row[column] for row in table.rows]
        case ((list() | str()), int()):
            return _at(value, key, whole)
        case (list(), str()) if value and all(isinstance(item, Mapping) for item in value):
            return [_of_object(item, key, whole) for item in value]
        case (str() | int() | float() | date(), str()) if is_piece(key):
            return piece(as_text(value), key)
        case _:
            raise CoercionError(f"{whole} is {describe(value)}: it has no {key!r}")


def _of_object(value: Mapping[str, Value], key: str, whole: str) -> Value:
    found = _near_key(value, key)
    if found is None:
        raise CoercionError(f"{whole} has no {key!r}: it has {', '.join(value) or 'nothing'}")
    return value[found]


def _near_key(keys: Mapping[str, Value] | tuple[str, ...], name: str) -> str | None:
    """The key itself, else a key that differs only in case, spaces and underscores."""
    if name in keys:
        return name
    folded = keyed(name)
    return next((key for key in keys if keyed(key) == folded), None)


def _at(items: list[Value] | tuple[Value, ...] | str, position: int, whole: str) -> Value:
    try:
        return items[position]
    except IndexError:
        raise CoercionError(f"{whole} has {len(items)} items: there is no [{position}]") from None


def put(value: Value, path: tuple[str | int, ...], new: Value, *, whole: str) -> Value:
    """A copy of `value` with `new` at the end of `path`; objects on the way are made when they are missing."""
    if not path:
        return new
    key, rest = path[0], path[1:]
    if value is None:
        value = {}
    match value, key:
        case (Mapping(), _):
            name = _near_key(value, str(key)) or str(key)
            return {**value, name: put(value.get(name), rest, new, whole=whole)}
        case (list(), int()) if -len(value) <= key < len(value):
            copy = list(value)
            copy[key] = put(copy[key], rest, new, whole=whole)
            return copy
        case (Table() as table, int()) if -len(table.rows) <= key < len(table.rows):
            rows = [dict(row) for row in table.rows]
            rows[key] = put(rows[key], rest, new, whole=whole)
            return Table.of(rows, table.columns)
        case _:
            raise CoercionError(f"{whole} is {describe(value)}: there is no {key!r} in it to set")


def as_count(value: Value) -> int:
    """A whole number of times, not negative. Raises CoercionError."""
    number = to_number(value)
    if number != int(number) or number < 0:
        raise CoercionError(f"{describe(value)} is not a number of times")
    return int(number)

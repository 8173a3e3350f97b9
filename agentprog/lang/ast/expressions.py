"""Expressions: the exact parts of a line, and the parts that need a model."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from agentprog.frozen import field, frozen
from agentprog.lang.ast.nodes import Node, Ref, Template


@frozen
class Number(Node):
    value: int | float


@frozen
class Boolean(Node):
    value: bool


@frozen
class Nothing(Node):
    """No value: `nothing`, `null`."""


@frozen
class Date(Node):
    """`2026-05-02` or `2026-05-02 10:30`, in the phone's time zone."""

    value: date | datetime


@frozen
class ListExpr(Node):
    items: tuple[Expr, ...] = ()


@frozen
class Entry(Node):
    """One key of an object."""

    key: str
    value: Expr


@frozen
class ObjectExpr(Node):
    entries: tuple[Entry, ...] = ()


@frozen
class TableExpr(Node):
    """An empty table with these columns."""

    columns: tuple[str, ...] = ()


@frozen
class Range(Node):
    """All whole numbers between two limits, inclusive: `the numbers from 1 to {n}`."""

    low: Expr
    high: Expr


ArithmeticOp = Literal["+", "-", "*", "/", "%"]


@frozen
class Arithmetic(Node):
    """`+` also joins texts and lists."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@frozen
class Negative(Node):
    operand: Expr


CompareOp = Literal["==", "!=", "<", "<=", ">", ">=", "contains", "in", "starts with", "ends with"]


@frozen
class Compare(Node):
    """`in`: the left side is an item or part of the right side; `contains` is the reverse."""

    op: CompareOp
    left: Expr
    right: Expr


@frozen
class Between(Node):
    """`{x} is between 1 and 5`, inclusive."""

    operand: Expr
    low: Expr
    high: Expr


@frozen
class IsEmpty(Node):
    """True for an empty text, list, object or table, and for a missing value."""

    operand: Expr


@frozen
class Logic(Node):
    """Two or more operands, evaluated from left to right until the outcome is certain."""

    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@frozen
class Not(Node):
    operand: Expr


FunctionName = Literal["count", "sum", "average", "minimum", "maximum", "first", "last"]


@frozen
class Apply(Node):
    """A built-in function of one list, table, object or text: `the number of items in {l}`."""

    function: FunctionName
    operand: Expr


@frozen
class FileExists(Node):
    """True if the file is in the workspace folder. `path` None: the last checked file."""

    path: Template | None = None


@frozen
class OnScreen(Node):
    """True if the screen shows this text now: `"Sent" appears`."""

    text: Template


@frozen
class Semantic(Node):
    """A condition or value in plain words. A model answers it from the screen."""

    text: Template
    said: bool = field(default=False, compare=False, repr=False)
    """True if marked with `judge`; `fmt` keeps the mark."""


@frozen
class Compute(Node):
    """A value in plain words over variables. A model writes code for it once, and the sandbox runs the code."""

    text: Template


Expr = (
    Template
    | Ref
    | Number
    | Boolean
    | Nothing
    | Date
    | ListExpr
    | ObjectExpr
    | TableExpr
    | Range
    | Arithmetic
    | Negative
    | Compare
    | Between
    | IsEmpty
    | Logic
    | Not
    | Apply
    | FileExists
    | OnScreen
    | Semantic
    | Compute
)

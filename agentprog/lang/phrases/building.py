"""Builds nodes from tokens with the LALR grammar in grammars/stp.lark. Loaded on demand: lark imports slowly."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Transformer, UnexpectedInput, v_args
from lark.exceptions import VisitError
from lark.lexer import Lexer

from agentprog.frozen import frozen, replace
from agentprog.lang.ast import (
    Apply,
    Arithmetic,
    Between,
    Boolean,
    Compare,
    Compute,
    Date,
    Entry,
    Expr,
    FileExists,
    IsEmpty,
    ListExpr,
    Logic,
    Negative,
    Node,
    Not,
    Nothing,
    Number,
    ObjectExpr,
    OnScreen,
    Range,
    Ref,
    Semantic,
    TableExpr,
    Template,
)
from agentprog.lang.phrases.grammar import parser
from agentprog.lang.phrases.literals import ARITHMETIC, COMPARE, around, number, string, unquote
from agentprog.lang.phrases.references import whole_ref
from agentprog.lang.phrases.tokens import Token
from agentprog.lang.source.escapes import undo
from agentprog.lang.visit import walk


class _Feed(Lexer):
    """Hands Lark the tokens of an expression, which are already read."""

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, data: Any) -> Iterator[Any]:  # type: ignore[override]
        return iter(data)


def _nodes(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, Node))


@frozen
class _Again(Node):
    """A comparison without a left side: it uses that of the comparison before it."""

    op: str
    right: Expr
    denied: bool


_SAMENESS = Template | Number | Date


def _whole(operands: tuple[Any, ...], *, same: bool = False) -> tuple[Any, ...]:
    """Completes operands: `{x} > 1 and < 5`, and with `same` also `{x} is "a" or "b"`. Raises ValueError if no earlier
    operand gives the left side."""
    found: list[Any] = []
    before: Compare | None = None
    for operand in operands:
        new = operand
        if isinstance(operand, _Again) or (same and isinstance(operand, _SAMENESS) and before and before.op == "=="):
            if before is None:
                raise ValueError("nothing is compared")
            op = operand.op if isinstance(operand, _Again) else "=="
            right = operand.right if isinstance(operand, _Again) else operand
            new = Compare(op=op, left=copy.deepcopy(before.left), right=right, span=operand.span)  # type: ignore[arg-type]
        known = new.operand if isinstance(new, Not) else new
        before = known if isinstance(known, Compare) else None
        found.append(Not(operand=new, span=new.span) if isinstance(operand, _Again) and operand.denied else new)
    return tuple(found)


@v_args(inline=True)
class _Build(Transformer[Any, Any]):
    """Builds the node of each grammar rule. Each method has the name of its rule."""

    def start(self, expr: Expr) -> Expr:
        return expr

    def any_of(self, *parts: Any) -> Logic:
        return Logic(op="or", operands=_whole(_nodes(parts), same=True), span=around(parts[0], parts[-1]))

    def all_of(self, *parts: Any) -> Logic:
        return Logic(op="and", operands=_whole(_nodes(parts)), span=around(parts[0], parts[-1]))

    def negate(self, sign: Token, operand: Expr) -> Not:
        return Not(operand=operand, span=around(sign, operand))

    def compare(self, left: Expr, op: Token, right: Expr) -> Compare:
        return Compare(op=COMPARE[op.type], left=left, right=right, span=around(left, right))  # type: ignore[arg-type]

    def compare_not(self, left: Expr, op: Token, right: Expr) -> Not:
        kind = COMPARE[op.type.removeprefix("NOT_")]
        inner = Compare(op=kind, left=left, right=right, span=around(left, right))  # type: ignore[arg-type]
        return Not(operand=inner, span=inner.span)

    def again(self, op: Token, right: Expr) -> _Again:
        return _Again(op=COMPARE[op.type], right=right, denied=False, span=around(op, right))

    def again_not(self, op: Token, right: Expr) -> _Again:
        return _Again(op=COMPARE[op.type.removeprefix("NOT_")], right=right, denied=True, span=around(op, right))

    def between(self, operand: Expr, _op: Token, low: Expr, _and: Token, high: Expr) -> Between:
        return Between(operand=operand, low=low, high=high, span=around(operand, high))

    def is_empty(self, operand: Expr, op: Token) -> IsEmpty:
        return IsEmpty(operand=operand, span=around(operand, op))

    def is_not_empty(self, operand: Expr, op: Token) -> Not:
        inner = IsEmpty(operand=operand, span=around(operand, op))
        return Not(operand=inner, span=inner.span)

    def visible(self, text: Token, op: Token) -> OnScreen:
        return OnScreen(text=string(text), span=around(text, op))

    def not_visible(self, text: Token, op: Token) -> Not:
        inner = self.visible(text, op)
        return Not(operand=inner, span=inner.span)

    def file_exists(self, word: Token, path: Token, end: Token) -> FileExists:
        return FileExists(path=string(path), span=around(word, end))

    def file_missing(self, word: Token, path: Token, end: Token) -> Not:
        inner = self.file_exists(word, path, end)
        return Not(operand=inner, span=inner.span)

    def checked_exists(self, word: Token) -> FileExists:
        return FileExists(span=word.piece.span())

    def arithmetic(self, left: Expr, op: Token, right: Expr) -> Arithmetic:
        kind = ARITHMETIC[op.type]
        return Arithmetic(op=kind, left=left, right=right, span=around(left, right))  # type: ignore[arg-type]

    def negative(self, sign: Token, operand: Expr) -> Negative:
        return Negative(operand=operand, span=around(sign, operand))

    def apply(self, name: Token, operand: Expr) -> Apply:
        return Apply(function=name.type.lower(), operand=operand, span=around(name, operand))  # type: ignore[arg-type]

    def ref(self, token: Token) -> Ref | None:
        return whole_ref(token.piece)

    def column(self, key: Token, _in: Token, table: Token) -> Ref:
        ref, parts = whole_ref(table.piece), string(key).parts
        if ref is None or len(parts) != 1:
            raise ValueError("the column has no name")
        return replace(ref, path=(*ref.path, *parts), span=around(key, table))

    def text(self, token: Token) -> Template:
        return string(token)

    def number(self, token: Token) -> Number:
        return number(token.piece)

    def date(self, token: Token) -> Date:
        plain = token.piece.plain
        value = date.fromisoformat(plain) if len(plain) == 10 else datetime.fromisoformat(plain)
        return Date(value=value, span=token.piece.span())

    def true(self, token: Token) -> Boolean:
        return Boolean(value=True, span=token.piece.span())

    def false(self, token: Token) -> Boolean:
        return Boolean(value=False, span=token.piece.span())

    def nothing(self, token: Token) -> Nothing:
        return Nothing(span=token.piece.span())

    def judge(self, sign: Token, text: Token) -> Semantic:
        return Semantic(text=string(text), span=around(sign, text), said=True)

    def compute(self, sign: Token, text: Token) -> Compute:
        return Compute(text=string(text), span=around(sign, text))

    def group(self, _open: Token, inner: Expr, _close: Token) -> Expr:
        return inner

    def list(self, *parts: Any) -> ListExpr:
        return ListExpr(items=_nodes(parts), span=around(parts[0], parts[-1]))

    def table(self, sign: Token, columns: ListExpr) -> TableExpr:
        names = tuple(str(item) for item in columns.items)
        return TableExpr(columns=names, span=around(sign, columns))

    def key(self, token: Token) -> tuple[str, Token]:
        if token.type == "WORD":
            return token.piece.raw, token
        return undo(unquote(token.piece).raw[1:-1]), token

    def range(self, sign: Token, low: Expr, _to: Token, high: Expr) -> Range:
        return Range(low=low, high=high, span=around(sign, high))

    def object(self, *parts: Any) -> ObjectExpr:
        entries: list[Entry] = []
        for index, part in enumerate(parts):
            if isinstance(part, tuple):
                value = parts[index + 2]
                entries.append(Entry(key=part[0], value=value, span=around(part[1], value)))
        return ObjectExpr(entries=tuple(entries), span=around(parts[0], parts[-1]))


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    return parser(_Feed, _Build())


def build(tokens: list[Token]) -> Expr | None:
    """The expression that the tokens make by the grammar; None if they make none."""
    try:
        found = _grammar().parse(tokens)
    except (UnexpectedInput, ValueError, VisitError):
        return None  # ValueError: the date does not exist, for example 2026-02-31
    expr = cast(Expr, found)
    return None if any(isinstance(node, _Again) for node in walk(expr)) else expr

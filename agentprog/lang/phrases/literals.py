"""Turns single tokens into nodes: texts and numbers, with their places."""

from __future__ import annotations

from typing import Any

from agentprog.lang.ast import Number, Span, Template
from agentprog.lang.phrases.references import quoted
from agentprog.lang.phrases.tokens import Token
from agentprog.lang.source.text import Piece

COMPARE = {
    "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
    "CONTAINS": "contains", "IN": "in", "STARTS": "starts with", "ENDS": "ends with",
}  # fmt: skip

ARITHMETIC = {"PLUS": "+", "MINUS": "-", "TIMES": "*", "DIVIDE": "/", "MODULO": "%"}
FUNCTIONS = ("COUNT", "SUM", "AVERAGE", "MINIMUM", "MAXIMUM", "FIRST", "LAST")


def around(first: Any, last: Any) -> Span:
    """The span from the start of one node or token to the end of another."""
    start = first.piece.span() if isinstance(first, Token) else first.span
    end = last.piece.span() if isinstance(last, Token) else last.span
    return Span(start=start.start, end=end.end, line=start.line, column=start.column)


def unquote(piece: Piece) -> Piece:
    return piece.cut(1) if piece.plain[:1] in "fF" else piece


def string(token: Token) -> Template:
    return quoted(unquote(token.piece))


def number(piece: Piece) -> Number:
    known = piece.words.numeral(piece.plain)
    if known is not None:
        return Number(value=known, span=piece.span())
    return Number(value=piece.words.figures.value(piece.plain), span=piece.span())

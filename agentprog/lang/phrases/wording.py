"""Writes expressions in words, with as few brackets as possible."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from agentprog.lang.ast import (
    Apply,
    Arithmetic,
    Between,
    Boolean,
    Compare,
    Compute,
    Date,
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
    Target,
    Template,
)  # fmt: skip
from agentprog.lang.phrases.expressions import condition, is_no_list, items_value, value
from agentprog.lang.phrases.parts import split_capture
from agentprog.lang.source.text import OTHER_REMARKS, Piece, comment_start, open_brackets, plain
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import CONTROLS, Words, words

_LEVELS: dict[type, int] = {
    Range: 0, Not: 3, Compare: 4, Between: 4, IsEmpty: 4, OnScreen: 4, FileExists: 4, Negative: 7, Apply: 7,
}  # fmt: skip
_ATOM = 9
COMPARE_WORDS = {
    "==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE",
    "contains": "CONTAINS", "in": "IN", "starts with": "STARTS", "ends with": "ENDS",
}  # fmt: skip


def escape(text: Template) -> str:
    """A text in double quotes that parses back to the same template."""
    return '"' + "".join(str(part) if isinstance(part, Ref) else _escape(part) for part in text.parts) + '"'


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"', "{": "\\{", "｛": "\\｛"}


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(sign, sign) for sign in text)


def _level(expr: Node) -> int:
    if isinstance(expr, Logic):
        return 1 if expr.op == "or" else 2
    if isinstance(expr, Arithmetic):
        return 5 if expr.op in "+-" else 6
    return _LEVELS.get(type(expr), _ATOM)


def _safe(text: str, words: Words) -> bool:
    """True if plain words can stand in a line without changing how it is parsed."""
    shadow = plain(text)
    return (
        bool(text)
        and text == text.strip()
        and not any(sign in text for sign in "\n\r\t")
        and shadow[-1] not in ".:;,!)"
        and comment_start(shadow) is None
        and OTHER_REMARKS.search(f" {shadow}") is None
        and open_brackets(shadow) == 0
        and split_capture(Piece(text, vocabulary=words))[0] is None
    )


class ExpressionWriter:
    """Writes expressions in one language. With `guarded` it avoids plain words that could be misread."""

    def __init__(self, language: str = "en", *, guarded: bool = False) -> None:
        self.language = language
        self.words = words(language)
        self._table = self.words.own
        self._operators: dict[str, str] = self._table["operators"]["canonical"]
        self._guarded = guarded

    # ------------------------------------------------------------------------------------------------ expressions

    def expression(self, expr: Expr, level: int = 0) -> str:
        """An exact expression, in brackets if it binds less than `level`."""
        text = self._expression(expr)
        return f"({text})" if _level(expr) < level else text

    def _expression(self, expr: Expr) -> str:
        if isinstance(expr, Template):
            return escape(expr)
        if isinstance(expr, Ref):
            return str(expr)
        if isinstance(expr, Number):
            number = str(expr.value) if isinstance(expr.value, int) else f"{Decimal(repr(expr.value)):f}"
            return self.words.figures.written(number)
        if isinstance(expr, Logic):
            joiner = f" {self.operator(expr.op.upper())} "
            return joiner.join(self.expression(operand, _level(expr) + 1) for operand in expr.operands)
        if isinstance(expr, Arithmetic):
            low = _level(expr)
            return f"{self.expression(expr.left, low)} {expr.op} {self.expression(expr.right, low + 1)}"
        return self._literal(expr) or self._test(expr) or self._unary(expr)

    def operator(self, name: str) -> str:
        return self._operators[name]

    def canonical(self, form: str) -> str:
        """The canonical form of a construct; empty if it is read but never written."""
        return self.words.canonical(form)

    def word_for(self, section: str, meaning: str) -> str | None:
        """The first word of a table with this meaning."""
        return next((word for word, named in self._table[section].items() if named == meaning), None)

    def _piece(self, text: str) -> Piece:
        return Piece(text, vocabulary=self.words)

    def _literal(self, expr: Expr) -> str:
        if isinstance(expr, Boolean):
            return self.operator("TRUE" if expr.value else "FALSE")
        if isinstance(expr, Nothing):
            return self.operator("NOTHING")
        if isinstance(expr, Date):
            moment = expr.value
            if not isinstance(moment, datetime):
                return moment.isoformat()
            return moment.strftime("%Y-%m-%d %H:%M" + (":%S" if moment.second else "")).rjust(16, "0")
        if isinstance(expr, ListExpr):
            return "[" + ", ".join(self.items_of(expr)) + "]"
        if isinstance(expr, ObjectExpr):
            return "{" + ", ".join(self.items_of(expr)) + "}"
        if isinstance(expr, Range):
            low, high = self.expression(expr.low, 5), self.expression(expr.high, 5)
            return f"{self.operator('RANGE')} {low} {self.operator('TO')} {high}"
        if isinstance(expr, TableExpr):
            return f"{self.operator('TABLE')} [" + ", ".join(in_quotes(name) for name in expr.columns) + "]"
        return ""

    def items_of(self, expr: ListExpr | ObjectExpr) -> list[str]:
        """The items between the brackets of a list or an object."""
        if isinstance(expr, ListExpr):
            return [self.expression(item) for item in expr.items]
        return [f"{in_quotes(entry.key)}: {self.expression(entry.value)}" for entry in expr.entries]

    def _test(self, expr: Expr) -> str:
        if isinstance(expr, Compare):
            word = self.operator(COMPARE_WORDS[expr.op])
            return f"{self.expression(expr.left, 5)} {word} {self.expression(expr.right, 5)}"
        if isinstance(expr, Between):
            low, high = self.expression(expr.low, 5), self.expression(expr.high, 5)
            return f"{self.expression(expr.operand, 5)} {self.operator('BETWEEN')} {low} {self.operator('AND')} {high}"
        if isinstance(expr, IsEmpty):
            return f"{self.expression(expr.operand, 5)} {self.operator('EMPTY')}"
        if isinstance(expr, OnScreen):
            return f"{escape(expr.text)} {self.operator('VISIBLE')}"
        if isinstance(expr, FileExists):
            if expr.path is None:
                return self.operator("FILE_EXISTS")
            return f"{self.operator('FILE')} {escape(expr.path)} {self.operator('EXISTS')}"
        return ""

    def _unary(self, expr: Expr) -> str:
        if isinstance(expr, Not):
            return f"{self.operator('NOT')} {self.expression(expr.operand, 3)}"
        if isinstance(expr, Negative):
            inner = self.expression(expr.operand, 7)
            return f"-({inner})" if isinstance(expr.operand, Number) else f"-{inner}"
        if isinstance(expr, Apply):
            return f"{self.operator(expr.function.upper())} {self.expression(expr.operand, 7)}"
        if isinstance(expr, Semantic):
            return f"{self.operator('JUDGE')} {escape(expr.text)}"
        if isinstance(expr, Compute):
            return f"{self.operator('COMPUTE')} {escape(expr.text)}"
        raise TypeError(f"no expression: {type(expr).__name__}")

    # ------------------------------------------------------------------------------------------------ slots

    def target(self, target: Target) -> str | None:
        """The words for an element that a label alone does not identify; None if it has none."""
        table, position = self._table["target"], target.position
        window = self._noun("windows", target.window) if target.window else None
        row = self._quoted(target.row)
        if target == Target(row=target.row, window=target.window):
            return fill(table["canonical_row"], {"row": row, "window": window or ""}).strip() if row else None
        anchored = target.label is not None or target.resource is not None or target.row is not None
        ordinal = None
        usable = "<ordinal>" in table["canonical"] and (anchored or target.role in CONTROLS)
        if isinstance(position, Number) and usable:
            ordinal = next((word for word, named in self._table["ordinals"].items() if named == position.value), None)
        role = target.role or ("" if target.label is not None else "element")
        slots = {
            "ordinal": ordinal,
            "role": self._noun("roles", role) if role else "",
            "label": self._quoted(target.label),
            "position": self.expression(position) if position is not None and ordinal is None else "",
            "resource": self._quoted(target.resource),
            "row": row,
            "window": window,
        }
        return fill(table["canonical"], {name: text or "" for name, text in slots.items()}).strip()

    def _noun(self, section: str, meaning: str) -> str | None:
        word = self.word_for(section, meaning)
        if not word or not self._table.get("capital_nouns"):
            return word
        article, space, noun = word.rpartition(" ")
        return f"{article}{space}{noun.capitalize()}"

    def _quoted(self, text: Template | None) -> str:
        """A text in quotes; a variable alone needs none."""
        if text is None:
            return ""
        single = len(text.parts) == 1 and isinstance(text.parts[0], Ref) and not self._guarded
        return str(text) if single else escape(text)

    def condition(self, expr: Expr) -> str:
        text = self._plainly(expr)
        return text if text and condition(self._piece(text)) == expr else self.expression(expr)

    def value(self, expr: Expr) -> str:
        text = self._plainly(expr)
        return text if text and value(self._piece(text)) == expr else self.expression(expr)

    def items(self, expr: Expr) -> str:
        text = self._plainly(expr)
        if text and items_value(self._piece(text)) == expr:
            return text
        written = self.expression(expr)
        return f"({written})" if is_no_list(expr) and not isinstance(expr, ListExpr) else written

    def _plainly(self, expr: Expr) -> str:
        """The plain words of a model's question or of code, if they are unambiguous."""
        if self._guarded or not isinstance(expr, Semantic | Compute) or (isinstance(expr, Semantic) and expr.said):
            return ""
        text = str(expr.text)
        return text if _safe(text, self.words) else ""


def in_quotes(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(sign, sign) if sign not in "{｛" else sign for sign in text) + '"'

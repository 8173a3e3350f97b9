"""Exact expressions and conditions: tokens to nodes, by the LALR grammar in grammars/stp.lark."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Transformer, UnexpectedInput, v_args
from lark.exceptions import VisitError
from lark.lexer import Lexer

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
    Span,
    TableExpr,
    Template,
)  # fmt: skip
from agentprog.lang.phrases.grammar import parser
from agentprog.lang.phrases.references import prose, quoted, whole_quoted, whole_ref
from agentprog.lang.phrases.tokens import Token, tokenize, wrapped
from agentprog.lang.source.escapes import undo
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import walk

_COMPARE = {
    "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=",
    "CONTAINS": "contains", "IN": "in", "STARTS": "starts with", "ENDS": "ends with",
}  # fmt: skip
_ARITHMETIC = {"PLUS": "+", "MINUS": "-", "TIMES": "*", "DIVIDE": "/", "MODULO": "%"}


class _Feed(Lexer):
    """Hands Lark the tokens that were read beforehand."""

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, data: Any) -> Iterator[Any]:  # type: ignore[override]
        return iter(data)


def _around(first: Any, last: Any) -> Span:
    """From the beginning of one node or token to the end of another."""
    start = first.piece.span() if isinstance(first, Token) else first.span
    end = last.piece.span() if isinstance(last, Token) else last.span
    return Span(start=start.start, end=end.end, line=start.line, column=start.column)


def _nodes(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, Node))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Again(Node):
    """A comparison without its left side: that of the comparison before it."""

    op: str
    right: Expr
    denied: bool


_SAMENESS = Template | Number | Date


def _whole(operands: tuple[Any, ...], *, same: bool = False) -> tuple[Any, ...]:
    """Operands with what they leave out: `{x} > 1 and < 5`, and with `same` also `{x} is "a" or "b"`. Raises ValueError
    when nothing before says what is compared."""
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
        before = new if isinstance(new, Compare) else None
        found.append(Not(operand=new, span=new.span) if isinstance(operand, _Again) and operand.denied else new)
    return tuple(found)


@v_args(inline=True)
class _Build(Transformer[Any, Any]):
    """Rules of the grammar to nodes. Methods are named as the rules."""

    def start(self, expr: Expr) -> Expr:
        return expr

    def any_of(self, *parts: Any) -> Logic:
        return Logic(op="or", operands=_whole(_nodes(parts), same=True), span=_around(parts[0], parts[-1]))

    def all_of(self, *parts: Any) -> Logic:
        return Logic(op="and", operands=_whole(_nodes(parts)), span=_around(parts[0], parts[-1]))

    def negate(self, sign: Token, operand: Expr) -> Not:
        return Not(operand=operand, span=_around(sign, operand))

    def compare(self, left: Expr, op: Token, right: Expr) -> Compare:
        return Compare(op=_COMPARE[op.type], left=left, right=right, span=_around(left, right))  # type: ignore[arg-type]

    def compare_not(self, left: Expr, op: Token, right: Expr) -> Not:
        kind = _COMPARE[op.type.removeprefix("NOT_")]
        inner = Compare(op=kind, left=left, right=right, span=_around(left, right))  # type: ignore[arg-type]
        return Not(operand=inner, span=inner.span)

    def again(self, op: Token, right: Expr) -> _Again:
        return _Again(op=_COMPARE[op.type], right=right, denied=False, span=_around(op, right))

    def again_not(self, op: Token, right: Expr) -> _Again:
        return _Again(op=_COMPARE[op.type.removeprefix("NOT_")], right=right, denied=True, span=_around(op, right))

    def between(self, operand: Expr, _op: Token, low: Expr, _and: Token, high: Expr) -> Between:
        return Between(operand=operand, low=low, high=high, span=_around(operand, high))

    def is_empty(self, operand: Expr, op: Token) -> IsEmpty:
        return IsEmpty(operand=operand, span=_around(operand, op))

    def is_not_empty(self, operand: Expr, op: Token) -> Not:
        inner = IsEmpty(operand=operand, span=_around(operand, op))
        return Not(operand=inner, span=inner.span)

    def visible(self, text: Token, op: Token) -> OnScreen:
        return OnScreen(text=_string(text), span=_around(text, op))

    def not_visible(self, text: Token, op: Token) -> Not:
        inner = self.visible(text, op)
        return Not(operand=inner, span=inner.span)

    def file_exists(self, word: Token, path: Token, end: Token) -> FileExists:
        return FileExists(path=_string(path), span=_around(word, end))

    def file_missing(self, word: Token, path: Token, end: Token) -> Not:
        inner = self.file_exists(word, path, end)
        return Not(operand=inner, span=inner.span)

    def checked_exists(self, word: Token) -> FileExists:
        return FileExists(span=word.piece.span())

    def arithmetic(self, left: Expr, op: Token, right: Expr) -> Arithmetic:
        kind = _ARITHMETIC[op.type]
        return Arithmetic(op=kind, left=left, right=right, span=_around(left, right))  # type: ignore[arg-type]

    def negative(self, sign: Token, operand: Expr) -> Negative:
        return Negative(operand=operand, span=_around(sign, operand))

    def apply(self, name: Token, operand: Expr) -> Apply:
        return Apply(function=name.type.lower(), operand=operand, span=_around(name, operand))  # type: ignore[arg-type]

    def ref(self, token: Token) -> Ref | None:
        return whole_ref(token.piece)

    def text(self, token: Token) -> Template:
        return _string(token)

    def number(self, token: Token) -> Number:
        return _number(token.piece)

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
        return Semantic(text=_string(text), span=_around(sign, text))

    def compute(self, sign: Token, text: Token) -> Compute:
        return Compute(text=_string(text), span=_around(sign, text))

    def group(self, _open: Token, inner: Expr, _close: Token) -> Expr:
        return inner

    def list(self, *parts: Any) -> ListExpr:
        return ListExpr(items=_nodes(parts), span=_around(parts[0], parts[-1]))

    def table(self, sign: Token, columns: ListExpr) -> TableExpr:
        names = tuple(str(item) for item in columns.items)
        return TableExpr(columns=names, span=_around(sign, columns))

    def key(self, token: Token) -> tuple[str, Token]:
        if token.type == "WORD":
            return token.piece.raw, token
        return undo(_unquote(token.piece).raw[1:-1]), token

    def range(self, sign: Token, low: Expr, _to: Token, high: Expr) -> Range:
        return Range(low=low, high=high, span=_around(sign, high))

    def object(self, *parts: Any) -> ObjectExpr:
        entries: list[Entry] = []
        for index, part in enumerate(parts):
            if isinstance(part, tuple):
                value = parts[index + 2]
                entries.append(Entry(key=part[0], value=value, span=_around(part[1], value)))
        return ObjectExpr(entries=tuple(entries), span=_around(parts[0], parts[-1]))


def _unquote(piece: Piece) -> Piece:
    return piece.cut(1) if piece.plain[:1] in "fF" else piece


def _string(token: Token) -> Template:
    return quoted(_unquote(token.piece))


def _number(piece: Piece) -> Number:
    known = piece.words.meaning("numbers", piece.plain)
    if known is not None:
        return Number(value=known, span=piece.span())
    plain = piece.plain.replace(" ", "").replace("−", "-")
    return Number(value=float(plain) if "." in plain else int(plain), span=piece.span())


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    return parser(_Feed, _Build())


def _parse(tokens: list[Token]) -> Expr | None:
    try:
        found = _grammar().parse(tokens)
    except (UnexpectedInput, ValueError, VisitError):
        return None  # ValueError: a date such as 2026-02-31
    expr = cast(Expr, found)
    return None if any(isinstance(node, _Again) for node in walk(expr)) else expr


_SIMPLE_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?")


def _simple(piece: Piece) -> Expr | None:
    """The commonest expressions, without the grammar: one reference, one text, one number."""
    sign = piece.plain[:1]
    if sign == "{":
        return whole_ref(piece)
    if sign in "\"'`" and sign:
        return whole_quoted(piece)
    if _SIMPLE_NUMBER.fullmatch(piece.plain):
        return _number(piece)
    return None


def exact(piece: Piece) -> Expr | None:
    """The expression that the piece says exactly, or None."""
    if not len(piece):
        return None
    simple = _simple(piece)
    if simple is not None:
        return simple
    named = _by_name(piece)
    if named is not None:
        return named
    tokens = tokenize(piece)
    if tokens and piece.words.verb_last:
        tokens = _without_last_verbs(tokens)
    tokens = _counted(_verb_behind(tokens)) if tokens else None
    return _parse(tokens) if tokens and not _lists(tokens) else None


_OPENING, _CLOSING = frozenset(("LPAR", "LSQB", "LBRACE")), frozenset(("RPAR", "RSQB", "RBRACE"))


def _without_last_verbs(tokens: list[Token]) -> list[Token]:
    """Without the `ist` that ends a comparison: before `und`, before `oder`, and at the end."""
    followers = [*(token.type for token in tokens[1:]), "OR"]
    return [
        token for at, (token, follower) in enumerate(zip(tokens, followers, strict=True))
        if at < 2 or token.type != "EQ" or follower not in ("AND", "OR", "RPAR")
    ]  # fmt: skip


def _by_name(piece: Piece) -> Expr | None:
    """`an empty list`, `an empty text`."""
    said = piece.plain.casefold()
    if said in piece.words.all("values", "empty_list"):
        return ListExpr(items=(), span=piece.span())
    return Template(parts=(), span=piece.span()) if said in piece.words.all("values", "empty_text") else None


_SEEN = ("VISIBLE", "NOT_VISIBLE")


def _verb_behind(tokens: list[Token]) -> list[Token]:
    """`appears "Call"` with its verb behind, where the grammar has it."""
    found = list(tokens)
    for at in range(len(found) - 1):
        alone = found[at].type in _SEEN and (not at or found[at - 1].type != "STRING")
        if alone and found[at + 1].type == "STRING":
            found[at], found[at + 1] = found[at + 1], found[at]
    return found


_SIZES = frozenset(("LT", "LE", "GT", "GE", "EQ"))


def _counted(tokens: list[Token]) -> list[Token]:
    """`{l} has more than 3 items` as `count of {l} > 3`; a verb that stands last counts as one that stands first."""
    kinds = [token.type for token in tokens]
    if "ITEMS" not in kinds:
        return tokens
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        size = _size_at(kinds, at)
        if size is None:
            found.append(tokens[at])
            at += 1
            continue
        compare, number, end = size
        sign = Token("EQ" if compare is None else kinds[compare], tokens[compare or number].piece)
        found += [Token("COUNT", tokens[at].piece.cut(0, 0)), tokens[at], sign, tokens[number]]
        at = end
    return found


def _size_at(kinds: list[str], at: int) -> tuple[int | None, int, int] | None:
    """Where the comparison and the number of a count stand that begins with this reference, and where it ends."""
    if kinds[at] != "REF":
        return None
    here = at + 1
    holds = kinds[here : here + 1] in (["HAS"], ["CONTAINS"])
    here += holds
    compare = here if kinds[here : here + 1] and kinds[here] in _SIZES else None
    here += compare is not None
    if kinds[here : here + 2] not in (["NUMBER", "ITEMS"], ["REF", "ITEMS"]):
        return None
    last = kinds[here + 2 : here + 3] == ["HAS"]
    return (compare, here, here + 2 + last) if holds or last else None


def _lists(tokens: list[Token]) -> bool:
    """Whether there is a comma outside brackets: that is no expression, whatever else it is."""
    depth = 0
    for token in tokens:
        depth += (token.type in _OPENING) - (token.type in _CLOSING)
        if token.type == "COMMA" and depth <= 0:
            return True
    return False


_CONDITIONS = Compare | Between | IsEmpty | FileExists | OnScreen | Semantic | Compute | Boolean | Ref


def is_condition(expr: Expr) -> bool:
    """Whether an expression can be true or false by its form."""
    if isinstance(expr, Logic):
        return all(is_condition(operand) for operand in expr.operands)
    if isinstance(expr, Not):
        return is_condition(expr.operand)
    return isinstance(expr, _CONDITIONS)


def _sound(expr: Expr) -> bool:
    """No `{x} is "a" or "b"`: what stands beside and, or, not must be a condition."""
    if isinstance(expr, Logic | Not):
        return is_condition(expr)
    return True


def condition(piece: Piece) -> Expr:
    """A condition: exact when it is one by its form, else in plain words."""
    found = exact(piece)
    if found is not None and is_condition(found):
        return found
    return Semantic(text=prose(piece), span=piece.span())


def exact_value(piece: Piece) -> Expr | None:
    """An exact value, or items without brackets: `"a", "b" and "c"`."""
    found = exact(piece)
    return found if found is not None and _sound(found) else _items(piece)


def _items(piece: Piece) -> ListExpr | None:
    """Items without brackets; behind words such as "a list of" one is enough."""
    for words in piece.words.all("values", "lists"):
        rest = piece.cut(len(words))
        if piece.plain[: len(words) + 1].casefold() == f"{words} " and rest.plain[:1] in tuple("\"'`{"):
            one = exact(rest)
            if isinstance(one, Template | Number):
                return ListExpr(items=(one,), span=piece.span())
            return one if isinstance(one, ListExpr) else _items(rest)
    if "," not in piece.plain and not any(word in piece.plain for word in piece.words.all("operators", "AND")):
        return None
    tokens = tokenize(piece)
    if not tokens or len(tokens) < 3:
        return None
    tokens = [Token("COMMA", t.piece) if t.type == "AND" else t for t in tokens]
    joined = [t for i, t in enumerate(tokens) if not (t.type == "COMMA" and i and tokens[i - 1].type == "COMMA")]
    found = _parse(wrapped(joined, piece))
    return found if isinstance(found, ListExpr) and len(found.items) > 1 else None


def value(piece: Piece) -> Expr:
    """A value: exact; else code when it speaks of variables; else a name as text; else asked of a model."""
    found = exact_value(piece)
    if found is not None:
        return found
    text = prose(piece)
    bare = not re.search(r"\s", piece.plain)
    if text.refs:
        return text if bare else Compute(text=text, span=piece.span())
    return text if bare or not describes(piece) else Semantic(text=text, span=piece.span())


def describes(piece: Piece) -> bool:
    """Whether plain words describe a value ("the total price") rather than being it ("Hana Ferreira")."""
    first = re.match(r"[\w']+", piece.plain)
    return first is not None and first.group().casefold() in piece.words.all("values", "determiners")


def items_value(piece: Piece) -> Expr:
    """What a loop goes through: exact; else code when it begins with a variable; else things on the phone."""
    found = exact_value(piece)
    if found is not None and not isinstance(found, Template):
        return found
    text = prose(piece)
    if piece.plain.startswith("{"):
        return Compute(text=text, span=piece.span())
    return Semantic(text=text, span=piece.span())

"""Exact expressions and conditions. Short ones are read directly, all others by the grammar (`building.py`)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from agentprog.lang import ast
from agentprog.lang.phrases.literals import ARITHMETIC, COMPARE, FUNCTIONS, around, number, string
from agentprog.lang.phrases.references import prose, whole_quoted, whole_ref
from agentprog.lang.phrases.series import in_full
from agentprog.lang.phrases.tokens import CLOSING, OPENING, Token, tokenize, wrapped
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.vocabulary.words import Words


def _parse(tokens: list[Token]) -> ast.Expr | None:
    """Most conditions have two or three tokens and need no grammar, so lark is not loaded for them."""
    found = _short(tokens)
    if found is not None:
        return found
    from agentprog.lang.phrases.building import build

    return build(tokens)


def _short(tokens: list[Token]) -> ast.Expr | None:
    """`"Save" appears`, `{x} is empty`, `{x} > 3`, their negations, `{x} + 1`, `count of {l}`; else None."""
    first, *rest = tokens
    kinds = [token.type for token in rest]
    span = around(first, tokens[-1])
    if first.type == "NOT" and rest:
        negated = _short(rest)
        return None if negated is None else ast.Not(operand=negated, span=span)
    if first.type in FUNCTIONS and kinds == ["REF"] and (whole := whole_ref(rest[0].piece)) is not None:
        return ast.Apply(function=first.type.lower(), operand=whole, span=span)  # type: ignore[arg-type]
    if first.type == "STRING" and kinds in (["VISIBLE"], ["NOT_VISIBLE"]):
        shown = ast.OnScreen(text=string(first), span=span)
        return shown if kinds == ["VISIBLE"] else ast.Not(operand=shown, span=span)
    left = _operand(first)
    if left is None or not kinds:
        return None
    if kinds in (["EMPTY"], ["NOT_EMPTY"]):
        empty = ast.IsEmpty(operand=left, span=span)
        return empty if kinds == ["EMPTY"] else ast.Not(operand=empty, span=span)
    right = _operand(rest[1]) if len(rest) == 2 else None
    if right is not None and kinds[0] in ARITHMETIC:
        return ast.Arithmetic(op=ARITHMETIC[kinds[0]], left=left, right=right, span=span)  # type: ignore[arg-type]
    if right is None or kinds[0] not in COMPARE:
        return None
    return ast.Compare(op=COMPARE[kinds[0]], left=left, right=right, span=span)  # type: ignore[arg-type]


def _operand(token: Token) -> ast.Expr | None:
    span = token.piece.span()
    if token.type == "REF":
        return whole_ref(token.piece)
    if token.type == "STRING":
        return string(token)
    if token.type == "NUMBER":
        return number(token.piece)
    if token.type in ("TRUE", "FALSE"):
        return ast.Boolean(value=token.type == "TRUE", span=span)
    return ast.Nothing(span=span) if token.type == "NOTHING" else None


_SIMPLE_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?")


def _simple(piece: Piece) -> ast.Expr | None:
    """Reads the commonest expressions directly: one reference, one text, one number."""
    sign = piece.plain[:1]
    if sign == "{":
        return whole_ref(piece)
    if sign in "\"'`" and sign:
        return whole_quoted(piece)
    if _SIMPLE_NUMBER.fullmatch(piece.plain):
        return number(piece)
    return None


def exact(piece: Piece) -> ast.Expr | None:
    """The exact expression of a piece, or None."""
    if not len(piece):
        return None
    simple = _simple(piece)
    if simple is not None:
        return simple
    named = _by_name(piece)
    if named is not None:
        return named
    tokens = tokenize(piece)
    tokens = in_full(tokens, verb_last=piece.words.verb_last) if tokens else None
    found = _parse(tokens) if tokens and not _lists(tokens) else None
    return None if found is not None and _about_nobody(found) else found


def _about_nobody(expr: ast.Expr) -> bool:
    """True for `nothing contains "x"`, which says something of all values, and not of a value that is none."""
    operands = expr.operands if isinstance(expr, ast.Logic) else [expr.operand] if isinstance(expr, ast.Not) else []
    nobody = isinstance(expr, ast.Compare) and isinstance(expr.left, ast.Nothing) and expr.op not in ("==", "!=")
    return nobody or any(map(_about_nobody, operands))


def _by_name(piece: Piece) -> ast.Expr | None:
    """`an empty list`, `an empty text`, `empty`."""
    text = piece.plain.casefold()
    if text in piece.words.all("values", "empty"):
        return ast.Nothing(span=piece.span())
    if text in piece.words.all("values", "empty_list"):
        return ast.ListExpr(items=(), span=piece.span())
    return ast.Template(parts=(), span=piece.span()) if text in piece.words.all("values", "empty_text") else None


def _lists(tokens: list[Token]) -> bool:
    """True if a comma stands outside brackets. Then the tokens are no expression."""
    depth = 0
    for token in tokens:
        depth += (token.type in OPENING) - (token.type in CLOSING)
        if token.type == "COMMA" and depth <= 0:
            return True
    return False


_CONDITIONS = (
    ast.Compare
    | ast.Between
    | ast.IsEmpty
    | ast.FileExists
    | ast.OnScreen
    | ast.Semantic
    | ast.Compute
    | ast.Boolean
    | ast.Ref
)


def is_condition(expr: ast.Expr) -> bool:
    """True if the form of an expression makes it true or false."""
    if isinstance(expr, ast.Logic):
        return all(is_condition(operand) for operand in expr.operands)
    if isinstance(expr, ast.Not):
        return is_condition(expr.operand)
    return isinstance(expr, _CONDITIONS)


def _sound(expr: ast.Expr) -> bool:
    """False if an operand of and, or, not is no condition, as in `{x} is "a" or "b"`."""
    if isinstance(expr, ast.Logic | ast.Not):
        return is_condition(expr)
    return True


def condition(piece: Piece) -> ast.Expr:
    """A condition: exact if its form allows it, else in plain words."""
    found = exact(piece)
    if found is not None and is_condition(found):
        return found
    return ast.Semantic(text=prose(piece), span=piece.span())


def exact_value(piece: Piece) -> ast.Expr | None:
    """An exact value, or items without brackets: `"a", "b" and "c"`."""
    found = exact(piece)
    return found if found is not None and _sound(found) else _items(piece)


def names_only(found: ast.Expr | None) -> bool:
    """True for `{a} and {b}`, which are conditions only if both variables are true or false."""
    return isinstance(found, ast.Logic) and all(isinstance(one, ast.Ref) for one in found.operands)


def exact_message(piece: Piece) -> ast.Expr | None:
    """An exact value that is shown: `{name} and {score}` shows both."""
    found = exact_value(piece)
    return prose(piece) if names_only(found) else found


_FIRST_ITEM = re.compile(r"[\"'`{]|(?P<number>-?\d)")
"""The beginning of the items behind "the list". A number alone may be the name of a list."""
_DECIMAL = re.compile(r"-?\d{1,18},\d{1,18}")
"""Two items, or one number with a decimal comma."""


def _items(piece: Piece) -> ast.ListExpr | None:
    """Items without brackets: at least two, or one after words like "a list of"."""
    for words in piece.words.all("values", "lists"):
        rest = piece.cut(len(words))
        begins = _FIRST_ITEM.match(rest.plain) if piece.plain[: len(words) + 1].casefold() == f"{words} " else None
        if begins:
            item = None if begins["number"] else exact(rest)
            if isinstance(item, ast.Template | ast.Number):
                return ast.ListExpr(items=(item,), span=piece.span())
            return item if isinstance(item, ast.ListExpr) else _items(rest)
    if _DECIMAL.fullmatch(piece.plain):
        return None
    if "," not in piece.plain and not any(word in piece.plain for word in piece.words.all("operators", "AND")):
        return None
    tokens = tokenize(piece)
    if not tokens or len(tokens) < 3 or excludes(tokens):
        return None
    tokens = [Token("COMMA", t.piece) if t.type == "AND" else t for t in tokens]
    joined = [t for i, t in enumerate(tokens) if not (t.type == "COMMA" and i and tokens[i - 1].type == "COMMA")]
    found = _parse(wrapped(joined, piece))
    return found if isinstance(found, ast.ListExpr) and len(found.items) > 1 and not _shares(found) else None


def excludes(tokens: list[Token] | None) -> bool:
    """True for `{l}, but not "c"` and `{l}, minus {v}`: the words take an item out, and negate no value."""
    found = tokens or []
    words = (after for before, after in pairwise(found) if before.type in ("COMMA", "AND"))
    negated = any(word.type == "NOT" or (word.type == "MINUS" and word.piece.plain != "-") for word in words)
    return negated or [word.type for word in found[:1]] == ["NOT"]


def _shares(found: ast.ListExpr) -> bool:
    """True if the function of the first item may apply to all: `the sum of {a} and {b}` is not a list of two."""
    applied = [isinstance(item, ast.Apply) for item in found.items]
    return applied[0] and not all(applied)


def value(piece: Piece) -> ast.Expr:
    """A value: exact if possible; code computes it from variables; a description goes to a model; else it is text."""
    found = exact_value(piece)
    if found is not None:
        return found
    text = prose(piece)
    unspaced = not re.search(r"\s", piece.plain)
    if text.refs:
        return text if unspaced else ast.Compute(text=text, span=piece.span())
    return text if unspaced or not describes(piece) else ast.Semantic(text=text, span=piece.span())


def describes(piece: Piece) -> bool:
    """True if plain words describe a value ("the total price") instead of naming it ("Hana Ferreira")."""
    first = re.match(r"[\w']+", piece.plain)
    return first is not None and first.group().casefold() in piece.words.all("values", "determiners")


@lru_cache(maxsize=16)
def _joints(words: Words) -> re.Pattern[str]:
    joints = "|".join(rf"\s{re.escape(word)}\s" for word in words.all("operators", "AND"))
    return re.compile(rf",(?:{joints})?|{joints}", re.IGNORECASE)


_MOST_IN_AN_ITEM = 3


def bare_items(piece: Piece, *, loose: bool = False) -> tuple[str, ...]:
    """The items of a list without quotes, such as `8:00, 13:00 and 20:00`; empty for a description. With `loose` the
    text surely is a list, so items may begin with small letters."""
    outside = set(top_level(piece.plain, ", "))
    if describes(piece) or "{" in piece.plain or not outside:
        return ()
    found, start = [], 0
    for joint in _joints(piece.words).finditer(piece.plain):
        if joint.start() in outside:
            found.append(piece.cut(start, joint.start()).raw)
            start = joint.end()
    items = (*found, piece.cut(start).raw) if found else tuple(piece.raw.split())
    numbers = all(item[:1].isdigit() for item in items)
    listed = "、" in piece.raw
    names = listed or all(item and (item[0].isdigit() or item.split()[-1][0].isupper()) for item in items)
    short = all(0 < len(item.split()) <= _MOST_IN_AN_ITEM for item in items)
    return items if short and len(items) > 1 and (numbers or (bool(found) and (names or loose))) else ()


_NO_LIST = ast.Logic | ast.Not | ast.Compare | ast.Between | ast.IsEmpty
"""Conditions, such as `{a} and {b}`: code finds out which items they mean."""


def is_no_list(expr: ast.Expr) -> bool:
    """True for conditions, for lists in a list in words, `{a} and ["b"]`, and for what is taken from a list."""
    in_words = isinstance(expr, ast.ListExpr) and bool(expr.items) and expr.span.start == expr.items[0].span.start
    lists = in_words and any(isinstance(item, ast.ListExpr) for item in getattr(expr, "items", ()))
    taken = isinstance(expr, ast.Arithmetic) and expr.op == "-"
    return lists or taken or isinstance(expr, _NO_LIST)


def items_value(piece: Piece) -> ast.Expr:
    """The list of a loop: exact if possible; after a variable, code computes it; otherwise things on the phone."""
    found = exact_value(piece)
    bracketed = piece.plain.startswith("(")
    if found is not None and (bracketed or not is_no_list(found)) and not isinstance(found, ast.Template):
        return found
    text = prose(piece)
    if piece.plain.startswith("{"):
        return ast.Compute(text=text, span=piece.span())
    return ast.Semantic(text=text, span=piece.span())

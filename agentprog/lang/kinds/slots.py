"""Slots of patterns: how each type is parsed from text, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, get_args

from agentprog.lang import ast
from agentprog.lang.kinds.kind import Slot
from agentprog.lang.phrases.expressions import condition, exact, exact_message, exact_value, items_value, value
from agentprog.lang.phrases.parts import listed, type_name, without_filler
from agentprog.lang.phrases.references import parse_ref, prose, ref_at, variable_name, whole_quoted, whole_ref
from agentprog.lang.phrases.wording import ExpressionWriter, escape, in_quotes
from agentprog.lang.source.text import Piece, enclosed
from agentprog.lang.vocabulary.words import Words


def text_of(piece: Piece) -> ast.Template:
    """A text, with or without quotes."""
    return whole_quoted(piece) or prose(piece)


def label_of(piece: Piece) -> ast.Template:
    """A text in quotes or a variable that holds one."""
    ref = whole_ref(piece)
    return text_of(piece) if ref is None else ast.Template(parts=(ref,), span=piece.span())


def target_of(piece: Piece) -> ast.Template | ast.Target | None:
    """The element that a phrase means: its label, or its description in parts; None for plain words."""
    label = whole_quoted(piece)
    if label is not None:
        return label
    if not piece.words.target_signs.search(piece.plain):
        return None
    for pattern in piece.words.targets:
        found = pattern.match(piece.plain)
        if found:
            slots = {name: piece.cut(*found.span(name)) for name, hit in found.groupdict().items() if hit is not None}
            return _target(piece, slots)
    return None


def _target(piece: Piece, slots: Mapping[str, Piece]) -> ast.Template | ast.Target | None:
    words = piece.words
    role, window, position = slots.get("role"), slots.get("window"), slots.get("position")
    ordinal = slots.get("ordinal")
    place = exact(position) if position is not None else None
    if ordinal is not None:
        place = ast.Number(value=words.meaning("ordinals", ordinal.plain), span=ordinal.span())
    if (position is not None and not isinstance(place, ast.Number | ast.Ref)) or (
        position is not None and ordinal is not None
    ):
        return None
    found = ast.Target(
        label=_label(slots.get("label")),
        role=_ROLES.get(words.meaning("roles", role.plain)) if role is not None else None,
        resource=_label(slots.get("resource")),
        row=_label(slots.get("row")),
        position=place,
        window=words.meaning("windows", window.plain) if window is not None else None,
        span=piece.span(),
    )
    plain = found.label is not None and found == ast.Target(label=found.label)
    return found.label if plain else found


_ROLES: Mapping[str, ast.Role] = {name: name for name in get_args(ast.Role)}
"""Roles by the meanings in the word tables; `element` is missing, since it means any role."""


def _label(piece: Piece | None) -> ast.Template | None:
    return None if piece is None else label_of(piece)


def write_target(writer: ExpressionWriter, target: ast.Template | ast.Target) -> str | None:
    """The words for an element; None if it has none."""
    return escape(target) if isinstance(target, ast.Template) else writer.target(target)


def words_of(piece: Piece) -> ast.Expr:
    """An exact value, or the words themselves."""
    return exact_value(piece) or prose(piece)


def name_of(piece: Piece) -> str:
    """The text of a name, with or without quotes."""
    text = whole_quoted(piece)
    return str(text) if text is not None else piece.raw


def number_of(piece: Piece) -> ast.Expr | None:
    """A number in digits or words."""
    known = piece.words.numeral(piece.plain)
    return exact(piece) if known is None else ast.Number(value=known, span=piece.span())


def _count(piece: Piece) -> ast.Expr | None:
    known = piece.words.meaning("multiples", piece.plain)
    found = number_of(piece) if known is None else ast.Number(value=known, span=piece.span())
    return (
        found
        if isinstance(found, ast.Ref | ast.Number | ast.Arithmetic | ast.Apply | ast.Compute | ast.Semantic)
        else None
    )


def _on_screen(piece: Piece) -> ast.OnScreen:
    return ast.OnScreen(text=text_of(piece), span=piece.span())


def _expression(writer: ExpressionWriter, expr: Any) -> str:
    return writer.expression(expr)


def _text(_: ExpressionWriter, text: ast.Template) -> str:
    return escape(text)


def _as_it_is(_: ExpressionWriter, found: object) -> str:
    return str(found)


def last_condition(piece: Piece) -> ast.Expr:
    """A condition at the end of a line or of a block's head. A comma, `then` or `please` behind it changes nothing, if
    it is exact without them."""
    found = condition(piece)
    if isinstance(found, ast.Semantic):
        for shorter in (without_filler(piece), _without_last_word(piece)):
            shown = condition(shorter) if shorter.plain != piece.plain else found
            if not isinstance(shown, ast.Semantic):
                return shown
    return found


def _without_last_word(piece: Piece) -> Piece:
    """Without a word at the end that otherwise stands behind a comma: `如果{x}是3就`, `while {x} < 3 repeat`."""
    text = piece.plain.casefold()
    for word in piece.words.all("fillers", "behind_comma"):
        if text.endswith(f" {word}" if word.isascii() else word):
            return piece.cut(0, len(piece) - len(word))
    return piece


TEXT = Slot(text_of, _text)
TARGET = Slot(target_of, write_target)
"""An element, by its label or by a description."""
WORDS = Slot(words_of, _expression)
"""An exact value, or else the words as text. It never refuses."""
EXACT = Slot(exact, _expression)
EXACT_VALUE = Slot(exact_value, _expression)
"""As EXACT, and also items without brackets."""
MESSAGE = Slot(exact_message, _expression)
VALUE = Slot(value, lambda writer, expr: writer.value(expr))
CONDITION = Slot(condition, lambda writer, expr: writer.condition(expr))
LAST_CONDITION = Slot(last_condition, lambda writer, expr: writer.condition(expr))
ITEMS = Slot(items_value, lambda writer, expr: writer.items(expr))
NUMBER = Slot(number_of, _expression)
COUNT = Slot(_count, _expression)
ON_SCREEN = Slot(_on_screen, _expression)
REF = Slot(whole_ref, _as_it_is)
NAME = Slot(lambda piece: name_of(piece) or None, lambda _, name: in_quotes(name) if name else "")
NOUN = Slot(lambda piece: piece.raw, _as_it_is)


def word(*sections: str) -> Slot:
    """A word of these tables. Reading tries all of them in order; writing uses only the first."""

    def read(piece: Piece) -> Any:
        return next((found for name in sections if (found := piece.words.meaning(name, piece.plain)) is not None), None)

    def write(writer: ExpressionWriter, meaning: str) -> str | None:
        return writer.word_for(sections[0], meaning)

    return Slot(read, write)


def _falls(piece: Piece) -> bool:
    return bool(piece.words.meaning("directions", piece.plain) == "descending")


FALLING = Slot(_falls, lambda writer, falls: writer.word_for("directions", "descending") if falls else "")


# ---------------------------------------------------------------------------------------------------- named values


_PARAM_TAIL = re.compile(
    r"\s*(?:\(([^()]{0,60})\)|:\s*([\w ]{1,40}))?\s*(?:(?:=|default(?: value)?(?: is)?)\s*(.+))?", re.DOTALL
)


def _parameters(piece: Piece) -> tuple[ast.Parameter, ...] | None:
    """`{a} (Text), {b} (Number) = 3`, `{a} and {b}`: parameters; None for any other text."""
    joints = _outside(piece.plain, _between_parameters(piece.words).finditer(piece.plain))
    ends = [(0, 0), *(joint.span() for joint in joints), (len(piece), len(piece))]
    found: list[ast.Parameter] = []
    for (_, start), (end, _) in pairwise(ends):
        part = piece.cut(start, end)
        ref = ref_at(part)
        tail = _PARAM_TAIL.fullmatch(part.plain, ref[1]) if ref else None
        if not ref or ref[0].path or not tail:
            return None
        default = value(part.cut(*tail.span(3))) if tail.group(3) else None
        kind = type_name(tail.group(1) or tail.group(2) or "", piece.words)
        found.append(ast.Parameter(name=ref[0].name, type=kind, default=default, span=part.span()))
    return tuple(found)


@lru_cache(maxsize=16)
def _between_parameters(words: Words) -> re.Pattern[str]:
    """Pattern of a comma or a word for `and` in front of a variable, between parameters. `{vat} = 0,19` has none."""
    names = "|".join(map(re.escape, words.all("arguments", "and")))
    return re.compile(rf"\s{{0,4}}(?:,\s{{0,4}}(?:{names})?|(?:{names}))\s{{0,4}}(?=\{{)", re.IGNORECASE)


def _write_parameters(writer: ExpressionWriter, inputs: tuple[ast.Parameter, ...]) -> str:
    return ", ".join(_parameter(writer, entry) for entry in inputs)


def _parameter(writer: ExpressionWriter, entry: ast.Parameter) -> str:
    kind = f" ({entry.type})" if entry.type else ""
    default = f" = {writer.expression(entry.default)}" if entry.default is not None else ""
    return f"{{{entry.name}}}{kind}{default}"


@lru_cache(maxsize=16)
def _argument_regex(words: Words) -> re.Pattern[str]:
    signs = "|".join(
        re.escape(sign) + (r"(?!\w)" if sign[-1].isalnum() and sign.isascii() else "")
        for sign in words.all("arguments", "equals")
    )
    joiners = "|".join(re.escape(word) for word in words.all("arguments", "and"))
    key = r"\{[^{}]{1,80}\}|\"[^\"\\]{1,80}\"|'[^']{1,80}'|[^\W\d]\w{0,60}(?: \w{1,30}){0,2}?"
    return re.compile(
        rf"(?:^|[,;]\s{{0,8}}(?:(?:{joiners})\s{{1,8}})?|\s{{1,8}}(?:{joiners})\s{{1,8}})"
        rf"(?P<key>{key})\s{{0,8}}(?P<sign>{signs})\s{{0,8}}(?=\S)",
        re.IGNORECASE,
    )


def _pairs(piece: Piece) -> Iterator[tuple[Piece, Piece]]:
    """The pieces of key and value in `{a} is 1, "b" as 2 and c = 3`; none if the text does not begin with a key."""
    hits = _outside(piece.plain, _argument_regex(piece.words).finditer(piece.plain))
    if not hits or hits[0].start() != 0:
        return
    for hit, follower in zip(hits, [*hits[1:], None], strict=True):
        end = follower.start() if follower else len(piece)
        yield piece.cut(*hit.span("key")), piece.cut(hit.end(), end)


def _outside(text: str, found: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    """The matches that begin outside quotes and brackets."""
    stretches = [*enclosed(text), (len(text) + 1, len(text) + 1)]
    outside: list[re.Match[str]] = []
    number = 0
    for hit in found:
        while stretches[number][1] <= hit.start():
            number += 1
        if hit.start() <= stretches[number][0]:
            outside.append(hit)
    return outside


def _arguments(piece: Piece) -> tuple[ast.Argument, ...] | None:
    """Named values, or bare variables that each fill the input of their name; None for any other text."""
    if whole_ref(piece) is not None or listed(piece.words).fullmatch(piece.plain):
        refs = prose(piece).refs
        named = [(ref, ref.path[-1] if ref.path else ref.name) for ref in refs]
        return tuple(ast.Argument(name=str(name), value=ref, span=ref.span) for ref, name in named)
    found: list[ast.Argument] = []
    for key, content in _pairs(piece):
        inside = parse_ref(key.raw[1:-1], piece.words) if key.plain.startswith("{") else None
        if inside is None and key.plain.startswith("{"):
            return None
        name = inside[0] if inside else variable_name(name_of(key))
        found.append(ast.Argument(name=name, value=value(content), span=key.span()))
    return tuple(found) or None


def _write_arguments(writer: ExpressionWriter, args: tuple[ast.Argument, ...]) -> str:
    return ", ".join(f"{{{entry.name}}} = {writer.expression(entry.value)}" for entry in args)


def parse_pairs(piece: Piece) -> tuple[tuple[str, ast.Expr, Piece], ...]:
    """The keys and values of an object in words, with the place of each key."""
    return tuple((name_of(key).strip("{}"), value(content), key) for key, content in _pairs(piece))


PARAMETERS = Slot(_parameters, _write_parameters)
ARGUMENTS = Slot(_arguments, _write_arguments)
REFS = Slot(lambda piece: prose(piece).refs or None, lambda _, refs: ", ".join(str(ref) for ref in refs))

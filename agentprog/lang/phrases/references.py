"""Parses references (`{x.name}`, `{name of x}`), and text that contains them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from agentprog.lang.ast import Ref, Template
from agentprog.lang.source.escapes import undo, undone
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import Words

REF = r"\{[^{}]{1,200}(?:\{[^{}]{1,100}\}[^{}]{0,50}){0,2}\}"
"""Pattern of the form of a reference; `parse_ref` decides whether the text is one."""

_REF = re.compile(REF)
_NAME = r"[^\W\d]\w*(?:[ \-]\w+){0,5}"
_NAME_ONLY = re.compile(_NAME)
_STEP = re.compile(
    r"""\s*(?:\.\s*(?P<key>[^\W\d]\w*(?:(?:[ ]+|-)\w+){0,5})
         |\[\s*(?:(?P<index>-?\d{1,9})|"(?P<quoted>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)'|(?P<ref>\{[^{}]+\})
         |(?P<var>[^\W\d][\w.]*))\s*\])""",
    re.VERBOSE,
)
Path = tuple[str | int | Ref, ...]


def variable_name(text: str) -> str:
    """A variable's name: words joined by underscores."""
    return re.sub(r"[\s\-]+", "_", text.strip())


def _article(text: str) -> str:
    return re.sub(r"^(?:the|this|that|each|current)\s+(?=\S)", "", text.strip(), flags=re.IGNORECASE)


@lru_cache(maxsize=4096)
def parse_ref(inside: str, words: Words) -> tuple[str, Path] | None:
    """The name and path of the plain text between braces; None if it is no reference."""
    text = inside.strip()
    if not text or len(text) > 300:
        return None
    if text.isascii() and text.isidentifier():
        return text, ()
    return _of(text, words) or _possessive(text, words) or _dotted(text, words)


def _of(text: str, words: Words) -> tuple[str, Path] | None:
    """`name of x`. Languages with a possessive put the owner first, see `_possessive`."""
    if '"' in text or "'" in text or "[" in text:
        return None
    for word in words.reference_of:
        key, found, owner = text.partition(f" {word} ")
        if found and _NAME_ONLY.fullmatch(_article(key)):
            inner = parse_ref(_article(owner), words)
            return (inner[0], (*inner[1], position(_article(key), words))) if inner else None
    return None


def _possessive(text: str, words: Words) -> tuple[str, Path] | None:
    for sign in words.reference_possessive:
        owner, found, key = text.partition(sign)
        if "." in owner or "[" in owner:
            continue
        if found and key.strip() and _NAME_ONLY.fullmatch(key.strip()):
            inner = parse_ref(owner, words)
            return (inner[0], (*inner[1], position(key.strip(), words))) if inner else None
    return None


def position(key: str, words: Words) -> str | int:
    plain = key.casefold()
    if plain in words.reference_first:
        return 0
    return -1 if plain in words.reference_last else key


def _dotted(text: str, words: Words) -> tuple[str, Path] | None:
    head = _NAME_ONLY.match(text)
    if not head:
        return None
    if f"-{head.group()}." in text.replace(" ", ""):
        return None  # two references and a minus: `row.Spent-row.Limit`
    path: list[str | int | Ref] = []
    position = head.end()
    while position < len(text):
        step = _STEP.match(text, position)
        if not step or (item := _step(step, words)) is None:
            return None
        path.append(item)
        position = step.end()
    return variable_name(head.group()), tuple(path)


def _step(step: re.Match[str], words: Words) -> str | int | Ref | None:
    kind = step.lastgroup
    value = step.group(kind or 0)
    if kind == "index":
        return int(value)
    if kind in ("quoted", "single"):
        return undo(value)
    if kind in ("ref", "var"):
        inner = parse_ref(value.strip("{}"), words)
        return Ref(name=inner[0], path=inner[1]) if inner else None
    return value


def ref_at(piece: Piece, start: int = 0) -> tuple[Ref, int] | None:
    """The reference that begins at an offset, and the offset of its end."""
    found = _REF.match(piece.plain, start)
    if not found:
        return None
    # The unchanged text comes first: full-width marks in a key are no syntax.
    inner = parse_ref(piece.raw[start + 1 : found.end() - 1], piece.words) or parse_ref(
        found.group()[1:-1], piece.words
    )
    if not inner:
        return None
    span = piece.span(start, found.end())
    # Paths come from a cache. References inside them are copied, since every node needs its own id.
    path = tuple(replace(part, span=span) if isinstance(part, Ref) else part for part in inner[1])
    return Ref(name=inner[0], path=path, span=span), found.end()


def whole_ref(piece: Piece) -> Ref | None:
    """The reference, if it covers the whole piece."""
    found = ref_at(piece)
    return found[0] if found and found[1] == len(piece) else None


def prose(piece: Piece) -> Template:
    """A sentence as a template: its references are parsed, and no escape is undone."""
    text = piece.plain
    if "{" not in text:
        return Template(parts=(piece.raw,) if piece.raw else (), span=piece.span())
    parts: list[str | Ref] = []
    done = at = 0
    while (at := text.find("{", at)) >= 0:
        found = ref_at(piece, at)
        if found is None:
            at += 1
            continue
        parts += [piece.raw[done:at], found[0]]
        done = at = found[1]
    return Template.of(*parts, piece.raw[done:], span=piece.span())


def _inside(piece: Piece) -> Piece:
    """The text between the quotes. Guillemets lose the white space inside them."""
    text = piece.raw[1:-1]
    space = len(text) - len(text.lstrip()) if piece.raw[0] == "«" else 0
    text = text.strip() if piece.raw[0] == "«" else text
    start = 1 + space
    return Piece(
        text,
        offset=piece.offset + start,
        line=piece.line,
        column=piece.column + start,
        plain_text=piece.plain[start : start + len(text)],
        starts=piece.starts,
        vocabulary=piece.words,
    )


def quoted(piece: Piece) -> Template:
    """The template of a quoted text. Escapes such as `\\"`, `\\n` and `\\{` are undone."""
    inside = _inside(piece)
    if "\\" not in inside.plain:
        found = prose(inside)
        return Template(parts=found.parts, span=piece.span())
    parts: list[str | Ref] = []
    at = 0
    while at < len(inside):
        sign = inside.plain[at]
        if sign == "\\" and at + 1 < len(inside):
            character, at = undone(inside.raw, at)
            parts.append(character)
        elif sign == "{" and (found_ref := ref_at(inside, at)):
            parts.append(found_ref[0])
            at = found_ref[1]
        else:
            stop = _next_mark(inside.plain, at + 1)
            parts.append(inside.raw[at:stop])
            at = stop
    return Template.of(*parts, span=piece.span())


_MARK = re.compile(r"[\\{]")


def _next_mark(text: str, start: int) -> int:
    found = _MARK.search(text, start)
    return found.start() if found else len(text)


# Quotes of the language's syntax, with their escapes. `agentprog.identity` reads quotations in texts for people.
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|`[^`]*`', re.DOTALL)


def whole_quoted(piece: Piece) -> Template | None:
    """The text, if one quoted text covers the whole piece."""
    found = QUOTED.match(piece.plain)
    return quoted(piece) if found and found.end() == len(piece) else None

"""Splits exact expressions into tokens; text that yields none is not exact. Operators' words come from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from agentprog.lang.phrases.references import REF, parse_ref
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.numerals import letters_of
from agentprog.lang.vocabulary.orders import DENSE, folded
from agentprog.lang.vocabulary.words import Words

MAX_DEPTH = 40
"""The deepest nesting of brackets and operators; anything deeper is not exact."""


QUESTION = "ASKED_"
"""Prefix of a token type: the question applies to the variable before it."""


class Token:
    """A token for Lark, with its piece of text."""

    __slots__ = ("piece", "type")
    line: ClassVar[int] = 0
    column: ClassVar[int] = 0
    start_pos: ClassVar[int] = 0
    end_line: ClassVar[int] = 0
    end_column: ClassVar[int] = 0
    end_pos: ClassVar[int] = 0

    def __init__(self, kind: str, piece: Piece) -> None:
        self.type = kind
        self.piece = piece

    def __repr__(self) -> str:
        return f"{self.type}({self.piece.raw!r})"


_SYMBOLS = {
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE", ",": "COMMA", ":": "COLON",
}  # fmt: skip
_OPERANDS = {"REF", "STRING", "NUMBER", "DATE", "RPAR", "RSQB", "RBRACE", "TRUE", "FALSE", "NOTHING", "WORD"}
OPENING, CLOSING = frozenset(("LPAR", "LSQB", "LBRACE")), frozenset(("RPAR", "RSQB", "RBRACE"))
_OPERATORS = {
    "OR", "AND", "NOT", "PLUS", "MINUS", "TIMES", "DIVIDE", "MODULO",
    "COUNT", "SUM", "AVERAGE", "MINIMUM", "MAXIMUM", "FIRST", "LAST",
}  # fmt: skip


_LATIN = re.compile(r"[^\W\d_]+")
_SYMBOL_OR_WORD = re.compile(r"(?P<symbol>[()\[\]{},:])|(?P<WORD>[^\W\d][\w\-]*)")


class _Scanner:
    """Finds the token at an offset. Operators have hundreds of phrases, so the pattern for a first letter is built when
    a text has that letter."""

    def __init__(self, words: Words) -> None:
        kinds = _kinds(words)
        self.phrases = tuple(kinds)
        self.kinds = {_plainly(phrase): kind for phrase, kind in kinds.items()}
        """Token types, by phrases without accents."""
        self.before = re.compile(
            rf"""(?P<space>\s+)
            |(?P<REF>{REF})
            |(?P<STRING>[fF]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`))
            |(?P<DATE>\d{{4}}-\d{{2}}-\d{{2}}(?:[T\s]\d{{2}}:\d{{2}}(?::\d{{2}})?)?(?![A-Za-z0-9_\-]))
            |(?P<NUMBER>(?:{words.figures.pattern})(?![A-Za-z])
                |(?:0|[1-9]\d{{0,17}})(?:\.\d{{1,17}})?(?![A-Za-z0-9_.]|,\d{{3}}(?!\d)))
            """.replace("    ", "").replace("\n", ""),
            re.DOTALL,
        )
        """Pattern of all tokens that do not begin with a word."""
        self._numerals = tuple(words.numerals.values())
        self._by_letter: dict[str, re.Pattern[str]] = {}

    def match(self, text: str, at: int) -> re.Match[str] | None:
        return self.before.match(text, at) or self._phrase(text, at) or _SYMBOL_OR_WORD.match(text, at)

    def _phrase(self, text: str, at: int) -> re.Match[str] | None:
        letter = _plainly(text[at].lower())
        if letter not in self._by_letter:
            phrases = _phrases([phrase for phrase in self.phrases if _plainly(phrase).startswith(letter)]) or "(?!)"
            self._by_letter[letter] = re.compile(rf"(?P<phrase>{phrases})", re.IGNORECASE | re.DOTALL)
        found = self._by_letter[letter].match(text, at)
        counted = (numeral.counted.match(text, at) for numeral in self._numerals if letter in numeral.letters)
        return found or next(filter(None, counted), None)


def _phrase(text: str) -> str:
    body = r"\s{1,4}".join(map(letters_of, text.split()))
    return body + r"(?!\w)" if text[-1] < DENSE and text[-1].isalnum() else body


def _plainly(phrase: str) -> str:
    return phrase if phrase.isascii() or phrase >= DENSE else _LATIN.sub(lambda letter: folded(letter.group()), phrase)


def _collapse(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower())  # lower, not casefold: the pattern uses it too, and ß stays ß


def _kinds(tables: Words) -> dict[str, str]:
    """Token types by phrase: each operator's phrases, also with other verbs, or without a verb that may be missing."""
    found: dict[str, str] = {}
    for table in tables.tables.values():
        pairs = [
            (_collapse(phrase), kind)
            for kind, phrases in table["operators"].items()
            if kind != "canonical"
            for phrase in phrases
        ]
        found.update(pairs)
        for owner in table["reference"]["possessive"]:
            gap = " " if table["spaces"] else ""
            found.update((f"{owner}{gap}{word}", QUESTION + kind) for word, kind in table["questions"].items())
        for phrase, kind in pairs:
            for other in _in_other_words(phrase, table["verbs"]):
                found.setdefault(other, kind)
        for name in ("empty", "empty_list", "empty_text"):
            accented = {_plainly(phrase): phrase for phrase in reversed(table["values"][name])}
            found.update((_collapse(phrase), "VOID") for phrase in accented.values() if phrase not in found)
    return found


def _in_other_words(phrase: str, verbs: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The same phrase with other verbs: `isn't above` and `not above` for `is not above`."""
    first = next((verb for verb in sorted(verbs, key=len, reverse=True) if f"{phrase} ".startswith(f"{verb} ")), None)
    if first is None:
        return
    rest = phrase[len(first) :].strip()
    yield from filter(None, (f"{other} {rest}".strip() for other in verbs[first]))


def _phrases(kinds: Iterable[str]) -> str:
    """A pattern of all phrases, longest first. Phrases share their first word, which makes matching faster."""
    by_first: dict[str, list[str]] = {}
    for phrase in sorted(kinds, key=len, reverse=True):
        first, _, rest = phrase.partition(" ")
        by_first.setdefault(first, []).append(rest)
    parts: list[str] = []
    for first in sorted(by_first, key=len, reverse=True):
        rests = [rf"\s{{1,4}}{_phrase(rest)}" for rest in by_first[first] if rest]
        parts += [rf"{letters_of(first)}(?:{'|'.join(rests)})"] if rests else []
        parts += [_phrase(first)] if "" in by_first[first] else []
    return "|".join(parts)


@lru_cache(maxsize=16)
def _scanner(words: Words) -> _Scanner:
    return _Scanner(words)


def operator_phrases(words: Words) -> tuple[str, ...]:
    """Every phrase of an operator."""
    return _scanner(words).phrases


def tokenize(piece: Piece) -> list[Token] | None:
    """The tokens of a piece; None if a part of it cannot belong to an exact expression."""
    scanner = _scanner(piece.words)
    tokens: list[Token] = []
    text = piece.plain
    at = 0
    while at < len(text):
        found = scanner.match(text, at)
        if not found:
            return None
        kind, end = _kind(found, scanner, tokens, piece)
        if kind is None:
            return None
        if kind:
            tokens.append(Token(kind, piece.cut(at, end)))
        at = end
    return tokens if tokens and _shallow(tokens) else None


def _kind(found: re.Match[str], scanner: _Scanner, before: list[Token], piece: Piece) -> tuple[str | None, int]:
    """The token type of a match, and its end. The type of white space is ""; None means that it cannot stand there."""
    group = found.lastgroup or ""
    matched = found.group()
    if group == "space":
        return "", found.end()
    if group == "REF" and parse_ref(matched[1:-1], piece.words) is None:
        return "LBRACE", found.start() + 1
    if group == "symbol":
        return _SYMBOLS[matched], found.end()
    if group == "NUMBER":
        return _figure(found, before, piece)
    if group == "counted":
        return ("WORD" if piece.plain[found.end() :].lstrip()[:1] == ":" else "NUMBER"), found.end()
    if group == "WORD":
        # A bare word can only be an object's key. Any other plain word makes the text inexact.
        opened = bool(before) and before[-1].type in ("LBRACE", "COMMA")
        return ("WORD", found.end()) if opened else (None, 0)
    if group != "phrase":
        return group, found.end()
    kind = scanner.kinds[_plainly(_collapse(matched))]
    if kind == "MINUS" and not matched[0].isalpha() and not (before and before[-1].type in _OPERANDS):
        number = scanner.before.match(piece.plain, found.end())
        if number and number.lastgroup == "NUMBER":
            return _figure(number, before, piece)
    return kind, found.end()


_SPACED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|(?P<spaced>,\s)")


def _figure(found: re.Match[str], before: list[Token], piece: Piece) -> tuple[str | None, int]:
    """A number and its end. In a list a comma separates values, unless the other commas have a space after them; a
    full-width comma always separates."""
    comma = found.group().find(",")
    if comma < 0:
        return "NUMBER", found.end()
    kinds = [token.type for token in before]
    inside = sum((kind in OPENING) - (kind in CLOSING) for kind in kinds) > 0 and kinds[-1] != "COLON"
    spaced = any(match["spaced"] for match in _SPACED.finditer(piece.plain))
    if piece.raw[found.start() + comma] == "," and (not inside or (spaced and piece.words.figures.comma)):
        return "NUMBER", found.end()
    thousands = re.match(r"\d{3}(?!\d)", found.group()[comma + 1 :])
    return (None, 0) if thousands else ("NUMBER", found.start() + comma)


def _shallow(tokens: list[Token]) -> bool:
    brackets = operators = 0
    for token in tokens:
        if token.type in OPENING:
            brackets += 1
        elif token.type in CLOSING:
            brackets -= 1
        elif token.type == "COMMA":
            operators = 0
        elif token.type in _OPERATORS:
            operators += 1
        if brackets + operators > MAX_DEPTH:
            return False
    return True


def wrapped(tokens: list[Token], piece: Piece) -> list[Token]:
    """The tokens in brackets, as the items of a list."""
    return [Token("LSQB", piece.cut(0, 0)), *tokens, Token("RSQB", piece.cut(len(piece)))]

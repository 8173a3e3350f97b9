"""A piece of source text with its place, and a plain copy with ASCII instead of full-width punctuation.

The copy has the same length, so an offset in it is also an offset in the original.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect
from collections.abc import Iterator
from functools import cache

from agentprog import resources
from agentprog.lang.ast import Span
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words, words

_FULL_WIDTH = {
    "：": ":", "，": ",", "、": ",", "；": ";", "。": ".", "．": ".", "！": "!", "？": "?",
    "（": "(", "）": ")", "｛": "{", "｝": "}", "【": "[", "】": "]", "［": "[", "］": "]",
    "“": '"', "”": '"', "„": '"', "‟": '"', "＂": '"', "「": '"', "」": '"', "『": '"', "』": '"',
    "«": '"', "»": '"', "‹": "'", "›": "'", "´": "'",
    "‘": "'", "’": "'", "＇": "'", "｀": "`", "＃": "#", "＝": "=", "＞": ">", "＜": "<",
    "＋": "+", "－": "-", "＊": "*", "／": "/", "％": "%", "\u3000": " ", "\u00a0": " ", "\t": " ",
}  # fmt: skip
_FULL_WIDTH |= {chr(0xFF10 + digit): str(digit) for digit in range(10)}
_PLAIN = str.maketrans(_FULL_WIDTH)
CURLY = str.maketrans({key: _FULL_WIDTH[key] for key in "“”„‟‘’"})
"""Quotes that lenient mode straightens in the text itself."""


_QUOTES = frozenset(key for key, mark in _FULL_WIDTH.items() if mark == '"')
_PLAIN_BUT_QUOTES = str.maketrans({key: mark for key, mark in _FULL_WIDTH.items() if key not in _QUOTES})
_PARTNERS = {"“": "”", "„": "“”", "‟": "“”", "”": "”", "«": "»", "»": "«", "「": "」", "『": "』"}
"""The mark that closes a quote opened by this mark."""
_OTHERWISE = {"“": '“"', "”": '“"', "»": '»"', "«": '«"'}
"""The mark that closes it if no partner follows: keyboards mix quotes."""
_UNESCAPED = re.compile(r"[^\\]|\\.", re.DOTALL)
_HIDDEN = "”"
"""Stands in the plain copy for a straight quote within another quote."""


def plain(text: str) -> str:
    """The text with ASCII for full-width marks and simplified for traditional Chinese, character for character.

    Quotes that open or close a text become straight ones; a quote inside a text of another kind stays a part of it.
    """
    if text.isascii() and "\t" not in text:
        return text
    return simplified((text if _QUOTES.isdisjoint(text) else _straightened(text)).translate(_PLAIN_BUT_QUOTES))


def _straightened(text: str) -> str:
    """The text with a straight quote at both ends of each quoted text, and none within."""
    quotes = _Quotes(text.replace("＂", '"'))
    at = 0
    while at < len(text):
        sign = quotes.signs[at]
        if sign == "`" and (end := text.find("`", at + 1)) > 0:
            at = end
        elif sign == '"' or sign in _QUOTES:
            if not quotes.close(at):
                break
            at = quotes.end
        at += 1
    return "".join(quotes.signs)


class _Quotes:
    """The signs of a text, and the offset where the last quoted text ended."""

    def __init__(self, text: str) -> None:
        self.signs = list(text)
        self.end = 0
        self._free = [found.start() for found in _UNESCAPED.finditer(text) if len(found.group()) == 1]
        self._pairs: dict[str, dict[int, int]] = {}
        self._dead = ""

    def close(self, at: int) -> bool:
        """Straightens the quoted text that begins at `at`. False if it never ends; inches (`5"`) are no quotes."""
        opened = self.signs[at]
        inches = at > 0 and self.signs[at - 1].isdigit()
        end = self._partner(at, opened, mixed=not inches or opened == '"')
        self.end = at if end is None else end
        if end is None:
            self.signs[at] = _HIDDEN if inches else '"'
            return inches
        if opened != '"':
            self.signs[at:end] = ['"', *(_HIDDEN if sign == '"' else sign for sign in self.signs[at + 1 : end])]
        self.signs[end] = '"'
        return True

    def _partner(self, at: int, opened: str, *, mixed: bool) -> int | None:
        if opened not in self._pairs:
            self._pairs[opened] = dict(self._matched(opened, _PARTNERS.get(opened, "")))
        found = self._pairs[opened].get(at)
        if found is None and mixed and opened not in self._dead:
            closing = _OTHERWISE.get(opened, '"')
            later = range(bisect(self._free, at), len(self._free))
            found = next((self._free[sign] for sign in later if self.signs[self._free[sign]] in closing), None)
            self._dead += opened if found is None else ""
        return found

    def _matched(self, opened: str, closing: str) -> Iterator[tuple[int, int]]:
        """The pairs of this kind of quote, whatever stands between them."""
        begun: list[int] = []
        for place in self._free:
            sign = self.signs[place]
            if begun and sign in closing:
                yield begun.pop(), place
            elif sign == opened:
                begun.append(place)


def simplified(text: str) -> str:
    """The text with traditional Chinese characters and words in their simplified forms; the length stays the same."""
    if text.isascii() or max(text) < DENSE:
        return text
    signs, words_of_it = _traditional()
    found = text.translate(signs)
    if found != text:
        for sign, other in words_of_it:
            found = found.replace(sign, other)
    return found


@cache
def _traditional() -> tuple[dict[int, str], tuple[tuple[str, str], ...]]:
    table = tomllib.loads(resources.read_text("grammars/traditional.toml"))
    halves = ((word[: len(word) // 2], word[len(word) // 2 :]) for word in table["words"].split())
    return {ord(pair[0]): pair[1] for pair in table["signs"].split()}, tuple(halves)


class Piece:
    """A part of one logical line: its text (`raw`), a copy for matching (`plain`), and the words of its language."""

    __slots__ = ("column", "line", "offset", "plain", "raw", "starts", "words")

    def __init__(
        self,
        raw: str,
        *,
        offset: int = 0,
        line: int = 1,
        column: int = 1,
        plain_text: str | None = None,
        starts: tuple[tuple[int, int], ...] = (),
        vocabulary: Words | None = None,
    ) -> None:
        """`starts` holds the offset and the number of each source line, if the logical line spans several."""
        self.raw = raw
        self.plain = plain(raw) if plain_text is None else plain_text
        self.offset = offset
        self.line = line
        self.column = column
        self.starts = starts
        self.words = vocabulary or words()

    def __len__(self) -> int:
        return len(self.raw)

    def __repr__(self) -> str:
        return f"Piece({self.raw!r}, line={self.line}, column={self.column})"

    def span(self, start: int = 0, end: int | None = None) -> Span:
        begin = self.offset + start
        stop = self.offset + (len(self.raw) if end is None else end)
        for origin, number in reversed(self.starts):
            if origin <= begin:
                return Span(start=begin, end=stop, line=number, column=begin - origin + 1)
        return Span(start=begin, end=stop, line=self.line, column=self.column + start)

    def cut(self, start: int, end: int | None = None) -> Piece:
        """The part from `start` to `end`, without white space at its ends."""
        part = self.plain[start:end]
        text = part.strip()
        if len(text) != len(part):
            start += len(part) - len(part.lstrip())
        # The parser calls this most often, so it sets the fields without going through __init__.
        made = Piece.__new__(Piece)
        made.raw = self.raw[start : start + len(text)]
        made.plain = text
        made.offset = self.offset + start
        made.line = self.line
        made.column = self.column + start
        made.starts = self.starts
        made.words = self.words
        return made

    def with_words(self, vocabulary: Words) -> Piece:
        """The same text with the words of another language."""
        made = self.cut(0)
        made.words = vocabulary
        return made

    def instead(self, text: str, moved: int = 0) -> Piece:
        """Another text at this place. `moved` is the shift of its unchanged part to the right."""
        offset, column = self.offset + moved, self.column + moved
        return Piece(text, offset=offset, line=self.line, column=column, starts=self.starts, vocabulary=self.words)


_MARKS = re.compile(r'["`#]')
_QUOTE_END = {'"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL), "`": re.compile(r"[^`]*`")}


OTHER_REMARKS = re.compile(r"\s(?://|/\*|<!--)(?=\s|\w)|\s--(?=\s)|/\*")
"""Comment marks of other languages."""


def comment_start(text: str) -> int | None:
    """The offset of the comment in a plain line, or None. A `#` outside quotes begins one at the start of a line. After
    white space it begins one if nothing, white space or another `#` follows it, or if the text before it ends with a
    colon."""
    if "#" not in text:
        return None
    if text.lstrip().startswith("#"):
        return text.index("#")
    position = 0
    dead = ""
    while mark := _MARKS.search(text, position):
        position = mark.end()
        sign = mark.group()
        if sign == "#":
            if _begins_comment(text, mark.start()):
                return mark.start()
        elif sign not in dead:
            closing = _QUOTE_END[sign].match(text, position)
            if closing:
                position = closing.end()
            else:
                dead += sign
    return None


def unclosed_quote(text: str) -> int | None:
    """The offset of a double quote that is never closed in a plain line. Inches (`5"`) do not count."""
    position = 0
    while (at := text.find('"', position)) >= 0:
        closing = _QUOTE_END['"'].match(text, at + 1)
        if closing is None:
            return None if at and text[at - 1].isdigit() else at
        position = closing.end()
    return None


_OPEN_BRACE = re.compile(r"\{[^\W\d]\w*[^{}]*$")
QUOTED = r"\"(?:[^\"\\]|\\.)*\"|`[^`]*`"
"""Pattern of a quoted text in a plain text."""
_QUOTED = re.compile(QUOTED)
_SINGLE = r"(?<!\w)'[^']*'(?!\w)"
_TEXT = re.compile(f"{QUOTED}|{_SINGLE}")
_QUOTED_OR_BRACED = re.compile(rf"{QUOTED}|{_SINGLE}|\{{[^{{}}]*\}}")


def unclosed_brace(text: str) -> int | None:
    """The offset of a variable's brace that is never closed, outside quotes."""
    found = _OPEN_BRACE.search(_QUOTED.sub(lambda quoted: " " * len(quoted.group()), text))
    return found.start() if found else None


def without_texts(text: str, instead: str) -> str:
    """The text with other words instead of each quoted text, whatever its quotes, and those within it."""
    parts, end = [], 0
    for found in _TEXT.finditer(plain(text)):
        parts += [text[end : found.start()], instead]
        end = found.end()
    return "".join((*parts, text[end:]))


def shadow(text: str, sign: str = " ") -> str:
    """The text with a sign for each character of a quoted text or of a variable in braces."""
    signs = list(text)
    for found in _QUOTED_OR_BRACED.finditer(plain(text)):
        signs[slice(*found.span())] = sign * len(found.group())
    return "".join(signs)


def _begins_comment(text: str, at: int) -> bool:
    before, following = text[:at], text[at + 1 : at + 2]
    if not before or not before[-1].isspace():
        return False
    return not following or following.isspace() or following == "#" or _ends_with_colon(text, at)


def _ends_with_colon(text: str, at: int) -> bool:
    while at > 0 and text[at - 1].isspace():
        at -= 1
    return at > 0 and text[at - 1] == ":"


_BRACKET = re.compile(r"""["'`\[\](){}]""")
_SKIP = {
    '"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL),
    "'": re.compile(r"(?:[^'\\]|\\.)*'", re.DOTALL),
    "`": re.compile(r"[^`]*`"),
}
_OPEN = "[({"


def open_brackets(text: str) -> int:
    """The number of brackets open at the end of a plain text, outside quotes; negative if too many are closed."""
    depth = 0
    position = 0
    dead = ""
    while mark := _BRACKET.search(text, position):
        position = mark.end()
        sign = mark.group()
        if sign in _SKIP:
            position, dead = _skip(text, mark.start(), sign, dead)
        else:
            depth += 1 if sign in _OPEN else -1
            if depth < 0:
                return depth
    return depth


def _skip(text: str, start: int, sign: str, dead: str) -> tuple[int, str]:
    """The offset after the quoted text that begins here. A quote mark without a partner joins `dead` and counts as text
    from then on."""
    if sign in dead or (sign == "'" and start and (text[start - 1].isalnum() or text[start - 1] in "_}")):
        return start + 1, dead
    closing = _SKIP[sign].match(text, start + 1)
    return (closing.end(), dead) if closing else (start + 1, dead + sign)


def top_level(text: str, signs: str) -> list[int]:
    """The offsets of these characters outside quotes and brackets."""
    return [at for at, outside in _scan(text, signs) if outside and text[at] in signs]


def unclosed(text: str) -> int | None:
    """The offset of the first bracket that is never closed, outside quotes; None if there is none."""
    opened: list[int] = []
    position, dead = 0, ""
    while mark := _BRACKET.search(text, position):
        position, sign = mark.end(), mark.group()
        if sign in _SKIP:
            position, dead = _skip(text, mark.start(), sign, dead)
        elif sign in _OPEN:
            opened.append(mark.start())
        elif opened:
            opened.pop()
    return opened[0] if opened else None


def enclosed(text: str) -> list[tuple[int, int]]:
    """The start and end offsets of texts in quotes and of outermost brackets."""
    found: list[tuple[int, int]] = []
    depth = begin = position = 0
    dead = ""
    while mark := _BRACKET.search(text, position):
        position = mark.end()
        sign = mark.group()
        if sign in _SKIP:
            position, dead = _skip(text, mark.start(), sign, dead)
            if not depth and position > mark.end():
                found.append((mark.start(), position))
        elif sign in _OPEN:
            begin = begin if depth else mark.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                found.append((begin, position))
    return found


def _scan(text: str, signs: str) -> list[tuple[int, bool]]:
    """Every offset of these characters, and True if it lies outside quotes and brackets."""
    found: list[tuple[int, bool]] = []
    stretches = [*enclosed(text), (len(text), len(text))]
    number = 0
    for mark in re.compile("[" + re.escape(signs) + "]").finditer(text):
        while stretches[number][1] <= mark.start() < len(text):
            number += 1
        found.append((mark.start(), mark.start() < stretches[number][0]))
    return found


def without_word(piece: Piece, candidates: tuple[str, ...]) -> Piece:
    """The piece without the first of these words that it begins with."""
    for word in candidates:
        start = f"{word} " if word.isascii() else word
        if piece.plain[: len(start)].casefold() == start:
            return piece.cut(len(word))
    return piece

"""Line patterns: turns the notation of the word tables into regular expressions, and canonical forms into text.

`(a|b)` is a choice, `[a]` is optional, `a ~ b` has no space between its items, `<slot>` matches any text, and
`<slot:type>` a text of that type; see grammars/en.toml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

_TOKEN = re.compile(r"<(?P<slot>\w+)(?::(?P<type>\w+))?>|(?P<mark>[()\[\]|])|(?P<space>\s+)|(?P<word>[^<>()\[\]|\s]+)")
_PUNCTUATION = set(",:;=.-<>!")
JOINED = "~"
"""Joins two items without white space, as in `3s`."""


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class _Group:
    options: tuple[tuple[_Item, ...], ...]
    optional: bool


_Item = str | _Slot | _Group


class _Reader:
    """Parses one pattern. Raises ValueError for a wrong one, since patterns are part of the package."""

    def __init__(self, text: str) -> None:
        self.tokens = [m for m in _TOKEN.finditer(text) if m.lastgroup != "space"]
        self.at = 0

    def sequence(self) -> tuple[_Item, ...]:
        items: list[_Item] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.group() in (")", "]", "|"):
                break
            self.at += 1
            if token.group() in ("(", "["):
                items.append(self.group(token.group()))
            elif token.group("slot"):
                items.append(_Slot(token.group("slot"), token.group("type") or "any"))
            else:
                items.append(token.group())
        return tuple(items)

    def group(self, opening: str) -> _Group:
        options = [self.sequence()]
        while self.at < len(self.tokens) and self.tokens[self.at].group() == "|":
            self.at += 1
            options.append(self.sequence())
        if self.at >= len(self.tokens):
            raise ValueError(f"a {opening} is never closed")
        self.at += 1
        return _Group(tuple(options), opening == "[")


_ACCENTS = str.maketrans("áéíóúüñÁÉÍÓÚÜÑ", "aeiouunAEIOUUN")


@dataclass(frozen=True)
class Dialect:
    """The rules that turn patterns of one language into regular expressions."""

    spaces: bool
    slots: Mapping[str, str]
    forms: Callable[[str], tuple[str, ...]] = lambda word: (word,)
    """The forms of a word at the beginning of a line, if it is a verb: `mache`, `mach`."""
    accents: bool = True
    """False if people leave accents out, and no two words of the tables differ only by accents."""

    def plain(self, text: str) -> str:
        """The text as patterns see it; its length stays the same."""
        return text if self.accents or text.isascii() else text.translate(_ACCENTS)

    @property
    def gap(self) -> str:
        """The pattern between two words. Its length is limited, so that long white space cannot slow matching down."""
        return r'(?:\s{1,8}|(?<=[,:;=])|(?=["(\[{`]))' if self.spaces else r"\s{0,4}"

    def render(self, items: tuple[_Item, ...]) -> str:
        """The regular expression of a sequence. An optional item takes its gap with it."""
        first = next((i for i, item in enumerate(items) if not self._missing(item)), len(items))
        parts: list[str] = []
        for index, item in enumerate(items):
            body = self._item(item)
            gap = r"\s{0,8}" if self._punctuation(item) else self.gap
            if JOINED in (item, items[index - 1] if index else ""):
                gap = ""
            if index < first:
                parts.append(f"(?:{body}{self.gap})?")
            elif index == first:
                parts.append(body)
            elif self._missing(item):
                parts.append(f"(?:{self._apart(item, gap)})?")
            else:
                parts.append(self._apart(item, gap))
        return "".join(parts)

    def _apart(self, item: _Item, gap: str) -> str:
        """An item with the gap before it. Options that begin with a mark need no white space there."""
        if not isinstance(item, _Group):
            return gap + self._item(item)
        marked = [self._punctuation(_Group((option,), False)) for option in item.options]
        if not any(marked) or all(marked):
            return gap + self._item(item)
        texts = (
            (r"\s{0,8}" if mark else gap) + self.render(option)
            for mark, option in zip(marked, item.options, strict=True)
        )
        return f"(?:{'|'.join(texts)})"

    def _item(self, item: _Item) -> str:
        if isinstance(item, str):
            return "" if item == JOINED else re.escape(item)
        if isinstance(item, _Slot):
            return f"(?P<{item.name}>{self.slots[item.type]})"
        return "(?:" + "|".join(self.render(option) for option in item.options) + ")"

    @staticmethod
    def _missing(item: _Item) -> bool:
        return isinstance(item, _Group) and item.optional

    def _punctuation(self, item: _Item) -> bool:
        if isinstance(item, str):
            return item[0] in _PUNCTUATION
        if isinstance(item, _Group):
            return all(bool(option) and self._punctuation(option[0]) for option in item.options)
        return False


def _first_words(items: tuple[_Item, ...]) -> set[str]:
    """The possible beginnings of a line: words, or the type of a slot in angle brackets."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, str):
            return found | {item}
        if isinstance(item, _Slot):
            return found | {f"<{item.type}>"}
        for option in item.options:
            found |= _first_words(option)
        if not item.optional:
            return found
    return found


def _in_forms(items: tuple[_Item, ...], forms: Callable[[str], tuple[str, ...]]) -> tuple[_Item, ...]:
    """The sequence with all forms of each word that a line may begin with."""
    found: list[_Item] = []
    begins = True
    for item in items:
        if begins and isinstance(item, str) and len(inflected := forms(item)) > 1:
            found.append(_Group(tuple((form,) for form in inflected), False))
        elif begins and isinstance(item, _Group):
            found.append(_Group(tuple(_in_forms(option, forms) for option in item.options), item.optional))
        else:
            found.append(item)
        begins = begins and isinstance(item, _Group) and item.optional
    return tuple(found)


def _slots(items: tuple[_Item, ...]) -> list[_Slot]:
    found: list[_Slot] = []
    for item in items:
        if isinstance(item, _Slot):
            found.append(item)
        elif isinstance(item, _Group):
            for option in item.options:
                found += _slots(option)
    return found


def _literal_words(items: tuple[_Item, ...]) -> set[str]:
    found: set[str] = set()
    for item in items:
        if isinstance(item, str):
            found |= set(re.findall(r"[^\W\d_]+", item.casefold()))
        elif isinstance(item, _Group):
            for option in item.options:
                found |= _literal_words(option)
    return found


LONG_LINE = 600
"""Longer lines skip patterns with two open slots, which need quadratic time at worst."""
_OPEN_TYPES = {"any", "count", "claim"}


class Pattern:
    """One pattern of a construct."""

    def __init__(self, form: str, text: str, dialect: Dialect, language: str) -> None:
        self.form = form
        self.language = language
        self.text = text
        self._dialect = dialect
        self._items = _in_forms(_Reader(text).sequence(), dialect.forms)
        self.starts = _first_words(self._items)
        self.open_slots = sum(slot.type in _OPEN_TYPES for slot in _slots(self._items))

    @property
    def words(self) -> set[str]:
        """The words of the pattern itself, in small letters."""
        return _literal_words(self._items)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self._dialect.plain(self._dialect.render(self._items)), re.IGNORECASE | re.DOTALL)

    def match(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The match of the whole text, or of all of it between two offsets."""
        if self.open_slots > 1 and len(text) > LONG_LINE:
            return None
        return self.regex.fullmatch(self._dialect.plain(text), start, len(text) if end is None else end)

    def prefix(self, text: str) -> re.Match[str] | None:
        """The match at the beginning of a text."""
        return self.regex.match(self._dialect.plain(text))


_CANONICAL = re.compile(r"\[([^\[\]]*)\]")
_CANONICAL_SLOT = re.compile(r"<(\w+)>")


def fill(canonical: str, slots: Mapping[str, str]) -> str:
    """Fills in a canonical form. A bracket with an empty slot disappears."""

    def optional(found: re.Match[str]) -> str:
        inside = found.group(1)
        return inside if all(slots.get(name) for name in _CANONICAL_SLOT.findall(inside)) else ""

    return _CANONICAL_SLOT.sub(lambda slot: slots[slot.group(1)], _CANONICAL.sub(optional, canonical))

"""Numbers written in several words: `two hundred and five`, `fünfundzwanzig`, `treinta y dos`, `一千两百`.

The table of a language has its single words (`numbers`) and the rules that combine them (`numerals`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from agentprog.lang.vocabulary.orders import DENSE, folded

_TEN, _HUNDRED = 10, 100


class Numerals:
    """The numbers of one language, in words."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._singles: Mapping[str, int | float] = table["numbers"]
        self._system: Mapping[str, Any] = table["numerals"]
        self._spaces = bool(table["spaces"])
        times = table["multiples"]
        self._whole = {word: n for word, n in self._singles.items() if n == int(n) and word not in times}
        self._known: dict[str, int | float] = {folded(word): n for word, n in self._singles.items()}

    def _of(self, lowest: int, highest: int) -> str:
        """A pattern of the single words for numbers in this range; empty if there are none."""
        scales = self._system["scales"]
        return _any(word for word, n in self._whole.items() if lowest <= n <= highest and word not in scales)

    def _joint(self, name: str) -> str:
        """A pattern of the joint between two parts: words of the table, or nothing."""
        space = r"\s{1,4}"
        return "(?:" + "|".join(space.join(map(re.escape, joint.split(" "))) for joint in self._system[name]) + ")"

    @cached_property
    def _pattern(self) -> str:
        """A pattern of every number in words."""
        small, teens, tens = self._of(1, 9), self._of(_TEN, 19), self._of(20, 99)
        low = "|".join(part for part in (self._pair(small, tens), self._of(0, 0), teens, tens, small) if part)
        hundreds = self._of(_HUNDRED, 999)
        if hundreds:
            low = rf"(?:{hundreds})(?:{self._joint('rest')}(?:{low}))?|{low}"
        for scale, value in sorted(self._system["scales"].items(), key=lambda entry: entry[1]):
            optional = "?" if scale in self._singles else ""
            many = "|".join(filter(None, (_any(self._system["one"]), low)))
            head = rf"(?:(?:{many}){self._joint('gap')}){optional}{letters_of(scale)}"
            low = rf"{head}(?:{self._joint('rest')}(?:{low}))?|{low}" if value else low
        return f"{_any(self._singles_with_spaces)}|{low}" if self._singles_with_spaces else low

    def _pair(self, small: str, tens: str) -> str:
        """A pattern of tens with units, in the order of the language."""
        if not tens:
            return ""
        units = "|".join(filter(None, (_any(self._system["one"]) if self._system["units_first"] else "", small)))
        first, last = (units, tens) if self._system["units_first"] else (tens, units)
        return rf"(?:{first}){self._joint('units')}(?:{last})"

    @cached_property
    def _singles_with_spaces(self) -> list[str]:
        """Entries of several words, and entries that are no whole number: `one and a half`."""
        return [word for word, n in self._singles.items() if " " in word or word not in self._whole or n != int(n)]

    @cached_property
    def counted(self) -> re.Pattern[str]:
        """The pattern as a token of expressions."""
        return re.compile(rf"(?P<counted>{self._pattern})" + (r"(?!\w)" if self._spaces else ""), re.IGNORECASE)

    @cached_property
    def _words(self) -> str:
        return _any({*self._whole, *self._system["scales"], *self._system["one"]})

    @cached_property
    def loose(self) -> str:
        """A pattern of number words in any order; `value` decides whether they make a number."""
        joint = f"(?:{self._joint('units')}|{self._joint('gap')}|{self._joint('rest')})"
        singles = "".join(f"{letters_of(word)}|" for word in self._singles_with_spaces)
        return rf"{singles}(?:{self._words})(?:{joint}(?:{self._words})){{0,8}}"

    @cached_property
    def _part(self) -> re.Pattern[str]:
        joints = _any(
            joint.strip()
            for name in ("units", "gap", "rest")
            for joint in self._system[name]
            if joint.strip().isalpha()
        )
        return re.compile(f"{self._words}|{joints}" if not self._spaces else rf"{joints or '(?!)'}|{self._words}", re.I)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The first letters of all numbers in words."""
        return frozenset(folded(word[0]) for word in (*self._singles, *self._system["scales"], *self._system["one"]))

    def value(self, text: str) -> int | float | None:
        """The value of a number in words; None for any other text."""
        plain = folded(re.sub(r"\s+", " ", text.strip()))
        if plain in self._known:
            return self._known[plain]
        if plain[:1] not in self.letters or not self.counted.fullmatch(text.strip()):
            return None
        scales = {folded(word): int(n) for word, n in self._system["scales"].items()}
        parts = [folded(part.group()) for part in self._part.finditer(text)]
        ones = {folded(word) for word in self._system["one"]}
        values = {**dict.fromkeys(ones, 1), **self._known, **scales}
        return self._sum([(int(values[part]), part in scales) for part in parts if part in values])

    def _sum(self, parts: list[tuple[int, bool]]) -> int:
        """The value of the parts. The largest scale multiplies the parts before it."""
        scale: int = max((n for n, scales in parts if scales), default=0)
        if not scale:
            return sum(n for n, _ in parts)
        at = parts.index((scale, True))
        tail = parts[at + 1 :]
        if scale > _TEN and len(tail) == 1 and not tail[0][1] and self._system["shortened"]:
            tail = [(tail[0][0] * scale // _TEN, False)]
        return (self._sum(parts[:at]) or 1) * scale + self._sum(tail)


def _any(found: Iterable[str]) -> str:
    return "|".join(letters_of(word) for word in sorted(found, key=lambda word: (-len(word), word)))


def letters_of(word: str) -> str:
    """A pattern for a word, with or without accents."""
    if word.isascii() or word >= DENSE:
        return re.escape(word)
    letters = ((sign, folded(sign)) for sign in word)
    return "".join(re.escape(sign) if plain == sign else f"(?:{sign}|{plain})" for sign, plain in letters)

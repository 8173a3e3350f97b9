"""Lengths of time as screens write them: `3:45`, `2h 05m`, `1:02:03`, `3 min 45 s`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from agentprog.frozen import frozen
from agentprog.identity import amount
from agentprog.lang.vocabulary.words import LANGUAGES, words

_MINUTE, _HOUR = 60, 3600
_SHORT = {"m": _MINUTE}
"""Letters that are a unit of time only next to other units; alone, `m` is a metre or a million."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_\d]+")
_CLOCK = re.compile(r"(\d{1,4}):([0-5]\d)(?::([0-5]\d))?\s*([^\W\d_]*)\.?")


@frozen
class Duration:
    """A length of time. `seconds` is None if its figures may be minutes and seconds or hours and minutes. `unit` is its
    only unit, in seconds; 0: it has several units."""

    seconds: Fraction | None
    unit: Fraction


def unit_in(name: str) -> Fraction | None:
    """The unit of time in a name, in seconds: of `minutes`, `lengthInMinutes`."""
    found = {_units()[word] for word in _CAMEL.sub(" ", name).casefold().split() if word in _units()}
    return found.pop() if len(found) == 1 else None


def duration(text: str, unit: Fraction | None = None) -> Duration | None:
    """The duration that a text states, if it states only one. The unit after two figures with a colon decides their
    meaning, else the wanted unit: minutes and seconds, or hours and minutes."""
    clock = _CLOCK.fullmatch(text.strip())
    if clock is not None:
        return _clock(clock, unit)
    found = _written().search(text)
    if found is None or re.search(r"\d", text[: found.start()] + text[found.end() :]):
        return None
    pieces = [
        (amount(number), _units(short=True)[unit_text.casefold()]) for number, unit_text in _piece().findall(found[0])
    ]
    whole = _whole([(number, factor) for number, factor in pieces if number is not None])
    single = pieces[0][1] if len(pieces) == 1 else Fraction(0)
    return None if whole is None else Duration(seconds=whole, unit=single)


def _whole(pieces: list[tuple[Decimal, Fraction]]) -> Fraction | None:
    """The sum of the pieces, each less than one of the unit before it; None if they are not one duration."""
    parts = [Fraction(number) * factor for number, factor in pieces]
    fits = all(part < factor for part, (_, factor) in zip(parts[1:], pieces, strict=False))
    return sum(parts, Fraction(0)) if parts and fits else None


def _clock(found: re.Match[str], leading_unit: Fraction | None) -> Duration | None:
    first, second, third, unit_text = found.groups()
    unit = _units(short=True).get(unit_text.casefold()) if unit_text else None
    if unit_text and unit is None:
        return None  # a time of day: 3:45 pm, 15:45 Uhr
    if third:
        return Duration(seconds=Fraction(int(first) * _HOUR + int(second) * _MINUTE + int(third)), unit=Fraction(0))
    leading = {Fraction(1): _MINUTE, Fraction(_HOUR): _HOUR}.get(leading_unit or Fraction(0))
    if unit:
        leading = _HOUR if unit >= _HOUR else _MINUTE
    whole = None if leading is None else (int(first) + Fraction(int(second), 60)) * leading
    return Duration(seconds=whole, unit=Fraction(0))


def adds_a_unit(text: str, shown: Iterable[str]) -> bool:
    """True for `3:45 min` if the screen shows `3:45` without a unit."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or not found[4]:
        return False
    amount = re.escape(found[0][: found.start(4)].rstrip())
    alone = re.compile(rf"(?<![\d:.]){amount}(?![:.]?\d)(?!\s*(?:{_unit_pattern()})(?![a-zß-öø-ÿ]))", re.IGNORECASE)
    return any(alone.search(text) for text in shown)


@lru_cache(maxsize=2)
def _units(*, short: bool = False) -> dict[str, Fraction]:
    """The units in all languages, since the screen's language may differ from the program's."""
    tables = [words(code).own["units"] for code in LANGUAGES]
    known = {word: Fraction(str(factor)) for table in tables for word, factor in table.items()}
    return known | {word: Fraction(factor) for word, factor in _SHORT.items()} if short else known


def _unit_pattern() -> str:
    return "|".join(re.escape(word) for word in sorted(_units(short=True), key=len, reverse=True))


@lru_cache(maxsize=1)
def _piece() -> re.Pattern[str]:
    return re.compile(rf"(\d[\d.,]*)\s*({_unit_pattern()})(?![a-zß-öø-ÿ])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _written() -> re.Pattern[str]:
    joints = {word for code in LANGUAGES for word in words(code).all("arguments", "and")}
    joint = rf"\.?[\s,]*(?:(?:{'|'.join(map(re.escape, joints))})\s*)?"
    piece = _piece().pattern
    return re.compile(rf"(?<![\d.,:\-−])(?:{piece}{joint})+", re.IGNORECASE)

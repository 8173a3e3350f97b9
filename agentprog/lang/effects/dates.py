"""Compares dates in words with dates in figures: in 2023, a phone's `October 28 (Sat)` is 2023-10-28."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from agentprog import resources
from agentprog.identity import canon, moment, says


def says_day(text: str, value: str, *, year: int) -> bool:
    """True if a text contains a time unchanged, or a date in figures or in words. A date without a year is in `year`,
    which phones leave out then."""
    if says(text, value):
        return True
    day, plain = moment(value), canon(text)
    return any(_written(found, year) == day for found in _pattern().finditer(plain))


def is_day(text: str) -> bool:
    """True if a text is only a date in words, with figures and a weekday in brackets allowed."""
    rest = _pattern().sub("", re.sub(r"\([^()]*\)", "", canon(text)))
    return rest != canon(text) and not any(map(str.isalpha, rest))


def day_of(text: str) -> str:
    """The date in figures of a text that is only a date in words with its year: `2026-07-01` for `1 July 2026`."""
    found = _pattern().fullmatch(canon(text))
    dated = found is not None and any(found[name] for name in ("y1", "y2", "y3"))
    return moment(_written(found, 0)) if found is not None and dated else ""


def _written(found: re.Match[str], year: int) -> str:
    part = {name[:1]: value for name, value in found.groupdict().items() if value is not None}
    month = _months().get(part["m"]) or int(part["m"])
    return f"{part.get('y', year)}-{month:02}-{int(part['d']):02}"


@cache
def _table() -> Mapping[str, list[list[str]] | list[str]]:
    table: Mapping[str, list[list[str]] | list[str]] = tomllib.loads(resources.read_text("devices/dates.toml"))[
        "months"
    ]
    return table


@cache
def _months() -> dict[str, int]:
    return {canon(name): at for at, names in enumerate(_table()["names"], 1) for name in names}


@cache
def _pattern() -> re.Pattern[str]:
    month = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    of = rf"(?:(?:{'|'.join(map(str, _table()['between']))})\s)?"
    nth = r"(?:st|nd|rd|th|er|\.)?"
    return re.compile(
        rf"(?<!\w)(?P<m1>{month})\.?\s(?P<d1>\d{{1,2}}){nth}(?![\d:])(?:,?\s{of}(?P<y1>\d{{4}})(?!\d))?"
        rf"|(?<![\w:])(?P<d2>\d{{1,2}}){nth}\s{of}(?P<m2>{month})(?!\w)\.?(?:,?\s{of}(?P<y2>\d{{4}})(?!\d))?"
        r"|(?:(?P<y3>\d{4})\s?年\s?)?(?P<m3>\d{1,2})\s?月\s?(?P<d3>\d{1,2})\s?日"
    )

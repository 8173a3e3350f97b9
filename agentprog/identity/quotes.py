"""What stands in quotes: one set of marks for every language that phones and people write."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

MARKS = "\"'`“”„«»‹›「」『』‘’"
"""Every sign that may stand around a quoted text."""
_MARKS = re.compile(
    r'"([^"]+)"'
    r"|[“”]([^“”]+)”"
    r"|„([^“”„]+)[“”]"
    r"|«([^«»]+)»|»([^«»]+)«|‹([^‹›]+)›"
    r"|「([^「」]+)」|『([^『』]+)』"
    r"|`([^`]+)`"
    r"|‘((?:[^‘’\n]|(?<=\w)’(?=\w))+)’(?!\w)"
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)"
)
"""An apostrophe inside a word is no mark."""


@frozen
class Quote:
    """A quoted text without its marks. `start` and `end` hold the marks as well."""

    text: str
    start: int
    end: int


def quotes_in(text: str) -> tuple[Quote, ...]:
    """Every quoted text, in order."""
    return tuple(
        Quote(text=next(group for group in found.groups() if group is not None), start=found.start(), end=found.end())
        for found in _MARKS.finditer(text)
    )


def quoted(text: str) -> tuple[str, ...]:
    """What the quotes of a text hold, in order, without white space around it."""
    return tuple(inner for quote in quotes_in(text) if (inner := quote.text.strip()))


def unquoted(text: str, put: str = ' "" ') -> str:
    """The text with `put` in the place of what stands in quotes."""
    return _MARKS.sub(put, text)

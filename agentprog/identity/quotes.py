"""Finds quoted texts, with one set of quotation marks for all languages."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

MARKS = "\"'`“”„«»‹›「」『』‘’"
"""Every quotation mark."""
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
"""An apostrophe inside a word does not quote."""


@frozen
class Quote:
    """A quoted text without its marks. `start` and `end` include the marks."""

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
    """The quoted texts in order, stripped of white space."""
    return tuple(inner for quote in quotes_in(text) if (inner := quote.text.strip()))


def unquoted(text: str, put: str = ' "" ') -> str:
    """The text with `put` in place of each quoted part."""
    return _MARKS.sub(put, text)

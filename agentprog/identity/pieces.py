"""Named pieces of a text, so that a program can ask exactly for "the first name of" a full name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from agentprog.identity.normal import keyed
from agentprog.identity.quotes import quoted

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")
_NUMBER = re.compile(r"(?<!\w)[+\-−]?\d+(?:[.,:]\d+)*(?!\w)")


def _words(text: str, first: int | None, last: int | None) -> str:
    return " ".join(text.split()[first:last])


def _of_date(text: str, group: int) -> str:
    found = _DATE.match(text.strip())
    return str(int(found[group])) if found else ""


def _only(found: Sequence[str]) -> str:
    """The only match; "" if there is none or several."""
    return found[0] if len(found) == 1 else ""


def _stem(text: str) -> str:
    stem, dot, ending = text.rpartition(".")
    return stem if dot and ending.isalnum() else text


_PIECES: Mapping[str, Callable[[str], str]] = {
    "first word": lambda text: _words(text, None, 1),
    "later words": lambda text: _words(text, 1, None),
    "last word": lambda text: _words(text, -1, None),
    "earlier words": lambda text: _words(text, None, -1),
    "first line": lambda text: next(iter(text.strip().splitlines()), ""),
    "quoted words": lambda text: _only(quoted(text)),
    "only number": lambda text: _only(_NUMBER.findall(text)),
    "only digits": lambda text: "".join(filter(str.isdigit, text)),
    "lower case": str.lower,
    "upper case": str.upper,
    "name without ending": _stem,
    "year number": lambda text: _of_date(text, 1),
    "month number": lambda text: _of_date(text, 2),
    "day number": lambda text: _of_date(text, 3),
}
"""Two words each, so that no key of an object looks like one."""
_KEYED = {keyed(name): name for name in _PIECES}


def piece(text: str, name: str) -> str | None:
    """The piece with this name, "" if the text lacks it; None for an unknown name."""
    known = _KEYED.get(keyed(name))
    return None if known is None else _PIECES[known](text)


def is_piece(name: str) -> bool:
    """True if a key names a piece of a text."""
    return keyed(name) in _KEYED


def pieces_of(text: str) -> dict[str, str]:
    """Every named piece of this text."""
    return {name: found for name, make in _PIECES.items() if (found := make(text))}

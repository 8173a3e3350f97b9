"""The pieces of a text that have a name: by them a program says "the first name of a full one" exactly."""

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
    """The one that there is; "" of none and of several."""
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
"""Two words each, so that no key of an object is taken for one."""
_KEYED = {keyed(name): name for name in _PIECES}


def piece(text: str, name: str) -> str | None:
    """The piece of a text that has this name, "" where the text has none; None for a name that no piece has."""
    known = _KEYED.get(keyed(name))
    return None if known is None else _PIECES[known](text)


def is_piece(name: str) -> bool:
    """Whether a key names a piece of a text."""
    return keyed(name) in _KEYED


def pieces_of(text: str) -> dict[str, str]:
    """Every piece that this text has."""
    return {name: found for name, made in _PIECES.items() if (found := made(text))}

"""In which language a program is written whose header does not say it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import islice

from agentprog import resources
from agentprog.identity import unquoted
from agentprog.lang.vocabulary.orders import DENSE, orders

_MOST_LINES = 200
_FEWEST = 2
_SHORTEST = 3
"""Words of a language that say so; one may be a name."""
_WORD = re.compile(r"[^\W\d_]+")
_VARIABLE = re.compile(r"\{[^{}]*\}")
"""Its name may be in any language, as what a program quotes may be."""


@cache
def _tables() -> dict[str, tuple[str, frozenset[str]]]:
    """Name and signs of each language; no name: there are words for it."""
    tables = tomllib.loads(resources.read_text("grammars/languages.toml"))
    return {code: (table.get("name", ""), frozenset(table["signs"])) for code, table in tables.items()}


def language_of(lines: Iterable[str]) -> str:
    """The most frequent language in the first lines; English if none is more frequent. It may have no table of words:
    see `name_of`.
    """
    counts = dict.fromkeys((*_tables(), "zh"), 0)
    every: list[str] = []
    for line in islice((line for line in lines if not line.lstrip().startswith("#")), _MOST_LINES):
        said = _WORD.findall(unquoted(_VARIABLE.sub(" ", line), put=" ").casefold())
        counts["zh"] += sum(word >= DENSE for word in said)
        every += said
        for code, (_, signs) in _tables().items():
            counts[code] += sum(word in signs for word in said)
    best = max(counts, key=lambda code: counts[code])
    if max(counts.values()) <= _FEWEST or name_of(best):  # a few signs, which languages share: their verbs tell more
        for code in ("en", "de", "es"):
            counts[code] += sum(orders(code, "")[0].is_verb(word) for word in every if len(word) > _SHORTEST)
        best = max(counts, key=lambda code: counts[code])
    return best if counts[best] >= _FEWEST and counts[best] > counts["en"] else "en"


def languages() -> tuple[str, ...]:
    """The languages that there are words for."""
    return tuple(code for code, (name, _) in _tables().items() if not name)


def signs_of(language: str) -> frozenset[str]:
    """The words that show this language; none for one in a script of its own."""
    return _tables()[language][1] if language in _tables() else frozenset()


def name_of(language: str) -> str:
    """The name of a language without a table of words; empty if it has one."""
    return _tables()[language][0] if language in _tables() else ""

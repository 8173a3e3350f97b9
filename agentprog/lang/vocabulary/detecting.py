"""In which language a program is written whose header does not say it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import islice

from agentprog import resources

_MOST_LINES = 200
_FEWEST = 2
"""Words of a language that say so; one may be a name."""
_WORD = re.compile(r"[^\W\d_]+")
_ASIDE = re.compile(r"\"[^\"]*\"|`[^`]*`|\{[^{}]*\}|„[^“”\"]*[“”]|«[^»]*»|“[^”]*”")
"""What a program quotes, and its variables, may be in any language."""


@cache
def _signs() -> dict[str, frozenset[str]]:
    tables = tomllib.loads(resources.read_text("grammars/languages.toml"))
    return {code: frozenset(table["signs"]) for code, table in tables.items()}


def language_of(lines: Iterable[str]) -> str:
    """The language whose words the first lines use most; English where none is used more."""
    counts = dict.fromkeys(_signs(), 0)
    for line in islice((line for line in lines if not line.lstrip().startswith("#")), _MOST_LINES):
        said = _WORD.findall(_ASIDE.sub(" ", line).casefold())
        for code, signs in _signs().items():
            counts[code] += sum(word in signs for word in said)
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] >= _FEWEST and counts[best] > counts["en"] else "en"

"""Detects the language of a program whose header names none."""

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
"""How many words of a language show that a program uses it; a single one may be a name."""
_SHORTEST = 3
"""Only longer words count as verbs inside a line."""
_ORDER = 2
"""The weight of a verb that begins a line: it shows the language of a program of one line."""
_WORD = re.compile(r"[^\W\d_]+")
_TOLD = re.compile(r"(?:title|description):\s*([^\"“„«,}\s][^,}]*)|[\"“„«]([^\"”“»]*)[\"”“»]")
_VARIABLE = re.compile(r"\{[^{}]*\}")
"""Does not count, since its name may be in any language; nor does a quotation."""


@cache
def _tables() -> dict[str, tuple[str, frozenset[str]]]:
    """By language, its name and its typical words. A language with a word table has no name here."""
    tables = tomllib.loads(resources.read_text("grammars/languages.toml"))
    return {code: (table.get("name", ""), frozenset(table["signs"])) for code, table in tables.items()}


@cache
def _letters() -> dict[str, re.Pattern[str]]:
    """By language, the pattern of the letters that only it has."""
    tables = tomllib.loads(resources.read_text("grammars/languages.toml"))
    return {code: re.compile(table["letters"]) for code, table in tables.items() if "letters" in table}


@cache
def _particles() -> dict[str, frozenset[str]]:
    """By language, the words that name nothing, such as articles and prepositions, and that no other language has."""
    lexicons = {code: orders(code, "")[0] for code in languages()}
    own = {code: one.idle.union(*map(one.words, ("states", "dates", "leads"))) for code, one in lexicons.items()}
    others = {code: frozenset().union(*(own[one] for one in own if one != code)) for code in own}
    return {code: own[code] - others[code] for code in own}


def language_of(lines: Iterable[str], about: Iterable[str] = ()) -> str:
    """The most frequent language in the first lines; English if none is more frequent. The result may be a language
    without a word table, see `name_of`. Where the lines show too little, the header's lines (`about`) decide; one
    article or preposition is enough where no word is of another language."""
    counts = dict.fromkeys((*_tables(), "zh"), 0)
    every: list[str] = []
    first: list[str] = []
    quiet: set[str] = set()
    for line in islice((line for line in lines if not line.lstrip().startswith("#")), _MOST_LINES):
        written = _WORD.findall(unquoted(_VARIABLE.sub(" ", line), put=" "))
        quiet |= {word for word in written if word.islower()}
        spoken = [word.casefold() for word in written]
        counts["zh"] += sum(word >= DENSE for word in spoken)
        every += spoken[1:]
        first += spoken[:1]
        for code, (_, signs) in _tables().items():
            counts[code] += sum(word in signs for word in spoken)
        for code, letters in _letters().items() if not line.isascii() else ():
            own_words = sum(letters.search(word) is not None for word in spoken)
            counts[code] += _FEWEST * own_words if 2 * own_words > len(spoken) else 0
    best = max(counts, key=lambda code: counts[code])
    if max(counts.values()) <= _FEWEST or name_of(best):  # a few shared words prove little
        weight = 1 if name_of(best) and counts[best] >= _FEWEST else _ORDER
        for code in languages():
            own = orders(code, "")[0]
            counts[code] += weight * sum(own.is_verb(word) for word in first if weight > 1 or len(word) > _SHORTEST)
            counts[code] += sum(own.is_verb(word) for word in every if len(word) > _SHORTEST)
        for code, particles in _particles().items() if max(counts.values()) < _FEWEST else ():
            counts[code] += sum(word in particles - signs_of(code) for word in every + first)
        read = [word for line in about for word in _told(line)] if max(counts.values()) < _FEWEST else []
        for code, particles in _particles().items() if read else ():
            counts[code] += sum(word in particles | signs_of(code) for word in read)
        best = max(counts, key=lambda code: counts[code])
    little = _particles().get(best, frozenset()) | signs_of(best)
    alone = len(every) > 1 and sorted(counts.values())[-2] == 0 and not quiet.isdisjoint(little)
    return best if counts[best] >= (1 if alone else _FEWEST) and counts[best] > counts["en"] else "en"


def _told(line: str) -> list[str]:
    """The words of a header's line that a person reads: its title and its texts in quotes."""
    return [word.casefold() for text in _TOLD.findall(line) for word in _WORD.findall("".join(text))]


def languages() -> tuple[str, ...]:
    """The languages with a word table."""
    return tuple(code for code, (name, _) in _tables().items() if not name)


def signs_of(language: str) -> frozenset[str]:
    """The typical words of a language; empty for one in its own script."""
    return _tables()[language][1] if language in _tables() else frozenset()


def name_of(language: str) -> str:
    """The name of a language without a word table; empty if it has one."""
    return _tables()[language][0] if language in _tables() else ""

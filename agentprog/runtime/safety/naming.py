"""Whether words name a thing whole: "Old plans" names no note "plans", and "Anna Berg" no contact "Anna"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agentprog.identity import canon, quoted, says, unquoted, words_of

_EDGES = '"()[]{}*«»„“”‚‘’'
_STOPS = (".", ",", ";", ":", "!", "?")
_BETWEEN = re.compile(r"\s*[,;\n]\s*|\s+(?:and|or|und|oder|y|o|et|ou|&)\s+", re.I)
"""Stands between the items of a quotation that lists several."""


def names_whole(texts: Iterable[str], name: str) -> bool:
    """Whether one of the texts says a name by itself: not as a part of a longer name that it quotes or writes."""
    wanted = canon(name).strip(" .")
    return any(says(text, name) and _by_itself(text, wanted) for text in texts)


def _by_itself(text: str, wanted: str) -> bool:
    quotes = list(quoted(text))
    if any(wanted == canon(part).strip(" .") for quote in quotes for part in (quote, *_BETWEEN.split(quote))):
        return True
    bare = unquoted(text, ' "" ')
    return says(bare, wanted) and any(not longer for longer in _goes_on(bare, wanted))


def _goes_on(text: str, wanted: str) -> Iterator[bool]:
    """For each place where a text says a name, whether the name goes on there: the next word is written like one. Where
    its words stand in no such place (a script without spaces, a possessive) it is taken for whole."""
    words, size, found = text.split(), len(wanted.split()), False
    for at in range(len(words) - size + 1):
        here = " ".join(words[at : at + size])
        if canon(here).strip(" .,;:!?" + _EDGES) != wanted:
            continue
        found = True
        after = words[at + size : at + size + 1]
        yield not here.endswith((*_STOPS, *_EDGES)) and bool(after) and _is_like_a_name(after[0])
    if not found:
        yield False


def _is_like_a_name(word: str) -> bool:
    return len(words_of(word)) > 0 and len(word.strip(_EDGES + "".join(_STOPS))) > 1 and word[0].isupper()

"""Finds similar words: one letter missing, extra, wrong or swapped with its neighbour; in long words two, and in words
with the same consonants, which sound alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from agentprog.lang.vocabulary.orders import DENSE

_SHORTEST = 3
_LONGEST = 24
_CACHED = 4096
_TWO = 2
_VOWELS = re.compile("[aeiou]")
_LONG = 8
"""Words of at least this length may differ by two slips."""


class NearWords:
    """A set of words that finds those similar to a misspelt one."""

    def __init__(
        self,
        words: Iterable[str],
        known: Iterable[str] = (),
        *,
        long: int = _LONG,
        denials: Iterable[str] = (),
        persons: Iterable[str] = (),
    ) -> None:
        """A misspelt word never means one of `known`. Words of at least `long` letters may differ by two slips. A word
        of `denials` is never misspelt, and in a script without spaces no other word becomes one. Words that differ only
        in an ending of `persons` are forms of one verb, and neither is misspelt: `díganos`, `dígame`."""
        self._persons = tuple(persons)
        self._denials = tuple(denials)
        self._long = long
        every = frozenset(words)
        self._words = frozenset(word for word in every if len(word) >= _SHORTEST)
        self._known = every | frozenset(known) | frozenset(self._denials)
        self._found: dict[str, tuple[str, ...]] = {}
        self._by_rest: dict[str, list[str]] = {}
        for word in sorted(self._words):
            for rest in self._rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._known

    def of(self, word: str) -> tuple[str, ...]:
        """The most similar words first; empty for a known word. Results are cached, since words repeat in a text."""
        if word in self._known or not _SHORTEST - 1 <= len(word) <= _LONGEST:
            return ()
        known = self._found.get(word)
        if known is None:
            if len(self._found) >= _CACHED:
                self._found.clear()
            known = self._found[word] = self._look(word)
        return known

    def _rests(self, word: str) -> Iterator[str]:
        """The word, and the word without each of its letters; without each two of them if it is long."""
        yield word
        for count in range(1, 3 if len(word) >= self._long - 1 else 2):
            for removed in combinations(range(len(word)), count):
                yield "".join(sign for at, sign in enumerate(word) if at not in removed)

    def others(self, word: str) -> tuple[str, ...]:
        """As `of`, but for a word that may be in the set itself."""
        return tuple(near for near in self._look(word) if near != word) if len(word) <= _LONGEST else ()

    def _denied(self, word: str) -> list[str]:
        """The denials in a word of a script without spaces."""
        return [denial for denial in self._denials if denial >= DENSE and denial in word]

    def _same(self, near: str, word: str) -> bool:
        """True for two forms of a verb that concern different persons."""
        stems, others = ({text.removesuffix(end) for end in self._persons} - {text} for text in (near, word))
        return near != word and not stems.isdisjoint(others)

    def _look(self, word: str) -> tuple[str, ...]:
        found = {near for rest in self._rests(word) for near in self._by_rest.get(rest, ())}
        found = {near for near in found if self._denied(near) == self._denied(word) and not self._same(near, word)}
        far = {near: slips(word, near) for near in found}
        most = 2 if len(word) >= self._long else 1
        heard = _consonants(word)
        close = (near for near in found if far[near] <= most or (far[near] <= _TWO and _consonants(near) == heard))
        return tuple(sorted(close, key=lambda near: (far[near], near)))


def _consonants(word: str) -> str:
    """The consonants of a word, and its first letter: `wate` and `wait` have the same."""
    return word[:1] + _VOWELS.sub("", word[1:])


def slips(word: str, other: str) -> int:
    """The number of letters to add, drop, change or swap with a neighbour to turn one word into the other."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(word, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and word[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]

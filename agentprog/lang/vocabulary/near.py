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
        self._by_rest = self._indexed(_TWO)
        self._by_letter: dict[str, list[str]] = {}

    def _indexed(self, most: int) -> dict[str, list[str]]:
        """The words by what stays of them without `most` letters or fewer."""
        found: dict[str, list[str]] = {}
        for word in sorted(self._words):
            for rest in self._rests(word, most):
                found.setdefault(rest, []).append(word)
        return found

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

    def _rests(self, word: str, most: int) -> Iterator[str]:
        """The word, and the word without each of its letters; without each two of them if it is long."""
        yield word
        for count in range(1, 1 + (most if len(word) >= self._long - 1 else 1)):
            for removed in combinations(range(len(word)), count):
                yield "".join(sign for at, sign in enumerate(word) if at not in removed)

    def nearest(self, word: str) -> str:
        """The most similar other word; empty if none is close. Words that are one slip away come first and alone:
        among a thousand names very many are two slips away."""
        if len(word) > _LONGEST:
            return ""
        if not self._by_letter:
            self._by_letter = self._indexed(1)
        one = (near for near in self._sharing(word, 1, self._by_letter) if slips(word, near, most=1) == 1)
        return min(one, default="") or next((near for near in self._look(word) if near != word), "")

    def _denied(self, word: str) -> list[str]:
        """The denials in a word of a script without spaces."""
        return [denial for denial in self._denials if denial >= DENSE and denial in word]

    def _same(self, near: str, word: str) -> bool:
        """True for two forms of a verb that concern different persons."""
        stems, others = ({text.removesuffix(end) for end in self._persons} - {text} for text in (near, word))
        return near != word and not stems.isdisjoint(others)

    def _sharing(self, word: str, most: int, index: dict[str, list[str]]) -> set[str]:
        """The words of which the same stays as of this word, without `most` letters or fewer."""
        found = {near for rest in self._rests(word, most) for near in index.get(rest, ())}
        return {near for near in found if self._denied(near) == self._denied(word) and not self._same(near, word)}

    def _look(self, word: str) -> tuple[str, ...]:
        far = {near: slips(word, near, most=_TWO) for near in self._sharing(word, _TWO, self._by_rest)}
        most = 2 if len(word) >= self._long else 1
        heard = _consonants(word)
        close = (near for near in far if far[near] <= most or (far[near] <= _TWO and _consonants(near) == heard))
        return tuple(sorted(close, key=lambda near: (far[near], near)))


def _consonants(word: str) -> str:
    """The consonants of a word, and its first letter: `wate` and `wait` have the same."""
    return word[:1] + _VOWELS.sub("", word[1:])


def slips(word: str, other: str, *, most: int) -> int:
    """The number of letters to add, drop, change or swap with a neighbour to turn one word into the other; `most` + 1
    if there are more. Equal beginnings and ends are left out, and places further apart than `most` are not compared."""
    begin, end = 0, min(len(word), len(other))
    while begin < end and word[begin] == other[begin]:
        begin += 1
    same = 0
    while same < end - begin and word[-1 - same] == other[-1 - same]:
        same += 1
    word, other = word[begin : len(word) - same], other[begin : len(other) - same]
    far = most + 1
    if abs(len(word) - len(other)) > most:
        return far
    before: list[int] = []
    last = [min(j, far) for j in range(len(other) + 1)]
    for i, a in enumerate(word, 1):
        row = [far] * (len(other) + 1)
        row[0] = min(i, far)
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            b = other[j - 1]
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b), far)
            if i > 1 and j > 1 and a == other[j - 2] and word[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row[j] = best
        if min(row) > most:
            return far
        before, last = last, row
    return min(last[-1], far)

"""Words that are nearly others: a letter missing, too many, wrong or swapped with its neighbour; two in long words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

_SHORTEST = 3
_LONGEST = 24
_KEPT = 4096
_LONG = 8
"""From this length on two slips count as near."""


class NearWords:
    """A set of words, found by what a slip of the pen makes of them."""

    def __init__(self, words: Iterable[str], known: Iterable[str] = (), *, long: int = _LONG) -> None:
        """`known` are words too, but nobody means another by them. From `long` letters on two slips count as near."""
        self._long = long
        every = frozenset(words)
        self._words = frozenset(word for word in every if len(word) >= _SHORTEST)
        self._known = every | frozenset(known)
        self._found: dict[str, tuple[str, ...]] = {}
        self._by_rest: dict[str, list[str]] = {}
        for word in sorted(self._words):
            for rest in self._rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._known

    def of(self, word: str) -> tuple[str, ...]:
        """Similar known words, nearest first; empty for a known word. Results are cached, since the words of a text
        repeat.
        """
        if word in self._known or not _SHORTEST - 1 <= len(word) <= _LONGEST:
            return ()
        kept = self._found.get(word)
        if kept is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            kept = self._found[word] = self._look(word)
        return kept

    def _rests(self, word: str) -> Iterator[str]:
        """What is left of a word without one letter, or two of a long one."""
        yield word
        for count in range(1, 3 if len(word) >= self._long - 1 else 2):
            for gone in combinations(range(len(word)), count):
                yield "".join(sign for at, sign in enumerate(word) if at not in gone)

    def others(self, word: str) -> tuple[str, ...]:
        """As `of`, for a word that may be one of them itself."""
        return tuple(near for near in self._look(word) if near != word) if len(word) <= _LONGEST else ()

    def _look(self, word: str) -> tuple[str, ...]:
        found = {near for rest in self._rests(word) for near in self._by_rest.get(rest, ())}
        far = {near: slips(word, near) for near in found}
        most = 2 if len(word) >= self._long else 1
        return tuple(sorted((near for near in found if far[near] <= most), key=lambda near: (far[near], near)))


def slips(one: str, other: str) -> int:
    """How many letters must be added, dropped, changed or swapped with their neighbour to make one word of another."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]

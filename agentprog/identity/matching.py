"""Whether a text is the thing meant: equal, said in whole words, or neither. A part of a word is never a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

from agentprog.identity.normal import unaccented
from agentprog.identity.telephone import same_number
from agentprog.identity.words import FIGURE, TELEPHONE, read

T = TypeVar("T")
_FEWEST_DIGITS = 5


class Match(IntEnum):
    """How a text fits what is meant; the greater fits better."""

    NONE = 0
    WORDS = 1
    """The text says it: its words stand there whole, in order and side by side, among others."""
    EQUAL = 2
    """The text is it, however it is written."""


def match(meant: str, shown: str) -> Match:
    """How a text that is shown fits a text that is meant. Nothing fits an empty text."""
    wanted, there = read(meant), read(shown)
    if not wanted.canon or not there.canon:
        return Match.NONE
    if wanted.canon == there.canon:
        return Match.EQUAL
    found = Match.NONE
    for words in wanted.ways:
        if not words or (words[0] not in there.words and words[0][0] not in (TELEPHONE, FIGURE)):
            continue
        for others, tied in zip(there.ways, there.tied, strict=True):
            if len(words) > len(others):
                continue
            if len(words) == len(others):
                if _alike(words, others):
                    return Match.EQUAL
            elif found is Match.NONE and _within(words, others, tied):
                found = Match.WORDS
    return found


def same(one: str, other: str) -> bool:
    """Whether two texts are one, however they are written."""
    return match(one, other) is Match.EQUAL


def says(shown: str, meant: str) -> bool:
    """Whether a text is what is meant, or says it in whole words."""
    return match(meant, shown) is not Match.NONE


def accents_apart(one: str, other: str) -> bool:
    """Whether two texts are written with other accents and are else the same: whether they mean one thing only who
    wrote them can tell."""
    return not same(one, other) and same(unaccented(one), unaccented(other))


def best(meant: str, shown: Iterable[str]) -> Match:
    """The best match among several texts, as a thing has several labels."""
    return max((match(meant, text) for text in shown), default=Match.NONE)


def _alike(words: Sequence[str], others: Sequence[str]) -> bool:
    return all(one == other or _same_digits(one, other) for one, other in zip(words, others, strict=True))


def _within(words: Sequence[str], others: Sequence[str], tied: frozenset[int]) -> bool:
    """Whether words stand among others side by side; `tied` ones are cut from those before them by no name."""
    size = len(words)
    starts = (at for at in range(len(others) - size + 1) if not tied & {at, at + size})
    return any(_alike(words, others[at : at + size]) for at in starts)


def _same_digits(one: str, other: str) -> bool:
    """Whether two words call the same telephone: at least one of them is written as such a number."""
    if TELEPHONE not in (one[0], other[0]) or not {one[0], other[0]} <= {TELEPHONE, FIGURE}:
        return False
    return min(len(one), len(other)) > _FEWEST_DIGITS and "." not in other + one and same_number(one[1:], other[1:])


@dataclass(frozen=True, slots=True)
class One(Generic[T]):
    """Exactly one thing is meant. `match` says how surely: `Match.WORDS` where only a part of its name was said."""

    item: T
    match: Match


@dataclass(frozen=True, slots=True)
class Several(Generic[T]):
    """Several things fit equally well: which one is meant cannot be told from the words."""

    items: tuple[T, ...]
    match: Match


def resolve(meant: str, candidates: Iterable[T], labels: Callable[[T], Iterable[str]]) -> One[T] | Several[T] | None:
    """What is meant among the candidates: those that are called so, else those whose name has its words. None: nothing
    is. `labels` gives all names of a candidate."""
    fits = [(item, how) for item in candidates if (how := best(meant, labels(item))) is not Match.NONE]
    if not fits:
        return None
    top = max(how for _, how in fits)
    items = tuple(item for item, how in fits if how is top)
    return One(items[0], top) if len(items) == 1 else Several(items, top)

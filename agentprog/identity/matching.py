"""Compares a shown text with an intended name: equal, contained in whole words, or different.

A part of a word never matches.
"""

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
    """How well a text matches; a greater value is better."""

    NONE = 0
    WORDS = 1
    """The text contains the name's words whole, in order and side by side."""
    EQUAL = 2
    """The texts are equal apart from their writing."""


def match(name: str, shown: str) -> Match:
    """How well a shown text matches an intended name. Nothing matches an empty text."""
    name_read, there = read(name), read(shown)
    if name_read.canon == there.canon:
        return Match.EQUAL if name_read.canon else Match.NONE
    found = Match.NONE
    for words in name_read.ways:
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
    """True if two texts are equal apart from their writing."""
    return match(one, other) is Match.EQUAL


def says(shown: str, name: str) -> bool:
    """True if the shown text equals the name or contains it in whole words."""
    return match(name, shown) is not Match.NONE


def accents_apart(one: str, other: str) -> bool:
    """True if two texts differ in accents alone; only their author can tell whether they mean one thing."""
    return not same(one, other) and same(unaccented(one), unaccented(other))


def best(name: str, shown: Iterable[str]) -> Match:
    """The best match among several texts, for example the labels of one thing."""
    return max((match(name, text) for text in shown), default=Match.NONE)


def _alike(words: Sequence[str], others: Sequence[str]) -> bool:
    return all(map(_same_word, words, others))


def _within(words: Sequence[str], others: Sequence[str], tied: frozenset[int]) -> bool:
    """True if the words occur among the others side by side. A name may not begin or end at a `tied` word's hyphen."""
    size = len(words)
    starts = (at for at in range(len(others) - size + 1) if not tied & {at, at + size})
    return any(_alike(words, others[at : at + size]) for at in starts)


def _same_word(one: str, other: str) -> bool:
    """True if two words are equal, or the same telephone number and one of them is written as one."""
    if one == other:
        return True
    if TELEPHONE not in (one[0], other[0]) or not {one[0], other[0]} <= {TELEPHONE, FIGURE}:
        return False
    return min(len(one), len(other)) > _FEWEST_DIGITS and "." not in other + one and same_number(one[1:], other[1:])


@dataclass(frozen=True, slots=True)
class One(Generic[T]):
    """Exactly one candidate matches. `match` is the quality: `Match.WORDS` if only a part of its name was given."""

    item: T
    match: Match


@dataclass(frozen=True, slots=True)
class Several(Generic[T]):
    """Several candidates match equally well; the words do not decide between them."""

    items: tuple[T, ...]
    match: Match


def resolve(name: str, candidates: Iterable[T], labels: Callable[[T], Iterable[str]]) -> One[T] | Several[T] | None:
    """Picks the intended candidate: equal names first, then names that contain the words; None if none matches.

    `labels` returns all names of a candidate.
    """
    fits = [(item, how) for item in candidates if (how := best(name, labels(item))) is not Match.NONE]
    if not fits:
        return None
    top = max(how for _, how in fits)
    items = tuple(item for item, how in fits if how is top)
    return One(items[0], top) if len(items) == 1 else Several(items, top)

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
    name_read, shown_read = read(name), read(shown)
    if name_read.canon == shown_read.canon:
        return Match.EQUAL if name_read.canon else Match.NONE
    found = Match.NONE
    for words in name_read.ways:
        if not words or (words[0] not in shown_read.words and words[0][0] not in (TELEPHONE, FIGURE)):
            continue
        for shown_words, tied in zip(shown_read.ways, shown_read.tied, strict=True):
            if len(words) > len(shown_words):
                continue
            if len(words) == len(shown_words):
                if _alike(words, shown_words):
                    return Match.EQUAL
            elif found is Match.NONE and _within(words, shown_words, tied):
                found = Match.WORDS
    return found


def same(first: str, second: str) -> bool:
    """True if two texts are equal apart from their writing."""
    return match(first, second) is Match.EQUAL


def says(shown: str, name: str) -> bool:
    """True if the shown text equals the name or contains it in whole words."""
    return match(name, shown) is not Match.NONE


def accents_apart(first: str, second: str) -> bool:
    """True if two texts differ in accents alone; only their author can tell whether they mean one thing."""
    return not same(first, second) and same(unaccented(first), unaccented(second))


def best(name: str, shown: Iterable[str]) -> Match:
    """The best match among several texts, for example the labels of one thing."""
    return max((match(name, text) for text in shown), default=Match.NONE)


def _alike(words: Sequence[str], other_words: Sequence[str]) -> bool:
    return all(map(_same_word, words, other_words))


def _within(words: Sequence[str], other_words: Sequence[str], tied: frozenset[int]) -> bool:
    """True if the words occur among the others side by side. A name may not begin or end at a `tied` word's hyphen."""
    size = len(words)
    starts = (at for at in range(len(other_words) - size + 1) if not tied & {at, at + size})
    return any(_alike(words, other_words[at : at + size]) for at in starts)


def _same_word(first: str, second: str) -> bool:
    """True if two words are equal, or the same telephone number and one of them is written as one."""
    if first == second:
        return True
    if TELEPHONE not in (first[0], second[0]) or not {first[0], second[0]} <= {TELEPHONE, FIGURE}:
        return False
    return (
        min(len(first), len(second)) > _FEWEST_DIGITS
        and "." not in second + first
        and same_number(first[1:], second[1:])
    )


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
    fits = [(item, degree) for item in candidates if (degree := best(name, labels(item))) is not Match.NONE]
    if not fits:
        return None
    top = max(degree for _, degree in fits)
    items = tuple(item for item, degree in fits if degree is top)
    return One(items[0], top) if len(items) == 1 else Several(items, top)

"""Two executions of a step, each with its own values: what they have alike is how it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from agentprog.recipes.form import LOOKS, Move

T = TypeVar("T")


def agree(old: Sequence[Move], new: Sequence[Move], *, distinct: bool) -> tuple[Move, ...] | None:
    """One course for both executions; None if they took different ways. Moves of only one of them become optional.
    `distinct`: their values differed, so that equal texts come from no value.
    """
    looks = _looks(old, new, distinct)
    old, new = [move for move in old if move.command not in LOOKS], [move for move in new if move.command not in LOOKS]
    course = _course(old, new, distinct)
    return None if course is None else (*course, *looks)


def _looks(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...]:
    """The moves that check the end; if the executions differ there, nothing is checked."""
    before, after = ([move for move in moves if move.command in LOOKS] for moves in (old, new))
    if not before or not after:
        return (*before, *after)
    pairs = [pair for pair in zip(before, after, strict=False) if pair[0].command == pair[1].command]
    joined = [_look(*pair, distinct=distinct) for pair in pairs]
    return tuple(move for move, was in zip(joined, before, strict=False) if set(move.texts) <= set(was.texts))


def _look(old: Move, new: Move, *, distinct: bool) -> Move:
    """Looked for in a list where it stood in one once."""
    return replace(_one(old, new, distinct=distinct), direction=new.direction or old.direction)


def _course(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...] | None:
    if len(old) == len(new):
        return _joined(old, new, distinct) if all(map(_alike, old, new)) else None
    longer, shorter = (new, old) if len(new) > len(old) else (old, new)
    places = _places(shorter, longer)
    if places is None:
        return None
    found: list[Move] = []
    for at, move in enumerate(longer):
        if at not in places:
            if not _passing(move):
                return None
            found.append(replace(move, maybe=True))
            continue
        other = shorter[places[at]]
        found += _joined([other], [move], distinct) if longer is new else _joined([move], [other], distinct)
    return tuple(found)


def _passing(move: Move) -> bool:
    """Whether a move that is not always there can be told by its element alone."""
    return move.maybe or leads(move)


def leads(move: Move) -> bool:
    """True if the move touches only elements that the app names itself, whatever the step's values are."""
    fixed = bool(move.aims) and move.aims[0].label is not None and not move.aims[0].label.uses
    return move.command == "tap" and fixed and move.aims[0].row is None


def _places(shorter: Sequence[Move], longer: Sequence[Move]) -> dict[int, int] | None:
    """Which move of the longer course is which of the shorter, if that is all in it in order."""
    found: dict[int, int] = {}
    at = 0
    for number, move in enumerate(longer):
        if at < len(shorter) and _alike(move, shorter[at]) and _same_aim(move, shorter[at]):
            found[number] = at
            at += 1
    return found if at == len(shorter) else None


def _alike(one: Move, other: Move) -> bool:
    return one.kind == other.kind


def _same_aim(one: Move, other: Move) -> bool:
    return one.aims == other.aims or bool(set(one.aims) & set(other.aims))


def _joined(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...]:
    return tuple(_one(*pair, distinct=distinct) for pair in zip(old, new, strict=True))


def _one(old: Move, new: Move, *, distinct: bool) -> Move:
    """The move of the later execution if they disagree on the element, since that one existed. Texts on which they
    disagree are not from the step.
    """
    aims = tuple(_both(old.aims, new.aims))
    texts = tuple(_both(old.texts, new.texts))
    agreed = bool(aims or not new.aims) and bool(texts or not new.texts)
    sure = agreed and (old.sure or new.sure or distinct)
    return replace(
        new,
        aims=aims or new.aims,
        texts=texts or new.texts,
        sure=sure if agreed else new.sure and bool(texts or not new.texts),
        maybe=old.maybe or new.maybe,
    )


def _both(old: Sequence[T], new: Sequence[T]) -> Iterator[T]:
    return (one for one in old if one in new)

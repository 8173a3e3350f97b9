"""Compares two executions of a step: their common moves are the recipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from agentprog.ports import Role
from agentprog.recipes.aiming import by_value
from agentprog.recipes.form import LOOKS, Aim, Move, Text

T = TypeVar("T")
_ROWS = ("", Role.ITEM, Role.BUTTON)
"""Roles of one list: the first row of a letter, day or group is an item with a heading, the other rows are buttons."""


def agree(old: Sequence[Move], new: Sequence[Move], *, distinct: bool) -> tuple[Move, ...] | None:
    """One sequence of moves for both executions; None if they differ. A move that only one of them made becomes
    optional. `distinct`: the executions had different values, so texts that are equal do not come from a value."""
    looks = _looks(old, new, distinct)
    old, new = [move for move in old if move.command not in LOOKS], [move for move in new if move.command not in LOOKS]
    course = _course(old, new, distinct)
    if course is None:
        return None
    return (*_sought(course, new if len(new) > len(old) else old), *looks)


def _sought(course: Sequence[Move], before: Sequence[Move]) -> Iterator[Move]:
    """The moves of both executions. A search is for the element of the next move, also where both executions describe
    that element in fewer words. `before`: the moves of the longer execution."""
    for at, move in enumerate(course):
        follows = _seeks(before[at], before[at + 1 : at + 2])
        yield replace(move, aims=course[at + 1].aims) if follows else move


def _looks(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...]:
    """The moves that check the end: those of the only execution with checks, else those on which both agree."""
    before, after = ([move for move in moves if move.command in LOOKS] for moves in (old, new))
    if not before or not after:
        return (*before, *after)
    alike = ((a, b) for a, b in zip(before, after, strict=False) if a.command == b.command)
    joined = ((a, _look(a, b, distinct=distinct)) for a, b in alike)
    return tuple(move for a, move in joined if set(move.texts) <= set(a.texts))


def _look(old: Move, new: Move, *, distinct: bool) -> Move:
    """One check for both executions. It searches a list if the text was in a list in either of them."""
    return replace(_one(old, new, distinct=distinct), direction=new.direction or old.direction)


def _course(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...] | None:
    if len(old) == len(new):
        return _joined(old, new, distinct) if [move.kind for move in old] == [move.kind for move in new] else None
    longer, shorter = (new, old) if len(new) > len(old) else (old, new)
    places = _places(shorter, longer)
    if places is None:
        return None
    found: list[Move] = []
    for at, move in enumerate(longer):
        if at not in places:
            if _seeks(move, longer[at + 1 : at + 2]):
                found.append(move)  # it does nothing where the next element is on the screen already
                continue
            if not (move.maybe or leads(move)):
                return None  # the presence of its element alone does not show whether the step needs this move
            found.append(replace(move, maybe=True))
            continue
        match = shorter[places[at]]
        found += _joined([match], [move], distinct) if longer is new else _joined([move], [match], distinct)
    return tuple(found)


def _seeks(move: Move, following: Sequence[Move]) -> bool:
    """True if the move scrolls to the element of the next one."""
    return move.command == "scroll to" and any(move.aims == after.aims for after in following)


def leads(move: Move) -> bool:
    """True if the move touches only elements that the app itself names, whatever the values of the step are."""
    fixed = bool(move.aims) and move.aims[0].label is not None and not move.aims[0].label.uses
    return move.command == "tap" and fixed and move.aims[0].row is None


def _places(shorter: Sequence[Move], longer: Sequence[Move]) -> dict[int, int] | None:
    """For each move of the longer sequence the same move of the shorter one, by position. None unless the longer one
    contains all moves of the shorter one in order."""
    found: dict[int, int] = {}
    at = 0
    for number, move in enumerate(longer):
        match = shorter[at] if at < len(shorter) else None
        if match and move.kind == match.kind and (move.aims == match.aims or _aims(move.aims, match.aims)):
            found[number] = at
            at += 1
    return found if at == len(shorter) else None


def _aims(old: Sequence[Aim], new: Sequence[Aim]) -> tuple[Aim, ...]:
    """Descriptions that both executions share. If there are none: descriptions by a value, without role and id, since
    rows of one list may be items or buttons."""
    return tuple(_both(old, new)) or tuple(dict.fromkeys(_both(_rows(old), _rows(new))))


def _rows(aims: Sequence[Aim]) -> list[Aim]:
    return [replace(aim, role="", resource="") for aim in aims if aim.role in _ROWS and not aim.row and by_value(aim)]


def _joined(old: Sequence[Move], new: Sequence[Move], distinct: bool) -> tuple[Move, ...]:
    return tuple(_one(*pair, distinct=distinct) for pair in zip(old, new, strict=True))


def _one(old: Move, new: Move, *, distinct: bool) -> Move:
    """The two moves as one. If the elements differ, the later execution's element counts, since that one certainly
    existed. Texts that differ do not come from the step."""
    aims = _aims(old.aims, new.aims)
    texts = tuple(_both(old.texts, new.texts))
    agreed = bool(aims or not new.aims) and bool(texts or not new.texts)
    has_name = bool(new.texts) or any(aim.label is not None or aim.row is not None for aim in aims)
    distinct = distinct and has_name  # an id alone does not show whether the number on it was calculated
    alone = any(move.sure and not move.agreed for move in (old, new))
    varies = old.varies or new.varies or (not alone and _differ(old, new, aims, texts))
    sure = old.sure or new.sure or distinct if agreed else new.sure and bool(texts or not new.texts)
    sure = sure and (alone or not varies)
    return replace(
        new,
        aims=aims or new.aims,
        texts=texts or new.texts,
        sure=sure,
        maybe=old.maybe or new.maybe,
        agreed=agreed and sure and not alone,
        was=new.was if old.was is new.was else None,
        place=new.place if old.place == new.place or new.command != "read" else "",
        varies=varies,
    )


def _differ(old: Move, new: Move, aims: Sequence[Aim], texts: Sequence[Text]) -> bool:
    """True if the executions chose different elements or texts. A text or element that storage left out differs from no
    other."""
    written = all(any(text.parts for text in move.texts) for move in (old, new))
    return (bool(old.aims and new.aims) and not aims) or (written and not texts)


def _both(old: Sequence[T], new: Sequence[T]) -> Iterator[T]:
    return (row for row in old if row in new)

"""Changes to a step's recipes after one more execution: pure functions on a short list, the latest successful recipe
first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from agentprog.recipes.agreeing import agree, leads
from agentprog.recipes.deciding import borne_out
from agentprog.recipes.form import ENOUGH, LOOKS, MOST_EXITS, Move, Recipe, Steady, Way
from agentprog.recipes.heading import common
from agentprog.recipes.listing import borne_out_by

Known = tuple[Recipe, ...]
_MOST = 4
"""Most recipes of one step; each is a different way to do it."""
_MOST_WAYS = 8


def taken_in(known: Sequence[Recipe], execution: Recipe, *, distinct: bool) -> Known:
    """The list after one more proven execution. A recipe that agrees with it is confirmed, otherwise the execution
    becomes another recipe. `distinct`: this run did the step before, with other values."""
    if execution.signs:
        return borne_out(known, execution)[:_MOST]
    if execution.rows is not None:
        return borne_out_by(known, execution)[:_MOST]
    for at, old in enumerate(known):
        found = _joined(old, execution, distinct=distinct)
        if found is not None:
            return (found, *known[:at], *known[at + 1 :])
    return (execution, *known)[:_MOST]


def proved(known: Sequence[Recipe], recipe: Recipe, *, distinct: bool) -> Known:
    """The list after this recipe did a step unchanged and the step was proven."""
    return _changed(
        known,
        recipe,
        lambda recipe: replace(
            recipe, proven=recipe.proven + 1, distinct=recipe.distinct + distinct, exits=0, earlier=False
        ),
    )


def missed(known: Sequence[Recipe], recipe: Recipe) -> Known:
    """The list after an expected element was missing, or the step was not proven. After two failures in a row the
    recipe needs new proofs."""
    return _changed(known, recipe, _demoted)


def _demoted(recipe: Recipe) -> Recipe:
    exits = recipe.exits + 1
    return replace(recipe, exits=exits, proven=0 if exits >= MOST_EXITS else recipe.proven)


def _changed(known: Sequence[Recipe], recipe: Recipe, change: Callable[[Recipe], Recipe]) -> Known:
    """The list with a change to this recipe, even if it was counted or extended meanwhile."""
    alike = [old for old in known if old.begins == recipe.begins and old.moves == recipe.moves]
    alike += [old for old in known if old.begins == recipe.begins and agree(old.moves, recipe.moves, distinct=False)]
    return tuple(change(recipe) if alike and recipe is alike[0] else recipe for recipe in known)


def _joined(old: Recipe, execution: Recipe, *, distinct: bool) -> Recipe | None:
    if not old.proven and not old.exits:
        return _borne_out(old, execution) if old.begins == execution.begins else None
    distinct = distinct or (bool(old.mark and execution.mark) and old.mark != execution.mark)
    found = join(old, execution, distinct=distinct)
    if found is None:
        return None
    proven = old.proven + 1
    return replace(
        found,
        lasting=old.lasting or execution.lasting,
        proven=proven,
        distinct=old.distinct + distinct,
        exits=0 if old.quarantined and proven >= ENOUGH else old.exits,
        earlier=False,
        mark=execution.mark,
    )


def join(old: Recipe, new: Recipe, *, distinct: bool) -> Recipe | None:
    """One recipe for both executions, with all their beginnings; None if their moves differ, or the values that their
    pages show."""
    heads = common(old.heads, new.heads)
    if heads is None:
        return None
    if old.begins == new.begins:
        moves = agree(old.moves, new.moves, distinct=distinct)
        return None if moves is None else replace(_with(old, moves, new.ways), heads=heads, steady=_steady(old, new))
    if heads:
        return None
    return _within(old, new, distinct, later=True) or _within(new, old, distinct, later=False)


def _within(longer: Recipe, shorter: Recipe, distinct: bool, *, later: bool) -> Recipe | None:
    """One recipe if the shorter execution began in the middle of the longer one, after moves that only navigate.
    `later`: the longer execution is the later one."""
    for at, move in enumerate(longer.moves):
        if at and move.place == shorter.begins and move.command != "read":
            rest = longer.moves[at:]
            moves = agree(*((rest, shorter.moves) if later else (shorter.moves, rest)), distinct=distinct)
            if moves is not None:
                ways = [
                    Way(begins=shorter.begins, joins=at),
                    *(replace(way, joins=way.joins + at) for way in shorter.ways),
                ]
                merged = longer if later else replace(shorter, begins=longer.begins, ways=longer.ways)
                return replace(_with(merged, (*longer.moves[:at], *moves), ways), steady=_steady(longer, shorter))
        if not leads(move):
            return None
    return None


def _steady(old: Recipe, new: Recipe) -> tuple[Steady, ...]:
    """The values that were the same in both."""
    return tuple(value for value in old.steady if value in new.steady)


def _with(recipe: Recipe, moves: tuple[Move, ...], ways: Iterable[Way]) -> Recipe:
    """The recipe with these moves and more beginnings. If the number of moves changed, beginnings in the middle are
    dropped, since they count moves."""
    same_number = len([move for move in moves if move.command not in LOOKS]) == len(
        [move for move in recipe.moves if move.command not in LOOKS]
    )
    remaining = tuple(way for way in recipe.ways if same_number or not way.joins)
    found = dict.fromkeys((*remaining, *ways))
    found.pop(Way(begins=recipe.begins), None)
    return replace(recipe, moves=moves, ways=tuple(found)[:_MOST_WAYS])


def _borne_out(foreign: Recipe, execution: Recipe) -> Recipe | None:
    """For an imported recipe that was never proven here: if its moves equal those of this execution, the execution's
    own recipe with one more proof. None if they differ."""
    ours, theirs = ([move for move in recipe.moves if move.command not in LOOKS] for recipe in (execution, foreign))
    equal_moves = len(ours) == len(theirs) and all(
        move.kind == their_move.kind and bool(set(move.aims) & set(their_move.aims)) == bool(move.aims)
        for move, their_move in zip(ours, theirs, strict=True)
    )
    return replace(execution, proven=execution.proven + 1) if equal_moves else None

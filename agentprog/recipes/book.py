"""The recipes at hand: which one fits a step, what another execution says of it, and which are trusted no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from agentprog.recipes.agreeing import agree
from agentprog.recipes.form import Recipe

_MOST = 4
"""Ways to do one step that are kept, as it may be begun at different places."""


class Book:
    """Of one run. `known` are those of earlier runs."""

    def __init__(self, known: Iterable[Recipe] = ()) -> None:
        self._kept: dict[tuple[str, str], list[Recipe]] = {}
        self._values: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for recipe in known:
            self._kept.setdefault((recipe.key, recipe.app), []).append(recipe)

    def __iter__(self) -> Iterator[Recipe]:
        return (recipe for kept in self._kept.values() for recipe in kept)

    def choose(self, key: str, app: str, fits: Callable[[Recipe], bool]) -> Recipe | None:
        """The one that can be begun where the phone is now, else the one that was right last; None: there is none to
        be trusted."""
        usable = [one for one in self._kept.get((key, app), ()) if one.lines and not one.quarantined]
        return next((one for one in usable if fits(one)), usable[0] if usable else None)

    def was_done(self, key: str, app: str, values: tuple[str, ...]) -> bool:
        """Whether a step was done with just these values in this run."""
        return values in self._values.get((key, app), ())

    def learn(self, made: Recipe, values: tuple[str, ...]) -> Recipe:
        """Take in one more proven execution: what it agrees with on becomes surer, or it is another way."""
        seen = self._values.setdefault((made.key, made.app), set())
        kept = self._kept.setdefault((made.key, made.app), [])
        distinct = values not in seen
        seen.add(values)
        for at, old in enumerate(kept):
            joined = agree(old.moves, made.moves, distinct=distinct) if old.begins == made.begins else None
            if joined is not None:
                again = old.distinct + distinct
                lasting = old.lasting or made.lasting
                found = replace(old, moves=joined, lasting=lasting, proven=old.proven + 1, distinct=again)
                del kept[at]
                kept.insert(0, found)
                return found
        kept.insert(0, made)
        del kept[_MOST:]
        return made

    def proved(self, recipe: Recipe, values: tuple[str, ...]) -> None:
        """It did a step as it stands, and that was proven."""
        seen = self._values.setdefault((recipe.key, recipe.app), set())
        again = recipe.distinct + (values not in seen)
        seen.add(values)
        self._put(recipe, replace(recipe, proven=recipe.proven + 1, distinct=again, exits=0))

    def missed(self, recipe: Recipe) -> None:
        """It did not find what it expects, or was not proven: twice in a row, and it is used no more."""
        self._put(recipe, replace(recipe, exits=recipe.exits + 1))

    def _put(self, old: Recipe, new: Recipe) -> None:
        kept = self._kept.get((old.key, old.app), [])
        if old in kept:
            kept[kept.index(old)] = new

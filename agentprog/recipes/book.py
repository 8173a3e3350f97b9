"""The recipes of a run: chooses one for a step, learns from executions, and withdraws trust."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from agentprog.recipes.form import Home, Recipe, mark_of
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.proving import Known, missed, proved, taken_in


class Shelf(Protocol):
    """Stores recipes between runs. A storage error never stops a run."""

    def known(self, home: Home) -> tuple[Recipe, ...]:
        """The recipes that are valid for this app version, language and screen shape."""
        ...

    def change(self, home: Home, step: tuple[str, str], change: Callable[[Known], Known]) -> None:
        """Change the recipes of one step, by its key and app; other processes see the change at once."""
        ...


class Book:
    """The recipes of one run. `known` are recipes of earlier runs; `shelf` stores more of them, by the place where they
    are valid."""

    def __init__(self, known: Iterable[Recipe] = (), shelf: Shelf | None = None) -> None:
        self._kept: dict[tuple[str, str], Known] = {}
        self._values: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        self._shelf = shelf
        self._opened: set[Home] = set()
        self._add(known)

    def __iter__(self) -> Iterator[Recipe]:
        return (recipe for recipes in self._kept.values() for recipe in recipes)

    @property
    def lasts(self) -> bool:
        """True if recipes outlive the run."""
        return self._shelf is not None

    def open(self, home: Home | None) -> None:
        """Load the recipes of earlier runs that are valid here."""
        if self._shelf is not None and home is not None and home not in self._opened:
            self._opened.add(home)
            self._add(self._shelf.known(home))

    def _add(self, known: Iterable[Recipe]) -> None:
        for recipe in known:
            step = recipe.key, recipe.app
            self._kept[step] = (*self._kept.get(step, ()), recipe)

    def choose(self, key: str, app: str, fits: Callable[[Recipe], bool]) -> Recipe | None:
        """The recipe that can begin on the current screen, else the latest successful one of this run; None if none is
        trusted.
        """
        usable = [recipe for recipe in self._kept.get((key, app), ()) if recipe.trusted]
        last = next((recipe for recipe in usable if not recipe.earlier), None)
        return next((recipe for recipe in usable if fits(recipe)), last)

    def judged(self, key: str, app: str, place: str) -> Recipe | None:
        """The recipe of a condition or of a list on this page; None if there is none."""
        known = (recipe for recipe in self._kept.get((key, app), ()) if recipe.signs or recipe.rows)
        return next((recipe for recipe in known if recipe.begins == place), None)

    def was_done(self, key: str, app: str, values: tuple[str, ...]) -> bool:
        """True if this run already did the step with exactly these values."""
        return values in self._values.get((key, app), ())

    def others(self, key: str, app: str, values: tuple[str, ...]) -> bool:
        """True if this run already did the step, but never with these values."""
        seen = self._values.get((key, app), set())
        return bool(seen) and values not in seen

    def learn(self, execution: Recipe, values: tuple[str, ...], home: Home | None = None) -> Recipe:
        """Learn from one more proven execution: confirm the recipe with which it agrees, else add a new one. `home` is
        the place of the execution, for stored recipes."""
        step = execution.key, execution.app
        execution = replace(execution, mark=execution.mark or mark_of(values))
        distinct = self._others(step, values)
        self._kept[step] = taken_in(self._kept.get(step, ()), execution, distinct=distinct)
        recipe = kept_of(execution if execution.signs or execution.rows else self._kept[step][0])
        if recipe is not None:
            self._keep(home, step, lambda known: taken_in(known, recipe, distinct=distinct))
        return self._kept[step][0]

    def proved(self, recipe: Recipe, values: tuple[str, ...], home: Home | None = None) -> None:
        """Record that the recipe did a step unchanged, and that the step was proven."""
        step = recipe.key, recipe.app
        distinct = self._others(step, values)
        self._kept[step] = proved(self._kept.get(step, ()), recipe, distinct=distinct)
        recipe_kept = kept_of(recipe)
        if recipe_kept is not None:
            self._keep(home, step, lambda known: proved(known, recipe_kept, distinct=distinct))

    def missed(self, recipe: Recipe, home: Home | None = None) -> None:
        """Record that an expected element was missing, or that the step was not proven. After two failures in a row the
        recipe needs new proofs."""
        step = recipe.key, recipe.app
        self._kept[step] = missed(self._kept.get(step, ()), recipe)
        recipe_kept = kept_of(recipe)
        if recipe_kept is not None:
            self._keep(home, step, lambda known: missed(known, recipe_kept))

    def _others(self, step: tuple[str, str], values: tuple[str, ...]) -> bool:
        """The result of `other_values`. Records these values as used."""
        other_values = self.others(*step, values)
        self._values.setdefault(step, set()).add(values)
        return other_values

    def _keep(self, home: Home | None, step: tuple[str, str], change: Callable[[Known], Known]) -> None:
        if self._shelf is not None and home is not None:
            self._shelf.change(
                home, step, lambda known: tuple(replace(recipe, earlier=False) for recipe in change(known))
            )

"""The recipes that a recorded run used, for repeating that run."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.ports import Event
from agentprog.recipes.filing import recipe_from
from agentprog.recipes.form import Recipe
from agentprog.runtime.journal.events import Recalled


def earlier_in(events: Iterable[Event]) -> tuple[Recipe, ...]:
    """Each recipe as it was at its first use in the run."""
    found: dict[object, Recipe] = {}
    for event in events:
        if isinstance(event, Recalled):
            recipe = recipe_from(event.recipe)
            if recipe.earlier:
                found.setdefault((recipe.key, recipe.app, recipe.begins, recipe.moves), recipe)
    return tuple(found.values())

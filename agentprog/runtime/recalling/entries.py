"""Journal entries of an answer that a recipe gives on one screen: a list's rows, a condition's verdict."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.recipes.filing import is_readable, recipe_data, recipe_from
from agentprog.recipes.form import Recipe
from agentprog.runtime.journal.events import Learned, Recalled, Replayed
from agentprog.runtime.step import Step


def answered(step: Step, recipe: Recipe | None, run: str) -> None:
    """Record that a recipe answered, learned in `this` or an `earlier` run. A resumed run has no recipe at hand."""
    node = step.row.node.id
    if isinstance(step.following(), Recalled) and step.replay is not None:
        step.replay.take(Recalled, node)
    elif recipe is not None:
        step.session.emit(Recalled(at=0.0, step=step.record.step, node=node, recipe=recipe_data(recipe), way={}))
    step.session.emit(Replayed(at=0.0, step=step.record.step, node=node, line=step.line, moves=0, exits=0, learned=run))


def learned(step: Step, make: Callable[[], Recipe | None]) -> Recipe | None:
    """The recipe to learn from the model's answer; a resumed run takes it from the journal instead of making it."""
    node = step.row.node.id
    if step.replay is not None:
        known = isinstance(step.following(), Learned)
        return recipe_from(step.replay.take(Learned, node).recipe) if known else None
    recipe = make()
    recipe = recipe if recipe is not None and is_readable(recipe_data(recipe)) else None
    if recipe is not None:
        step.session.emit(Learned(at=0.0, step=step.record.step, node=node, recipe=recipe_data(recipe)))
    return recipe

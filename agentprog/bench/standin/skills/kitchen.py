"""Goals in Broccoli."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.goals import AddRecipe, DeleteRecipe, Goal
from agentprog.bench.standin.replies import Reply, done, press, seek_text, tap
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills.forms import fill, seek, tapped


def add_recipe(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, AddRecipe)
    save = view.find("Save", "button")
    if save:
        form = (
            ("Title", goal.title),
            ("Description", goal.description),
            ("Servings", goal.servings),
            ("Time", goal.time),
            ("Ingredients", goal.ingredients),
            ("Directions", goal.directions),
        )
        return fill(view, moves, form) or tap(save)
    if tapped(moves, "Save"):
        return _shown(goal.title, view, moves)
    new = view.find("New Recipe", "button")
    return tap(new) if new else press("back")


def _shown(title: str, view: View, moves: Sequence[str]) -> Reply:
    """Ends the step if the list shows the title; else scrolls down and then up to find it."""
    ways = ("down", "up")[sum(move.startswith("scroll ") for move in moves) :]
    return done(title) if view.saying(title) or not ways else seek_text(title, ways[0])


def delete_recipe(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, DeleteRecipe)
    if view.saying("Delete this recipe?"):
        delete = view.find("Delete", "button")
        return tap(delete) if delete else press("back")
    opened = view.find("More options", "button")
    in_list = view.find("New Recipe", "button")
    menu = view.find("Delete", "button") or view.find("Delete", "item")
    if in_list:
        if _deleted(moves):
            return done()
        row = next((line for line in view.roles("item", "button") if line.label.startswith(f"{goal.title}, ")), None)
        return tap(row) if row else seek(moves)
    if menu:
        return tap(menu)
    return tap(opened) if opened and view.saying(goal.title) else press("back")


def _deleted(moves: Sequence[str]) -> bool:
    """True if Delete was tapped twice: in the menu and in the dialog."""
    return sum('"Delete"' in move for move in moves) >= 2

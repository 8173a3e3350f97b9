"""Broccoli by hand."""

from __future__ import annotations

from agentprog.bench.aw.holdings import Recipe
from agentprog.bench.aw.oracle.hand import Hand

BROCCOLI = "com.flauschcode.broccoli"


def add(hand: Hand, recipe: Recipe) -> None:
    hand.open(BROCCOLI)
    hand.tap(desc="New Recipe")
    fields = (
        ("new_title", recipe.title),
        ("new_description", recipe.description),
        ("new_servings", recipe.servings),
        ("new_preparation_time", recipe.time),
        ("new_ingredients", recipe.ingredients),
        ("new_directions", recipe.directions),
    )
    for field, value in fields:
        hand.leave_keyboard()
        hand.scroll_to(id=field)
        hand.write(value, id=field)
    hand.leave_keyboard()
    hand.tap(desc="Save")
    hand.await_(desc="New Recipe")


def delete(hand: Hand, title: str) -> None:
    hand.open(BROCCOLI)
    hand.scroll_to(title)[0].click()
    hand.tap(desc="More options")
    hand.tap("Delete")
    hand.await_("Delete this recipe?")
    hand.tap("Delete")
    hand.await_(desc="New Recipe")

"""Broccoli by hand."""

from __future__ import annotations

from agentprog.bench.aw.holdings import Recipe
from agentprog.bench.aw.oracle.hand import Hand, OracleLost

BROCCOLI = "com.flauschcode.broccoli"
_MOST_TWINS = 40


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


def add_and_look(hand: Hand, recipe: Recipe) -> None:
    """Add the recipe and scroll to its card, which a long list may hide."""
    add(hand, recipe)
    hand.scroll_to(recipe.title)


def search_and_look(hand: Hand, title: str) -> None:
    """Open a recipe that the search finds."""
    hand.open(BROCCOLI)
    hand.tap(desc="Search")
    hand.write(title, id="search_src_text")
    hand.device.press("enter")
    hand.leave_keyboard()
    hand.tap(title, id="card_text_view_title")
    hand.await_(id="details_title")


def delete(hand: Hand, title: str) -> None:
    hand.open(BROCCOLI)
    hand.scroll_to(title)[0].click()
    _delete_open(hand)


def delete_twin(hand: Hand, recipe: Recipe) -> None:
    """Delete the first recipe that equals this one in every detail; others have the same title."""
    hand.open(BROCCOLI)
    tried: set[tuple[str, ...]] = set()
    for _ in range(_MOST_TWINS):
        hand.scroll_to(recipe.title)
        cards = hand.find(recipe.title)
        for number in range(cards.count):
            cards[number].click()
            hand.await_(id="details_title")
            details = _details(hand)
            if {recipe.description, recipe.servings, recipe.time, recipe.directions} <= set(details):
                _delete_open(hand)
                return
            tried.add(details)
            hand.back()
            hand.await_(desc="New Recipe")
        hand.swipe(0.5, 0.7, 0.5, 0.45)
    raise OracleLost(f"none of {len(tried)} recipes is the one to delete")


def servings(hand: Hand, title: str) -> str:
    hand.open(BROCCOLI)
    hand.scroll_to(title)[0].click()
    return str(hand.await_(id="details_servings").info["text"])


def _details(hand: Hand) -> tuple[str, ...]:
    """The texts of an open recipe, scrolled through once."""
    ids = ("details_description", "details_servings", "details_preparation_time", "direction_text")
    seen = [text for name in ids for text in hand.texts(name)]
    hand.swipe(0.5, 0.75, 0.5, 0.3)
    return (*seen, *(text for name in ids for text in hand.texts(name)))


def _delete_open(hand: Hand) -> None:
    hand.tap(desc="More options")
    hand.tap("Delete")
    hand.await_("Delete this recipe?")
    hand.tap("Delete")
    hand.await_(desc="New Recipe")

from __future__ import annotations

import pytest

from agentprog.phone.apps.broccoli.store import SCHEMA, Recipe, RecipeStore
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

PATH = "/data/data/com.flauschcode.broccoli/databases/broccoli"


@pytest.fixture
def store(phone: SimPhone) -> RecipeStore:
    made = RecipeStore(open_database(phone.storage, PATH, SCHEMA))
    made.db.execute("DELETE FROM recipes")
    return made


def test_a_recipe_written_by_hand_is_in_the_database(phone: SimPhone, hand: Hand, store: RecipeStore) -> None:
    hand.open("Broccoli")
    assert hand.texts("recipes_empty") == ["No recipes found."]
    hand.tap(desc="New Recipe")
    hand.tap(desc="Save")
    assert phone.toasts.last() == "Please add a title."
    for name, value in (("title", "Toast"), ("description", "Quick."), ("servings", "1 serving"),
                        ("preparation_time", "10 mins"), ("ingredients", "2 slices bread"),
                        ("directions", "Cut.\nToast.")):  # fmt: skip
        hand.press("back") if phone.ime.shown() else None
        for _ in range(4):
            if hand.sees(id=f"new_{name}"):
                break
            hand.swipe(0.5, 0.6, 0.5, 0.4, duration=0.8)
        hand.write(value, id=f"new_{name}")
    hand.tap(desc="Save")
    assert phone.toasts.last() == "The recipe has been saved."
    assert store.all() == [
        Recipe(id=store.all()[0].id, title="Toast", description="Quick.", servings="1 serving", time="10 mins",
               ingredients="2 slices bread", directions="Cut.\nToast.")
    ]  # fmt: skip


def test_details_show_parts_and_the_overflow_edits_and_deletes(phone: SimPhone, hand: Hand, store: RecipeStore) -> None:
    store.save(Recipe(title="Soup", ingredients="2 leeks\nsalt", directions="Cut.\nBoil."), set())
    hand.open("Broccoli")
    hand.tap("Soup")
    assert hand.texts("ingredient_quantity") == ["2", ""]
    assert hand.texts("ingredient_text") == ["leeks", "salt"]
    assert hand.texts("direction_text") == ["Cut.", "Boil."]
    assert not hand.sees(id="details_description")
    hand.tap(desc="Mark as favorite")
    assert store.all()[0].favorite
    hand.tap(desc="More options")
    hand.tap("Edit")
    assert hand.sees("New Recipe")
    hand.write("Leek soup", id="new_title")
    hand.press("back")
    hand.tap(desc="Save")
    assert hand.texts("details_title") == ["Leek soup"]
    hand.tap(desc="More options")
    hand.tap("Delete")
    assert hand.sees("Delete this recipe?")
    hand.tap("Delete")
    assert store.all() == []
    assert hand.sees(id="recipes_empty")


def test_the_list_is_by_title_and_scrolls(phone: SimPhone, hand: Hand, store: RecipeStore) -> None:
    for i in range(12):
        store.save(Recipe(title=f"{'b' if i % 2 else 'A'}{i:02d}"), set())
    hand.open("Broccoli")
    titles = hand.texts("card_text_view_title")
    assert titles == sorted(titles, key=str.casefold)
    assert len(titles) < 8
    hand.scroll_to("b11")
    hand.tap(desc="Search")
    phone.editor.commit("b0")
    assert hand.texts("card_text_view_title")[:2] == ["b01", "b03"]


def test_categories_are_made_chosen_and_deleted_by_two_taps(phone: SimPhone, hand: Hand, store: RecipeStore) -> None:
    store.save(Recipe(title="Soup"), set())
    hand.open("Broccoli")
    hand.tap(desc="Open navigation drawer")
    hand.tap("Categories")
    hand.tap(desc="Add category")
    phone.editor.commit("Winter")
    hand.tap("Save")
    assert hand.texts("card_text_view_category_name") == ["Winter"]
    hand.press("back")
    hand.tap("Soup")
    hand.tap(desc="More options")
    hand.tap("Edit")
    hand.tap(id="new_categories")
    hand.tap("Winter")
    hand.tap("OK")
    hand.tap(desc="Save")
    assert hand.texts("details_categories") == ["Winter"]
    hand.press("back")
    hand.tap(desc="Categories")
    hand.tap("Recipes without category")
    assert hand.sees(id="recipes_empty")
    hand.tap(desc="Open navigation drawer")
    hand.tap("Categories")
    hand.tap("Winter")
    hand.tap("Delete")
    assert store.categories()
    hand.tap("Delete")
    assert store.categories() == []


def test_leaving_with_changes_asks(phone: SimPhone, hand: Hand, store: RecipeStore) -> None:
    hand.open("Broccoli")
    hand.tap(desc="New Recipe")
    hand.write("Half", id="new_title")
    hand.press("back")
    hand.press("back")
    hand.tap("Discard")
    assert store.all() == []

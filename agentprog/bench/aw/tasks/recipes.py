"""Tasks 15 to 18: many recipes to add or to delete; and the shared parts of the short recipe tasks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import DuplicatesDeleted, RowsAdded, RowsDeleted
from agentprog.bench.aw.holdings import Recipe, Setup
from agentprog.bench.aw.state import Row
from agentprog.bench.aw.task import Instance, Task

RECIPE_APP = "Broccoli"
_NOT_COMPARED = ("recipeId", "imageName")


def as_csv(recipes: Sequence[Recipe]) -> str:
    head = "title|description|servings|preparationTime|ingredients|directions"
    rows = (f"{r.title}|{r.description}|{r.servings}|{r.time}|{r.ingredients}|{r.directions}" for r in recipes)
    return "\n".join([head, *rows])


def as_block(recipes: Sequence[Recipe]) -> str:
    return "\n".join(
        f"Recipe: {r.title}\n description: {r.description}\n servings: {r.servings}\n preparationTime: {r.time}\n"
        f" ingredients: {r.ingredients}\n directions: {r.directions}"
        for r in recipes
    )


def row_of(recipe: Recipe) -> Row:
    return {
        "title": recipe.title,
        "description": recipe.description,
        "servings": recipe.servings,
        "preparationTime": recipe.time,
        "source": "",
        "ingredients": recipe.ingredients,
        "directions": recipe.directions,
        "favorite": 0,
    }


def add(chance: random.Random, count: int, other_count: int) -> Instance:
    """Add recipes, listed in one of two styles; titles may repeat."""
    to_add = tuple(draw.recipe(chance) for _ in range(count))
    existing = tuple(draw.recipe(chance) for _ in range(other_count))
    listed = chance.choice((as_csv, as_block))(to_add)
    return Instance(
        goal=f"Put these recipes into the {RECIPE_APP} app:\n{listed}",
        setup=Setup(recipes=existing),
        check=RowsAdded(
            table="recipes",
            rows=tuple(row_of(recipe) for recipe in to_add),
            exact=("favorite",),
            fuzzy=tuple(name for name in row_of(to_add[0]) if name != "favorite"),
        ),
        facts={"recipes": to_add},
    )


def delete(chance: random.Random, count: int, other_count: int) -> Instance:
    """Delete recipes by their titles; each title is unique."""
    drawn = draw.recipes(chance, count + other_count)
    doomed = drawn[:count]
    return Instance(
        goal=f"Delete these recipes from the {RECIPE_APP} app: {', '.join(recipe.title for recipe in doomed)}.",
        setup=Setup(recipes=draw.shuffled(chance, drawn)),
        check=RowsDeleted(table="recipes", where=tuple({"title": recipe.title} for recipe in doomed)),
        facts={"doomed": doomed},
    )


def delete_duplicates(chance: random.Random, other_count: int) -> Instance:
    """One recipe exists twice; one of the two must be deleted."""
    drawn = draw.recipes(chance, other_count + 1)
    return Instance(
        goal=f"A recipe in the {RECIPE_APP} app is there twice, both the same. Delete one of them, keep the other.",
        setup=Setup(recipes=draw.shuffled(chance, (*drawn, drawn[0]))),
        check=DuplicatesDeleted(table="recipes", apart=_NOT_COMPARED),
        facts={"twice": drawn[0]},
    )


def _task(name: str, about: str, count: int, other_count: int, *, adding: bool) -> Task:
    make = add if adding else delete
    return Task(name=name, about=about, apps=(RECIPE_APP,), make=lambda chance: make(chance, count, other_count))


LONG = (
    _task("RecipeAddMultipleRecipesLong", "add 10 recipes", 10, 10, adding=True),
    _task("RecipeAddMultipleRecipesSuperLong", "add 20 recipes", 20, 10, adding=True),
    _task("RecipeDeleteMultipleRecipesLong", "delete 10 recipes", 10, 0, adding=False),
    _task("RecipeDeleteMultipleRecipesSuperLong", "delete 20 recipes", 20, 0, adding=False),
)

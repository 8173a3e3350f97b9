"""Commands of a person on recipes: find them by name, remove some, export them to a file or import them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentprog.app.recipes.shelf import MOST, Kept, Shelf, data_of, kept_in, read
from agentprog.errors import UsageError
from agentprog.recipes.form import Recipe, Sign, Text
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.writing import lines_said

_MOST_APPS = 500


class _Export(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    agentprog_recipes: list[dict[str, Any]] = Field(max_length=_MOST_APPS)


def chosen(shelf: Shelf, names: Sequence[str]) -> tuple[Kept, ...]:
    """The recipes with these names, each a recipe's own or an app's package; None: all. Raises UsageError for an
    unknown name.
    """
    every = shelf.all()
    found: list[Kept] = []
    for name in names:
        mine = [recipe for recipe in every if name in (recipe.id, recipe.home.package)]
        if not mine:
            raise UsageError(
                f"there is no recipe, and no app with one, called {name!r}", hint="`agentprog recipes list` has them."
            )
        found += [recipe for recipe in mine if recipe not in found]
    return tuple(found) if names else every


def forget(shelf: Shelf, forgotten: Sequence[Kept]) -> None:
    """Removes these recipes; changes by other runs stay. Raises UsageError."""
    ids = {recipe.id for recipe in forgotten}
    for package in dict.fromkeys(recipe.home.package for recipe in forgotten):
        shelf.edit(package, lambda recipes: [recipe for recipe in recipes if recipe.id not in ids])


def portable(stored: Sequence[Kept]) -> tuple[Kept, ...]:
    """The recipes that another computer can use. Recipes of lists are left out: checksums of their pages identify
    them."""
    return tuple(recipe for recipe in stored if recipe.recipe.rows is None)


def exported(to_export: Sequence[Kept]) -> str:
    """Portable recipes as a text for other computers."""
    to_export = [
        replace(recipe, recipe=replace(recipe.recipe, mark="", steady=(), signs=_fresh(recipe.recipe.signs)))
        for recipe in portable(to_export)
    ]
    packages = dict.fromkeys(recipe.home.package for recipe in to_export)
    files = [
        data_of(package, [recipe for recipe in to_export if recipe.home.package == package]) for package in packages
    ]
    return json.dumps({"agentprog_recipes": files}, ensure_ascii=False, indent=1) + "\n"


def imported(shelf: Shelf, path: Path) -> tuple[Kept, ...]:
    """Import recipes from another computer, as never proven here; a step that has recipes here takes none, and
    an app no more than it may have. Raises UsageError for a file that is no export; then nothing is imported.
    """
    try:
        found = _Export.model_validate_json(read(path))
        files = [kept_in(json.dumps(data).encode()) for data in found.agentprog_recipes]
    except OSError as exc:
        raise UsageError(f"cannot read {path}: {exc.strerror}") from exc
    except (ValidationError, UsageError) as exc:
        fault = exc.message if isinstance(exc, UsageError) else exc.errors()[0]["msg"]
        raise UsageError(
            f"{path} is no export of recipes: {fault}", hint="`agentprog recipes export` writes one."
        ) from exc
    imports: list[Kept] = []
    for recipes_of_file in files:
        theirs = [fresh for stored in recipes_of_file if (fresh := _unproven(stored)) is not None]
        if theirs:
            imports += _taken(shelf, theirs)
    return tuple(imports)


def _taken(shelf: Shelf, theirs: Sequence[Kept]) -> list[Kept]:
    new: list[Kept] = []

    def change(recipes: list[Kept]) -> list[Kept]:
        known = {(recipe.home, recipe.recipe.key, recipe.recipe.app) for recipe in recipes}
        new[:] = [recipe for recipe in theirs if (recipe.home, recipe.recipe.key, recipe.recipe.app) not in known]
        del new[max(0, MOST - len(recipes)) :]
        return [*recipes, *new]

    shelf.edit(theirs[0].home.package, change)
    return new


def _unproven(stored: Kept) -> Kept | None:
    """The recipe as imported: without proofs, and without parts that our own recipes may not have; None if nothing
    is left."""
    recipe = kept_of(stored.recipe)
    if recipe is None or recipe.rows is not None:
        return None
    fresh = replace(recipe, proven=0, distinct=0, exits=0, mark="", steady=(), signs=_fresh(recipe.signs))
    return replace(stored, recipe=fresh)


def _fresh(signs: Iterable[Sign]) -> tuple[Sign, ...]:
    """Signs without judgements; signs whose words were not stored are left out."""
    return tuple(
        Sign(kind=sign.kind, aim=sign.aim, says=sign.says) for sign in signs if sign.aim.label != Text(parts=())
    )


def trust_of(recipe: Recipe) -> str:
    """The trust in a recipe, in a word or two."""
    if replace(recipe, earlier=True).trusted:
        return "trusted"
    if recipe.quarantined:
        return "failed; needs a new proof"
    return "proven once" if recipe.proven else "not proven here"


def told(stored: Kept) -> dict[str, Any]:
    """A recipe as a person reads it and as JSON contains it."""
    home, recipe = stored.home, stored.recipe
    return {
        "id": stored.id,
        "package": home.package,
        "version": home.version,
        "language": home.language,
        "screen": home.shape,
        "step": recipe.key,
        "app": recipe.app,
        "trust": trust_of(recipe),
        "proven": recipe.proven,
        "exits": recipe.exits,
        "whole": recipe.whole(),
        "changed": stored.changed,
        "lines": lines_said(recipe),
    }

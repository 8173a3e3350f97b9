"""Converts recipes to plain data for the journal and for files, and back; checks data from outside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from agentprog.errors import UsageError
from agentprog.recipes.form import LONGEST, Aim, Column, Move, Recipe, RowForm, Rows, Sign, Steady, Use, Way

T = TypeVar("T")
_RECIPE, _WAY = TypeAdapter(Recipe), TypeAdapter(Way)
_WRITTEN = {"slot": "value", "command": "do", "aims": "to", "texts": "text", "place": "at"}
"""Names in a file that differ from the names in the code."""
_FIELDS = {name: field for field, name in _WRITTEN.items()} | {"step": "key"}
_FORMS = (Recipe, Move, Sign, Aim, Use, Way, Rows, RowForm, Column, Steady)
_KNOWN = {_WRITTEN.get(field.name, field.name) for form in _FORMS for field in fields(form)} | {"step"}
_NONE = "Run the program again: it learns the proven steps again."


def recipe_data(recipe: Recipe) -> dict[str, Any]:
    """A recipe in the format of its file: lists, texts and numbers, without empty fields."""
    found = _written(_RECIPE.dump_python(recipe, mode="json", exclude_defaults=True))
    return {"step": found.pop("key"), **found}


def way_data(way: Way) -> dict[str, Any]:
    """A beginning of a recipe in the format of its file."""
    found: dict[str, Any] = _WAY.dump_python(way, mode="json", exclude_defaults=True)
    return found


def recipe_from(data: Any) -> Recipe:
    """The recipe in the data. Raises UsageError for data that is no recipe."""
    found = _checked(_RECIPE, data)
    if min(found.proven, found.distinct, found.exits, *(min(sign.yes, sign.no) for sign in found.signs)) < 0:
        raise UsageError("this is no recipe: it has a negative count", hint=_NONE)
    return found


def is_readable(data: Any) -> bool:
    """True if the data of a recipe can be read again: no text in it is too long."""
    try:
        recipe_from(data)
    except UsageError:
        return False
    return True


def way_from(data: Any) -> Way:
    """The beginning in the data. Raises UsageError for data that is none."""
    return _checked(_WAY, data)


def _written(data: Any) -> Any:
    """The data with the names of the file; a text becomes the list of its parts."""
    if isinstance(data, list):
        return [_written(part) for part in data]
    if not isinstance(data, Mapping):
        return data
    if "parts" in data:
        return _written(data["parts"])
    return {_WRITTEN.get(name, name): _written(value) for name, value in data.items()}


def _checked(kind: TypeAdapter[T], data: Any) -> T:
    try:
        return kind.validate_json(json.dumps(_named(data)), strict=True)
    except ValidationError as exc:
        error = exc.errors()[0]
        fault = f"{_place(error['loc'])}: {error['msg']}"
    except (TypeError, ValueError) as exc:
        fault = str(exc)
    raise UsageError(f"this is no recipe: {fault}", hint=_NONE)


def _place(path: Sequence[str | int]) -> str:
    """The place of an error, with the names of the file."""
    names = [_WRITTEN.get(str(part), str(part)) for part in path if part != "parts"]
    return ".".join(["step"] if names == ["key"] else names) or "the whole"


def _named(data: Any, name: str = "") -> Any:
    """The data with the names of the code. Raises ValueError for unknown names and for excessive sizes."""
    if isinstance(data, str | list) and len(data) > LONGEST:
        raise ValueError(f"{name.removeprefix('of ') or 'it'} is too long")
    if isinstance(data, list) and name in ("label", "row", "says", "of text"):
        return {"parts": [_named(part) for part in data]}
    if isinstance(data, list):
        return [_named(part, "of text" if name == "text" else "") for part in data]
    if not isinstance(data, Mapping):
        return data
    if unknown := data.keys() - _KNOWN:
        raise ValueError(f"there is no field {min(map(str, unknown))!r}")
    return {_FIELDS.get(key, key): _named(value, key) for key, value in data.items()}

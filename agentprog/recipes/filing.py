"""Recipes as plain data, for a journal and for files; what comes from outside is checked before it is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentprog.errors import UsageError
from agentprog.ports.action import Direction
from agentprog.recipes.form import Aim, Command, Move, Recipe, Text, Use, Way

_LONGEST, _MOST = 500, 200
_NONE = "Run the program again: what is proven is learned anew."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Use(_Strict):
    value: int = Field(ge=0, le=_MOST)
    path: list[str | int] = Field(default=[], max_length=8)


_Part = str | _Use
_Text = list[_Part]


class _Aim(_Strict):
    label: _Text | None = Field(default=None, max_length=_MOST)
    role: str = Field(default="", max_length=20)
    resource: str = Field(default="", max_length=_LONGEST)
    row: _Text | None = Field(default=None, max_length=_MOST)
    window: str = Field(default="", max_length=20)


class _Move(_Strict):
    do: Command
    to: list[_Aim] = Field(default=[], max_length=20)
    text: list[_Text] = Field(default=[], max_length=20)
    direction: Direction | None = None
    key: str = Field(default="", max_length=20)
    sure: bool = True
    maybe: bool = False
    at: str = Field(default="", max_length=_LONGEST)


class _Way(_Strict):
    begins: str = Field(max_length=_LONGEST)
    backs: int = Field(default=0, ge=0, le=20)
    joins: int = Field(default=0, ge=0, le=_MOST)


class _Recipe(_Strict):
    step: str = Field(max_length=4000)
    app: str = Field(max_length=_LONGEST)
    begins: str = Field(max_length=_LONGEST)
    moves: list[_Move] = Field(max_length=_MOST)
    lasting: bool = False
    proven: int = Field(default=0, ge=0)
    distinct: int = Field(default=0, ge=0)
    exits: int = Field(default=0, ge=0)
    earlier: bool = False
    ways: list[_Way] = Field(default=[], max_length=20)
    mark: str = Field(default="", max_length=8)


# ---------------------------------------------------------------------------------------------------- to data


def moves_data(moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Moves as lists, texts and numbers; what says nothing is left out."""
    return [_move_data(move) for move in moves]


def recipe_data(recipe: Recipe) -> dict[str, Any]:
    """A recipe as it stands in a file."""
    found: dict[str, Any] = {
        "step": recipe.key,
        "app": recipe.app,
        "begins": recipe.begins,
        "proven": recipe.proven,
        "distinct": recipe.distinct,
        "exits": recipe.exits,
        "lasting": recipe.lasting,
        "moves": moves_data(recipe.moves),
    }
    ways = [way_data(way) for way in recipe.ways]
    more = {"earlier": recipe.earlier, "ways": ways, "mark": recipe.mark}
    return found | {name: value for name, value in more.items() if value}


def way_data(way: Way) -> dict[str, Any]:
    """How a recipe is begun, as it stands in a file."""
    return {"begins": way.begins, "backs": way.backs, "joins": way.joins}


def _move_data(move: Move) -> dict[str, Any]:
    found: dict[str, Any] = {
        "do": move.command,
        "to": [_aim_data(aim) for aim in move.aims],
        "text": [_text_data(text) for text in move.texts],
        "direction": move.direction,
        "key": move.key,
        "maybe": move.maybe,
        "at": move.place,
    }
    kept = {name: value for name, value in found.items() if value}
    return kept if move.sure else kept | {"sure": False}


def _aim_data(aim: Aim) -> dict[str, Any]:
    found = {
        "label": None if aim.label is None else _text_data(aim.label),
        "role": aim.role,
        "resource": aim.resource,
        "row": None if aim.row is None else _text_data(aim.row),
        "window": aim.window,
    }
    return {name: value for name, value in found.items() if value}


def _text_data(text: Text) -> list[Any]:
    return [part if isinstance(part, str) else _use_data(part) for part in text.parts]


def _use_data(use: Use) -> dict[str, Any]:
    return {"value": use.slot, "path": list(use.path)} if use.path else {"value": use.slot}


# -------------------------------------------------------------------------------------------------- from data


def recipe_from(data: Any) -> Recipe:
    """Raises UsageError for what is no recipe."""
    try:
        found = _Recipe.model_validate(data)
    except ValidationError as exc:
        raise UsageError(f"this is no recipe: {_first(exc)}", hint=_NONE) from exc
    return Recipe(
        key=found.step,
        app=found.app,
        begins=found.begins,
        moves=tuple(map(_move, found.moves)),
        lasting=found.lasting,
        proven=found.proven,
        distinct=found.distinct,
        exits=found.exits,
        earlier=found.earlier,
        ways=tuple(map(_way, found.ways)),
        mark=found.mark,
    )


def way_from(data: Any) -> Way:
    """Raises UsageError for what is no way to begin."""
    try:
        return _way(_Way.model_validate(data))
    except ValidationError as exc:
        raise UsageError(f"this is no recipe: {_first(exc)}", hint=_NONE) from exc


def _way(way: _Way) -> Way:
    return Way(begins=way.begins, backs=way.backs, joins=way.joins)


def _first(problem: ValidationError) -> str:
    error = problem.errors()[0]
    return f"{'.'.join(map(str, error['loc'])) or 'the whole'}: {error['msg']}"


def _move(move: _Move) -> Move:
    return Move(
        command=move.do,
        aims=tuple(map(_aim, move.to)),
        texts=tuple(_text(text) for text in move.text),
        direction=move.direction,
        key=move.key,
        sure=move.sure,
        maybe=move.maybe,
        place=move.at,
    )


def _aim(aim: _Aim) -> Aim:
    return Aim(
        label=None if aim.label is None else _text(aim.label),
        role=aim.role,
        resource=aim.resource,
        row=None if aim.row is None else _text(aim.row),
        window=aim.window,
    )


def _text(parts: Sequence[_Part]) -> Text:
    return Text.of(*(part if isinstance(part, str) else Use(slot=part.value, path=tuple(part.path)) for part in parts))

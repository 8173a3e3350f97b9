"""The JSON form as pydantic models, one for each node class, to validate input."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from agentprog.errors import ProgramError
from agentprog.lang.ast import Node, Program
from agentprog.lang.jsonnodes import classes, fields


def read_program(data: Mapping[str, Any]) -> Program:
    """Builds nodes, without ids, from JSON data. Raises ProgramError for invalid data."""
    try:
        read = root().model_validate(data)
    except ValidationError as exc:
        first = exc.errors(include_url=False)[0]
        place = ".".join(str(part) for part in ("program", *first["loc"]))
        raise ProgramError(
            f"{place} is not of the form: {first['msg']}",
            evidence=str(exc),
            hint="`agentprog show --json FILE` prints a program in this form.",
        ) from exc
    return typing.cast(Program, _plain(read))


def _plain(value: Any) -> Any:
    """Converts validated models to nodes."""
    if isinstance(value, BaseModel):
        kind = classes()[value.kind]  # type: ignore[attr-defined]
        return kind(**{name: _plain(getattr(value, name)) for name, _, _ in fields(kind)})
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value


def _date(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a date is a text")
    return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)


@lru_cache(maxsize=1)
def root() -> type[BaseModel]:
    """The model of a program with its version field."""
    made = {name: _model(name, kind) for name, kind in classes().items()}
    made["Root"] = create_model("Root", __base__=made["Program"], stp=(Literal[1], ...))
    for model in made.values():
        model.model_rebuild(_types_namespace=made)
    return made["Root"]


def _model(name: str, kind: type[Node]) -> type[BaseModel]:
    found: dict[str, Any] = {"kind": (Literal[name], ...), "id": (str, ""), "line": (int, 0), "column": (int, 0)}
    for field, hint, default in fields(kind):
        found[field] = (_read_as(hint), ... if default is dataclasses.MISSING else default)
    return create_model(name, __config__=ConfigDict(extra="forbid", strict=True), **found)


def _read_as(hint: Any) -> Any:
    """A field's type with models in place of nodes."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        inside = tuple(arg if arg is Ellipsis else _read_as(arg) for arg in args)
        return Annotated[tuple[inside], Field(strict=False)]  # type: ignore[valid-type]
    options = args if origin in (typing.Union, types.UnionType) else (hint,)
    if date in options:
        return Annotated[date | datetime, BeforeValidator(_date)]
    nodes = [name for option in options for name in _names(option)]
    if not nodes:
        return hint
    read: Any = typing.ForwardRef(nodes[0])
    if len(nodes) > 1:
        read = Annotated[_union(*(typing.ForwardRef(name) for name in nodes)), Field(discriminator="kind")]
    return _union(read, *(_read_as(option) for option in options if not _names(option)))


def _union(*options: Any) -> Any:
    return typing.Union.__getitem__(options)


def _names(option: Any) -> list[str]:
    """The names of the models for a node class and its subclasses."""
    if not isinstance(option, type) or not issubclass(option, Node):
        return []
    return sorted(name for name, kind in classes().items() if issubclass(kind, option))

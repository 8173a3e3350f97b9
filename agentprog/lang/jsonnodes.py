"""The node classes and their fields in the JSON form."""

from __future__ import annotations

import dataclasses
import typing
from functools import lru_cache
from typing import Any

from agentprog.lang import ast
from agentprog.lang.ast import Node

_HIDDEN = {"span", "id"}


@lru_cache(maxsize=1)
def classes() -> dict[str, type[Node]]:
    hidden = {"Node", "Line", "Statement"}
    return {
        name: c
        for name, c in sorted(vars(ast).items())
        if isinstance(c, type) and issubclass(c, Node) and name not in hidden
    }


_Fields = tuple[tuple[str, Any, Any], ...]
_FIELDS: dict[str, _Fields] = {}


def fields(kind: type[Node]) -> _Fields:
    """Name, type and default of every field except span and id."""
    found = _FIELDS.get(kind.__name__)
    if found is None:
        hints = typing.get_type_hints(kind)
        found = tuple((f.name, hints[f.name], f.default) for f in dataclasses.fields(kind) if f.name not in _HIDDEN)
        _FIELDS[kind.__name__] = found
    return found

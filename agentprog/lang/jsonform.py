"""Converts programs to and from JSON for other tools. The schema is derived from the node classes.

Every node is an object with `kind` (its class) and its fields; default values are left out. Positions and ids are
optional in the output and ignored in the input.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from agentprog.errors import ProgramError
from agentprog.lang.ast import Node, Program
from agentprog.lang.ids import identify
from agentprog.lang.jsonnodes import fields

VERSION = 1


def to_json(program: Program, *, places: bool = True) -> dict[str, Any]:
    """The program as plain data. `places`: include ids and positions."""
    return {"stp": VERSION, **_node(program, places)}


def _node(node: Node, places: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": type(node).__name__}
    if places and node.span.line:
        found |= {"id": node.id, "line": node.span.line, "column": node.span.column}
    for name, _, default in fields(type(node)):
        value = getattr(node, name)
        if not _is_default(value, default):
            found[name] = _value(value, places)
    return found


def _is_default(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default) and not isinstance(value, Node)


def _value(value: Any, places: bool) -> Any:
    if isinstance(value, Node):
        return _node(value, places)
    if isinstance(value, tuple):
        return [_value(item, places) for item in value]
    return value.isoformat() if isinstance(value, date | datetime) else value


def from_json(data: Mapping[str, Any]) -> Program:
    """Reads a program written by `to_json`. Raises ProgramError for other data."""
    from agentprog.lang.jsonmodels import read_program  # pydantic is slow to import, and few runs read this form

    if data.get("stp") != VERSION:
        raise ProgramError(f"this is not a program in JSON form, version {VERSION}", hint='it begins with "stp": 1')
    return identify(read_program(data))


def json_schema() -> dict[str, Any]:
    """The JSON schema of this form, also stored in grammars/stp.schema.json."""
    from agentprog.lang.jsonmodels import root

    found = root().model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "title": "Semantic Task Program"}

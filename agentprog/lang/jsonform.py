"""Programs as JSON: for other tools, with a schema made from the node classes themselves.

Every node is an object with `kind` (its class) and its fields; fields at their defaults are left out. Places and ids
come along when asked for and are ignored when read.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from agentprog.errors import ProgramError
from agentprog.lang import ast
from agentprog.lang.ast import Node, Program
from agentprog.lang.ids import identify

VERSION = 1
_HIDDEN = {"span", "id"}


@lru_cache(maxsize=1)
def _classes() -> dict[str, type[Node]]:
    found = (getattr(ast, name) for name in ast.__all__)
    hidden = {"Node", "Line", "Statement"}
    return {c.__name__: c for c in found if isinstance(c, type) and issubclass(c, Node) and c.__name__ not in hidden}


_Fields = tuple[tuple[str, Any, Any], ...]
_FIELDS: dict[str, _Fields] = {}


def _fields(kind: type[Node]) -> _Fields:
    """Name, type and default of every field but span and id."""
    found = _FIELDS.get(kind.__name__)
    if found is None:
        hints = typing.get_type_hints(kind)
        found = tuple((f.name, hints[f.name], f.default) for f in dataclasses.fields(kind) if f.name not in _HIDDEN)
        _FIELDS[kind.__name__] = found
    return found


def to_json(program: Program, *, places: bool = True) -> dict[str, Any]:
    """The program as plain data. `places`: with ids and lines."""
    return {"stp": VERSION, **_node(program, places)}


def _node(node: Node, places: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": type(node).__name__}
    if places and node.span.line:
        found |= {"id": node.id, "line": node.span.line, "column": node.span.column}
    for name, _, default in _fields(type(node)):
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


# ---------------------------------------------------------------------------------------------------- reading


def from_json(data: Mapping[str, Any]) -> Program:
    """The program that `to_json` wrote. Raises ProgramError when the data is something else."""
    if data.get("stp") != VERSION:
        raise ProgramError(f"this is not a program in JSON form, version {VERSION}", hint='it begins with "stp": 1')
    found = _read_node(data, "program")
    if not isinstance(found, Program):
        raise ProgramError("the JSON form holds no program", hint='its "kind" is "Program"')
    return identify(found)


def _read_node(data: Mapping[str, Any], where: str) -> Node:
    kind = _classes().get(str(data.get("kind")))
    if kind is None:
        raise ProgramError(f"{where}: unknown kind {data.get('kind')!r}")
    fields: dict[str, Any] = {}
    for name, hint, _ in _fields(kind):
        if name in data:
            fields[name] = _read(data[name], hint, f"{where}.{name}")
    try:
        return kind(**fields)
    except TypeError as exc:
        raise ProgramError(f"{where}: {kind.__name__} is incomplete", evidence=str(exc)) from exc


def _read(value: Any, hint: Any, where: str) -> Any:
    options = typing.get_args(hint) if _is_union(hint) else (hint,)
    if isinstance(value, Mapping):
        found = _read_node(value, where)
        if any(_accepts(option, found) for option in options):
            return found
    elif isinstance(value, list):
        option = next((o for o in options if typing.get_origin(o) is tuple), None)
        if option is not None:
            return _read_tuple(value, typing.get_args(option), where)
    elif isinstance(value, str) and date in options:
        return _read_date(value, where)
    elif any(_accepts(option, value) for option in options):
        return value
    raise ProgramError(f"{where}: {value!r} does not belong here")


def _read_tuple(values: list[Any], hints: tuple[Any, ...], where: str) -> tuple[Any, ...]:
    if len(hints) == 2 and hints[1] is Ellipsis:
        return tuple(_read(value, hints[0], f"{where}[{i}]") for i, value in enumerate(values))
    if len(values) != len(hints):
        raise ProgramError(f"{where}: {len(hints)} values belong here")
    return tuple(_read(value, hint, where) for value, hint in zip(values, hints, strict=True))


def _read_date(value: str, where: str) -> date | datetime:
    try:
        return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)
    except ValueError as exc:
        raise ProgramError(f"{where}: {value!r} is no date") from exc


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _accepts(option: Any, value: Any) -> bool:
    if typing.get_origin(option) is typing.Literal:
        return value in typing.get_args(option)
    if not isinstance(option, type):
        return _is_union(option) and any(_accepts(inner, value) for inner in typing.get_args(option))
    if option is int or option is float:
        return isinstance(value, option) and not isinstance(value, bool)
    return isinstance(value, option)


# ---------------------------------------------------------------------------------------------------- schema


def json_schema() -> dict[str, Any]:
    """The JSON schema of the form. grammars/stp.schema.json is this, written down."""
    kinds = {name: _class_schema(name, kind) for name, kind in sorted(_classes().items())}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Semantic Task Program",
        "$ref": "#/$defs/Root",
        "$defs": {"Root": _root(kinds["Program"]), **kinds},
    }


def _root(program: dict[str, Any]) -> dict[str, Any]:
    properties = {"stp": {"const": VERSION}, **program["properties"]}
    return {**program, "properties": properties, "required": ["stp", "kind"]}


def _class_schema(name: str, kind: type[Node]) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "kind": {"const": name},
        "id": {"type": "string"},
        "line": {"type": "integer"},
        "column": {"type": "integer"},
    }
    required = ["kind"]
    for field_name, hint, default in _fields(kind):
        properties[field_name] = _hint_schema(hint)
        if default is dataclasses.MISSING:
            required.append(field_name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
}


def _hint_schema(hint: Any) -> dict[str, Any]:
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return {"enum": list(args)}
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": _hint_schema(args[0])}
        return {"type": "array", "prefixItems": [_hint_schema(arg) for arg in args], "minItems": len(args)}
    if _is_union(hint):
        return {"anyOf": [_hint_schema(arg) for arg in args]}
    if hint is ast.Statement:
        names = sorted(n for n, c in _classes().items() if issubclass(c, ast.Statement))
        return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    return {"$ref": f"#/$defs/{hint.__name__}"}

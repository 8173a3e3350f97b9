"""Types for `llm.query(returns=...)`: basic types, unions, lists, dicts, fixed shapes, descriptions.

The sandbox passes a plain class as the class, `list[str]` and `int | None` as their text, and shapes as lists, dicts
and tuples; a tuple is a type and its description.
"""

from __future__ import annotations

import ast
from datetime import date, datetime
from typing import Any

from agentprog.frozen import field, frozen
from agentprog.lang.vocabulary.orders import truth_of

_BASIC: dict[str, dict[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "None": {"type": "null"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "list": {"type": "array"},
    "dict": {"type": "object"},
    "Any": {},
}
_DEEPEST = 12


class ShapeError(ValueError):
    """The `returns` of a query is not a type, or an answer does not match it; the message is for the model."""


@frozen
class Shape:
    """One wanted type. `options` are those of a union, `item` of a list or a dict's values, `fields` a fixed dict,
    `items` a fixed list."""

    kind: str
    options: tuple[Shape, ...] = ()
    item: Shape | None = None
    fields: dict[str, Shape] = field(default_factory=dict)
    items: tuple[Shape, ...] = ()
    description: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the type."""
        found = self._bare()
        return {**found, "description": self.description} if self.description else found

    def _bare(self) -> dict[str, Any]:
        match self.kind:
            case "union":
                return {"anyOf": [option.schema for option in self.options]}
            case "list" if self.item is not None:
                return {"type": "array", "items": self.item.schema}
            case "dict" if self.item is not None:
                return {"type": "object", "additionalProperties": self.item.schema}
            case "fixed dict":
                fields = {name: shape.schema for name, shape in self.fields.items()}
                return {
                    "type": "object", "properties": fields, "required": list(fields), "additionalProperties": False
                }  # fmt: skip
            case "fixed list":
                size = len(self.items)
                shapes = [shape.schema for shape in self.items]
                return {"type": "array", "prefixItems": shapes, "minItems": size, "maxItems": size}
            case _:
                return dict(_BASIC[self.kind])

    def take(self, value: Any, where: str = "the answer") -> Any:
        """The value as this type; harmless differences are mended ("3" for 3). Raises ShapeError."""
        match self.kind:
            case "union":
                return self._one_of(value, where)
            case "list":
                return self._list(value, where)
            case "dict" | "fixed dict":
                return self._dict(value, where)
            case "fixed list":
                if not isinstance(value, list) or len(value) != len(self.items):
                    raise ShapeError(f"{where} must be a list of {len(self.items)} items")
                pairs = enumerate(zip(self.items, value, strict=True))
                return [shape.take(item, f"{where}[{i}]") for i, (shape, item) in pairs]
            case _:
                return _basic(self.kind, value, where)

    def _one_of(self, value: Any, where: str) -> Any:
        for option in self.options:
            if option.kind in _EXACT and type(value) is _EXACT[option.kind]:
                return value
        for option in self.options:
            try:
                return option.take(value, where)
            except ShapeError:
                continue
        raise ShapeError(f"{where} must be one of {', '.join(option.kind for option in self.options)}")

    def _list(self, value: Any, where: str) -> Any:
        if not isinstance(value, list):
            raise ShapeError(f"{where} must be a list")
        item = self.item
        return value if item is None else [item.take(entry, f"{where}[{i}]") for i, entry in enumerate(value)]

    def _dict(self, value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise ShapeError(f"{where} must be an object")
        if self.kind == "dict":
            item = self.item
            return value if item is None else {str(k): item.take(v, f"{where}.{k}") for k, v in value.items()}
        missing = [name for name in self.fields if name not in value]
        if missing:
            raise ShapeError(f"{where} lacks {', '.join(missing)}")
        return {name: shape.take(value[name], f"{where}.{name}") for name, shape in self.fields.items()}


_EXACT: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool, "None": type(None)}


def _basic(kind: str, value: Any, where: str) -> Any:
    try:
        match kind:
            case "Any":
                return value
            case "None" if value is None:
                return None
            case "str" if isinstance(value, str | int | float) and not isinstance(value, bool):
                return str(value)
            case "bool" if isinstance(value, bool):
                return value
            case "bool" if (truth := truth_of(str(value))) is not None:
                return truth
            case "int" if not isinstance(value, bool) and float(value) == int(float(value)):
                return int(float(value))
            case "float" if not isinstance(value, bool):
                return float(value)
            case "date":
                return date.fromisoformat(str(value)[:10])
            case "datetime":
                return datetime.fromisoformat(str(value))
    except (ValueError, TypeError, OverflowError) as exc:
        raise ShapeError(f"{where} must be of type {kind}, not {str(value)[:60]!r}") from exc
    raise ShapeError(f"{where} must be of type {kind}, not {str(value)[:60]!r}")


def shape_of(value: Any, depth: int = 0) -> Shape:
    """The shape that `returns` describes. Raises ShapeError."""
    if depth > _DEEPEST:
        raise ShapeError(f"`returns` nests more than {_DEEPEST} deep")
    match value:
        case None:
            return Shape(kind="None")
        case type() if value.__name__ in _BASIC:
            return Shape(kind=value.__name__)
        case str():
            return _written(value, depth)
        case (inner, str(description)):
            found = shape_of(inner, depth + 1)
            return Shape(
                kind=found.kind, options=found.options, item=found.item, fields=found.fields, items=found.items,
                description=description,
            )  # fmt: skip
        case [only]:
            return Shape(kind="list", item=shape_of(only, depth + 1))
        case list() if value:
            return Shape(kind="fixed list", items=tuple(shape_of(item, depth + 1) for item in value))
        case dict() if value:
            return Shape(kind="fixed dict", fields={str(k): shape_of(v, depth + 1) for k, v in value.items()})
    raise ShapeError(f"`returns` is no type: {str(value)[:80]}")


def _written(text: str, depth: int) -> Shape:
    """A type from an annotation's text, such as `dict[str, list[int | None]]`."""
    try:
        return _of_node(ast.parse(text.strip(), mode="eval").body, depth)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
        if isinstance(exc, ShapeError):
            raise
        raise ShapeError(f"`returns` is no type: {text[:80]}") from exc


def _of_node(node: ast.expr, depth: int) -> Shape:
    if depth > _DEEPEST:
        raise ShapeError(f"`returns` nests more than {_DEEPEST} deep")
    match node:
        case ast.Name(id=name) if name in _BASIC:
            return Shape(kind=name)
        case ast.Constant(value=None):
            return Shape(kind="None")
        case ast.Attribute(attr=name) if name in _BASIC:
            return Shape(kind=name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            sides = (_of_node(left, depth + 1), _of_node(right, depth + 1))
            flat = tuple(member for side in sides for member in (side.options if side.kind == "union" else (side,)))
            return Shape(kind="union", options=flat)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return Shape(kind="list", item=_of_node(inner, depth + 1))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, inner])):
            return Shape(kind="dict", item=_of_node(inner, depth + 1))
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inner):
            return Shape(kind="union", options=(_of_node(inner, depth + 1), Shape(kind="None")))
    raise ShapeError(f"`returns` is no type: {ast.unparse(node)[:80]}")

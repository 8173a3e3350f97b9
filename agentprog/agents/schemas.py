"""Makes a reply's schema, in the part of JSON Schema that every provider enforces.

OpenAI's strict mode requires closed objects with all properties required; Gemini refuses limits of arrays, empty texts
in enumerations, and too great a depth, which its documentation does not state; Anthropic supports fewer keywords.
Limits of lengths and numbers are left out here and checked when the reply is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

_KEPT = ("description", "enum", "type")
_SIMPLE = ("string", "number", "integer", "boolean", "null")


@cache
def schema_of(reply: type[BaseModel]) -> dict[str, Any]:
    """A reply's schema. Cached for each class: pydantic takes longer for it than the rest of a call."""
    whole = reply.model_json_schema()
    return narrowed(whole, whole.get("$defs", {}))


def narrowed(schema: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The same schema in the narrow part: references filled in, objects closed, defaults and limits left out.

    Schemas without a form there (an object with any names, a value of any kind) stay open, and providers do not enforce
    them.
    """
    known = known or {}
    if "$ref" in schema:
        target = known[str(schema["$ref"]).rpartition("/")[2]]
        return narrowed({**target, **{name: value for name, value in schema.items() if name != "$ref"}}, known)
    picked = {name: schema[name] for name in _KEPT if name in schema}
    if "const" in schema:
        picked["enum"] = [schema["const"]]
    if "anyOf" in schema:
        return {**picked, "anyOf": [narrowed(way, known) for way in schema["anyOf"]]}
    if "properties" in schema:
        fields = {name: narrowed(field, known) for name, field in schema["properties"].items()}
        return {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        }
    if "items" in schema:
        return {**picked, "items": narrowed(schema["items"], known)}
    return picked if picked.get("type") in _SIMPLE or "enum" in picked else {**schema}

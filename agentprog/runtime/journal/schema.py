"""JSON schemas of a run's record: one line of `events.jsonl`, and `manifest.json`."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from pydantic import TypeAdapter

from agentprog import resources
from agentprog.ports import Event
from agentprog.runtime.journal.codec import may_be_left_out
from agentprog.runtime.journal.ending import SCHEMA
from agentprog.runtime.journal.events import EVENTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def event_schema() -> dict[str, Any]:
    """Schema of one journal line: `n` is the line's number, `type` the event's class, the rest are the event's own
    fields.

    Empty fields (text, list, object, null) are left out of a line.
    """
    return {
        "$schema": DIALECT,
        "title": f"An event of an agentprog run (journal version {SCHEMA})",
        "description": "One line of events.jsonl. A text, list or object that is empty is left out.",
        "oneOf": [{"$ref": f"#/$defs/{event.__name__}"} for event in EVENTS],
        "$defs": {event.__name__: _of(event) for event in EVENTS},
    }


def _of(event: type[Event]) -> dict[str, Any]:
    event_schema = TypeAdapter(event).json_schema()
    fields = dataclasses.fields(event)
    needed = [field.name for field in fields if field.name in event_schema["required"] and not may_be_left_out(field)]
    return {
        "description": " ".join((event.__doc__ or "").split()) if _has_words(event) else "",
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 1},
            "type": {"const": event.__name__},
            **{name: _plain(schema) for name, schema in event_schema["properties"].items()},
        },
        "required": ["n", "type", *needed],
        "additionalProperties": False,
    }


def _has_words(event: type[Event]) -> bool:
    """True if the class has its own docstring; a dataclass without one gets its signature as docstring."""
    return not (event.__doc__ or "").startswith(f"{event.__name__}(")


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in ("title", "default")}


def manifest_schema() -> dict[str, Any]:
    """Schema of `manifest.json`. Fields written at the start are required; fields that a run adds later are not."""
    found: dict[str, Any] = json.loads(resources.read_text("grammars/manifest.schema.json"))
    return found

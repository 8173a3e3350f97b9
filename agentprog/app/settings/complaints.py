"""Describes the fault of a value to the person who gave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "path": "a path",
    "list": "a list",
    "tuple": "a list",
    "frozen_set": "a list",
    "dict": "a table",
    "model": "a table",
}
_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
_OWN = "value_error"
"""The kind of a finding whose message is written by agentprog or typer, for a person."""


def complaint(finding: Mapping[str, Any]) -> str:
    """The requirement on a value, from a pydantic finding. Pydantic's own messages speak of parsers and inputs."""
    kind = str(finding["type"])
    if kind == _OWN:
        return _lower(str(finding["msg"]).removeprefix("Value error, ")).removesuffix(".")
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"it must be {words} {finding['ctx'][key]:g}"
    if kind in ("literal_error", "enum"):
        return f"it must be {finding['ctx']['expected']}"
    for start, words in _KINDS.items():
        if kind.startswith(f"{start}_"):
            return f"it must be {words}"
    return _lower(str(finding["msg"]))


def is_own(finding: Mapping[str, Any]) -> bool:
    """True if the message of the finding names the value itself."""
    return str(finding["type"]) == _OWN


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]

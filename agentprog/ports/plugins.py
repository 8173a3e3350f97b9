"""Loads model providers and device kinds of other packages by their entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from agentprog.errors import UsageError

MODELS: Final = "agentprog.models"
"""Entry points of providers: called with the part after the colon, the whole id, and ModelOptions; return a Model."""
DEVICES: Final = "agentprog.devices"
"""Entry points of device schemes: called with the part after the colon and the environment; return a Device."""


def plugins(group: str) -> tuple[str, ...]:
    """The declared names, in order. Nothing is imported."""
    return tuple(_found(group))


def plugin(group: str, name: str) -> Any:
    """The object declared by that name; None if there is none. Raises UsageError if its import fails."""
    point = _found(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except Exception as exc:
        package = point.dist.name if point.dist is not None else point.value
        hint = f"Repair it or remove it: pip uninstall {package}"
        raise UsageError(f"{name!r} of the package {package} cannot be used: {exc}", hint=hint) from exc


@cache
def _found(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}

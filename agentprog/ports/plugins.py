"""What other packages add: model providers and kinds of devices, found by the entry points that they declare."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from agentprog.errors import UsageError

MODELS: Final = "agentprog.models"
"""Entry points by provider: called with what stands after the colon, the whole id, and ModelOptions; give a Model."""
DEVICES: Final = "agentprog.devices"
"""Entry points by scheme: called with what stands after the colon and the environment; give a Device."""


def plugins(group: str) -> tuple[str, ...]:
    """The names that are declared, in their order. Nothing is imported."""
    return tuple(_found(group))


def plugin(group: str, name: str) -> Any:
    """What was declared by that name; None where nothing was. Raises UsageError where it cannot be imported."""
    point = _found(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except Exception as exc:
        package = point.dist.name if point.dist is not None else point.value
        hint = f"Mend it or remove it: pip uninstall {package}"
        raise UsageError(f"{name!r} of the package {package} cannot be used: {exc}", hint=hint) from exc


@cache
def _found(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}

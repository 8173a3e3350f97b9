"""One finding of the doctor."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.errors import AgentProgError
from agentprog.frozen import frozen


@frozen
class Check:
    """One finding. `ok` is None if unknown; `remedy` is empty if all is well."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""


def failed(name: str, error: AgentProgError) -> Check:
    """The finding for a device error: its message, and its hint as the remedy."""
    return Check(name=name, ok=False, detail=error.message, remedy=error.hint)


def guarded(name: str, check: Callable[[], Check]) -> Check:
    """The result of a check; a device error becomes its finding."""
    try:
        return check()
    except AgentProgError as exc:
        return failed(name, exc)

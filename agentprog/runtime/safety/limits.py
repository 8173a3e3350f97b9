"""Limits of a run's spending."""

from __future__ import annotations

from agentprog.frozen import frozen


@frozen
class Limits:
    """Limits of a run; None is no limit. `money` is in US dollars. `holds` are actions in a step, `depth` nested calls,
    `iterations` rounds of one loop; without it, an open-ended loop has 10,000.
    """

    actions: int | None = None
    model_calls: int | None = None
    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None
    holds: int = 25
    iterations: int | None = None
    depth: int = 200

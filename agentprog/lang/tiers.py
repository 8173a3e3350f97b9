"""Which tier a line runs in, by its form: DESIGN's three tiers of execution."""

from __future__ import annotations

from typing import Literal

from agentprog.lang.ast import Action, AskAI, Compute, Extract, Line, Semantic
from agentprog.lang.visit import expressions

Tier = Literal["exact", "compute", "semantic"]
"""Who runs a line: the machine; code that a model writes once; a model, looking at the screen."""


def tier_of(node: Line) -> Tier:
    """Which tier a line runs in, by its form. A step with an implementation is exact as long as the phone is as that
    expects."""
    if isinstance(node, Action) and node.implementation is not None:
        return "exact"
    if isinstance(node, Action | Extract | AskAI):
        return "semantic"
    inside = list(expressions(node))
    if any(isinstance(item, Semantic) for item in inside):
        return "semantic"
    return "compute" if any(isinstance(item, Compute) for item in inside) else "exact"

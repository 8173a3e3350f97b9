"""Decides by a line's form in which of the three execution tiers it runs."""

from __future__ import annotations

from typing import Literal

from agentprog.lang.ast import Action, AskAI, Compute, Extract, Line, Semantic
from agentprog.lang.visit import expressions

Tier = Literal["exact", "compute", "semantic"]
"""`exact`: the machine runs the line. `compute`: code that a model writes once runs it. `semantic`: a model runs it
from the screen."""


def tier_of(node: Line) -> Tier:
    """The tier of a line. A step with an implementation is exact as long as the phone matches the implementation."""
    if isinstance(node, Action) and node.implementation is not None:
        return "exact"
    if isinstance(node, Action | Extract | AskAI):
        return "semantic"
    inside = list(expressions(node))
    if any(isinstance(item, Semantic) for item in inside):
        return "semantic"
    return "compute" if any(isinstance(item, Compute) for item in inside) else "exact"

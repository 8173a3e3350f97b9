"""The ways in which a run can be done: what a grounder is told of it, and who moves the program counter."""

from __future__ import annotations

from typing import Literal

ContextKind = Literal["ours", "summary", "window", "plan"]
ContextPart = Literal["tree", "retrieval", "variables", "belief"]
"""Of our context: what an ablation can switch off."""
Mode = Literal["fused", "separate"]

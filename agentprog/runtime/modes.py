"""The ways in which a run can be done: what a grounder is told of it, and who moves the program counter."""

from __future__ import annotations

from typing import Literal

ContextKind = Literal["ours", "summary", "window", "plan"]
ContextPart = Literal["tree", "retrieval", "variables", "belief"]
"""Of our context: what an ablation can switch off."""
Strategy = Literal["ours", "ces", "swirl", "coda"]
"""Whose roles say the next move of a step: ours, or those of one of the training papers."""
Mode = Literal["fused", "separate"]

"""Options for prompts and for moving the program counter."""

from __future__ import annotations

from typing import Literal

ContextKind = Literal["ours", "summary", "window", "plan"]
ContextPart = Literal["tree", "retrieval", "variables", "belief"]
"""Parts of our context that an ablation can switch off."""
Strategy = Literal["ours", "ces", "swirl", "coda"]
"""The roles that choose the next move of a step: agentprog's own, or those of a training paper."""
Mode = Literal["fused", "separate"]

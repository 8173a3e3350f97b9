"""The paper's figures, from `devices/suites/paper.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from agentprog import resources


@cache
def _paper() -> dict[str, Any]:
    return tomllib.loads(resources.read_text("devices/suites/paper.toml"))


def cost_rows() -> list[tuple[str, str, dict[str, float]]]:
    """Table 3: (agent, set of tasks, figures)."""
    return [(entry["agent"], row["set"], row) for entry in _paper()["cost"] for row in entry["rows"]]


def step_rows() -> list[tuple[str, dict[str, float], dict[str, float]]]:
    """Table 4: (agent, steps of all attempts by set, of successful ones)."""
    return [(entry["agent"], entry["all"], entry["right"]) for entry in _paper()["steps"]]


def growth_levels() -> list[tuple[str, int]]:
    """Figure 8: (agent, dynamic tokens a step), for agents whose level the text names."""
    return [(entry["agent"], entry["level"]) for entry in _paper()["growth"]]


def successes() -> dict[str, float]:
    """Table 2: percent of AW-Extend by agent."""
    found: dict[str, float] = _paper()["success"]
    return found

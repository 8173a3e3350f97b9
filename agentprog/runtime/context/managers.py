"""The context managers by the names that `RunOptions.context` has for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from agentprog.runtime.context.baselines import HierarchicalPlan, SlidingWindow, Summaries
from agentprog.runtime.context.guided import ProgramGuided
from agentprog.runtime.context.manager import ContextManager

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

MANAGERS: Mapping[str, Callable[[Machine], ContextManager]] = {
    "ours": ProgramGuided,
    "summary": Summaries,
    "window": SlidingWindow,
    "plan": HierarchicalPlan,
}


def make_manager(machine: Machine) -> ContextManager:
    """The one that the run's options name."""
    return MANAGERS[machine.kit.options.context](machine)

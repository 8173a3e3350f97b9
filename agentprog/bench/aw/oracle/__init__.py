"""The oracle: solves every instance by taps and typing through adb and uiautomator2, knowing the task's facts.

It shows that a task can be done and that its check accepts a right end. It says nothing about any model.
"""

from __future__ import annotations

from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.aw.oracle.solutions import SOLUTIONS
from agentprog.bench.aw.task import Instance, Task

__all__ = ["Hand", "solve"]


def solve(task: Task, instance: Instance, hand: Hand) -> str:
    """Solves an instance on the phone; returns the answer, "" if the task has no question. Raises OracleLost."""
    return SOLUTIONS[task.name](hand, instance) or ""

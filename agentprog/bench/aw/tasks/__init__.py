"""The tasks, a module for each kind of app; `AW_EXTEND`, `SHORT` and `FRESH` are the suites."""

from __future__ import annotations

from agentprog.bench.aw.task import Task
from agentprog.bench.aw.tasks import (
    calendar,
    expenses,
    fresh_data,
    fresh_people,
    messages,
    notes,
    recipes,
    short_data,
    short_phone,
    todo,
)

AW_EXTEND: tuple[Task, ...] = (
    *messages.LONG,
    *todo.LONG,
    *calendar.LONG,
    *expenses.LONG,
    *recipes.LONG,
    *notes.LONG,
)
"""The nineteen of the AgentProg paper, in its order."""

SHORT: tuple[Task, ...] = (*short_phone.SHORT, *short_data.SHORT)
"""Thirty in AndroidWorld's manner."""

FRESH: tuple[Task, ...] = (*fresh_people.FRESH, *fresh_data.FRESH)
"""Twenty-nine tasks that collect, compare or decide something before they act."""

"""The counter's run state: frames, and the cursors of their open loops."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentprog.lang.table import Row
from agentprog.runtime.state.values import Value
from agentprog.runtime.state.variables import Provenance, Scope


@dataclass(slots=True)
class Cursor:
    """The progress of one loop or `try`. `iteration` counts from 1, `total` is its known number of rounds, `items` are
    those of a for-each.
    """

    iteration: int = 0
    total: int | None = None
    items: list[Value] = field(default_factory=list)
    provenance: Provenance = Provenance.PROGRAM
    unproven: int = 0
    """Effects without evidence when the round began."""
    failed: str = ""
    """For a `try`: the error message while it is to begin again."""
    lasting: str = ""
    """For a `try`: the statement in it that did something irreversible."""


@dataclass(slots=True)
class Frame:
    """One call of a task, or the program itself, whose `task` and `call` are None.

    `pc` is the entry to run next, None after the last. `call` is the calling entry, `app` the caller's app scope.
    """

    pc: int | None
    scope: Scope
    id: int = 0
    task: Row | None = None
    call: Row | None = None
    app: str | None = None
    cursors: dict[int, Cursor] = field(default_factory=dict)

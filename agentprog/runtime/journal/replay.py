"""Replays a journal: a resumed run runs its program from the start, and the journal answers instead of the world.

Exact values are computed again; verdicts, readings, moves and outcomes of actions come from the journal. At its end the
program counter, variables, tree and beliefs are as before, and the run continues with the phone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TypeVar

from agentprog.errors import UsageError
from agentprog.ports import Event
from agentprog.runtime.journal import events as e

_FOLLOWED = (e.StepStarted, e.StepFinished, e.VariableSet, e.ItemDone, e.Told, e.Asked)
"""Events that the program itself produces; a resumed run produces them again, in the same order."""
_ANSWERS = (
    e.ProgramAmended,
    e.MoveDecided,
    e.ActionIntended,
    e.ActionDone,
    e.ActionRefused,
    e.Resolved,
    e.ValueGiven,
    e.Recalled,
    e.Learned,
)
"""Events that hold answers from outside the program."""

E = TypeVar("E", bound=Event)


class ResumeMismatch(UsageError):
    """The journal belongs to another program: its events do not match."""


class Replay:
    """The events of a journal that a resumed run must produce again, in order."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._left = deque(event for event in events if isinstance(event, _FOLLOWED + _ANSWERS))
        self.total = len(self._left)

    @property
    def active(self) -> bool:
        """True while recorded events remain."""
        return bool(self._left)

    def peek(self) -> Event | None:
        """The next event; None at the end of the journal."""
        return self._left[0] if self._left else None

    def follow(self, event: Event) -> None:
        """The run produced this event again. Raises ResumeMismatch if the journal has a different one here."""
        if not isinstance(event, _FOLLOWED):
            return
        old = self._left[0]
        if type(old) is not type(event) or _place(old) != _place(event):
            raise ResumeMismatch(
                f"the run cannot be resumed: its journal has {_name(old)} where the program makes {_name(event)}",
                hint="Was the program, an input or a setting changed? Start a new run.",
            )
        self._left.popleft()

    def take(self, kind: type[E], node: str) -> E:
        """Takes the next event, which must have this type and this node."""
        old = self._left[0]
        if not isinstance(old, kind) or getattr(old, "node", node) != node:
            raise ResumeMismatch(
                f"the run cannot be resumed: its journal has {_name(old)} where {kind.__name__} of {node} belongs",
                hint="Was the program, an input or a setting changed? Start a new run.",
            )
        self._left.popleft()
        return old


def _place(event: Event) -> tuple[object, ...]:
    return tuple(getattr(event, name, None) for name in ("step", "node", "line", "name"))


def _name(event: Event) -> str:
    line = getattr(event, "line", None)
    return f"{type(event).__name__} (line {line})" if line is not None else type(event).__name__

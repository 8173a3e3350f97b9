"""Goes back to where a form was begun when the phone has lost it: a bounded number of times, and never past a committed
action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agentprog.lang import ast
from agentprog.lang.table import Row, Table
from agentprog.ports import Action, OpenApp
from agentprog.runtime.safety.risk import commits

MOST = 2
"""Limit of rewinds per statement."""


class Rewind(Exception):
    """Signal of a handler to the machine: continue at this entry. No other code catches it."""

    def __init__(self, entry: int, reason: str) -> None:
        super().__init__(reason)
        self.entry = entry
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Done:
    entry: int
    opens: bool


class Trail:
    """The exact commands done in a row in one block since the last action that must not be repeated."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._done: list[_Done] = []
        self._place: tuple[int, int | None] = (-1, None)
        self._used: Counter[tuple[int, int]] = Counter()
        self._left = ""
        self.doubted = ""
        """An action of an earlier attempt that may or may not have been saved, until that is known; empty: none."""
        self.doubted_risk = ""
        """Its risk class: that it is not to be seen does not prove that a message was not sent."""
        self.app = ""
        """The app that the first command of the trail opened."""

    def passed(self, row: Row, *, frame: int) -> None:
        """Records the end of a statement.

        Statements that steer, speak or compute end the trail: going back would repeat them.
        """
        if isinstance(row.node, ast.DirectUI | ast.Action):
            return
        if not isinstance(row.node, ast.Verify | ast.Wait) or (frame, row.parent) != self._place:
            self._done.clear()

    def did(self, row: Row, action: Action, risk: str, *, frame: int, after: str, doubt: str = "") -> None:
        """Records a direct command and the signature of the screen after it.

        With a `doubt` the effect of the command is not seen yet; until it is, going back over the command is allowed.
        """
        self._left = after
        self.doubted, self.doubted_risk = doubt, risk if doubt else ""
        place = (frame, row.parent)
        if place != self._place:
            self._done.clear()
            self._place = place
        if doubt:
            return
        if commits(action, risk):
            self._done.clear()
            return
        opens = isinstance(row.node, ast.DirectUI) and row.node.command == "open app"
        if opens:
            self._done.clear()
        if isinstance(action, OpenApp):
            self.app = action.name
        if all(known.entry != row.index for known in self._done):
            self._done.append(_Done(row.index, opens))

    def back_from(self, row: Row, *, frame: int, screen: str) -> int | None:
        """The entry to return to, from a statement whose target is gone; None if there is no safe way or no need.

        There is no need if the screen is as the last command left it. `screen` is the current signature, empty if the
        screen has changed.
        """
        if screen == self._left:
            return None
        return self._start(row, frame)

    def grounded(self, row: Row, actions: Sequence[tuple[Action, str]], *, frame: int) -> None:
        """Records the end of a step in plain words, with its actions and their risk classes."""
        place = (frame, row.parent)
        if place != self._place:
            self._done.clear()
            self._place = place
        if any(commits(action, risk) for action, risk in actions):
            self._done.clear()
        elif all(known.entry != row.index for known in self._done):
            self._done.append(_Done(row.index, opens=False))

    def back_from_doubt(self, row: Row, *, frame: int) -> int | None:
        """The entry to return to when the phone shows that a doubtful command had no effect."""
        self.doubted = ""
        return self._start(row, frame)

    def _start(self, row: Row, frame: int) -> int | None:
        if (frame, row.parent) != self._place or not self._done:
            return None
        first = self._done[0]
        if not first.opens and self._table.apps.get(row.node.id) is None:
            return None
        key = (frame, row.index)
        if self._used[key] >= MOST:
            return None
        self._used[key] += 1
        self._done.clear()
        return first.entry

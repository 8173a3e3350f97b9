"""Earlier executions of the same statement, found by its id: the nearest successful and the nearest failed one in the
execution tree, the later of two equally near.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from agentprog.frozen import frozen
from agentprog.runtime.state.tree import common, distance

_FIRST = 3
"""How many first actions of an execution are kept."""
_LAST = 9
"""How many last actions of an execution are kept."""
_LONGEST = 300
"""Longest kept text, in characters."""


@frozen
class Execution:
    """A finished execution of an action step: its sentence with values, its actions with their results, and its result.
    `place` is its place in the execution tree; `step` counts the statements of the run; `worked`: it reached its end;
    `proven`: the screen proved it.
    """

    step: int
    text: str
    actions: tuple[str, ...]
    result: str
    worked: bool
    place: tuple[int, ...] = ()
    proven: bool = True

    @classmethod
    def of(
        cls,
        *,
        step: int,
        text: str,
        actions: Sequence[str],
        result: str,
        worked: bool,
        place: tuple[int, ...],
        proven: bool = True,
    ) -> Execution:
        """A compact execution: long texts are cut, and only the first and last of many actions are kept."""
        texts = [_short(action) for action in actions]
        if len(texts) > _FIRST + _LAST:
            gap = f"({len(texts) - _FIRST - _LAST} actions between)"
            texts = [*texts[:_FIRST], gap, *texts[-_LAST:]]
        return cls(
            step=step,
            text=_short(text),
            actions=tuple(texts),
            result=_short(result),
            worked=worked,
            place=place,
            proven=proven,
        )

    def lines(self) -> tuple[str, ...]:
        """The execution as prompts show it."""
        result = f" -> {self.result}" if self.result else ""
        outcome = ("worked" if self.proven else "finished, not proven") if self.worked else "did not work"
        head = f'{outcome}: "{self.text}"{result}'
        return (head, *(f"  {action}" for action in self.actions))


class Memory:
    """A few executions per statement, for the most recently executed statements."""

    def __init__(self, *, statements: int = 500) -> None:
        self._kept: OrderedDict[str, dict[bool, list[Execution]]] = OrderedDict()
        self._most = statements

    def add(self, node: str, execution: Execution) -> None:
        """Add an execution. Of the executions that left the run's path at the same point, only the shallowest, then the
        latest, is kept: closed blocks never open again, so no other can become nearer. That leaves one for each block
        around the place."""
        entries = self._kept.setdefault(node, {True: [], False: []})
        branches: dict[int, Execution] = {}
        for known in (*entries[execution.worked], execution):
            at = common(known.place, execution.place)
            rival = branches.get(at)
            if rival is None or _nearer(known, rival):
                branches[at] = known
        entries[execution.worked] = list(branches.values())
        self._kept.move_to_end(node)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def recall(self, node: str, place: tuple[int, ...] = ()) -> tuple[Execution, ...]:
        """The nearest success, then the nearest failure of this statement, seen from a place; none when it is new."""
        entries = self._kept.get(node, {})
        found = (
            min(entries.get(worked, ()), key=lambda known: (distance(known.place, place), -known.step), default=None)
            for worked in (True, False)
        )
        return tuple(execution for execution in found if execution is not None)

    def __len__(self) -> int:
        """The number of stored executions."""
        return sum(len(known) for entries in self._kept.values() for known in entries.values())


def _nearer(first: Execution, second: Execution) -> bool:
    """The nearer of two executions that left the run's path at the same point."""
    return (len(first.place), -first.step) < (len(second.place), -second.step)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"

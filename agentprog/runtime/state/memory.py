"""Earlier executions of the same statement, found by its id: the last that worked and the last that did not."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

_ACTIONS = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class Execution:
    """One finished execution of an Action step: its sentence with values, its actions, what came of it."""

    step: int
    text: str
    actions: tuple[str, ...]
    result: str
    worked: bool

    def lines(self) -> tuple[str, ...]:
        """As prompts show it."""
        head = f'{"worked" if self.worked else "did not work"}: "{self.text}" -> {self.result}'
        shown = self.actions[-_ACTIONS:]
        left_out = len(self.actions) - len(shown)
        gap = (f"  ({left_out} actions before these)",) if left_out else ()
        return (head, *gap, *(f"  {action}" for action in shown))


class Memory:
    """At most two executions a statement, for the statements executed last."""

    def __init__(self, *, statements: int = 500) -> None:
        self._kept: OrderedDict[str, dict[bool, Execution]] = OrderedDict()
        self._most = statements

    def add(self, node: str, execution: Execution) -> None:
        kept = self._kept.setdefault(node, {})
        kept[execution.worked] = execution
        self._kept.move_to_end(node)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def recall(self, node: str) -> tuple[str, ...]:
        """Lines about the last success, then the last failure of this statement; empty when it is new."""
        kept = self._kept.get(node, {})
        return tuple(line for worked in (True, False) if worked in kept for line in kept[worked].lines())

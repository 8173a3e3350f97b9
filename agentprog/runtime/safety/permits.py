"""Authors of the lines of a run's program, and a person's approvals of other lines: permissions, each for one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from agentprog.frozen import frozen
from agentprog.lang.effects.kinds import Risk


@frozen
class Permit:
    """Approved effects of one line, once in each of its executions. `texts` are the values shown at the approval.
    `items` are those of a loop: the permit counts only for their rounds; None outside a loop.
    """

    kinds: frozenset[Risk]
    texts: tuple[str, ...] = ()
    items: frozenset[str] | None = None


class Permits:
    """Permits of one run. `mine` are the node ids of the lines that a person wrote, None: all; `text` is their text."""

    def __init__(self, mine: Collection[str] | None = None, text: str = "") -> None:
        self._mine = None if mine is None else set(mine)
        self.text = text
        self._open: dict[str, list[Permit]] = {}

    @property
    def mixed(self) -> bool:
        """True if a person wrote some of the lines but not all."""
        return bool(self._mine)

    def wrote(self, node: str) -> bool:
        """True if a person wrote this line."""
        return self._mine is None or node in self._mine

    def approve(self, node: str, permit: Permit) -> None:
        """Record that a person approved this effect of a line by another author."""
        self._open.setdefault(node, []).append(permit)

    def of(self, node: str, item: str | None) -> Iterable[Permit]:
        """The permits of a line now. `item` belongs to the current round; None: the line is in no loop over items."""
        for permit in self._open.get(node, ()):
            if permit.items is None or item in permit.items:
                yield permit

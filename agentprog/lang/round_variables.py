"""Finds the variables that belong to one round of a loop: each round sets them before use, and no line outside uses
them."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import Action, AddTo, Extract, ForEach, Line, Ref, RemoveFrom
from agentprog.lang.table import Row, Table
from agentprog.lang.visit import expressions

_ANSWER = "answer"
"""The program's answer, which outlives every round."""


def own_of_round(table: Table, loop: Row) -> frozenset[str]:
    """Variables that each round of this loop sets before it uses them, and that no line outside uses. A round never
    sees their previous value."""
    inside: dict[str, bool] = {}
    outside: set[str] = set()
    for row in table.rows:
        if row.task != loop.task:
            continue
        within = loop.index in table.around(row)
        for name, sets in _names(row.node):
            if within:
                inside.setdefault(name, sets)
            elif row.index != loop.index or not sets:
                outside.add(name)
    return frozenset(name for name, sets in inside.items() if sets and name not in outside and name != _ANSWER)


def _names(line: Line) -> Iterator[tuple[str, bool]]:
    """Yields the variables of a line, used ones before set ones, with True if the line sets the whole variable."""
    targets = [ref for ref in _targets(line) if not ref.path]
    for node in expressions(line):
        if isinstance(node, Ref) and all(node is not target for target in targets):
            yield node.name, False
    for target in targets:
        yield target.name, not isinstance(line, ForEach)


def _targets(line: Line) -> Iterator[Ref]:
    for name in ("target", "capture"):
        ref = getattr(line, name, None)
        if isinstance(ref, Ref) and not isinstance(line, AddTo | RemoveFrom):
            yield ref
    if isinstance(line, Action | Extract):
        yield from (other.ref for other in line.also)

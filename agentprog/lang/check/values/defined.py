"""The variables that a statement sets and uses."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import Action, Assign, Extract, ForEach, FunctionDef, Line, Ref, Statement
from agentprog.lang.visit import expressions


def defined_by(statement: Statement) -> Ref | None:
    """The variable that a statement sets; the first of several."""
    if isinstance(statement, Assign | ForEach):
        return statement.target
    capture = getattr(statement, "capture", None)
    return capture if isinstance(capture, Ref) else None


def all_defined_by(statement: Statement) -> tuple[Ref, ...]:
    """Every variable that a statement sets."""
    first = defined_by(statement)
    others = statement.also if isinstance(statement, Action | Extract) else ()
    return () if first is None else (first, *(other.ref for other in others))


def used_by(line: Line) -> Iterator[Ref]:
    """The references that a line reads. Its target counts only if the line sets just a part of it."""
    targets = all_defined_by(line) if isinstance(line, Statement) else ()
    returns = line.returns if isinstance(line, FunctionDef) else ()
    for item in expressions(line):
        if (
            isinstance(item, Ref)
            and item not in returns
            and (item.path or all(item is not target for target in targets))
        ):
            yield item

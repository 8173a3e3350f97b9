"""What one statement gives a value, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import Assign, ForEach, FunctionDef, Line, Ref, Statement
from agentprog.lang.visit import expressions


def defined_by(statement: Statement) -> Ref | None:
    """The variable that a statement gives a value."""
    if isinstance(statement, Assign | ForEach):
        return statement.target
    capture = getattr(statement, "capture", None)
    return capture if isinstance(capture, Ref) else None


def used_by(line: Line) -> Iterator[Ref]:
    """The references whose values a line needs, its own target left out unless only a part of it is set."""
    target = defined_by(line) if isinstance(line, Statement) else None
    returns = line.returns if isinstance(line, FunctionDef) else ()
    for item in expressions(line):
        if isinstance(item, Ref) and item not in returns and (item is not target or item.path):
            yield item

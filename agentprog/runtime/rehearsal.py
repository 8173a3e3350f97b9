"""Dry runs: skips a line that needs a result of an action that was not made, and continues after it."""

from __future__ import annotations

from agentprog.lang import ast
from agentprog.runtime.operations import NodeKind, Operation, kind_of_node

_PAST = {
    NodeKind.CONDITION: (Operation.BREAK, "; taken not to hold"),
    NodeKind.LOOP: (Operation.BREAK, "; its lines are left out"),
    NodeKind.TRY: (Operation.BREAK, "; its lines are left out"),
    NodeKind.RETURN: (Operation.RETURN, ""),
}


class NotKnown(Exception):
    """Signal of a handler to the machine in a dry run: the line needs a value or a model that this run does not have.
    No other code catches it.
    """


def way_past(node: ast.Line) -> tuple[Operation, str]:
    """The operation that skips a line without a result, and the effect of that on its block."""
    return _PAST.get(kind_of_node(node), (Operation.CONTINUE, ""))

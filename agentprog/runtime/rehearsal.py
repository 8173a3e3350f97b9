"""Dry runs: a line that needs what only the real run would bring is left undone, and the run goes on behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.runtime.operations import NodeKind, Operation, kind_of_node

if TYPE_CHECKING:
    from agentprog.runtime.step import Step

_PAST = {
    NodeKind.CONDITION: (Operation.BREAK, "; taken not to hold"),
    NodeKind.LOOP: (Operation.BREAK, "; its lines are left out"),
    NodeKind.TRY: (Operation.BREAK, "; its lines are left out"),
    NodeKind.RETURN: (Operation.RETURN, ""),
}
"""The way past a node that cannot be rehearsed, and what that means for its block."""


class NotKnown(Exception):
    """Signal of a handler to the machine in a dry run: the line needs a value or a model that this run does not have.
    No other code catches it.
    """


def pass_over(step: Step, problem: NotKnown) -> Operation:
    """End the line as not done; returns the operation that leads past it."""
    kind = kind_of_node(step.row.node)
    operation, meaning = _PAST.get(kind, (Operation.CONTINUE, ""))
    if kind is NodeKind.CALL:  # no frame was pushed, so the counter moves here
        step.course.frame.pc = step.row.after
    step.end("not done", f"dry run: {problem}{meaning}")
    return operation

"""The four operations of the program counter and their effect on each kind of node: one normative table."""

from __future__ import annotations

from enum import StrEnum

from agentprog.errors import RunError
from agentprog.lang import ast


class Operation(StrEnum):
    """Movements of the program counter after a node."""

    HOLD = "hold"
    CONTINUE = "continue"
    BREAK = "break"
    RETURN = "return"


class NodeKind(StrEnum):
    """Kinds of table entries, as the program counter distinguishes them. Definitions are not on its way."""

    STEP = "step"
    CONDITION = "condition"
    LOOP = "loop"
    TRY = "try"
    BLOCK = "block"
    CALL = "call"
    BREAK = "break"
    SKIP = "skip"
    RETURN = "return"
    STOP = "stop"


_KINDS: dict[type[ast.Line], NodeKind] = {
    ast.Branch: NodeKind.CONDITION,
    ast.Case: NodeKind.CONDITION,
    ast.Repeat: NodeKind.LOOP,
    ast.ForEach: NodeKind.LOOP,
    ast.While: NodeKind.LOOP,
    ast.RepeatUntil: NodeKind.LOOP,
    ast.Try: NodeKind.TRY,
    ast.OnError: NodeKind.BLOCK,
    ast.Within: NodeKind.BLOCK,
    ast.Call: NodeKind.CALL,
    ast.Break: NodeKind.BREAK,
    ast.Continue: NodeKind.SKIP,
    ast.Return: NodeKind.RETURN,
    ast.Stop: NodeKind.STOP,
}


def kind_of_node(node: ast.Line) -> NodeKind:
    """The counter's kind of a line: a step, unless the line steers the counter."""
    return _KINDS.get(type(node), NodeKind.STEP)


class Transition(StrEnum):
    """Targets of the program counter."""

    SAME = "stays"
    NEXT = "the statement after it"
    ENTER = "the first statement of its block"
    OTHERWISE = "its else branch, or the statement after it"
    LEAVE_LOOP = "the statement after the innermost loop"
    NEXT_ROUND = "the head of the innermost loop"
    CALL = "the first statement of the task"
    LEAVE_FUNCTION = "the statement after the call, or the end of the program"
    END = "the end of the program"


_LEGAL: dict[tuple[NodeKind, Operation], Transition] = {
    (NodeKind.STEP, Operation.HOLD): Transition.SAME,
    (NodeKind.STEP, Operation.CONTINUE): Transition.NEXT,
    (NodeKind.STEP, Operation.BREAK): Transition.LEAVE_LOOP,
    (NodeKind.STEP, Operation.RETURN): Transition.LEAVE_FUNCTION,
    (NodeKind.CONDITION, Operation.HOLD): Transition.SAME,
    (NodeKind.CONDITION, Operation.CONTINUE): Transition.ENTER,
    (NodeKind.CONDITION, Operation.BREAK): Transition.OTHERWISE,
    (NodeKind.LOOP, Operation.HOLD): Transition.SAME,
    (NodeKind.LOOP, Operation.CONTINUE): Transition.ENTER,
    (NodeKind.LOOP, Operation.BREAK): Transition.NEXT,
    (NodeKind.TRY, Operation.CONTINUE): Transition.ENTER,
    (NodeKind.TRY, Operation.BREAK): Transition.NEXT,
    (NodeKind.BLOCK, Operation.CONTINUE): Transition.ENTER,
    (NodeKind.CALL, Operation.CONTINUE): Transition.CALL,
    (NodeKind.BREAK, Operation.BREAK): Transition.LEAVE_LOOP,
    (NodeKind.SKIP, Operation.CONTINUE): Transition.NEXT_ROUND,
    (NodeKind.RETURN, Operation.RETURN): Transition.LEAVE_FUNCTION,
    (NodeKind.STOP, Operation.RETURN): Transition.END,
}


class IllegalOperation(RunError):
    """The node does not have this operation. `code` is PC101 (undefined pair) or PC102 (break outside a loop)."""

    def __init__(self, code: str, message: str, *, line: int) -> None:
        super().__init__(f"{code}: {message}", line=line)
        self.code = code


def transition(kind: NodeKind, operation: Operation, *, line: int, in_loop: bool) -> Transition:
    """The transition that the table has for this pair. Raises IllegalOperation; nothing is skipped silently."""
    found = _LEGAL.get((kind, operation))
    if found is None:
        raise IllegalOperation("PC101", f"line {line}: a {kind} cannot {operation}", line=line)
    if found in (Transition.LEAVE_LOOP, Transition.NEXT_ROUND) and not in_loop:
        raise IllegalOperation("PC102", f"line {line}: {operation} outside a loop", line=line)
    return found


def legal(kind: NodeKind) -> tuple[Operation, ...]:
    """The operations that a node of this kind has."""
    return tuple(operation for operation in Operation if (kind, operation) in _LEGAL)

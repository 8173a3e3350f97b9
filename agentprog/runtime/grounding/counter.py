"""Where the program counter goes from an Action step, and who decides.

Fused: the call that ends a step may give the next step's action too, named by that step. It is taken when the counter
then really stands there, on the same screen; otherwise the step asks for itself. Separate: after every action a second
question is put, which operation the counter takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentprog.lang.table import Row
from agentprog.runtime.operations import Operation, Transition, kind_of_node, legal, transition
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Act, OperationContext, StepContext, StepDone, Successor

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


@dataclass(frozen=True, kw_only=True, slots=True)
class Carried:
    """An action that came with the answer before, and the step and the screen that it is for."""

    line: int
    step: str
    screen: str
    act: Act


# ---------------------------------------------------------------- fused


def keep(machine: Machine, record: StepRecord, done: StepDone, offered: tuple[Successor, ...]) -> None:
    """Keep the action that came with the end of a step for the step that it names."""
    named = next((found for found in offered if done.then is not None and found.name == done.then.step), None)
    if done.then is None or named is None:
        return
    screen = machine.kit.handset.current(record).signature
    machine.carried = Carried(line=named.line, step=named.step, screen=screen, act=done.then.act)


def carried(machine: Machine, row: Row, record: StepRecord, goal: str) -> Act | None:
    """The action kept for this step, when the counter stands where it was meant for and the screen is the same."""
    kept, machine.carried = machine.carried, None
    if kept is None or kept.line != row.line or kept.step != goal:
        return None
    return kept.act if machine.kit.handset.current(record).signature == kept.screen else None


# ---------------------------------------------------------------- separate


def next_operation(
    machine: Machine, row: Row, record: StepRecord, context: Callable[[], StepContext]
) -> tuple[Operation, str]:
    """The operation that the counter's own question gives for this step, and the evidence. Raises IllegalOperation."""
    kind, in_loop = kind_of_node(row.node), machine.table.loop_around(row.index) is not None
    allowed = tuple(
        operation
        for operation in legal(kind)
        if in_loop or transition(kind, operation, line=row.line, in_loop=True) is not Transition.LEAVE_LOOP
    )

    def decided() -> dict[str, Any]:
        role = machine.need(machine.kit.roles.stepper, row, "is a step in plain words")
        machine.kit.session.cancel.check()
        decision = role.next_operation(OperationContext(step=context(), allowed=tuple(map(str, allowed))))
        return {"operation": decision.operation, "evidence": decision.evidence, "reason": decision.reason}

    found = machine.resolve(record, "operation", decided)
    operation = Operation(found["operation"])
    transition(kind, operation, line=row.line, in_loop=in_loop)
    return operation, str(found["evidence"])

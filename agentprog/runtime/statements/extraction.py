"""Extract statements: data off the phone into a variable, looked for where the screen does not show it yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentprog.lang import ast
from agentprog.lang.table import Entry
from agentprog.runtime.grounding.reading import is_many, read_screen, read_value, screen_known
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.grounding.step import ground
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import StepDone
from agentprog.runtime.statements.flow import node_of

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


def extract(machine: Machine, row: Entry, record: StepRecord) -> Operation:
    """Handler of Extract statements."""
    node = node_of(row, ast.Extract)
    wanted = machine.text(node.what, row, record)
    record.text = wanted
    looked = _Looking(machine=machine, row=row, record=record, wanted=wanted, node=node)
    enter_app(machine, row, record)
    if looked.found() is None and machine.kit.roles.grounder is not None:
        literals = machine.literals(node.what, row, record)
        ground(machine, row, record, goal=wanted, literals=literals, arrived=looked.found)
    if looked.value is not None and not is_many(looked.value, node.returns):
        known = screen_known(looked.value, node.returns)
    else:
        known = read_value(machine, row, record, wanted, variable=node.capture.name, kind=node.returns)
    machine.store.set(node.capture, known, row, step=record.step)
    return Operation.CONTINUE


@dataclass(slots=True, kw_only=True)
class _Looking:
    """Reads every screen that is come by, until one says what is wanted."""

    machine: Machine
    row: Entry
    record: StepRecord
    wanted: str
    node: ast.Extract
    value: Any = None

    def found(self) -> StepDone | None:
        capture, kind = self.node.capture.name, self.node.returns
        reading = read_screen(self.machine, self.row, self.record, self.wanted, variable=capture, kind=kind)
        self.value = reading["value"]
        if self.value is None:
            return None
        return StepDone(reason="the screen says what is wanted", evidence=str(reading["evidence"]))

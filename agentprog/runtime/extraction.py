"""Extract statements: data off the phone into a variable, looked for where the screen does not show it yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.lang import ast
from agentprog.lang.table import Entry
from agentprog.runtime.flow import node_of
from agentprog.runtime.grounding import ground
from agentprog.runtime.operations import Operation
from agentprog.runtime.reading import is_many, read_screen, read_value, screen_known
from agentprog.runtime.record import StepRecord
from agentprog.runtime.scope import enter_app

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


def extract(machine: Machine, row: Entry, record: StepRecord) -> Operation:
    """Handler of Extract statements."""
    node = node_of(row, ast.Extract)
    wanted = machine.text(node.what, row, record)
    record.text = wanted
    enter_app(machine, row, record)
    found = read_screen(machine, row, record, wanted, variable=node.capture.name, kind=node.returns)
    if found["value"] is None and machine.kit.roles.grounder is not None:
        ground(machine, row, record, goal=wanted, literals=machine.literals(node.what, row, record), looking=True)
    elif found["value"] is not None and not is_many(found["value"], node.returns):
        machine.store.set(node.capture, screen_known(found["value"], node.returns), row, step=record.step)
        return Operation.CONTINUE
    known = read_value(machine, row, record, wanted, variable=node.capture.name, kind=node.returns)
    machine.store.set(node.capture, known, row, step=record.step)
    return Operation.CONTINUE

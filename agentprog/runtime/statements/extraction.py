"""Extract statements: data off the phone into a variable, looked for where the screen does not show it yet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.reading import AppClosed, is_many, read_screen, read_value, screen_known
from agentprog.runtime.grounding.recovery import steady
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.grounding.step import ground
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.values import from_json
from agentprog.runtime.statements.flow import node_of

_COUNT = re.compile(r"\s*(?:count|how many)\s+", re.IGNORECASE)

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


def extract(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Handler of Extract statements."""
    node = node_of(row, ast.Extract)
    wanted = machine.text(node.what, row, record)
    record.text = wanted
    counted = _COUNT.match(wanted)
    kind = "list" if counted else node.returns
    if counted:  # a list longer than a screen is counted by the runtime, not by who sees one screen of it
        wanted = f"each one of these, a list: {wanted[counted.end() :]}"
    looked = _Looking(machine=machine, row=row, record=record, wanted=wanted, name=node.capture.name, kind=kind)
    known = None
    while known is None:
        known = _found(looked, machine.literals(node.what, row, record))
    if counted and isinstance(known.value, list):
        known = screen_known(len(known.value), node.returns)
    machine.store.set(node.capture, known, row, step=record.step)
    return Operation.CONTINUE


def _found(looked: _Looking, literals: tuple[str, ...]) -> Known | None:
    """What is wanted, looked for from where the run is; None when the app was closed meanwhile: then it is looked for
    again, from where the app has opened. Recoveries of one statement are bounded."""
    machine, row, record = looked.machine, looked.row, looked.record
    enter_app(machine, row, record)
    if looked.found() is None and machine.kit.roles.grounder is not None:
        ground(machine, row, record, goal=looked.wanted, literals=literals, arrived=looked.found)
    if looked.value is not None and not is_many(from_json(looked.value), looked.kind):
        return screen_known(looked.value, looked.kind)
    try:
        return read_value(machine, row, record, looked.wanted, variable=looked.name, kind=looked.kind)
    except AppClosed:
        return None


@dataclass(slots=True, kw_only=True)
class _Looking:
    """Reads every screen that is come by, until one says what is wanted."""

    machine: Machine
    row: Row
    record: StepRecord
    wanted: str
    name: str
    kind: str
    value: Any = None

    def found(self) -> StepDone | None:
        steady(self.machine, self.record, self.wanted)
        reading = read_screen(
            self.machine, self.row, self.record, self.wanted, variable=self.name, kind=self.kind
        )  # fmt: skip
        self.value = reading["value"]
        if self.value is None:
            return None
        return StepDone(reason="the screen says what is wanted", evidence=str(reading["evidence"]))

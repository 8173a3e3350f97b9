"""Control flow: conditions, loops, calls and jumps. Exact ones never ask a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from agentprog.errors import OutOfBudget, RunError
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.evaluation.expressions import Known, as_count
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.journal.events import ItemDone
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord
from agentprog.runtime.state.frames import Cursor
from agentprog.runtime.state.values import Value, as_text, coerce, to_list
from agentprog.runtime.state.variables import Scope, Variable

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

T = TypeVar("T")

_OPEN_ENDED = 10_000
"""Rounds of a `while` or `until` when no limit is named: such a loop may have no end of its own."""


def node_of(row: Row, kind: type[T]) -> T:
    """The row's node as the kind that its handler is for."""
    if not isinstance(row.node, kind):
        raise RunError(f"line {row.line}: a {type(row.node).__name__} was run as a {kind.__name__}")
    return row.node


def branch(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """`if` and `else if`."""
    holds = machine.holds(node_of(row, ast.Branch).condition, row, record)
    record.status = "true" if holds else "false"
    return Operation.CONTINUE if holds else Operation.BREAK


def within(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """A block with an app scope: nothing but its steps."""
    del machine, row, record
    return Operation.CONTINUE


def repeat(machine: Machine, row: Row, record: StepRecord) -> Operation:
    cursor = machine.frame.cursors.get(row.index)
    if cursor is None:
        times = machine.value(node_of(row, ast.Repeat).times, row, record).value
        cursor = machine.frame.cursors[row.index] = Cursor(total=as_count(times))
    return _round(machine, row, record, cursor)


def for_each(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.ForEach)
    cursor = machine.frame.cursors.get(row.index)
    if cursor is None:
        known = _items(machine, row, record, node)
        items = to_list(known.value)
        cursor = Cursor(total=len(items), items=items, provenance=known.provenance)
        machine.frame.cursors[row.index] = cursor
    if cursor.iteration:
        _enter_in_ledger(machine, row, record, cursor)
    operation = _round(machine, row, record, cursor)
    if operation is Operation.CONTINUE:
        cursor.unproven = machine.kit.ledger.open
        item = Known(cursor.items[cursor.iteration - 1], cursor.provenance)
        machine.store.set(node.target, item, row, step=record.step)
        record.detail = as_text(item.value)[:80]
    return operation


def _enter_in_ledger(machine: Machine, row: Row, record: StepRecord, cursor: Cursor) -> None:
    machine.kit.session.emit(
        ItemDone(
            at=0.0,
            step=record.step,
            node=row.node.id,
            line=row.line,
            iteration=cursor.iteration,
            item=as_text(cursor.items[cursor.iteration - 1])[:200],
            proven=machine.kit.ledger.open <= cursor.unproven,
        )
    )


def _items(machine: Machine, row: Row, record: StepRecord, node: ast.ForEach) -> Known:
    """The items' value; things on the phone are read off it once, before the first round."""
    if isinstance(node.items, ast.Semantic):
        wanted = machine.text(node.items.text, row, record)
        return read_value(machine, row, record, wanted, variable=node.target.name, kind="list")
    return machine.value(node.items, row, record)


def while_loop(machine: Machine, row: Row, record: StepRecord) -> Operation:
    cursor = machine.frame.cursors.setdefault(row.index, Cursor())
    holds = machine.holds(node_of(row, ast.While).condition, row, record)
    return _round(machine, row, record, cursor) if holds else _leave(record, cursor)


def repeat_until(machine: Machine, row: Row, record: StepRecord) -> Operation:
    cursor = machine.frame.cursors.setdefault(row.index, Cursor())
    if cursor.iteration > 0 and machine.holds(node_of(row, ast.RepeatUntil).condition, row, record):
        return _leave(record, cursor)
    return _round(machine, row, record, cursor)


def _round(machine: Machine, row: Row, record: StepRecord, cursor: Cursor) -> Operation:
    """Begin the next round, or leave after the last."""
    if cursor.total is not None and cursor.iteration >= cursor.total:
        return _leave(record, cursor)
    most = machine.kit.session.meter.limits.iterations
    limit = most if most is not None else None if cursor.total is not None else _OPEN_ENDED
    if limit is not None and cursor.iteration >= limit:
        raise OutOfBudget(f"the loop of line {row.line} has run {limit} times, which is its limit")
    cursor.iteration += 1
    of = f" of {cursor.total}" if cursor.total is not None else ""
    record.status = f"round {cursor.iteration}{of}"
    return Operation.CONTINUE


def _leave(record: StepRecord, cursor: Cursor) -> Operation:
    record.status = f"left after {cursor.iteration} rounds"
    return Operation.BREAK


def break_loop(machine: Machine, row: Row, record: StepRecord) -> Operation:
    del machine, row, record
    return Operation.BREAK


def next_round(machine: Machine, row: Row, record: StepRecord) -> Operation:
    del machine, row, record
    return Operation.CONTINUE


def stop(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Ends the program, wherever it is."""
    reason = node_of(row, ast.Stop).reason
    if reason is not None:
        record.detail = as_text(machine.value(reason, row, record).value)
    return Operation.RETURN


def call(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Bind the inputs of a task and push its frame."""
    node = node_of(row, ast.Call)
    definition = machine.table.task(node.name)
    if definition is None:
        known = ", ".join(f'"{name}"' for name in machine.table.program.functions) or "none"
        raise RunError(f'line {row.line}: there is no task "{node.name}"', hint=f"Tasks of this program: {known}.")
    function = node_of(definition, ast.FunctionDef)
    scope = Scope(outer=machine.frames[0].scope)
    given = {_fold(argument.name): machine.value(argument.value, row, record) for argument in node.args}
    for parameter in function.inputs:
        known_value = given.pop(_fold(parameter.name), None)
        if known_value is None and parameter.default is not None:
            known_value = machine.value(parameter.default, row, record)
        if known_value is None:
            raise RunError(f'line {row.line}: the task "{node.name}" needs {{{parameter.name}}}')
        value = coerce(known_value.value, parameter.type)
        scope.set(Variable(name=parameter.name, value=value, provenance=known_value.provenance, line=row.line))
    if given:
        names = ", ".join(f"{{{name}}}" for name in given)
        raise RunError(f'line {row.line}: the task "{node.name}" has no input {names}')
    machine.enter_function(definition, scope, call=row, app=machine.app_of(row, record))
    return Operation.CONTINUE


def _fold(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())


def return_value(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.Return)
    result: Known | None = machine.value(node.value, row, record) if node.value is not None else None
    machine.returning = result
    return Operation.RETURN


def values_of(value: Value) -> str:
    """A value in a step's detail, cut short."""
    return as_text(value)[:120]

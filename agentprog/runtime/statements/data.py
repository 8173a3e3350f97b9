"""Statements over variables, files, tools and people: exact, no phone and, but for `ask AI`, no model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.evaluation.arithmetic import calculate, compare, equal, order_key
from agentprog.runtime.evaluation.expressions import Known, dig
from agentprog.runtime.journal.events import Asked, Told
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.state.values import Table, Value, as_text, coerce, from_json, to_json, to_list
from agentprog.runtime.state.variables import Provenance, least_trusted
from agentprog.runtime.statements.flow import node_of, values_of

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


def assign(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.Assign)
    known = machine.value(node.value, row, record)
    machine.store.set(node.target, known, row, step=record.step)
    record.detail = values_of(known.value)
    return Operation.CONTINUE


def add_to(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Appends to a list or table, adds to a number; a list given to a list is one item."""
    node = node_of(row, ast.AddTo)
    held, added = machine.store.lookup(node.target, row), machine.value(node.value, row, record)
    if isinstance(held.value, list):
        value: Value = [*held.value, added.value]
    elif isinstance(held.value, Table) and isinstance(added.value, list) and not _rows(added.value):
        value = calculate("+", held.value, dict(zip(held.value.columns, added.value, strict=False)))
    else:
        value = calculate("+", held.value, added.value)
    machine.store.set(node.target, _made(value, held, added), row, step=record.step)
    return Operation.CONTINUE


def _rows(items: list[Value]) -> bool:
    return all(isinstance(item, dict) for item in items)


def _made(value: Value, *sources: Known) -> Known:
    return Known(value, least_trusted(source.provenance for source in sources))


def remove_from(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Removes the first equal item or row, or a key; subtracts from a number."""
    node = node_of(row, ast.RemoveFrom)
    held, gone = machine.store.lookup(node.target, row), machine.value(node.value, row, record)
    machine.store.set(node.target, _made(_without(held.value, gone.value), held, gone), row, step=record.step)
    return Operation.CONTINUE


def _without(value: Value, gone: Value) -> Value:
    match value:
        case list():
            at = next((index for index, item in enumerate(value) if equal(item, gone)), None)
            return value if at is None else [*value[:at], *value[at + 1 :]]
        case Table(columns=columns, rows=rows):
            kept = [row for row in rows if not (equal(dict(row), gone) or any(equal(c, gone) for c in row.values()))]
            return Table.of(kept, columns)
        case dict():
            return {key: item for key, item in value.items() if not equal(key, gone)}
        case _:
            return calculate("-", value, gone)


def sort(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.Sort)
    held = machine.store.lookup(node.source, row)
    items = to_list(held.value)
    keys = [dig(item, node.key, whole=str(node.source)) if node.key else item for item in items]
    rank = order_key(keys)
    order = sorted(range(len(items)), key=lambda index: rank(keys[index]), reverse=node.descending)
    value = _like(held.value, [items[index] for index in order])
    machine.store.set(node.capture or node.source, Known(value, held.provenance), row, step=record.step)
    return Operation.CONTINUE


def keep_matching(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """`filter`: what cannot be compared is an error, not silently left out; an empty cell does not match."""
    node = node_of(row, ast.Filter)
    held, wanted = machine.store.lookup(node.source, row), machine.value(node.value, row, record)
    kept = []
    for item in to_list(held.value):
        cell = dig(item, node.key, whole=str(node.source)) if node.key else item
        if (cell is None and node.op == "!=") or (cell is not None and compare(node.op, cell, wanted.value)):
            kept.append(item)
    value = _like(held.value, kept)
    machine.store.set(node.capture or node.source, Known(value, held.provenance), row, step=record.step)
    record.detail = f"{len(kept)} kept"
    return Operation.CONTINUE


def _like(original: Value, items: list[Value]) -> Value:
    return Table.of(items, original.columns) if isinstance(original, Table) else items


# ---------------------------------------------------------------- people


def tell(machine: Machine, row: Row, record: StepRecord) -> Operation:
    text = as_text(machine.value(node_of(row, ast.Tell).message, row, record).value)
    live, dry = machine.kit.session.replaying is None, machine.kit.options.dry_run
    machine.kit.session.emit(Told(at=0.0, step=record.step, line=row.line, text=text, dry=dry))
    if live and not dry:
        machine.kit.interaction.tell(text)
    record.detail = text[:120]
    if dry:
        record.status, record.detail = "not done", ""
    return Operation.CONTINUE


def ask(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.Ask)
    question = as_text(machine.value(node.question, row, record).value)
    machine.kit.session.emit(Asked(at=0.0, step=record.step, line=row.line, question=question))
    answer = machine.resolve(record, "asked", lambda: machine.kit.interaction.ask(question))
    if node.capture is not None:
        known = Known(coerce(answer, node.returns), Provenance.USER)
        machine.store.set(node.capture, known, row, step=record.step)
    record.detail = values_of(answer)
    return Operation.CONTINUE


def ask_ai(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.AskAI)
    record.rises_to(Tier.SEMANTIC)
    known = machine.value(node.prompt, row, record)

    def advised() -> Any:
        adviser = machine.need(machine.kit.roles.adviser, row, "asks a model")
        machine.kit.session.cancel.check()
        context = machine.context.advice(record, as_text(known.value), kind=node.returns)
        return to_json(coerce(adviser.advise(context), node.returns))

    answer = from_json(machine.resolve(record, "advised", advised))
    if node.capture is not None:
        provenance = least_trusted([known.provenance, Provenance.MODEL])
        machine.store.set(node.capture, Known(answer, provenance), row, step=record.step)
    record.detail = values_of(answer)
    return Operation.CONTINUE


# ---------------------------------------------------------------- files and tools


def read_table(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.ReadTable)
    path = machine.text(node.path, row, record)
    data = machine.resolve(record, "read table", lambda: to_json(machine.kit.workspace.read_table(path)))
    machine.store.set(node.capture, Known(from_json(data), Provenance.FILE), row, step=record.step)
    return Operation.CONTINUE


def read_text(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.ReadText)
    path = machine.text(node.path, row, record)
    text = machine.resolve(record, "read text", lambda: machine.kit.workspace.read_text(path))
    machine.store.set(node.capture, Known(text, Provenance.FILE), row, step=record.step)
    return Operation.CONTINUE


def save_file(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.SaveFile)
    path, known = machine.text(node.path, row, record), machine.value(node.value, row, record)

    def saved() -> bool:
        machine.kit.workspace.save(path, known.value)
        return True

    machine.resolve(record, "saved", saved)
    record.detail = path
    return Operation.CONTINUE


def check_file(machine: Machine, row: Row, record: StepRecord) -> Operation:
    node = node_of(row, ast.CheckFile)
    path = machine.text(node.path, row, record)
    there = bool(machine.resolve(record, "file exists", lambda: machine.kit.workspace.exists(path)))
    machine.last_file = path
    if node.capture is not None:
        machine.store.set(node.capture, Known(there, Provenance.FILE), row, step=record.step)
    record.status = "true" if there else "false"
    return Operation.CONTINUE


def use_tool(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Call what the embedding program registered. Its exceptions end the run as a failure that names the tool."""
    node = node_of(row, ast.UseTool)
    tool = machine.kit.options.tools.get(node.name)
    if tool is None:
        known = ", ".join(f'"{name}"' for name in machine.kit.options.tools) or "none"
        raise RunError(f'line {row.line}: there is no tool "{node.name}"', hint=f"Tools of this run: {known}.")
    arguments = {argument.name: machine.value(argument.value, row, record).value for argument in node.args}

    def used() -> Any:
        try:
            return to_json(tool(**arguments))
        except Exception as exc:
            raise RunError(f'line {row.line}: the tool "{node.name}" failed: {exc}', evidence=repr(exc)) from exc

    result = from_json(machine.resolve(record, "tool", used))
    if node.capture is not None:
        machine.store.set(node.capture, Known(result, Provenance.TOOL), row, step=record.step)
    record.detail = values_of(result)
    return Operation.CONTINUE

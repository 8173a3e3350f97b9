"""Statements over variables, files and tools: exact, without the phone and without a model."""

from __future__ import annotations

from typing import Any

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.runtime.evaluation.arithmetic import calculate, compare, equal, order_key
from agentprog.runtime.evaluation.expressions import Known, dig
from agentprog.runtime.state.values import Table, Value, from_json, in_brief, to_json, to_list
from agentprog.runtime.state.variables import Provenance, least_trusted
from agentprog.runtime.step import Handlers, Step


def assign(step: Step) -> None:
    """`Set`: evaluates the expression and sets the variable."""
    node = step.node(ast.Assign)
    known = step.value(node.value)
    step.set(node.target, known)
    step.record.detail = in_brief(known.value)


def add_to(step: Step) -> None:
    """Appends to a list or table, adds to a number; a list given to a list is one item."""
    node = step.node(ast.AddTo)
    items, added = step.lookup(node.target), step.value(node.value)
    if isinstance(items.value, list):
        value: Value = [*items.value, added.value]
    elif isinstance(items.value, Table) and isinstance(added.value, list) and not _rows(added.value):
        value = calculate("+", items.value, dict(zip(items.value.columns, added.value, strict=False)))
    else:
        value = calculate("+", items.value, added.value)
    step.set(node.target, _made(value, items, added))


def _rows(items: list[Value]) -> bool:
    return all(isinstance(item, dict) for item in items)


def _made(value: Value, *sources: Known) -> Known:
    return Known(value, least_trusted(source.provenance for source in sources))


def remove_from(step: Step) -> None:
    """Removes the first equal item or row, or a key; subtracts from a number."""
    node = step.node(ast.RemoveFrom)
    items, removed = step.lookup(node.target), step.value(node.value)
    step.set(node.target, _made(_without(items.value, removed.value), items, removed))


def _without(value: Value, removed: Value) -> Value:
    match value:
        case list():
            at = next((index for index, item in enumerate(value) if equal(item, removed)), None)
            return value if at is None else [*value[:at], *value[at + 1 :]]
        case Table(columns=columns, rows=rows):
            rows_left = [
                row for row in rows if not (equal(dict(row), removed) or any(equal(c, removed) for c in row.values()))
            ]
            return Table.of(rows_left, columns)
        case dict():
            return {key: item for key, item in value.items() if not equal(key, removed)}
        case _:
            return calculate("-", value, removed)


def sort(step: Step) -> None:
    """`Sort`: orders a list or table by a key; without a variable for the result, in place."""
    node = step.node(ast.Sort)
    known = step.lookup(node.source)
    items = to_list(known.value)
    keys = [dig(item, node.key, whole=str(node.source)) if node.key else item for item in items]
    rank = order_key(keys)
    order = sorted(range(len(items)), key=lambda index: rank(keys[index]), reverse=node.descending)
    value = _like(known.value, [items[index] for index in order])
    step.set(node.capture or node.source, Known(value, known.provenance))


def keep_matching(step: Step) -> None:
    """`filter`: an item that cannot be compared is an error, not silently left out; an empty cell does not match."""
    node = step.node(ast.Filter)
    items, compared_with = step.lookup(node.source), step.value(node.value)
    matching = []
    for item in to_list(items.value):
        cell = dig(item, node.key, whole=str(node.source)) if node.key else item
        if (cell is not None or node.op in ("==", "!=")) and compare(node.op, cell, compared_with.value):
            matching.append(item)
    value = _like(items.value, matching)
    step.set(node.capture or node.source, Known(value, items.provenance))
    step.record.detail = f"{len(matching)} kept"


def _like(original: Value, items: list[Value]) -> Value:
    return Table.of(items, original.columns) if isinstance(original, Table) else items


# ---------------------------------------------------------------- files and tools


def read_table(step: Step) -> None:
    """Reads a table from a file of the workspace. Raises RunError."""
    node = step.node(ast.ReadTable)
    path = step.text(node.path)
    data = step.resolve("read table", lambda: to_json(step.tools.workspace.read_table(path)))
    step.set(node.capture, Known(from_json(data), Provenance.FILE))


def read_text(step: Step) -> None:
    """Reads a text from a file of the workspace. Raises RunError."""
    node = step.node(ast.ReadText)
    path = step.text(node.path)
    text = step.resolve("read text", lambda: step.tools.workspace.read_text(path))
    step.set(node.capture, Known(text, Provenance.FILE))


def save_file(step: Step) -> None:
    """Saves a value in a file of the workspace; a dry run writes nothing. Raises RunError."""
    node = step.node(ast.SaveFile)
    path, known = step.text(node.path), step.value(node.value)

    def saved() -> bool:
        step.tools.workspace.save(path, known.value)
        return True

    step.resolve("saved", saved)
    step.record.detail = path
    if step.options.dry_run:
        step.end("not done", f"dry run: the file {path!r} was not written")


def check_file(step: Step) -> None:
    """Checks whether a file of the workspace exists."""
    node = step.node(ast.CheckFile)
    path = step.text(node.path)
    exists = bool(step.resolve("file exists", lambda: step.tools.workspace.exists(path)))
    step.course.last_file = path
    if node.capture is not None:
        step.set(node.capture, Known(exists, Provenance.FILE))
    step.record.status = "true" if exists else "false"


def use_tool(step: Step) -> None:
    """Call a function of the embedding program. Its exceptions end the run as a failure that names the tool."""
    node = step.node(ast.UseTool)
    tool = step.options.tools.get(node.name)
    if tool is None:
        known = ", ".join(f'"{name}"' for name in step.options.tools) or "none"
        raise RunError(f'line {step.line}: there is no tool "{node.name}"', hint=f"Tools of this run: {known}.")
    arguments = {argument.name: step.value(argument.value).value for argument in node.args}
    if step.options.dry_run:
        step.end("not done", "dry run: the tool was not called")
        return

    def used() -> Any:
        try:
            return to_json(tool(**arguments))
        except Exception as exc:
            raise RunError(f'line {step.line}: the tool "{node.name}" failed: {exc}', evidence=repr(exc)) from exc

    result = from_json(step.resolve("tool", used))
    if node.capture is not None:
        step.set(node.capture, Known(result, Provenance.TOOL))
    step.record.detail = in_brief(result)


HANDLERS: Handlers = {
    ast.Assign: assign,
    ast.AddTo: add_to,
    ast.RemoveFrom: remove_from,
    ast.Sort: sort,
    ast.Filter: keep_matching,
    ast.ReadTable: read_table,
    ast.ReadText: read_text,
    ast.SaveFile: save_file,
    ast.CheckFile: check_file,
    ast.UseTool: use_tool,
}

"""Control flow: conditions, loops, calls and jumps. Exact ones never ask a model."""

from __future__ import annotations

from agentprog.errors import OutOfBudget, RunError
from agentprog.identity import keyed
from agentprog.lang import ast
from agentprog.runtime.evaluation.expressions import Known, as_count
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.journal.events import ItemDone
from agentprog.runtime.operations import Operation
from agentprog.runtime.state.frames import Cursor
from agentprog.runtime.state.values import as_text, coerce, to_list
from agentprog.runtime.state.variables import Scope, Variable
from agentprog.runtime.step import Handlers, Step

_OPEN_ENDED = 10_000
"""Rounds of a `while` or `until` loop without a limit, since it may never end."""


def branch(step: Step) -> Operation:
    """`if` and `else if`."""
    holds = step.holds(step.node(ast.Branch).condition)
    step.record.status = "true" if holds else "false"
    return Operation.CONTINUE if holds else Operation.BREAK


def attempt(step: Step) -> Operation:
    """`try`: run its block, and again after a failure. A block that reached its end is left."""
    cursors = step.course.frame.cursors
    cursor = cursors.get(step.row.index)
    if cursor is None:
        times = step.node(ast.Try).times
        cursor = cursors[step.row.index] = Cursor(total=1 if times is None else as_count(step.value(times).value))
    elif not cursor.failed:
        step.record.status = f"done at try {cursor.iteration}"
        return Operation.BREAK
    cursor.failed = cursor.lasting = ""
    return _round(step, cursor)


def block(step: Step) -> None:
    """An app scope, or the block of an `on error`: only runs its steps."""
    del step


def repeat(step: Step) -> Operation:
    """`Repeat N times`: counts once, at the first round."""
    cursor = step.course.frame.cursors.get(step.row.index)
    if cursor is None:
        times = step.value(step.node(ast.Repeat).times).value
        cursor = step.course.frame.cursors[step.row.index] = Cursor(total=as_count(times))
    return _round(step, cursor)


def for_each(step: Step) -> Operation:
    """`For each`: reads the list once, at the first round."""
    node = step.node(ast.ForEach)
    cursor = step.course.frame.cursors.get(step.row.index)
    if cursor is None:
        known = _items(step, node)
        items = to_list(known.value)
        cursor = Cursor(total=len(items), items=items, provenance=known.provenance)
        step.course.frame.cursors[step.row.index] = cursor
    if cursor.iteration:
        _enter_in_ledger(step, cursor)
    operation = _round(step, cursor)
    if operation is Operation.CONTINUE:
        cursor.unproven = step.notes.ledger.open
        item = Known(cursor.items[cursor.iteration - 1], cursor.provenance)
        step.set(node.target, item)
        step.record.detail = as_text(item.value)[:80]
    return operation


def _enter_in_ledger(step: Step, cursor: Cursor) -> None:
    step.session.emit(
        ItemDone(
            at=0.0,
            step=step.record.step,
            node=step.row.node.id,
            line=step.line,
            iteration=cursor.iteration,
            item=as_text(cursor.items[cursor.iteration - 1])[:200],
            proven=step.notes.ledger.open <= cursor.unproven,
        )
    )


def _items(step: Step, node: ast.ForEach) -> Known:
    """The items' value; items on the phone are read once, before the first round."""
    if isinstance(node.items, ast.Semantic):
        question = step.text(node.items.text)
        return read_value(step, question, kind=step.wanted_kind())
    return step.value(node.items)


def while_loop(step: Step) -> Operation:
    """`While`: checks the condition before each round."""
    cursor = step.course.frame.cursors.setdefault(step.row.index, Cursor())
    holds = step.holds(step.node(ast.While).condition)
    return _round(step, cursor) if holds else _leave(step, cursor)


def repeat_until(step: Step) -> Operation:
    """`Repeat until`: checks the condition after each round."""
    cursor = step.course.frame.cursors.setdefault(step.row.index, Cursor())
    if cursor.iteration > 0 and step.holds(step.node(ast.RepeatUntil).condition):
        return _leave(step, cursor)
    return _round(step, cursor)


def _round(step: Step, cursor: Cursor) -> Operation:
    """Begin the next round, or leave after the last."""
    if cursor.total is not None and cursor.iteration >= cursor.total:
        return _leave(step, cursor)
    most = step.session.meter.limits.iterations
    limit = most if most is not None else None if cursor.total is not None else _OPEN_ENDED
    if limit is not None and cursor.iteration >= limit:
        raise OutOfBudget(f"the loop of line {step.line} has run {limit} times, which is its limit")
    if cursor.iteration and not isinstance(step.row.node, ast.Try):
        for name in step.course.own_of_round(step.row):
            step.course.frame.scope.remove(name)
    cursor.iteration += 1
    of = f" of {cursor.total}" if cursor.total is not None else ""
    word = "try" if isinstance(step.row.node, ast.Try) else "round"
    step.record.status = f"{word} {cursor.iteration}{of}"
    return Operation.CONTINUE


def _leave(step: Step, cursor: Cursor) -> Operation:
    step.record.status = f"left after {cursor.iteration} rounds"
    return Operation.BREAK


def break_loop(step: Step) -> Operation:
    """Leaves the innermost loop."""
    del step
    return Operation.BREAK


def next_round(step: Step) -> None:
    """Ends the round; the machine moves to the head of the loop."""
    del step


def call(step: Step) -> None:
    """Bind the inputs of a task and push its frame."""
    node = step.node(ast.Call)
    definition = step.course.table.task(node.name)
    function = definition.node if definition is not None else None
    if definition is None or not isinstance(function, ast.FunctionDef):
        known = ", ".join(f'"{name}"' for name in step.course.table.program.functions) or "none"
        raise RunError(f'line {step.line}: there is no task "{node.name}"', hint=f"Tasks of this program: {known}.")
    scope = Scope(outer=step.course.frames[0].scope)
    arguments = {keyed(argument.name): step.value(argument.value) for argument in node.args}
    for parameter in function.inputs:
        known_value = arguments.pop(keyed(parameter.name), None)
        if known_value is None and parameter.default is not None:
            known_value = step.value(parameter.default)
        if known_value is None:
            raise RunError(f'line {step.line}: the task "{node.name}" needs {{{parameter.name}}}')
        value = coerce(known_value.value, parameter.type)
        scope.set(Variable(name=parameter.name, value=value, provenance=known_value.provenance, line=step.line))
    if arguments:
        names = ", ".join(f"{{{name}}}" for name in arguments)
        raise RunError(f'line {step.line}: the task "{node.name}" has no input {names}')
    step.course.enter_function(definition, scope, call=step.row, app=step.app())


def return_value(step: Step) -> Operation:
    """Ends the task and keeps its result for the call."""
    node = step.node(ast.Return)
    result: Known | None = step.value(node.value) if node.value is not None else None
    step.course.returning = result
    return Operation.RETURN


HANDLERS: Handlers = {
    ast.Branch: branch,
    ast.Case: branch,
    ast.Try: attempt,
    ast.OnError: block,
    ast.Within: block,
    ast.Repeat: repeat,
    ast.ForEach: for_each,
    ast.While: while_loop,
    ast.RepeatUntil: repeat_until,
    ast.Break: break_loop,
    ast.Continue: next_round,
    ast.Return: return_value,
    ast.Call: call,
}

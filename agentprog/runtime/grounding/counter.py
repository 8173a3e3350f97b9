"""Where the program counter goes from an Action step: the steps that may follow, and who decides.

Fused: the call that ends a step may give the next step's action too, named by that step. It is taken when the counter
then really stands there, on the same screen; otherwise the step asks for itself. Separate: after every action a second
question is put, which operation the counter takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentprog.errors import AgentProgError
from agentprog.lang import ast
from agentprog.lang.table import Entry
from agentprog.runtime.evaluation.expressions import Known, dig, template
from agentprog.runtime.evaluation.world import RowWorld
from agentprog.runtime.operations import NodeKind, Operation, Transition, kind_of_node, legal, transition
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Act, OperationContext, StepContext, StepDone, Successor
from agentprog.runtime.state.values import CoercionError, as_text

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

_MOST = 6
_FARTHEST = 40
"""Statements looked at on the way to the steps that may follow."""
_EXACT = (ast.Assign, ast.AddTo, ast.RemoveFrom, ast.Sort, ast.Filter, ast.Tell)
"""Statements that a step may follow at once: they neither touch the phone nor ask anybody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Carried:
    """An action that came with the answer before, and the step and the screen that it is for."""

    line: int
    step: str
    screen: str
    act: Act


@dataclass(frozen=True, slots=True)
class _Unset:
    """A variable whose value on the way ahead is not known yet."""


class _Ahead(RowWorld):
    """Values as they will be in a step ahead: those that the way there sets, else those of now."""

    def __init__(self, machine: Machine, row: Entry, record: StepRecord, bound: Mapping[str, Any]) -> None:
        super().__init__(machine, row, record)
        self._bound = bound

    def lookup(self, ref: ast.Ref) -> Known:
        if ref.name not in self._bound:
            return super().lookup(ref)
        value = self._bound[ref.name]
        for part in ref.path:
            if isinstance(value, _Unset) or isinstance(part, ast.Ref):
                raise CoercionError(f"{ref} is not known yet")
            value = dig(value, part, whole=str(ref))
        if isinstance(value, _Unset):
            raise CoercionError(f"{ref} is not known yet")
        return Known(value)


@dataclass(frozen=True, slots=True)
class _Place:
    index: int
    bound: Mapping[str, Any]
    again: bool


def successors(machine: Machine, row: Entry, record: StepRecord) -> tuple[Successor, ...]:
    """The Action steps that may come next in this task, with the values they will have; those of later rounds too."""
    found: dict[str, Successor] = {}
    left: list[_Place] = [_Place(row.after, {}, False)] if row.after is not None else []
    for _ in range(_FARTHEST):
        if not left or len(found) == _MOST:
            break
        place = left.pop(0)
        entry = machine.table[place.index]
        if isinstance(entry.node, ast.Action):
            successor = _successor(machine, entry, record, place)
            if successor is not None:
                found.setdefault(successor.name, successor)
            continue
        left.extend(_ways(machine, entry, place))
    return tuple(found.values())


def _successor(machine: Machine, entry: Entry, record: StepRecord, place: _Place) -> Successor | None:
    if not isinstance(entry.node, ast.Action):
        return None
    world = _Ahead(machine, entry, record, place.bound)
    try:
        goal = "\n".join(as_text(template(part, world).value) for part in (entry.node.text, *entry.node.details))
    except (AgentProgError, CoercionError):
        return None
    name = f"{entry.line}, next round" if place.again else str(entry.line)
    return Successor(name=name, line=entry.line, step=goal)


def _ways(machine: Machine, entry: Entry, place: _Place) -> Iterator[_Place]:
    """Where the counter may go from a statement, without running it."""
    node, bound, again = entry.node, place.bound, place.again
    match kind_of_node(node):
        case NodeKind.STEP if isinstance(node, _EXACT):
            yield from _to(entry.after, {**bound, **_changed(node)}, again)
        case NodeKind.CONDITION:
            yield from _to(entry.body if entry.body is not None else entry.after, bound, again)
            other = machine.table[entry.orelse] if entry.orelse is not None else None
            if other is None:
                yield from _to(entry.after, bound, again)
            elif isinstance(other.node, ast.Otherwise):
                yield from _to(other.body if other.body is not None else other.after, bound, again)
            else:
                yield from _to(other.index, bound, again)
        case NodeKind.LOOP:
            yield from _rounds(machine, entry, place)
        case NodeKind.BLOCK:
            yield from _to(entry.body if entry.body is not None else entry.after, bound, again)
        case NodeKind.BREAK:
            loop = machine.table.loop_around(entry.index)
            yield from _to(machine.table[loop].after if loop is not None else None, bound, again)
        case NodeKind.SKIP:
            yield from _to(machine.table.loop_around(entry.index), bound, again)


def _to(index: int | None, bound: Mapping[str, Any], again: bool) -> Iterator[_Place]:
    if index is not None:
        yield _Place(index, bound, again)


def _changed(node: ast.Line) -> dict[str, Any]:
    """Variables that a statement sets: what they will be is not known before it runs."""
    refs = (getattr(node, name, None) for name in ("target", "capture", "source"))
    return {ref.name: _Unset() for ref in refs if isinstance(ref, ast.Ref)}


def _rounds(machine: Machine, entry: Entry, place: _Place) -> Iterator[_Place]:
    """Into the next round of a loop, and past it."""
    node, bound = entry.node, place.bound
    cursor = machine.frame.cursors.get(entry.index)
    done = cursor.iteration if cursor is not None else 0
    total = cursor.total if cursor is not None else None
    if total is None or done < total:
        more: dict[str, Any] = {"loop": {"iteration": done + 1, "count": total if total is not None else _Unset()}}
        if isinstance(node, ast.ForEach):
            items = cursor.items if cursor is not None else []
            more[node.target.name] = items[done] if done < len(items) else _Unset()
        yield from _to(entry.body, {**bound, **more}, place.again or cursor is not None)
    if total is None or done >= total:
        yield from _to(entry.after, {**bound, "loop": _Unset()}, place.again)


# ---------------------------------------------------------------- fused


def keep(machine: Machine, record: StepRecord, done: StepDone, offered: tuple[Successor, ...]) -> None:
    """Keep the action that came with the end of a step for the step that it names."""
    named = next((found for found in offered if done.then is not None and found.name == done.then.step), None)
    if done.then is None or named is None:
        return
    screen = machine.kit.handset.current(record).signature
    machine.carried = Carried(line=named.line, step=named.step, screen=screen, act=done.then.act)


def carried(machine: Machine, row: Entry, record: StepRecord, goal: str) -> Act | None:
    """The action kept for this step, when the counter stands where it was meant for and the screen is the same."""
    kept, machine.carried = machine.carried, None
    if kept is None or kept.line != row.line or kept.step != goal:
        return None
    return kept.act if machine.kit.handset.current(record).signature == kept.screen else None


# ---------------------------------------------------------------- separate


def next_operation(
    machine: Machine, row: Entry, record: StepRecord, context: Callable[[], StepContext]
) -> tuple[Operation, str]:
    """The operation that the counter's own question gives for this step, and the evidence. Raises IllegalOperation."""
    kind, in_loop = kind_of_node(row.node), machine.table.loop_around(row.index) is not None
    allowed = tuple(
        operation
        for operation in legal(kind)
        if in_loop or transition(kind, operation, line=row.line, in_loop=True) is not Transition.LEAVE_LOOP
    )

    def decided() -> dict[str, Any]:
        role = machine.need(machine.kit.roles.counter, row, "is a step in plain words")
        machine.kit.session.cancel.check()
        decision = role.next_operation(OperationContext(step=context(), allowed=tuple(map(str, allowed))))
        return {"operation": decision.operation, "evidence": decision.evidence, "reason": decision.reason}

    found = machine.resolve(record, "operation", decided)
    operation = Operation(found["operation"])
    transition(kind, operation, line=row.line, in_loop=in_loop)
    return operation, str(found["evidence"])

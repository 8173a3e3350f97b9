"""Finds the steps and readings that may follow a step, with their values, on the table and without running anything.
The search goes past exact statements, into both branches and the next round, into called tasks and back to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agentprog.errors import AgentProgError
from agentprog.frozen import frozen
from agentprog.identity import keyed
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.evaluation.expressions import Known, dig, evaluate, template, truth
from agentprog.runtime.grounding.reported import is_single, sought_by
from agentprog.runtime.operations import NodeKind, kind_of_node
from agentprog.runtime.roles import Successor
from agentprog.runtime.state.frames import Cursor
from agentprog.runtime.state.values import CoercionError, as_text, coerce, to_list
from agentprog.runtime.state.variables import ANSWER
from agentprog.runtime.step import Step

_MOST = 6
_MOST_BEHIND = 2
"""Most steps listed after the possible next steps."""
_FARTHEST = 40
"""Most statements searched on the way to the steps that may follow."""
_EXACT = (ast.Assign, ast.AddTo, ast.RemoveFrom, ast.Sort, ast.Filter, ast.Tell)
"""Statements that a step may follow at once: they neither touch the phone nor ask anybody."""
_LOOP = "loop"


@dataclass(frozen=True, slots=True)
class _Unset:
    """A variable whose value is not known yet at a later place. `coming`: the current step reads it."""

    coming: bool = False


@frozen
class _Place:
    """A statement on the way ahead. `depth` is its frame of the run; None for a call still to be made, which then leads
    `back`. `bound` are values that the way there sets in this frame. `given` are the conditions in plain words on the
    way, each with the verdict that leads here.
    """

    index: int
    depth: int | None
    bound: Mapping[str, Any] = field(default_factory=dict)
    back: _Place | None = None
    given: tuple[tuple[int, bool], ...] = ()
    loops: Mapping[int, Cursor | None] = field(default_factory=dict)
    """The loops whose round the path changes, by their rows; None for a loop that the path leaves."""


class _Ahead:
    """Values at a later place of the program: values that the way to it sets, else the current values of its frame. A
    value that needs a question is unknown. `coming` gets the variable that the step now reads, where a sentence has it.
    """

    def __init__(self, step: Step, row: Row, place: _Place, *, coming: list[str] | None = None) -> None:
        self._course, self._row, self._place, self._coming = step.course, row, place, coming

    def lookup(self, ref: ast.Ref) -> Known:
        place, name = self._place, ref.name
        innermost = place.depth == len(self._course.frames) - 1
        if name not in place.bound and innermost:
            return self._course.store.lookup(ref, self._row)
        found = None if name == _LOOP else self._course.frames[place.depth or 0].scope.get(name)
        value = place.bound.get(name, found.value if found is not None else _Unset())
        if self._coming is not None and value == _Unset(coming=True) and not ref.path:
            self._coming.append(str(ref))
            return Known(str(ref))
        for part in ref.path:
            if isinstance(value, _Unset) or isinstance(part, ast.Ref):
                raise CoercionError(f"{ref} is not known yet")
            value = dig(value, part, whole=str(ref))
        if isinstance(value, _Unset):
            raise CoercionError(f"{ref} is not known yet")
        return Known(value)

    def judge(self, question: ast.Semantic) -> Known:
        raise CoercionError(f"{question.text} is not known yet")

    def read(self, reading: ast.Semantic) -> Known:
        raise CoercionError(f"{reading.text} is not known yet")

    def compute(self, statement: ast.Compute) -> Known:
        raise CoercionError(f"{statement.text} is not known yet")

    def on_screen(self, text: str) -> bool:
        raise CoercionError(f"whether {text!r} is to be seen is not known yet")

    def file_exists(self, path: str | None) -> bool:
        raise CoercionError(f"whether there is {path!r} is not known yet")


def successors(step: Step, *, answered: bool) -> tuple[Successor, ...]:
    """The Action steps and the readings that may come next, with their values; also those of later rounds, of called
    tasks and of this task's callers. `answered`: the answer that ends this step gives the value that it reads; then the
    sentence of a later step keeps this variable open.
    """
    found: dict[str, Successor] = {}
    later: list[_Place] = []
    # The step's own result is not known yet; its variable may still hold the result of an earlier round.
    bound = {name: _Unset(coming=answered) for name in _changed(step.row.node)}
    start = _Place(index=step.row.index, depth=len(step.course.frames) - 1, bound=bound)
    for place, successor in _steps(step, list(_to(step, start, step.row.after))):
        if len(found) == _MOST:
            break
        known = found.get(successor.name, successor)
        alike = known.given == successor.given or known.step != successor.step
        found[successor.name] = known if alike else replace(known, given=(), when="")
        row = step.course.table[place.index]
        done = replace(place, bound={**place.bound, **_changed(row.node)})
        later.extend(_to(step, done, row.after) if not place.given else ())
    for _place, successor in _steps(step, later):
        namesake = found.get(successor.name)
        name = successor.name if namesake is None else f"{successor.name} but one"
        new = not successor.given and name not in found and (namesake is None or namesake.step != successor.step)
        if new and sum(place.behind for place in found.values()) < _MOST_BEHIND:
            found[name] = replace(successor, name=name, behind=True)
    return tuple(found.values())


def _steps(step: Step, left: list[_Place]) -> Iterator[tuple[_Place, Successor]]:
    """The nearest steps from some places, in order. Past a step whose values are not known yet nothing is known."""
    for _ in range(_FARTHEST):
        if not left:
            return
        place = left.pop(0)
        row = step.course.table[place.index]
        if not isinstance(row.node, ast.Action | ast.Extract):
            left.extend(_ways(step, row, place))
        elif (successor := _successor(step, row, place)) is not None:
            yield place, successor


def _successor(step: Step, row: Row, place: _Place) -> Successor | None:
    coming: list[str] = []
    node, world = row.node, _Ahead(step, row, place, coming=coming)
    reads = False
    try:
        if isinstance(node, ast.Extract):
            sought = sought_by(as_text(template(node.what, world).value), str(step.course.table.uses.of(node)))
            goal, reads = sought.words, is_single(sought.kind)
        else:
            parts = (node.text, *node.details) if isinstance(node, ast.Action) else ()
            goal = "\n".join(as_text(template(part, world).value) for part in parts)
    except (AgentProgError, CoercionError):
        return None
    conditions = [_condition(step, index, place, holds=holds) for index, holds in place.given]
    values = place.given if all(conditions) else ()
    when = "; ".join(conditions) if values else ""
    name = f"{row.line}{_which(step, place)}"
    coming = list(dict.fromkeys(coming))
    return Successor(
        name=name, line=row.line, step=goal, reads=reads, given=values, when=when, coming=coming[0] if coming else ""
    )


def _condition(step: Step, index: int, place: _Place, *, holds: bool) -> str:
    """A condition on the way in words; empty if its values are not known yet."""
    row = step.course.table[index]
    condition = getattr(row.node, "condition", None)
    try:
        words = (
            as_text(template(condition.text, _Ahead(step, row, place)).value)
            if isinstance(condition, ast.Semantic)
            else ""
        )
    except (AgentProgError, CoercionError):
        return ""
    return f"{'if' if holds else 'unless'} {words}" if words else ""


def _judged(row: Row, place: _Place, *, holds: bool) -> _Place:
    """The way behind a condition on a row, with its verdict if a model has to judge it."""
    if not isinstance(getattr(row.node, "condition", None), ast.Semantic):
        return place
    return replace(place, given=(*place.given, (row.index, holds)))


def _which(step: Step, place: _Place) -> str:
    """The suffix that distinguishes a step from the step that runs now on the same line."""
    if place.depth is None:
        return ", next call"
    outer = place.depth < len(step.course.frames) - 1
    if outer and step.course.frames[place.depth].task is step.course.frame.task:
        return ", after the return"
    around = step.course.table.around(step.course.table[place.index])
    return ", next round" if any(_is_later(step, loop, place) for loop in around) else ""


def _is_later(step: Step, loop: int, place: _Place) -> bool:
    """True if a place is in a later round of a loop than the first, or than the current one."""
    cursor = place.loops.get(loop)
    running = place.depth is not None and loop in step.course.frames[place.depth].cursors
    return cursor is not None and (running or cursor.iteration > 1)


def _ways(step: Step, row: Row, place: _Place) -> Iterator[_Place]:
    """The next places of the counter after a statement, without running it."""
    node = row.node
    body = row.body if row.body is not None else row.after
    match kind_of_node(node):
        case NodeKind.STEP if isinstance(node, _EXACT):
            yield from _to(step, replace(place, bound={**place.bound, **_set_by(step, row, place)}), row.after)
        case NodeKind.CONDITION:
            yield from _branches(step, row, place, body)
        case NodeKind.LOOP:
            yield from _rounds(step, row, place)
        case NodeKind.BLOCK:
            yield from _to(step, place, body)
        case NodeKind.TRY:
            inside = row.index in step.course.table.around(step.row)
            yield from _to(step, place, row.after if inside else body)
        case NodeKind.BREAK:
            loop = step.course.table.loop_around(row.index)
            if loop is not None:
                yield from _to(step, place, step.course.table[loop].after)
        case NodeKind.SKIP:
            yield from _to(step, place, step.course.table.loop_around(row.index))
        case NodeKind.CALL:
            yield from _called(step, row, place)
        case NodeKind.RETURN:
            yield from _to(step, place, None)


def _branches(step: Step, row: Row, place: _Place, body: int | None) -> Iterator[_Place]:
    """Into the branch of a true condition, past the branch of a false one; both ways if the verdict is not known."""
    holds = _holds(step, row, place)
    if holds is not False:
        yield from _to(step, _judged(row, place, holds=True), body)
    if holds:
        return
    place = _judged(row, place, holds=False)
    alternative = step.course.table[row.orelse] if row.orelse is not None else None
    if alternative is None:
        yield from _to(step, place, row.after)
    elif isinstance(alternative.node, ast.Otherwise):
        yield from _to(step, place, alternative.body if alternative.body is not None else alternative.after)
    else:
        yield from _to(step, place, alternative.index)


def _holds(step: Step, row: Row, place: _Place) -> bool | None:
    """The truth of an exact condition; None if it depends on values that are not known yet, or on the screen."""
    condition = getattr(row.node, "condition", None)
    try:
        return bool(truth(condition, _Ahead(step, row, place)).value) if condition is not None else None
    except (AgentProgError, CoercionError):
        return None


def _set_by(step: Step, row: Row, place: _Place) -> dict[str, Any]:
    """The variables that an exact statement sets, with the value of an assignment where it is known."""
    changed, node, table = _changed(row.node), row.node, step.course.table
    for loop in (table[index].node for index in table.around(row)):
        if isinstance(loop, ast.ForEach) and loop.target.name in changed and isinstance(loop.items, ast.Ref):
            changed[loop.items.name] = _Unset()
    if isinstance(node, ast.Assign) and not node.target.path:
        changed[node.target.name] = _valued(node.value, _Ahead(step, row, place))
    return changed


def _valued(value: ast.Expr, world: _Ahead) -> Any:
    try:
        return evaluate(value, world).value
    except (AgentProgError, CoercionError):
        return _Unset()


def _to(step: Step, place: _Place, index: int | None) -> Iterator[_Place]:
    """Continue at this statement of the frame; after the last statement, behind the frame's call."""
    if index is not None:
        yield replace(place, index=index)
    elif place.depth is None and place.back is not None:
        yield place.back
    elif place.depth:
        call = step.course.frames[place.depth].call
        if call is not None:
            outer = _Place(index=call.index, depth=place.depth - 1, bound=_results(call))
            yield from _to(step, outer, call.after)


def _results(call: Row) -> dict[str, Any]:
    """Variables that a call sets in its caller, unknown until the call returns."""
    capture = call.node.capture if isinstance(call.node, ast.Call) else None
    return {ANSWER: _Unset()} | ({capture.name: _Unset()} if capture is not None else {})


def _called(step: Step, row: Row, place: _Place) -> Iterator[_Place]:
    """Into a task, with its inputs."""
    node = row.node
    definition = step.course.table.task(node.name) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or definition is None or not isinstance(definition.node, ast.FunctionDef):
        return
    next_place = replace(place, bound={**place.bound, **_results(row)})
    back = next(_to(step, next_place, row.after), None)
    if definition.body is None:
        if back is not None:
            yield back
        return
    # A task sees its inputs and the program's variables. A value set by the skipped rows counts only if they include
    # rows of the program itself: elsewhere the name may be the caller's own variable, so its value is unknown.
    seen = {name: value if place.depth == 0 else _Unset() for name, value in place.bound.items()}
    if place.depth is None or place.depth == 0:
        seen.pop(_LOOP, None)
    else:
        seen = {ANSWER: _Unset()} if ANSWER in place.bound else {}
    arguments = {keyed(argument.name): argument.value for argument in node.args}
    world = _Ahead(step, row, place)
    for parameter in definition.node.inputs:
        value = arguments.get(keyed(parameter.name), parameter.default)
        seen[parameter.name] = _input(value, parameter.type, world) if value is not None else _Unset()
    yield _Place(index=definition.body, depth=None, bound=seen, back=back)


def _input(value: ast.Expr, kind: str, world: _Ahead) -> Any:
    try:
        return coerce(evaluate(value, world).value, kind)
    except (AgentProgError, CoercionError):
        return _Unset()


def _changed(node: ast.Line) -> dict[str, Any]:
    """Variables that a statement sets; their new values are unknown before it runs."""
    refs = [getattr(node, name, None) for name in ("target", "capture", "source")]
    refs += [extra.ref for extra in getattr(node, "also", ())]
    return {ref.name: _Unset() for ref in refs if isinstance(ref, ast.Ref)}


def _rounds(step: Step, row: Row, place: _Place) -> Iterator[_Place]:
    """Into the next round of a loop, and past it."""
    node, bound = row.node, place.bound
    cursor = _cursor(step, row, place)
    done, total = cursor.iteration, cursor.total
    holds = _holds(step, row, place) if isinstance(node, ast.While) else None
    if holds is not False and (total is None or done < total):
        more: dict[str, Any] = {_LOOP: {"iteration": done + 1, "count": total if total is not None else _Unset()}}
        if isinstance(node, ast.ForEach):
            more[node.target.name] = cursor.items[done] if done < len(cursor.items) else _Unset()
        more |= {name: _Unset() for name in step.course.own_of_round(row) if name not in more}
        into = _judged(row, place, holds=True) if isinstance(node, ast.While) else place
        loops = {**place.loops, row.index: replace(cursor, iteration=done + 1)}
        into = replace(into, bound={**bound, **more}, loops=loops)
        yield from _to(step, into, row.body)
    if not holds and (total is None or done >= total):
        past = _judged(row, place, holds=False) if isinstance(node, ast.While) else place
        past = replace(past, bound={**bound, _LOOP: _Unset()}, loops={**place.loops, row.index: None})
        yield from _to(step, past, row.after)


def _cursor(step: Step, row: Row, place: _Place) -> Cursor:
    """The progress of a loop at a place: its round there, else the state of a loop that has not begun. A round without
    a known number has no total.
    """
    running = step.course.frames[place.depth].cursors.get(row.index) if place.depth is not None else None
    cursor = place.loops.get(row.index, running) if row.index in place.loops else running
    if cursor is not None:
        return cursor
    if not isinstance(row.node, ast.ForEach):
        return Cursor()
    items = _valued(row.node.items, _Ahead(step, row, place))
    try:
        return Cursor() if isinstance(items, _Unset) else Cursor(items=to_list(items), total=len(to_list(items)))
    except CoercionError:
        return Cursor()

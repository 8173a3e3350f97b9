"""Reading data off the phone: one screen, or a list screen by screen, merged without doubling, to its proven end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentprog.errors import RunError
from agentprog.lang.table import Entry
from agentprog.ports import Element, Screen, Scroll
from agentprog.runtime.evaluation.arithmetic import equal
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.state.values import Table, Value, as_text, coerce, from_json, to_json
from agentprog.runtime.state.variables import Provenance

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

READ_ON = "read on"
_MOST_SCREENS = 40


def read_value(machine: Machine, row: Entry, record: StepRecord, wanted: str, *, variable: str, kind: str) -> Known:
    """What is wanted, from the screens below this one too when it is a list or is not found at once.

    Raises RunError when no screen says it.
    """
    record.rises_to(Tier.SEMANTIC)
    enter_app(machine, row, record)
    merged: Value = None
    for _screen in range(_MOST_SCREENS):
        found = read_screen(machine, row, record, wanted, variable=variable, kind=kind)
        merged = merge(merged, from_json(found["value"]))
        if found["end"] or (merged is not None and not is_many(merged, kind)):
            break
        done = machine.kit.handset.act(record, Scroll(direction="down"), why=READ_ON)
        if not done.attempt.ok or not done.attempt.changed:
            break
    else:
        record.detail = f"the end of the list was not seen after {_MOST_SCREENS} screens"
    if merged is None:
        raise RunError(f"line {row.line}: no screen says what is wanted: {wanted}", line=row.line)
    record.detail = record.detail or as_text(merged)[:120]
    return screen_known(to_json(merged), kind)


def read_screen(
    machine: Machine, row: Entry, record: StepRecord, wanted: str, *, variable: str, kind: str
) -> dict[str, Any]:
    """What one screen says, and whether the screen itself shows that nothing follows below."""

    def read() -> dict[str, Any]:
        extractor = machine.need(machine.kit.roles.extractor, row, "reads data off the screen")
        screen = machine.kit.handset.current(record)
        machine.kit.session.cancel.check()
        app = machine.app_of(row, record)
        context = machine.context.extract(record, wanted, variable=variable, kind=kind, app=app, screen=screen)
        reading = extractor.read(context)
        return {"value": to_json(reading.value), "evidence": reading.evidence, "end": at_end(screen)}

    found: dict[str, Any] = machine.resolve(record, "reading", read)
    return found


def at_end(screen: Screen) -> bool:
    """Whether no list on the screen has more below."""
    return not any(_scrolls(element) for element in screen.elements)


def _scrolls(element: Element) -> bool:
    return element.scrollable and element.more_below


def is_many(value: Value, kind: str) -> bool:
    """Whether more of the same may follow on the next screen."""
    wanted = kind.casefold()
    if wanted:
        return wanted.startswith(("list", "table"))
    return isinstance(value, list | Table)


def screen_known(data: Any, kind: str) -> Known:
    return Known(coerce(from_json(data), kind), Provenance.SCREEN)


def merge(earlier: Value, later: Value) -> Value:
    """Two readings of one list as one: where the end of the first is the start of the second, it counts once."""
    if earlier is None or later is None:
        return later if earlier is None else earlier
    if isinstance(earlier, Table) and isinstance(later, Table):
        return Table.of(_overlap([dict(r) for r in earlier.rows], [dict(r) for r in later.rows]), earlier.columns)
    if isinstance(earlier, list) and isinstance(later, list):
        return _overlap(earlier, later)
    if isinstance(earlier, list) or isinstance(later, list):
        return merge(earlier if isinstance(earlier, list) else [earlier], later if isinstance(later, list) else [later])
    return earlier


def _overlap(earlier: list[Value], later: list[Value]) -> list[Value]:
    """Joined at the longest run of items that ends the first and begins the second."""
    for size in range(min(len(earlier), len(later)), 0, -1):
        if all(equal(a, b) for a, b in zip(earlier[-size:], later[:size], strict=True)):
            return [*earlier, *later[size:]]
    return [*earlier, *later]

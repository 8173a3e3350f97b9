"""Reading data off the phone: one screen, or a list screen by screen, merged without doubling, to its proven end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.errors import RunError
from agentprog.ports import Screen, Scroll
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.recovery import steady
from agentprog.runtime.grounding.rows import Merger, as_data, as_page, at_end, page_of
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.record import Tier
from agentprog.runtime.state.values import Table, Value, as_text, coerce, from_json, to_json
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.step import Step
from agentprog.runtime.watching import scroll_to

READ_ON = "read on"
_MOST_SCREENS = 40


class AppClosed(RunError):
    """The app was gone in the middle of a list and has been opened again: what was read of it is not all."""


def read_value(step: Step, wanted: str, *, variable: str, kind: str) -> Known:
    """What is wanted, from the screens below this one too when it is a list or is not found at once.

    A list is read from its top. Raises RunError when no screen says it, AppClosed when the app went away in the middle
    of a list; a list whose end was not seen, or that may lack rows, is said to be so: the run is then not verified.
    """
    step.record.rises_to(Tier.SEMANTIC)
    enter_app(step)
    if kind and is_many(None, kind):
        _to_the_top(step)
    merger, single = Merger(), None
    shape: type = list
    ended = False
    for _screen in range(_MOST_SCREENS):
        if steady(step, wanted) and merger.items:
            raise AppClosed(
                f"line {step.line}: the app was closed while a list was read off it: {wanted}", line=step.line
            )
        found = read_screen(step, wanted, variable=variable, kind=kind)
        value = from_json(found["value"])
        if value is not None and not is_many(value, kind):
            single = value
            break
        if value is not None:
            shape = Table if isinstance(value, Table) else shape
            merger.add(as_page(found, _items(value)))
        if found["end"]:
            ended = True
            break
        done = step.act(Scroll(direction="down"), why=READ_ON)
        if done.dry:
            break
        if done.interrupted:
            continue  # whether it moved, the next look tells
        if not done.attempt.ok or not done.attempt.changed:
            ended = done.attempt.ok
            break
    merged: Value = single if single is not None else _whole(merger, shape)
    if merged is None:
        raise RunError(f"line {step.line}: no screen says what is wanted: {wanted}", line=step.line)
    step.record.detail = step.record.detail or as_text(merged)[:120]
    step.notes.ledger.reading()
    if single is None:
        _judge_completeness(step, merger, ended=ended)
    return screen_known(to_json(merged), kind)


def _items(value: Value) -> list[Value]:
    if isinstance(value, Table):
        return [dict(row) for row in value.rows]
    return list(value) if isinstance(value, list) else [value]


def _whole(merger: Merger, shape: type) -> Value:
    if not merger.items:
        return None
    return (
        Table.of([dict(item) for item in merger.items if isinstance(item, Mapping)]) if shape is Table else merger.items
    )


def _to_the_top(step: Step) -> None:
    """A list that an earlier step left in its middle is read from its beginning."""

    def at_top() -> bool:
        return not step.resolve("more above", lambda: _more_above(step.screen()))

    scroll_to(step, at_top, direction="up", why=READ_ON)


def _more_above(screen: Screen) -> bool:
    return any(element.scrollable and element.more_above for element in screen.elements)


def _judge_completeness(step: Step, merger: Merger, *, ended: bool) -> None:
    """Whether this is the whole list: its end was seen, and each screen followed on the one before."""
    count = f"{len(merger.items)} items"
    if ended and not merger.gaps and not merger.doubts:
        step.record.detail = f"{count}, to the end of the list: {step.record.detail}"[:160]
        return
    why = f"the end was not seen after {_MOST_SCREENS} screens"
    if ended:
        alike = "rows that look alike cannot be counted for certain"
        why = "rows between two screens may be missing" if merger.gaps else alike
    step.end("incomplete", f"{count}, but {why}")
    if not step.options.dry_run:
        step.notes.ledger.unverifiable.append(step.line)


def read_screen(step: Step, wanted: str, *, variable: str, kind: str) -> dict[str, Any]:
    """What one screen says, and whether the screen itself shows that nothing follows below."""

    def look() -> dict[str, Any]:
        extractor = step.need(step.roles.extractor, "reads data off the screen")
        screen = step.screen()
        step.session.cancel.check()
        app = step.app()
        context = step.contexts.extract(step.record, wanted, variable=variable, kind=kind, app=app, screen=screen)
        reading = extractor.read(context)
        read: dict[str, Any] = {"value": to_json(reading.value), "evidence": reading.evidence, "end": at_end(screen)}
        if isinstance(reading.value, list | Table):
            read |= as_data(page_of(screen, _items(reading.value)))
        return read

    found: dict[str, Any] = step.resolve("reading", look)
    return found


def is_many(value: Value, kind: str) -> bool:
    """Whether more of the same may follow on the next screen."""
    wanted = kind.casefold()
    if wanted:
        return wanted.startswith(("list", "table"))
    return isinstance(value, list | Table)


def screen_known(data: Any, kind: str) -> Known:
    return Known(coerce(from_json(data), kind), Provenance.SCREEN)

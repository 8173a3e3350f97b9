"""Adjusts the line numbers of a journal to a program that was changed afterwards, if the change is safe.

Statements keep their ids when the program changes elsewhere, so executed statements are found by id. The change is safe
if all of them are still there unchanged. Replay finds the lines inserted between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agentprog.errors import UsageError
from agentprog.lang.ast import Line, Program
from agentprog.lang.visit import walk
from agentprog.ports import Event
from agentprog.runtime.journal.events import ProgramAmended, StepStarted

_HINT = "Put program.stp back as it was, or start a new run with the new one."


def remapped(journal: Sequence[Event], old: Program, new: Program, *, partly: bool = False) -> tuple[Event, ...]:
    """The same events with the line numbers of the new program.

    Raises UsageError that names an executed statement which changed. `partly`: statements missing from the new program
    keep their old lines.
    """
    places = {node.id: node.span.line for node in _lines(new)}
    if not partly:
        _refuse(journal, old, new, places)
    moved = {node.span.line: places[node.id] for node in _lines(old) if node.id in places}
    return tuple(_moved(event, places, moved) for event in journal)


def _refuse(journal: Sequence[Event], old: Program, new: Program, places: dict[str, int]) -> None:
    if any(isinstance(event, ProgramAmended) for event in journal):
        raise UsageError("the program has changed since its run began, and the run had amended it itself", hint=_HINT)
    if old.header.inputs != new.header.inputs:
        raise UsageError("the inputs of the program have changed since its run began", hint=_HINT)
    for event in journal:
        if isinstance(event, StepStarted) and event.node not in places:
            raise UsageError(
                f"the program has changed since its run began: line {event.line} was executed, and its text is "
                f"different now: {event.text}",
                hint=_HINT,
            )


def _lines(program: Program) -> list[Line]:
    return [node for node in walk(program) if isinstance(node, Line)]


def _moved(event: Event, places: dict[str, int], moved: dict[int, int]) -> Event:
    """The event with its new line: looked up by statement if it names one, else by its old line."""
    line = getattr(event, "line", None)
    if not isinstance(line, int):
        return event
    new = places.get(str(getattr(event, "node", "")), moved.get(line, line))
    changes: dict[str, Any] = {"line": new}
    return event if new == line else replace(event, **changes)

"""Records the lines of a run's program that a model wrote, from the run's events."""

from __future__ import annotations

from agentprog.app.authorship import book
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal.events import ProgramAmended, ProgramReady


class Scribe:
    """A RunListener. Text written by a model counts as a model's wherever it is copied."""

    def __init__(self) -> None:
        self._base: Program | None = None

    def on_event(self, event: Event) -> None:
        if isinstance(event, ProgramReady) and event.source == "model":
            written(event.text)
        elif isinstance(event, ProgramReady):
            self._base = parse(event.text).program
        elif isinstance(event, ProgramAmended):
            written(event.text, self._base)


def written(text: str, base: Program | None = None) -> None:
    """Record a text by a model. It is parsed both as a model's program and as a file."""
    for program in (parse(text, mode="lenient").program, parse(text).program):
        if program is not None:
            book.by_model(program, base)

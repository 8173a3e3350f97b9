"""Writes down which lines of a run's program a model wrote, as the run's events tell it."""

from __future__ import annotations

from agentprog.app.authorship import book
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal.events import ProgramAmended, ProgramReady


class Scribe:
    """A RunListener: what a model wrote stays a model's wherever its text is put."""

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
    """A model wrote this text. It is read both as models' programs are and as files are."""
    for program in (parse(text, mode="lenient").program, parse(text).program):
        if program is not None:
            book.by_model(program, base)

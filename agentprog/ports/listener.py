"""Events of a run and their listeners: the user interface, the journal and the API's iterator."""

from __future__ import annotations

from typing import Protocol

from agentprog.frozen import frozen


@frozen
class Event:
    """The base of every event. `at` is seconds since the run began. Subclasses live in `runtime.journal.events`."""

    at: float


class RunListener(Protocol):
    def on_event(self, event: Event) -> None:
        """Called in the run's thread, after the event is in the journal. An exception is logged and does not end the
        run.
        """
        ...

"""Who has the phone in hand: one tab at a time."""

from __future__ import annotations

import threading

from agentprog.errors import UsageError


class HeldByAnother(UsageError):
    """Another tab has the phone in hand."""


class Lease:
    """Held by a tab until it gives it back or is lost. A lost tab leaves the run held: nobody goes on for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder = ""

    @property
    def holder(self) -> str:
        """The tab that has it; empty: none."""
        return self._holder

    def take(self, tab: str) -> None:
        """Raises HeldByAnother."""
        with self._lock:
            if self._holder not in ("", tab):
                raise HeldByAnother("another page has this phone in hand", hint="It has to give it back first.")
            self._holder = tab

    def check(self, tab: str) -> None:
        """Raises HeldByAnother, or UsageError where nobody has it."""
        if self._holder == tab:
            return
        if self._holder:
            raise HeldByAnother("another page has this phone in hand", hint="It has to give it back first.")
        raise UsageError("this page does not have the phone in hand", hint="Take it over first.")

    def give_back(self, tab: str) -> None:
        """Nothing where the tab does not have it."""
        with self._lock:
            if self._holder == tab:
                self._holder = ""

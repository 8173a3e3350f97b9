"""Gives control of the phone to one tab at a time."""

from __future__ import annotations

import threading

from agentprog.errors import UsageError


class HeldByAnother(UsageError):
    """Another tab controls the phone."""


class Lease:
    """A tab has control until it gives it back or disconnects. After a disconnect the run stays paused."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder = ""

    @property
    def holder(self) -> str:
        """The tab that has control; empty: none."""
        return self._holder

    def take(self, tab: str) -> None:
        """Gives this tab control. Raises HeldByAnother."""
        with self._lock:
            if self._holder not in ("", tab):
                raise HeldByAnother("another page has taken this phone over", hint="It has to give it back first.")
            self._holder = tab

    def check(self, tab: str) -> None:
        """Raises HeldByAnother, or UsageError if no tab has control."""
        if self._holder == tab:
            return
        if self._holder:
            raise HeldByAnother("another page has taken this phone over", hint="It has to give it back first.")
        raise UsageError("this page has not taken the phone over", hint="Take it over first.")

    def give_back(self, tab: str) -> None:
        """Gives control back; does nothing if the tab does not have it."""
        with self._lock:
            if self._holder == tab:
                self._holder = ""

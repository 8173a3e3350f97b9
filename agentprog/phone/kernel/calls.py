"""Telephone calls: the current one, and listeners for its end."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.phone.kernel.clock import Clock, Timer
from agentprog.phone.records import CallRecord

_RINGS_SECONDS = 2.0
"""Seconds until the called party answers."""


class Calls:
    """One line: a second call is refused during another."""

    def __init__(self, clock: Clock, invalidate: Callable[[], None]) -> None:
        self._clock = clock
        self._invalidate = invalidate
        self._current: CallRecord | None = None
        self._answer: Timer | None = None
        self._count = 0
        self.ended: Callable[[CallRecord], object] = lambda _: None

    def place(self, number: str) -> bool:
        """Call a number. False while there is another call."""
        if self._current is not None:
            return False
        self._count += 1
        began = self._clock.now()
        self._current = CallRecord(id=f"TC@{self._count}", number=number, state="DIALING", began=began)
        self._answer = self._clock.after(_RINGS_SECONDS, self._answered)
        self._invalidate()
        return True

    def _answered(self) -> None:
        if self._current is not None:
            self._current = self._current.answered(self._clock.now())
            self._invalidate()

    def end(self) -> None:
        """Hang up; does nothing without a call."""
        over, self._current = self._current, None
        if self._answer is not None:
            self._answer.cancel()
        if over is not None:
            self.ended(over)
            self._invalidate()

    def list(self) -> tuple[CallRecord, ...]:
        return () if self._current is None else (self._current,)

    def forget(self) -> None:
        """Drop the call at boot."""
        self._current, self._answer, self._count = None, None, 0

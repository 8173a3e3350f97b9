"""The phone's time: it runs with a source on the computer, can be advanced, and fires timers in order."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from agentprog.phone.facade import TimeSource

FIRST_BOOT = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
_MOST_TIMERS_AT_ONCE = 100_000


class HostTime:
    """The computer's monotonic clock."""

    def monotonic(self) -> float:
        return time.monotonic()


class Timer:
    """A planned call; `cancel` prevents it."""

    def __init__(self, due: float, action: Callable[[], object], period: float = 0) -> None:
        self.due = due
        self.action = action
        self.period = period
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """Seconds since boot and wall time. A timer sees the time at which it was due, however late it is fired."""

    def __init__(self, source: TimeSource, start: datetime = FIRST_BOOT) -> None:
        self._source = source
        self._boot = source.monotonic()
        self._offset = 0.0
        self._wall = start
        self._at: float | None = None
        self._heap: list[tuple[float, int, Timer]] = []
        self._order = itertools.count()

    def monotonic(self) -> float:
        if self._at is not None:
            return self._at
        return self._source.monotonic() - self._boot + self._offset

    def now(self) -> datetime:
        return self._wall + timedelta(seconds=self.monotonic())

    def now_ms(self) -> int:
        return round(self.now().timestamp() * 1000)

    def set_wall(self, when: datetime) -> None:
        self._wall = when.astimezone(UTC) - timedelta(seconds=self.monotonic())

    def restart(self, wall: datetime) -> None:
        """A reboot: no timers, zero seconds since boot."""
        self._heap.clear()
        self._boot, self._offset, self._wall, self._at = self._source.monotonic(), 0.0, wall, None

    def advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("time only goes forward")
        self._offset += seconds
        self.settle()

    def after(self, delay: float, action: Callable[[], object]) -> Timer:
        return self._add(Timer(self.monotonic() + max(0.0, delay), action))

    def every(self, period: float, action: Callable[[], object]) -> Timer:
        """Repeats; periods missed while nobody looked are fired once."""
        return self._add(Timer(self.monotonic() + period, action, period))

    def _add(self, timer: Timer) -> Timer:
        heapq.heappush(self._heap, (timer.due, next(self._order), timer))
        return timer

    def settle(self) -> None:
        """Fire all timers that are due. Does nothing inside a timer: the outer call continues."""
        if self._at is not None:
            return
        for _ in range(_MOST_TIMERS_AT_ONCE):
            now = self.monotonic()
            if not self._heap or self._heap[0][0] > now:
                return
            timer = heapq.heappop(self._heap)[2]
            if timer.cancelled:
                continue
            self._at = timer.due
            try:
                timer.action()
            finally:
                self._at = None
            if timer.period and not timer.cancelled:
                missed = int((now - timer.due) // timer.period)
                timer.due += timer.period * (missed + 1)
                self._add(timer)

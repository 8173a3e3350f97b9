"""Time on this computer. The phone's own clock is read from the device."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def monotonic(self) -> float:
        """Seconds of a clock that never goes back."""
        ...

    def now(self) -> datetime:
        """Wall time of this computer, timezone aware."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        ...


class SystemClock:
    """The computer's own clock."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

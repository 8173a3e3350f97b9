"""The log entries of the system and its apps, by buffer, as `logcat` shows them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from agentprog.phone.kernel.clock import Clock
from agentprog.phone.records import SYSTEM_SERVER_PID, LogEntry

_KEPT = 5000


class Log:
    """The last entries of all buffers."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: deque[LogEntry] = deque(maxlen=_KEPT)
        self._next = 1

    def write(
        self,
        tag: str,
        text: str,
        *,
        priority: str = "I",
        buffer: str = "system",
        pid: int = SYSTEM_SERVER_PID,
        uid: int = 1000,
    ) -> None:
        """Add an entry with the phone's time."""
        entry = LogEntry(
            number=self._next,
            when=self._clock.now(),
            uptime=self._clock.monotonic(),
            buffer=buffer,
            priority=priority,
            tag=tag,
            text=text,
            pid=pid,
            uid=uid,
        )
        self._next += 1
        self._entries.append(entry)

    def entries(self) -> tuple[LogEntry, ...]:
        """The entries, the oldest first."""
        return tuple(self._entries)

    def clear(self, buffers: Collection[str] = ()) -> None:
        """Clear these buffers; all buffers if none is named."""
        remaining = [entry for entry in self._entries if buffers and entry.buffer not in buffers]
        self._entries.clear()
        self._entries.extend(remaining)

"""Shares one reader of the phone's pixels between all tabs; hands on only changed pictures."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable

from agentprog.app.session.phone import SharedPhone
from agentprog.errors import AgentProgError
from agentprog.frozen import frozen

_CALM = 0.25
"""Seconds between two reads while only the run acts."""
_QUICK = 0.03
"""Seconds between two reads after a touch."""
_AFTER_TOUCH = 2.0


@frozen
class Frame:
    """One picture, as the phone encoded it. `n` counts distinct pictures from 1."""

    n: int
    data: bytes
    media_type: str
    width: int
    height: int


class Frames:
    """Reads the phone's pixels while at least one tab watches."""

    def __init__(self, phone: Callable[[], SharedPhone | None]) -> None:
        self._phone = phone
        self._news = threading.Condition()
        self._watchers = 0
        self._reads = False
        self._hash = b""
        self._touched = 0.0
        self.latest: Frame | None = None
        self.trouble = ""
        """Why there is no new picture; empty where there is one."""

    def watch(self) -> None:
        """Adds a watcher until it calls `leave`."""
        with self._news:
            self._watchers += 1
            if not self._reads:
                self._reads = True
                threading.Thread(target=self._read_on, name="agentprog frames", daemon=True).start()

    def leave(self) -> None:
        with self._news:
            self._watchers -= 1
            self._news.notify_all()

    def touched(self) -> None:
        """After a touch the next picture is read at once."""
        with self._news:
            self._touched = time.monotonic()
            self._news.notify_all()

    def newer(self, than: int, seconds: float) -> Frame | None:
        """The latest picture if its number is above `than`, waiting up to `seconds`; None if there is none."""
        with self._news:
            self._news.wait_for(lambda: self.latest is not None and self.latest.n > than, seconds)
            return self.latest if self.latest is not None and self.latest.n > than else None

    def _read_on(self) -> None:
        while True:
            with self._news:
                if not self._watchers:
                    self._reads = False
                    return
                touched = self._touched
            self._read()
            with self._news:
                pause = _QUICK if time.monotonic() - self._touched < _AFTER_TOUCH else _CALM
                self._news.wait_for(lambda seen=touched: self._touched != seen, pause)  # type: ignore[misc]

    def _read(self) -> None:
        phone = self._phone()
        if phone is None:
            return
        try:
            shot = phone.frame()
        except AgentProgError as exc:
            self.trouble = exc.message
            return
        if shot is None:
            return
        self.trouble = ""
        found = hashlib.sha256(shot.data).digest()
        if found == self._hash:
            return
        self._hash = found
        with self._news:
            self.latest = Frame(
                n=self.latest.n + 1 if self.latest is not None else 1,
                data=shot.data,
                media_type=shot.media_type,
                width=shot.width,
                height=shot.height,
            )
            self._news.notify_all()

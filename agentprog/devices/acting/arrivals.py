"""Finds out from the phone's input dispatcher whether a touch without effect reached a window."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.dispatcher import dropped_since, parse_dropped, reason_in
from agentprog.errors import DeviceError

_SECONDS = 2.0
_EARLIER = timedelta(seconds=1)
"""Tolerance between this computer's clock and the phone's, which is read once per observation."""


class Arrivals:
    """Used only after an action without a visible change.

    `clock_at` converts this computer's monotonic clock to the phone's time, None if unknown.
    """

    def __init__(self, transport: Transport, clock_at: Callable[[float], datetime | None]) -> None:
        self._transport = transport
        self._clock_at = clock_at
        self._last = ""

    def dropped(self, began: float) -> str:
        """The reason why no window got a touch since that moment; empty if the phone reports none."""
        when = self._clock_at(began)
        if when is None:
            return ""
        try:
            answer = self._transport.shell(dropped_since(when - _EARLIER), seconds=_SECONDS)
        except DeviceError:
            return ""
        lines = parse_dropped(answer.out)
        known, self._last = self._last, lines[-1] if lines else self._last
        new = lines[lines.index(known) + 1 :] if known in lines else lines
        return reason_in(new[-1]) if new else ""

"""The phone's touch screen in its kernel: people's fingers, for readers of its events. Input injected by programs
bypasses it, as on a real phone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from agentprog.frozen import frozen
from agentprog.phone.facade import Phone

PATH, NAME = "/dev/input/event2", "sim_touchscreen"
KEYS_PATH, KEYS_NAME = "/dev/input/event0", "gpio-keys"
MOST = 4095
"""Largest coordinate of the touch screen in both directions, in its own units, not pixels."""
SLOTS, FINGERS = 10, 65_535
_STEP = 0.01
"""Seconds between two reports of a moving finger."""
_LIFTED = 0xFFFFFFFF
Point = tuple[float, float]


@frozen
class InputEvent:
    """`at` is the phone's monotonic time; type and code are names."""

    at: float
    path: str
    type: str
    code: str
    value: int


class Panel:
    """Fingers on one phone's touch screen. Points are fractions of it in its natural position, 0 to 1."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._hears: list[Callable[[InputEvent], None]] = []
        self._finger = 0
        self._told: dict[str, int] = {}

    def listen(self, hears: Callable[[InputEvent], None]) -> Callable[[], None]:
        """Report every event to `hears` until the returned function is called."""
        self._hears.append(hears)
        return lambda: self._hears.remove(hears)

    @property
    def listeners(self) -> int:
        """How many listeners there are now."""
        return len(self._hears)

    async def stroke(
        self, way: list[Point], *, seconds: float, rest: float, wait: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Put a finger down on the first point, rest, move through the others at even speed, and lift."""
        self._finger += 1
        self._say("EV_ABS", "ABS_MT_TRACKING_ID", self._finger)
        self._at(way[0])
        self._say("EV_KEY", "BTN_TOUCH", 1)
        self._report()
        self._phone.touch.down(*self._pixel(way[0]))
        await wait(rest)
        for point in _between(way, max(1, round((seconds - rest) / _STEP))):
            self._at(point)
            self._report()
            self._phone.touch.move(*self._pixel(point))
            await wait(_STEP)
        self._say("EV_ABS", "ABS_MT_TRACKING_ID", _LIFTED)
        self._say("EV_KEY", "BTN_TOUCH", 0)
        self._report()
        self._phone.touch.up(*self._pixel(way[-1]))

    def _at(self, point: Point) -> None:
        """Report a position. The kernel reports an axis only if it has changed."""
        for code, part in zip(("ABS_MT_POSITION_X", "ABS_MT_POSITION_Y"), point, strict=True):
            value = min(MOST, int(part * (MOST + 1)))
            if self._told.get(code) != value:
                self._told[code] = value
                self._say("EV_ABS", code, value)

    def _report(self) -> None:
        self._say("EV_SYN", "SYN_REPORT", 0)

    def _say(self, kind: str, code: str, value: int) -> None:
        event = InputEvent(at=self._phone.clock.monotonic(), path=PATH, type=kind, code=code, value=value)
        for hears in tuple(self._hears):
            hears(event)

    def _pixel(self, point: Point) -> Point:
        """The pixel of that point of the glass in the current rotation. At rotation 1 the phone's top is on the
        left."""
        (across, down), info = point, self._phone.display.info
        turned = {0: (across, down), 1: (down, 1 - across), 2: (1 - across, 1 - down), 3: (1 - down, across)}
        x, y = turned[info.rotation % 4]
        return min(info.width - 1, x * info.width), min(info.height - 1, y * info.height)


def _between(way: list[Point], steps: int) -> list[Point]:
    """Points at even intervals in time, including the last one; none for a finger that stays."""
    if len(way) < 2:
        return []
    found = []
    for step in range(1, steps + 1):
        part = step / steps * (len(way) - 1)
        leg = min(int(part), len(way) - 2)
        (x0, y0), (x1, y1) = way[leg], way[leg + 1]
        found.append((x0 + (x1 - x0) * (part - leg), y0 + (y1 - y0) * (part - leg)))
    return found

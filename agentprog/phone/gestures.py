"""Input injected from outside, by any client: one place refuses, loses, counts and times it."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.rig import Rig


class InjectionDenied(Exception):
    """The vendor does not let adb inject input."""


class Gestures:
    """Fingers and keys of one phone, for the shell's `input` and the automation server.

    If the latency profile skips holds, a gesture's time passes on the phone's clock only.
    """

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    async def tap(self, x: float, y: float, *, hold: float = 0.05) -> None:
        await self._start("tap", f"{x},{y} {hold:.2f}")
        if self._swallowed():
            self._rig.phone.touch.miss(x, y)
        else:
            self._rig.phone.touch.tap(x, y, hold=hold)
        await self._end(hold)

    async def swipe(self, points: Sequence[tuple[float, float]], *, duration: float) -> None:
        await self._start("swipe", f"{points[0]} {points[-1]} {duration:.2f}")
        self._rig.phone.touch.swipe(points, duration=duration)
        await self._end(duration)

    async def drag(self, points: Sequence[tuple[float, float]], *, duration: float, hold: float = 0.5) -> None:
        """Long-press the first point, move to the last, and lift."""
        await self._start("swipe", f"drag {points[0]} {points[-1]} {duration:.2f}")
        touch, now = self._rig.phone.touch, self._rig.phone.clock.monotonic()
        touch.down(*points[0], at=now)
        steps = max(len(points), 10)
        (x1, y1), (x2, y2) = points[0], points[-1]
        for step in range(1, steps + 1):
            part = step / steps
            touch.move(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, at=now + hold + duration * part)
        touch.up(x2, y2, at=now + hold + duration)
        await self._end(hold + duration)

    async def motion(self, action: str, x: float, y: float) -> None:
        """One event of a gesture that the client composes itself: `down`, `move` or `up`."""
        await self._start("tap" if action == "down" else "move", f"{action} {x},{y}")
        touch = self._rig.phone.touch
        {"down": touch.down, "move": touch.move, "up": touch.up}[action](x, y)

    async def key(self, key: int | str, *, meta: int = 0, long: bool = False) -> bool:
        """False if the key does not exist."""
        await self._start("key", str(key))
        return self._rig.phone.keys.press(key, meta=meta, long=long)

    async def text(self, text: str) -> bool:
        """Type as a hardware keyboard does; False if no editor has the focus."""
        await self._start("text", text)
        dropping = self._rig.strikes("text_dropped")
        if dropping is not None:
            every = max(2, int(dropping["every"]))
            text = "".join(c for at, c in enumerate(text, 1) if at % every)
        return self._rig.phone.keys.type(text)

    def _see_keyboard(self) -> None:
        """Remember the time of the keyboard's last appearance."""
        if self._rig.phone.ime.shown():
            self._rig.keyboard_seen = self._rig.phone.clock.monotonic()

    def _swallowed(self) -> bool:
        """True if a touch is lost because the keyboard has just closed."""
        phone, seen = self._rig.phone, self._rig.keyboard_seen
        if seen is None or phone.ime.shown():
            return False
        fault = self._rig.strikes("touch_after_keyboard_lost")
        return fault is not None and phone.clock.monotonic() - seen < float(fault["seconds"])

    def allowed(self) -> bool:
        """True if injected input reaches the phone."""
        return self._rig.profile.inject_events and self._rig.strikes("injection_denied") is None

    async def _start(self, event: str, text: str) -> None:
        if not self.allowed():
            raise InjectionDenied
        self._rig.record(event, text)
        if event != "move":
            self._see_keyboard()
            self._rig.faults.note(event)
            self._take_time()
        await self._rig.pace.wait("touch")

    def _take_time(self) -> None:
        slow = self._rig.strikes("slow_actions")
        if slow is not None:
            least, most = float(slow["least"]), float(slow["most"])
            self._rig.phone.clock.advance(self._rig.faults.draw("slow_actions", least, max(least, most)))

    async def _end(self, seconds: float) -> None:
        if self._rig.pace.holds:
            await self._rig.pace.hold(seconds)
        elif seconds > 0:
            self._rig.phone.clock.advance(seconds)

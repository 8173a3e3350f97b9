"""AndroidWorld's environment as a Device: reads its forest as a screen and makes our actions through it."""

from __future__ import annotations

import io
import time
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from PIL import Image

from agentprog.app.androidworld.hand import EnvHand
from agentprog.app.androidworld.reading import as_dump
from agentprog.app.androidworld.world import World
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.prints.facts import COMMAND, Facts, parse_facts
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    DeviceInfo,
    Screen,
    Screenshot,
    Scroll,
    ScrollTo,
    SystemClock,
    WaitUntil,
    shows,
)
from agentprog.ports.watching import Patience, Scrolled, scroll_until, watch

_RESTS = 2.0
"""Seconds for the screen to come to rest after an action."""
_POLL = 0.05
"""Seconds between two looks at the screen."""
_CLOCK_SECONDS = 60.0
"""Seconds for which the phone's clock is extrapolated before it is read again."""
_MOST_SCROLLS = 60


class EnvDevice:
    """A device that does everything through the environment: its accessibility service stays the only one on the
    phone."""

    def __init__(self, env: Any) -> None:
        self._world = World(env)
        self._hand = EnvHand(self._world, self._size)
        self._clock = (datetime.now(UTC), -_CLOCK_SECONDS)
        self._touched = True

    @property
    def info(self) -> DeviceInfo:
        (width, height), facts = self._size(), self._facts
        return DeviceInfo(
            serial="android_world", model=facts.model, android=facts.android, sdk=facts.sdk, width=width,
            height=height, language=facts.language,
        )  # fmt: skip

    @cached_property
    def _facts(self) -> Facts:
        return parse_facts(self._world.shell(COMMAND))

    def apps(self) -> tuple[App, ...]:
        """The installed apps that have a card."""
        return self._hand.apps()

    def observe(self, *, screenshot: bool = False) -> Screen:
        """The screen at rest: two equal looks after an action, or the look after two seconds."""
        state, seen = self._look()
        if self._touched:
            patience = Patience(SystemClock(), _RESTS)
            while patience.nap(_POLL):
                before = seen
                state, seen = self._look()
                if seen == before:
                    break
            self._touched = False
        width, height = self._size_of(state)
        reading = read_elements(read_hierarchy(seen), size=(width, height))
        package, _, activity = self._world.activity().partition("/")
        return Screen(
            package=package or reading.package,
            activity=f"{package}{activity}" if activity.startswith(".") else activity,
            width=width,
            height=height,
            taken_at=self._now(),
            elements=reading.elements,
            keyboard_shown=reading.keyboard_shown,
            screenshot=_picture(state.pixels) if screenshot else None,
        )

    def perform(self, action: Action) -> ActionResult:
        """Make an action; `ok` is False if AndroidWorld cannot make it, or if the app is not installed."""
        self._touched = True
        if isinstance(action, ScrollTo):
            return self._scroll_to(action)
        if isinstance(action, WaitUntil):
            return self._wait_until(action)
        return self._hand.do(action)

    def close(self) -> None:
        """Does nothing: the environment's maker closes it."""

    def _look(self) -> tuple[Any, str]:
        state = self._world.ask("see the screen", lambda: self._world.env.get_state(wait_to_stabilize=False))
        return state, as_dump(state)

    def _size(self) -> tuple[int, int]:
        width, height = self._world.ask("tell the screen's size", lambda: self._world.env.logical_screen_size)
        return int(width), int(height)

    def _size_of(self, state: Any) -> tuple[int, int]:
        """The size of the screen, taken from the picture: asking the phone costs a command."""
        height, width = state.pixels.shape[:2]
        return int(width), int(height)

    def _now(self) -> datetime:
        """The phone's time; tasks set the phone's clock."""
        reading, at = self._clock
        if time.monotonic() - at >= _CLOCK_SECONDS:
            reading, at = datetime.fromtimestamp(self._hand.seconds_of_phone(), UTC), time.monotonic()
            self._clock = (reading, at)
        return reading + timedelta(seconds=time.monotonic() - at)

    def _scroll_to(self, action: ScrollTo) -> ActionResult:
        def scroll() -> Scrolled:
            before = self._look()[1]
            self._hand.do(Scroll(direction=action.direction, target=action.target))
            self._touched = True
            self.observe()
            return Scrolled.AT_END if self._look()[1] == before else Scrolled.MOVED

        search = scroll_until(lambda: shows(self.observe().elements, action.text), scroll, most=_MOST_SCROLLS)
        return ActionResult(ok=search.found, detail="" if search.found else f"{action.text!r} did not come up")

    def _wait_until(self, action: WaitUntil) -> ActionResult:
        patience = Patience(SystemClock(), action.seconds)
        appeared = watch(
            lambda: shows(self.observe().elements, action.text) is not action.gone, lambda: patience.nap(_POLL)
        )
        return ActionResult(ok=appeared, detail="" if appeared else f"waited {action.seconds:g} s in vain")


def _picture(pixels: Any) -> Screenshot:
    image = Image.fromarray(pixels)
    out = io.BytesIO()
    image.save(out, "PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=image.width, height=image.height)

"""Measures an episode's time on the computer and on the phone's clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from agentprog.ports import Action, ActionResult, App, Device, DeviceInfo, DeviceLayer, Event, Screen
from agentprog.runtime.journal.events import ActionDone

T = TypeVar("T")


class TimedDevice(DeviceLayer):
    """The same phone; `seconds` is the total time of its calls."""

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self.seconds = 0.0

    @property
    def info(self) -> DeviceInfo:
        return self._timed(lambda: self._device.info)

    def apps(self) -> tuple[App, ...]:
        return self._timed(self._device.apps)

    def observe(self, *, screenshot: bool = False) -> Screen:
        return self._timed(lambda: self._device.observe(screenshot=screenshot))

    def perform(self, action: Action) -> ActionResult:
        return self._timed(lambda: self._device.perform(action))

    def _timed(self, call: Callable[[], T]) -> T:
        started = time.monotonic()
        try:
            return call()
        finally:
            self.seconds += time.monotonic() - started


class PhoneTime:
    """A RunListener that advances the phone's clock after each action, as time passes on a real phone.

    `advance` makes the phone's clock jump by that many seconds; `seconds` is the computer's time for these calls.
    """

    def __init__(self, advance: Callable[[float], None], action_seconds: float) -> None:
        self._advance = advance
        self._action_seconds = action_seconds
        self.seconds = 0.0

    def on_event(self, event: Event) -> None:
        if isinstance(event, ActionDone) and self._action_seconds > 0:
            started = time.monotonic()
            self._advance(self._action_seconds)
            self.seconds += time.monotonic() - started

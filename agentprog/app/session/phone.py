"""The phone of a session, shared by its run, its watchers, and a person who takes it over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from agentprog.app.launching.job import Layer
from agentprog.errors import UsageError
from agentprog.ports import Action, ActionResult, Device, DeviceLayer, Element, Screen, Screenshot, TypeText
from agentprog.runtime.roles import Roles

HIDDEN = "(hidden)"
"""Replaces in records a text that a person typed into a password field."""


class SharedPhone(DeviceLayer):
    """A phone that makes one action at a time, whoever orders it; its pixels are available at any time. `last` is the
    latest screen seen by the run or a person.
    """

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self._busy = threading.RLock()
        self._news = threading.Condition()
        self.last: Screen | None = None
        self.seen: tuple[Screen, float] | None = None
        """The latest screen, and the beginning of that look by this computer's monotonic clock."""
        self.looks = 0
        """The number of looks."""
        self.gone = False

    def observe(self, *, screenshot: bool = False) -> Screen:
        with self._busy:
            began = time.monotonic()
            screen = super().observe(screenshot=screenshot)
        with self._news:
            shot = self.last.screenshot if self.last is not None else None
            unchanged = self.last is not None and self.last.signature == screen.signature
            # A look without pixels at an unchanged screen keeps the known picture.
            self.last = replace(screen, screenshot=shot) if screen.screenshot is None and unchanged else screen
            self.seen = (self.last, began)
            self.looks += 1
            self._news.notify_all()
        return screen

    def perform(self, action: Action) -> ActionResult:
        with self._busy:
            return super().perform(action)

    def frame(self) -> Screenshot | None:
        """The current pixels; if the phone cannot give them, those of the latest look. Raises DeviceError."""
        if self.gone:
            return None
        shot = self.picture()
        return shot if shot is not None or self.last is None else self.last.screenshot

    def close(self) -> None:
        with self._busy:
            self.gone = True
            super().close()


class Sharing:
    """The layer of a session's job: applies the job's own `layer` to phone and roles, and shares the phone."""

    def __init__(self, layer: Layer | None, opened: Callable[[SharedPhone], None]) -> None:
        self._layer = layer
        self._opened = opened

    def device(self, device: Device) -> Device:
        shared = SharedPhone(self._layer.device(device) if self._layer is not None else device)
        self._opened(shared)
        return shared

    def roles(self, roles: Roles) -> Roles:
        return self._layer.roles(roles) if self._layer is not None else roles


def recorded(action: Action, screen: Screen | None) -> Action:
    """The action for a record: without a text typed into a password field."""
    if not isinstance(action, TypeText):
        return action
    target = action.target if isinstance(action.target, Element) else _focused(screen)
    return replace(action, text=HIDDEN) if target is None or target.password else action


def _focused(screen: Screen | None) -> Element | None:
    found = [element for element in screen.elements if element.focused and element.editable] if screen else []
    return found[0] if len(found) == 1 else None


def none_in_hand() -> UsageError:
    """The error for an action by hand before a person has taken the phone over."""
    return UsageError("nobody has taken this phone over", hint="Take it over first; the run waits while you have it.")

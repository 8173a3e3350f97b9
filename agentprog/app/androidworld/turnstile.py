"""A device whose actions wait until somebody lets one through."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from agentprog.errors import Cancelled
from agentprog.ports import Action, ActionResult, Device, DeviceLayer


@dataclass(frozen=True, kw_only=True, slots=True)
class Performed:
    """An action that was made, and its result."""

    action: Action
    result: ActionResult


class Turnstile:
    """Lets one action of the run's thread through for each step of the caller's."""

    def __init__(self) -> None:
        self._state = threading.Condition()
        self._permits = 0
        self._waiting = False
        self._closed = False
        self._over = False
        self._performed: list[Performed] = []

    def pass_through(self) -> None:
        """The run's side: wait for a permit. Raises Cancelled once it is closed."""
        with self._state:
            self._waiting = True
            self._state.notify_all()
            self._state.wait_for(lambda: self._permits > 0 or self._closed)
            self._waiting = False
            if self._closed:
                raise Cancelled("the episode was left")
            self._permits -= 1

    def note(self, performed: Performed) -> None:
        with self._state:
            self._performed.append(performed)

    def finish(self) -> None:
        """The run's side: it has ended."""
        with self._state:
            self._over = True
            self._state.notify_all()

    def step(self) -> Performed | None:
        """The caller's side: let one action through and wait until the run wants another or has ended.

        None where it ended without one.
        """
        with self._state:
            self._state.wait_for(lambda: self._waiting or self._over)
            count = len(self._performed)
            if not self._over:
                self._permits += 1
                self._waiting = False
                self._state.notify_all()
                self._state.wait_for(lambda: (self._waiting and self._permits == 0) or self._over)
            return self._performed[-1] if len(self._performed) > count else None

    @property
    def over(self) -> bool:
        with self._state:
            return self._over

    def close(self) -> None:
        """Let nothing through any more."""
        with self._state:
            self._closed = True
            self._state.notify_all()


class GatedDevice(DeviceLayer):
    """A Device behind a turnstile. Looking is free, acting takes a step."""

    def __init__(self, device: Device, turnstile: Turnstile) -> None:
        super().__init__(device)
        self._turnstile = turnstile

    def perform(self, action: Action) -> ActionResult:
        self._turnstile.pass_through()
        result = self._device.perform(action)
        self._turnstile.note(Performed(action=action, result=result))
        return result

    def close(self) -> None:
        """Whoever opened the device closes it: an episode ends, the phone stays."""

"""A device whose actions wait until the caller allows them, one by one."""

from __future__ import annotations

import threading

from agentprog.errors import Cancelled
from agentprog.frozen import frozen
from agentprog.ports import Action, ActionResult, Device, DeviceLayer


@frozen
class Performed:
    """An action that was made, and its result."""

    action: Action
    result: ActionResult


class Turnstile:
    """Lets the run's thread make one action for each step of the caller."""

    def __init__(self) -> None:
        self._state = threading.Condition()
        self._permits = 0
        self._waiting = False
        self._closed = False
        self._over = False
        self._performed: list[Performed] = []

    def pass_through(self) -> None:
        """For the run: wait for permission. Raises Cancelled once the turnstile is closed."""
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
        """For the run: it has ended."""
        with self._state:
            self._over = True
            self._state.notify_all()

    def step(self) -> Performed | None:
        """For the caller: allow one action and wait until the run wants the next one or has ended.

        None if the run ended without an action.
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
        """Allow no further action."""
        with self._state:
            self._closed = True
            self._state.notify_all()


class GatedDevice(DeviceLayer):
    """A Device behind a turnstile: looks are free, each action needs permission."""

    def __init__(self, device: Device, turnstile: Turnstile) -> None:
        super().__init__(device)
        self._turnstile = turnstile

    def perform(self, action: Action) -> ActionResult:
        self._turnstile.pass_through()
        result = self._device.perform(action)
        self._turnstile.note(Performed(action=action, result=result))
        return result

    def close(self) -> None:
        """Does nothing: the opener of the device closes it, and the phone outlives an episode."""

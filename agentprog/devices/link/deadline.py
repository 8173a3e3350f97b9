"""One time limit for all work of a call."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from agentprog.errors import DeviceTimeout

T = TypeVar("T")


class Deadline:
    """The moment by which the work must be over. `doing` names the work in the error."""

    __slots__ = ("_end", "doing", "seconds")

    def __init__(self, seconds: float, doing: str) -> None:
        self.seconds = seconds
        self.doing = doing
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self._end - time.monotonic())

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    def require(self) -> float:
        """Seconds left. Raises DeviceTimeout if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.expired()
        return left

    def pause(self, seconds: float) -> None:
        """Sleep, but not beyond the end."""
        time.sleep(min(seconds, self.left))

    def expired(self) -> DeviceTimeout:
        """The error to raise once the time is over."""
        return DeviceTimeout(
            f"{self.doing} did not finish within {self.seconds:g} s",
            hint="The phone or its connection hangs. Wake the phone, check the cable, or run `agentprog doctor`.",
        )


class _Box(Generic[T]):
    """The result of a thread."""

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._value: list[T] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._value.append(self._function())
        except BaseException as exc:  # noqa: BLE001  carried to the caller's thread and raised again there
            self.error = exc

    def value(self) -> T:
        if self.error is not None:
            raise self.error
        return self._value[0]


def run_bounded(function: Callable[[], T], deadline: Deadline) -> T:
    """Run another library's blocking function, which has no time limit, for at most the time left.

    A function that does not return stays on its daemon thread; nothing can stop it.
    """
    box = _Box(function)
    thread = threading.Thread(target=box.run, name=f"agentprog: {deadline.doing}", daemon=True)
    thread.start()
    thread.join(deadline.require())
    if thread.is_alive():
        raise deadline.expired()
    return box.value()

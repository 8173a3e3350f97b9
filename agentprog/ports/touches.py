"""A person's touches and keys on the phone itself, if the phone lets them be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, runtime_checkable

from agentprog.frozen import frozen
from agentprog.ports.screen import Screen

OwnKey = Literal["back", "home", "recents", "enter", "menu", "search"]
"""Keys of the phone that a program can press."""
Place = tuple[float, float]
"""Fractions of the glass, 0 to 1, from the phone's own top left corner, whatever its rotation."""


@frozen
class Stroke:
    """A finger's stroke from touch to lift. It rested `rested` of its `seconds` before it moved; `fingers` is the most
    at a time.

    `known`: False if the start may be wrong; a glass reports only changed coordinates, and may have reported this one
    before anybody listened.
    """

    start: Place
    end: Place
    seconds: float
    rested: float
    fingers: int = 1
    known: bool = True

    def on(self, screen: Screen) -> tuple[tuple[int, int], tuple[int, int]]:
        """Start and end in pixels of a screen, in that screen's rotation."""
        return _pixel(self.start, screen), _pixel(self.end, screen)


@frozen
class Pressed:
    """A key of the phone was pressed and released."""

    key: OwnKey


@frozen
class Begun:
    """A finger or key went down: later screens may result from it."""


@frozen
class Unheard:
    """Listening has stopped, with the reason."""

    why: str


Heard = Begun | Stroke | Pressed | Unheard
Hears = Callable[[Heard], None]


@runtime_checkable
class TellsTouches(Protocol):
    """Optional capability of a device: it reports touches on its own glass."""

    def touches(self, hears: Hears) -> Callable[[], None] | None:
        """Reports touches, in a thread of its own, until the returned function is called; None if touches cannot be
        read. Leaves out the actions of this program. Raises DeviceError.
        """
        ...


def touches_of(device: object, hears: Hears) -> Callable[[], None] | None:
    """Calls the device's `touches`; None if the device lacks this capability."""
    return device.touches(hears) if isinstance(device, TellsTouches) else None


def _pixel(place: Place, screen: Screen) -> tuple[int, int]:
    """The pixel of a place.

    The glass stays while the screen turns on it: at rotation 1 the phone's top is at the left.
    """
    across, down = place
    turned = {0: (across, down), 1: (down, 1 - across), 2: (1 - across, 1 - down), 3: (1 - down, across)}
    x, y = turned[screen.rotation % 4]
    return min(screen.width - 1, int(x * screen.width)), min(screen.height - 1, int(y * screen.height))

"""What a person does on a phone's own glass and keys, where the phone lets it be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from agentprog.ports.screen import Screen

OwnKey = Literal["back", "home", "recents", "enter", "menu", "search"]
"""Keys of a phone that a program can press."""
Place = tuple[float, float]
"""In parts of the glass, from 0 to 1, from the top left corner of the phone as it is made, however it is turned."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stroke:
    """A finger from its touch to its lift. `rested` are the seconds before it moved, of the `seconds` it lasted;
    `fingers` were on the glass at most. `known`: a glass tells of a place only what has changed, and may have told of
    this one before anybody listened."""

    start: Place
    end: Place
    seconds: float
    rested: float
    fingers: int = 1
    known: bool = True

    def on(self, screen: Screen) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where it began and where it ended, in pixels of a screen as that was turned."""
        return _pixel(self.start, screen), _pixel(self.end, screen)


@dataclass(frozen=True, kw_only=True, slots=True)
class Pressed:
    """A key of the phone itself was pressed and let go."""

    key: OwnKey


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A finger has come down, or a key: what the screen shows from now on may come of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unheard:
    """Nothing more is heard, and why."""

    why: str


Heard = Begun | Stroke | Pressed | Unheard
Hears = Callable[[Heard], None]


@runtime_checkable
class TellsTouches(Protocol):
    """What a device may be besides: one that says what is done on its own glass."""

    def touches(self, hears: Hears) -> Callable[[], None] | None:
        """Tell of it, in a thread of its own, until the function that this gives is called; None where it cannot be
        read. What this program does on the phone is not told. Raises DeviceError."""
        ...


def touches_of(device: object, hears: Hears) -> Callable[[], None] | None:
    """The same, where the device is one that tells."""
    return device.touches(hears) if isinstance(device, TellsTouches) else None


def _pixel(place: Place, screen: Screen) -> tuple[int, int]:
    """The glass stays while the screen turns on it: rotation 1 has the phone's top at the left."""
    across, down = place
    turned = {0: (across, down), 1: (down, 1 - across), 2: (1 - across, 1 - down), 3: (1 - down, across)}
    x, y = turned[screen.rotation % 4]
    return min(screen.width - 1, int(x * screen.width)), min(screen.height - 1, int(y * screen.height))

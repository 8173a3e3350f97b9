"""Parses `getevent`: the phone's touch screens and keys, and the finger events, line by line.

Modelled on Android's own toolbox program and on the kernel's multi-touch protocol with slots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from agentprog.frozen import frozen
from agentprog.ports.touches import Begun, Heard, OwnKey, Pressed, Stroke

DEVICES = "getevent -p"
EVENTS = "getevent -lt"
_DEVICE = re.compile(r"add device \d+: (?P<path>/dev/input/\S+)")
_AXIS = re.compile(r"(?P<code>[0-9a-f]{4})\s*: value -?\d+, min (?P<least>-?\d+), max (?P<most>-?\d+)")
_EVENT = re.compile(
    r"\[\s*(?P<at>\d+\.\d+)\] (?P<path>/dev/input/\S+): (?P<type>\S+)\s+(?P<code>\S+)\s+"
    r"(?P<value>[0-9a-fA-F]+|DOWN|UP)\s*$"
)
_ACROSS, _DOWN, _TRACKED = "0035", "0036", "0039"
_NO_FINGER = 0xFFFFFFFF
_MOVED = 0.02
"""Share of the touch screen that a finger may roll without moving."""
_KEYS: Mapping[str, OwnKey] = {
    "KEY_BACK": "back", "KEY_HOME": "home", "KEY_HOMEPAGE": "home", "KEY_APPSELECT": "recents", "KEY_ENTER": "enter",
    "KEY_MENU": "menu", "KEY_SEARCH": "search",
}  # fmt: skip


@frozen
class Glass:
    """A touch screen: the least and greatest value of each coordinate."""

    across: tuple[int, int]
    down: tuple[int, int]


def parse_glasses(output: str) -> dict[str, Glass]:
    """The touch screens in the answer to DEVICES, by path. Touchpads (without INPUT_PROP_DIRECT) are left out, and so
    are devices that do not number fingers, as before Android 4."""
    found: dict[str, Glass] = {}
    for part in re.split(r"(?=^add device )", output, flags=re.MULTILINE):
        device = _DEVICE.match(part)
        axes = {match["code"]: (int(match["least"]), int(match["most"])) for match in _AXIS.finditer(part)}
        if device is None or "INPUT_PROP_DIRECT" not in part or not {_ACROSS, _DOWN, _TRACKED} <= axes.keys():
            continue
        if all(least < most for least, most in (axes[_ACROSS], axes[_DOWN])):
            found[device["path"]] = Glass(across=axes[_ACROSS], down=axes[_DOWN])
    return found


@dataclass(kw_only=True, slots=True)
class _Panel:
    """The state of one touch screen's fingers. An event holds only changed coordinates."""

    glass: Glass
    slot: int = 0
    places: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    known: bool = True
    down: dict[int, tuple[float, float]] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    lifted: bool = False
    first: tuple[float, float] | None = None
    last: tuple[float, float] = (0.0, 0.0)
    began: float = 0.0
    moved_at: float | None = None
    most: int = 0


class Fingers:
    """Makes strokes and keys from the lines of EVENTS."""

    def __init__(self, glasses: Mapping[str, Glass]) -> None:
        self._panels = {path: _Panel(glass=glass) for path, glass in glasses.items()}

    def read(self, line: str) -> Heard | None:
        """The stroke or key that a line completes; None for most lines."""
        event = _EVENT.match(line)
        if event is None:
            return None
        if event["type"] == "EV_KEY":
            return _key(event["code"], event["value"])
        panel = self._panels.get(event["path"])
        if panel is None:
            return None
        if event["type"] == "EV_SYN" and event["code"] == "SYN_REPORT":
            return _reported(panel, float(event["at"]))
        if event["type"] == "EV_ABS":
            _take(panel, event["code"], int(event["value"], 16))
        return None


def _key(code: str, value: str) -> Heard | None:
    key = _KEYS.get(code)
    if key is None:
        return None
    return Begun() if value == "DOWN" else Pressed(key=key)


def _take(panel: _Panel, code: str, value: int) -> None:
    slot = panel.slot
    x, y = panel.places.get(slot, (None, None))
    match code:
        case "ABS_MT_SLOT":
            panel.slot = value
        case "ABS_MT_POSITION_X":
            panel.places[slot] = (value, y)
        case "ABS_MT_POSITION_Y":
            panel.places[slot] = (x, value)
        case "ABS_MT_TRACKING_ID" if value == _NO_FINGER:
            panel.lifted = panel.down.pop(slot, None) is not None or panel.lifted
            panel.fresh.discard(slot)
        case "ABS_MT_TRACKING_ID":
            panel.fresh.add(slot)


def _reported(panel: _Panel, at: float) -> Heard | None:
    """Process the changes reported up to here; they happened at once."""
    begins = panel.first is None and bool(panel.fresh)
    for slot in panel.fresh | panel.down.keys():
        place = panel.places.get(slot, (None, None))
        panel.known = panel.known and None not in place
        panel.down[slot] = _part(panel.glass, place)
    panel.fresh.clear()
    panel.most = max(panel.most, len(panel.down))
    if begins:
        panel.first = panel.last = next(iter(panel.down.values()))
        panel.began, panel.moved_at = at, None
        return Begun()
    if panel.down and panel.first is not None:
        panel.last = next(iter(panel.down.values()))
        if panel.moved_at is None and _apart(panel.first, panel.last) > _MOVED:
            panel.moved_at = at
        return None
    if not panel.lifted or panel.first is None:
        return None
    return _ended(panel, at)


def _ended(panel: _Panel, at: float) -> Stroke | None:
    assert panel.first is not None
    seconds = at - panel.began
    rested = panel.moved_at - panel.began if panel.moved_at is not None else seconds
    end = panel.last if panel.moved_at is not None else panel.first
    found = Stroke(start=panel.first, end=end, seconds=seconds, rested=rested, fingers=panel.most, known=panel.known)
    panel.first, panel.lifted, panel.most, panel.known = None, False, 0, True
    return found


def _part(glass: Glass, place: tuple[int | None, int | None]) -> tuple[float, float]:
    """The middle of the spot of a raw position, as fractions of the touch screen."""
    parts = []
    for raw, (least, most) in zip(place, (glass.across, glass.down), strict=True):
        value = least if raw is None else raw
        parts.append(min(1.0, max(0.0, (value - least + 0.5) / (most - least + 1))))
    return parts[0], parts[1]


def _apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))

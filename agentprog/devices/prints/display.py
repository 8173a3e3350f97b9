"""Parses `dumpsys display`: the phone's displays; a cover screen or a cast is a display of its own."""

from __future__ import annotations

import re

from agentprog.devices.link.transport import Transport
from agentprog.frozen import frozen

COMMAND = "dumpsys display | grep -E 'DisplayViewport'"
_VIEWPORT = re.compile(r"DisplayViewport\{([^}]*)\}")
_ID = re.compile(r"\bdisplayId=(\d+)")
_TYPE = re.compile(r"\btype=(\w+)")
_FRAME = re.compile(r"\blogicalFrame=Rect\((-?\d+), (-?\d+) - (-?\d+), (-?\d+)\)")


@frozen
class Display:
    """A display in use; size in pixels, in its rotation. `kind` is empty before Android 10."""

    id: int
    width: int
    height: int
    kind: str = ""


def read_displays(transport: Transport) -> tuple[Display, ...]:
    """Ask the phone. Raises DeviceError."""
    return parse_displays(transport.shell(COMMAND).out)


def parse_displays(output: str) -> tuple[Display, ...]:
    """The displays in use, by number; 0 is the phone's own, which agentprog drives."""
    found: dict[int, Display] = {}
    for viewport in _VIEWPORT.findall(output):
        number, kind, frame = (pattern.search(viewport) for pattern in (_ID, _TYPE, _FRAME))
        if number is None or frame is None or "valid=false" in viewport:
            continue
        left, top, right, bottom = (int(edge) for edge in frame.groups())
        if right > left and bottom > top:
            parsed = Display(id=int(number[1]), width=right - left, height=bottom - top, kind=kind[1] if kind else "")
            found.setdefault(parsed.id, parsed)
    return tuple(found[number] for number in sorted(found))

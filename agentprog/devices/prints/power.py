"""Parses `dumpsys power`, in the words of every Android version: whether the phone is awake."""

from __future__ import annotations

import re

from agentprog.devices.link.transport import Transport
from agentprog.frozen import frozen

COMMAND = "dumpsys power | grep -E 'mWakefulness=|Display Power: state=|mStayOn='"
_WAKEFULNESS = re.compile(r"\bmWakefulness=(?:\d+ ?\(?)?([A-Za-z]+)")
_DISPLAY = re.compile(r"\bDisplay Power: state=(\w+)")
_STAY_ON = re.compile(r"\bmStayOn=(true|false)")


@frozen
class Power:
    """`screen_on` and `stays_on` are None if unknown; `wakefulness` is the phone's own word, such as Dozing."""

    wakefulness: str = ""
    screen_on: bool | None = None
    stays_on: bool | None = None


def read_power(transport: Transport, seconds: float | None = None) -> Power:
    """Ask the phone. Raises DeviceError."""
    return parse_power(transport.shell(COMMAND, seconds=seconds).out)


def parse_power(output: str) -> Power:
    """Parses the lines of COMMAND or the whole output. A dozing display shows a clock on black: nothing to read or
    touch."""
    wakefulness, display, stay_on = (pattern.search(output) for pattern in (_WAKEFULNESS, _DISPLAY, _STAY_ON))
    word = wakefulness[1] if wakefulness else ""
    on = word == "Awake" if word else None
    if display is not None:
        on = display[1] == "ON" and on is not False
    return Power(wakefulness=word, screen_on=on, stays_on=stay_on[1] == "true" if stay_on else None)

"""What the phone's input dispatcher logs of touches that no window was given."""

from __future__ import annotations

import re
from datetime import datetime

_DROPPED = re.compile(
    r"InputDispatcher\s*(?:\(\s*\d+\))?: (Dropp(?:ed|ing) (?:\w+ )?event because .*?)\s*$", re.MULTILINE
)


LAST = "logcat -d -v threadtime -t 2000 -s InputDispatcher:I"
"""Reads its remaining lines, whatever their time, to see the phone's format."""


def dropped_since(when: datetime) -> list[str]:
    """The words to send for the log from a time of the phone's own clock on."""
    return ["logcat", "-d", "-v", "threadtime", "-s", "InputDispatcher:I", "-t", f"{when:%m-%d %H:%M:%S}.000"]


def parse_dropped(output: str) -> tuple[str, ...]:
    """The lines that say of an event why nobody was given it, each with its time, in their order."""
    return tuple(line.strip() for line in output.splitlines() if _DROPPED.search(line))


def reason_in(line: str) -> str:
    """The words of such a line, without its time and process."""
    found = _DROPPED.search(line)
    return "" if found is None else found[1]

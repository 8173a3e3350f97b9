"""Parses the input dispatcher's log of touches that reached no window."""

from __future__ import annotations

import re
from datetime import datetime

_DROPPED = re.compile(
    r"InputDispatcher\s*(?:\(\s*\d+\))?: (Dropp(?:ed|ing) (?:\w+ )?event because .*?)\s*$", re.MULTILINE
)


LAST = "logcat -d -v threadtime -t 2000 -s InputDispatcher:I"
"""Reads its last lines, of any time, to learn the phone's log format."""


def dropped_since(when: datetime) -> list[str]:
    """The command that reads the log from a time of the phone's clock on."""
    return ["logcat", "-d", "-v", "threadtime", "-s", "InputDispatcher:I", "-t", f"{when:%m-%d %H:%M:%S}.000"]


def parse_dropped(output: str) -> tuple[str, ...]:
    """The log lines that say why an event reached no window, with their times, in order."""
    return tuple(line.strip() for line in output.splitlines() if _DROPPED.search(line))


def reason_in(line: str) -> str:
    """The words of a dispatcher line, without its time and process."""
    found = _DROPPED.search(line)
    return "" if found is None else found[1]

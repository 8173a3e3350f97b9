"""`dumpsys notification`: which apps have notifications up. Their texts are not asked for: a sender writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

COMMAND = r"dumpsys notification | grep -E 'Notification List:|NotificationRecord\(|^ {0,2}[A-Za-z]'"
_LIST = re.compile(r"^\s*Notification List:\s*$")
_RECORD = re.compile(
    r"^\s+NotificationRecord\(0x[0-9a-f]+: pkg=(?P<package>[\w.]+) user=UserHandle\{-?\d+\} id=(?P<id>-?\d+)\b"
)
_END = re.compile(r"^ {0,2}\S")


@dataclass(frozen=True, kw_only=True, slots=True)
class Posted:
    """A notification by the package that put it up and the number that it gave it."""

    package: str
    id: int


def parse_notifications(output: str) -> tuple[Posted, ...]:
    """The notifications that are up, in the order of the list; archived and snoozed ones are left out."""
    found = []
    inside = False
    for line in output.splitlines():
        if _LIST.match(line):
            inside = True
        elif inside and (record := _RECORD.match(line)) is not None:
            found.append(Posted(package=record["package"], id=int(record["id"])))
        elif inside and _END.match(line):
            break
    return tuple(found)

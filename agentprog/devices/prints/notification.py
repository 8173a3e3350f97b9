"""Parses `dumpsys notification`: the apps with visible notifications. It does not read their texts: senders write
those."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

COMMAND = r"dumpsys notification | grep -E 'Notification (List|Manager state):|NotificationRecord\(|^ {0,2}[A-Za-z]'"
_LIST = re.compile(r"^\s*Notification List:\s*$")
_RECORD = re.compile(
    r"^\s+NotificationRecord\(0x[0-9a-f]+: pkg=(?P<package>[\w.]+) user=UserHandle\{-?\d+\} id=(?P<id>-?\d+)\b"
)
_FLAGS = re.compile(r"\bflags=(?P<flags>0x[0-9a-f]+|[A-Z_|]+)\b")
_LASTING = 0x02 | 0x20
"""FLAG_ONGOING_EVENT and FLAG_NO_CLEAR."""
_END = re.compile(r"^ {0,2}\S")


@frozen
class Posted:
    """A notification by package and number. `lasting`: a person cannot dismiss it."""

    package: str
    id: int
    lasting: bool = False


def tells_notifications(output: str) -> bool:
    """True if the output is the notification manager's."""
    return "Notification List:" in output or "Notification Manager state:" in output


def parse_notifications(output: str) -> tuple[Posted, ...]:
    """The visible notifications in the list's order, without archived and snoozed ones."""
    found = []
    inside = False
    for line in output.splitlines():
        if _LIST.match(line):
            inside = True
        elif inside and (record := _RECORD.match(line)) is not None:
            lasting = _lasts(line[record.end() :])
            found.append(Posted(package=record["package"], id=int(record["id"]), lasting=lasting))
        elif inside and _END.match(line):
            break
    return tuple(found)


def _lasts(rest: str) -> bool:
    """Reads the flags, which come last; a tag before them may hold anything."""
    flags = _FLAGS.findall(rest)
    if not flags:
        return False
    if flags[-1].startswith("0x"):
        return bool(int(flags[-1], 16) & _LASTING)
    return bool({"ONGOING_EVENT", "NO_CLEAR"} & set(flags[-1].split("|")))

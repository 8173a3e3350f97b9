"""Parses `dumpsys alarm`: the alarm clocks. It leaves out the alarms with which apps wake themselves."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

COMMAND = r"dumpsys alarm | grep -E 'Alarm\{|Alarm clock:|triggerTime=|Alarm Manager state|pendingSend:'"
_ALARM = re.compile(r"\bAlarm\{[0-9a-f]+ (?:[^{}]* )?(?P<package>[A-Za-z][\w.]*)\}")
_CLOCK = re.compile(r"^\s+Alarm clock:\s*$")
_TIME = re.compile(r"^\s+triggerTime=(?P<when>\d{4}-\d\d-\d\d \d\d:\d\d)")
_NEXT = re.compile(r"^\s+user:\d+ pendingSend:\w+ time:\d+ = (?P<when>\d{4}-\d\d-\d\d \d\d:\d\d)")
_STATE = re.compile(r"Alarm Manager state|^\s+user:\d+ pendingSend:", re.MULTILINE)


@frozen
class AlarmClock:
    """An alarm clock and the package that set it; `when` is the phone's own date and time, to the minute."""

    package: str
    when: str


def parse_alarms(output: str) -> tuple[AlarmClock, ...] | None:
    """The alarm clocks in order; None if the output is not the alarm manager's.

    A phone that lists none but names the next one has at least that one, from an unknown package.
    """
    if not _STATE.search(output):
        return None
    found: list[AlarmClock] = []
    package, inside, following = "", False, ""
    for line in output.splitlines():
        if (alarm := _ALARM.search(line)) is not None:
            package, inside = alarm["package"], False
        elif _CLOCK.match(line):
            inside = True
        elif inside and (time := _TIME.match(line)) is not None:
            found.append(AlarmClock(package=package, when=time["when"]))
            inside = False
        elif (next_alarm := _NEXT.match(line)) is not None:
            following = following or next_alarm["when"]
    if not found and following:
        return (AlarmClock(package="", when=following),)
    return tuple(found)

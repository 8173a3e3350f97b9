"""Records of system services: alarm clocks, notifications, current calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from agentprog.devices.link.transport import ShellResult
from agentprog.devices.prints import alarm, notification, telecom
from agentprog.identity import Kind, Record
from agentprog.ports.witness import Readout, Unread

Run = Callable[[str], ShellResult]
"""Runs a command and returns its result."""
_COMING_IN = ("RINGING", "ANSWERED", "SIMULATED_RINGING", "AUDIO_PROCESSING")
_OVER = ("DISCONNECTED", "DISCONNECTING", "ABORTED")
_LONGEST = 200


def alarms(run: Run) -> Readout:
    """The active alarm clocks, named by their time of day."""
    answer = run(alarm.COMMAND)
    found = alarm.parse_alarms(answer.out)
    if found is None:
        return _refused(answer, "the alarm manager reports nothing")
    seen: Counter[str] = Counter()
    records = []
    for active in found:
        key = f"{active.package}@{active.when}"
        seen[key] += 1
        clock = active.when.partition(" ")[2]
        records.append(
            Record(
                kind=Kind.ALARM,
                labels=(clock, _of_twelve(clock)),
                facts={"at": active.when},
                id=f"{key}#{seen[key]}",
            )
        )
    return tuple(records)


def _of_twelve(clock: str) -> str:
    hour, _, minute = clock.partition(":")
    return f"{int(hour) % 12 or 12}:{minute} {'AM' if int(hour) < 12 else 'PM'}"


def notifications(run: Run) -> Readout:
    """The visible notifications, by package. Their texts are not read: senders write them."""
    answer = run(notification.COMMAND)
    if not notification.tells_notifications(answer.out):
        return _refused(answer, "the notification manager reports nothing")
    seen: Counter[str] = Counter()
    records = []
    for shown in notification.parse_notifications(answer.out):
        key = f"{shown.package}|{shown.id}"
        seen[key] += 1
        records.append(
            Record(
                kind=Kind.NOTIFICATION,
                labels=(shown.package,),
                facts={"lasting": "yes"} if shown.lasting else {},
                id=f"{key}#{seen[key]}",
            )
        )
    return tuple(records)


def live_calls(run: Run) -> Readout:
    """The current calls. Their numbers are hidden, on some phones except the last digits."""
    answer = run(telecom.COMMAND)
    if not telecom.tells_calls(answer.out):
        return _refused(answer, "the phone reports nothing about calls")
    return tuple(
        Record(
            kind=Kind.CALL,
            labels=(),
            facts={"box": "received" if call.state in _COMING_IN else "made", "handle": call.handle},
            id=call.id,
        )
        for call in telecom.parse_calls(answer.out)
        if call.state not in _OVER
    )


def _refused(answer: ShellResult, otherwise: str) -> Unread:
    return Unread(why=answer.words[:_LONGEST] or otherwise)

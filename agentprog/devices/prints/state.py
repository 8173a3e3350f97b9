"""The phone's state besides its tree: time, focused window, lock, forbidden screenshots."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from agentprog.devices.link.transport import Transport
from agentprog.devices.prints import activity as activities
from agentprog.devices.prints.window import KEPT, is_locked, read_windows
from agentprog.frozen import frozen, replace

CLOCK = "date +%s.%N; date +%z"
COMMAND = f"{CLOCK}; dumpsys window | grep -E '{KEPT}'"
"""One command for everything; the phone filters its output."""


@frozen
class PhoneState:
    """`package` and `activity` belong to the focused window; they are empty while the phone switches windows."""

    now: datetime | None
    package: str = ""
    activity: str = ""
    locked: bool = False
    secure: bool = False
    guessed: bool = False
    """The phone named no focused window; `app` is the app that it is about to show."""


def read_state(transport: Transport, seconds: float | None = None) -> PhoneState:
    """Ask the phone. Raises DeviceError."""
    output = transport.shell(COMMAND, seconds=seconds).out
    state = parse_state(output)
    if state.package or read_windows(output.splitlines()).told:
        return state
    resumed = activities.resumed_activity(transport.shell(activities.COMMAND, seconds=seconds).out)
    package, _, activity = resumed.partition("/")
    return replace(state, package=package, activity=activity)


def parse_state(output: str) -> PhoneState:
    """Parses the answer to COMMAND. Missing or unreadable values stay unknown."""
    lines = output.splitlines()
    windows = read_windows(lines)
    focus = windows.focus()
    return PhoneState(
        now=_time(lines),
        package=focus.package,
        activity=focus.activity,
        locked=is_locked(lines),
        secure=bool(focus.token) and windows.secure(focus.token),
        guessed=bool(focus.package) and not focus.token,
    )


def _time(lines: list[str]) -> datetime | None:
    # A `date` without nanoseconds prints a letter instead.
    seconds = re.match(r"(\d{9,11})(?:\.(\d{6})\d{3})?", lines[0]) if len(lines) > 1 else None
    if seconds is None:
        return None
    zone = re.fullmatch(r"([+-])(\d\d)(\d\d)", lines[1].strip())
    offset = timedelta(hours=int(zone[2]), minutes=int(zone[3])) if zone else timedelta()
    moment = datetime.fromtimestamp(int(seconds[1]), tz=UTC) + timedelta(microseconds=int(seconds[2] or 0))
    return moment.astimezone(timezone(-offset if zone and zone[1] == "-" else offset))

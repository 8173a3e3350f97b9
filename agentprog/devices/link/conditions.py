"""The traps of phones by name, and a record of the traps that occurred.

`docs/devices.md` has the table: the form of each, the response, and the test that makes it happen.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Sequence
from enum import StrEnum

from agentprog.devices.link.foreign import AdbdHung, AutomationDown, AutomationTaken, CallHung, OutcomeUnknown
from agentprog.errors import (
    AutomationLost,
    DeviceError,
    DeviceGone,
    DeviceLocked,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    InjectionDenied,
)
from agentprog.frozen import frozen
from agentprog.ports import CaptureKind, Trap

_KEPT = 200


class Condition(StrEnum):
    """One trap of a phone, or of the tools between it and agentprog."""

    UNAUTHORIZED = "unauthorized"
    OFFLINE = "offline"
    DROPPED = "dropped"
    HUNG_CALL = "hung call"
    HUNG_ADBD = "hung adbd"
    SERVER_KILLED = "server killed"
    AUTOMATION_LOST = "automation lost"
    AUTOMATION_TAKEN = "automation taken"
    NEVER_IDLE = "never idle"
    NULL_ROOT = "null root"
    SECURE = "secure"
    SCREENSHOT_FAILED = "screenshot failed"
    NO_NODES = "no nodes"
    STALE_TREE = "stale tree"
    EMOJI_GARBLED = "emoji garbled"
    HINT_AS_TEXT = "hint as text"
    TEXT_LOST = "text lost"
    CLIPBOARD_DENIED = "clipboard denied"
    INJECTION_DENIED = "injection denied"
    SETTINGS_REFUSED = "settings refused"
    KEYBOARD_REFUSED = "keyboard refused"
    APP_MISSING = "app missing"
    FOCUS_UNKNOWN = "focus unknown"
    DEEP_TREE = "deep tree"
    TOUCH_LOST = "touch lost"
    PERMISSION_DIALOG = "permission dialog"
    NOT_RESPONDING = "not responding"
    ASLEEP = "asleep"
    LOCKED = "locked"
    ROTATED = "rotated"
    SEVERAL_DISPLAYS = "several displays"


@frozen
class Noticed:
    """A trap that occurred. `mended` means that the work went on unharmed."""

    condition: Condition
    mended: bool
    detail: str = ""


class HealthLog:
    """The traps that occurred on one phone, the latest last. Any thread may write."""

    def __init__(self) -> None:
        self._entries: deque[Noticed] = deque(maxlen=_KEPT)
        self._turn = threading.Lock()

    def notice(self, condition: Condition, *, mended: bool = False, detail: str = "") -> None:
        """Record it; repeats in a row count once."""
        entry = Noticed(condition=condition, mended=mended, detail=detail)
        with self._turn:
            if not self._entries or self._entries[-1] != entry:
                self._entries.append(entry)

    @property
    def entries(self) -> tuple[Noticed, ...]:
        with self._turn:
            return tuple(self._entries)

    def count(self) -> Counter[Condition]:
        """How often each occurred."""
        return Counter(entry.condition for entry in self.entries)


_EVERYDAY = (
    Condition.HINT_AS_TEXT,
    Condition.EMOJI_GARBLED,
    Condition.ROTATED,
    Condition.SEVERAL_DISPLAYS,
    Condition.PERMISSION_DIALOG,
)
"""Harmless conditions of healthy phones that are always handled; nobody needs to know."""


def traps_of(entries: Sequence[Noticed]) -> tuple[Trap, ...]:
    """The traps of a run: each once, with whether it is over and its last message. Harmless conditions are left out."""
    entries = [entry for entry in entries if entry.condition not in _EVERYDAY]
    times = Counter((entry.condition, entry.mended) for entry in entries)
    words = {(entry.condition, entry.mended): entry.detail for entry in entries if entry.detail}
    return tuple(
        Trap(name=condition.value, mended=mended, times=count, detail=words.get((condition, mended), ""))
        for (condition, mended), count in times.items()
    )


_ERRORS: tuple[tuple[type[DeviceError], Condition], ...] = (
    (DeviceUnauthorized, Condition.UNAUTHORIZED),
    (DeviceOffline, Condition.OFFLINE),
    (DeviceGone, Condition.DROPPED),
    (DeviceLocked, Condition.LOCKED),
    (CallHung, Condition.HUNG_CALL),
    (AdbdHung, Condition.HUNG_ADBD),
    (DeviceTimeout, Condition.HUNG_ADBD),
    (AutomationTaken, Condition.AUTOMATION_TAKEN),
    (AutomationDown, Condition.SERVER_KILLED),
    (OutcomeUnknown, Condition.SERVER_KILLED),
    (AutomationLost, Condition.AUTOMATION_LOST),
    (InjectionDenied, Condition.INJECTION_DENIED),
)
_ISSUES = {
    CaptureKind.SECURE: Condition.SECURE,
    CaptureKind.NO_SCREENSHOT: Condition.SCREENSHOT_FAILED,
    CaptureKind.ASLEEP: Condition.ASLEEP,
    CaptureKind.LOCKED: Condition.LOCKED,
    CaptureKind.INJECTION_DENIED: Condition.INJECTION_DENIED,
}


def of_error(error: DeviceError) -> Condition | None:
    """The trap behind an error; None for other errors (a wrong serial, a full disk)."""
    return next((condition for kind, condition in _ERRORS if isinstance(error, kind)), None)


def of_issue(kind: CaptureKind) -> Condition | None:
    """The trap behind a capture issue, if the kind alone shows it."""
    return _ISSUES.get(kind)


def of_window(package: str) -> Condition | None:
    """The trap that the focused package indicates."""
    asks = package.endswith(("permissioncontroller", "packageinstaller"))
    return Condition.PERMISSION_DIALOG if asks else None

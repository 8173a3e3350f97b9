"""What the phone says of itself besides its tree: its time, the window in focus, its lock, forbidden screenshots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from agentprog.devices.link.transport import Transport

SYSTEM_UI = "com.android.systemui"
_KEPT = (
    "mCurrentFocus|mFocusedApp|KeyguardServiceDelegate|showing=|occluded=|mKeyguardShowing|mShowingLockscreen|"
    "mDreamingLockscreen|Window #|fl="
)
COMMAND = f"date +%s.%N; date +%z; dumpsys window | grep -E '{_KEPT}'"
"""One command for everything, cut down on the phone: `dumpsys window` alone may be 200 KB."""

_WINDOW = re.compile(r"Window\{(?P<token>\w+)(?: u\d+)? (?P<title>[^}]*)\}")
_APP = re.compile(r"(?:ActivityRecord|AppWindowToken)\{.*?(?P<component>[\w.]+/[\w.$]+)")
_COMPONENT = re.compile(r"^(?P<package>[\w.]+)/(?P<activity>[\w.$]+)$")
_HEX_FLAGS = re.compile(r"\bfl=#([0-9a-fA-F]+)")
_WORD_FLAGS = re.compile(r"\bfl=[A-Z_ ]*\bSECURE\b")
_FLAG_SECURE = 0x2000
_SYSTEM_WINDOWS = ("StatusBar", "NotificationShade", "Keyguard", "BouncerWindow")


@dataclass(frozen=True, kw_only=True, slots=True)
class PhoneState:
    """`package` and `activity` are those of the window in focus, empty while the phone changes between two."""

    now: datetime | None
    package: str = ""
    activity: str = ""
    locked: bool = False
    secure: bool = False
    guessed: bool = False
    """The phone named no window in focus; the app is the one it means to show."""


def read_state(transport: Transport, seconds: float | None = None) -> PhoneState:
    """Ask the phone. Raises DeviceError."""
    return parse_state(transport.shell(COMMAND, seconds=seconds).out)


def parse_state(output: str) -> PhoneState:
    """The answer to COMMAND. What is missing or unreadable stays unknown."""
    lines = output.splitlines()
    package, activity, token = _focus(lines)
    return PhoneState(
        now=_time(lines),
        package=package,
        activity=activity,
        locked=_locked(lines),
        secure=_secure(lines, token),
        guessed=bool(package) and not token,
    )


def _time(lines: list[str]) -> datetime | None:
    # Where `date` knows no nanoseconds it leaves a letter in their place.
    said = re.match(r"(\d{9,11})(?:\.(\d{6})\d{3})?", lines[0]) if len(lines) > 1 else None
    if said is None:
        return None
    zone = re.fullmatch(r"([+-])(\d\d)(\d\d)", lines[1].strip())
    offset = timedelta(hours=int(zone[2]), minutes=int(zone[3])) if zone else timedelta()
    moment = datetime.fromtimestamp(int(said[1]), tz=UTC) + timedelta(microseconds=int(said[2] or 0))
    return moment.astimezone(timezone(-offset if zone and zone[1] == "-" else offset))


def _focus(lines: list[str]) -> tuple[str, str, str]:
    """Package, activity and window token in focus. A popup or keyboard in focus belongs to the app below it."""
    app = ""
    windows = []
    for line in lines:
        if "mFocusedApp=" in line and (found := _APP.search(line)):
            app = app or found["component"]
        if "mCurrentFocus=" in line and (focused := _WINDOW.search(line)):
            windows.append((focused["token"], focused["title"].strip()))
    token, title = windows[-1] if windows else ("", "")
    if (component := _COMPONENT.match(title)) is not None:
        return component["package"], _full(component["package"], component["activity"]), token
    if title.startswith(_SYSTEM_WINDOWS):
        return SYSTEM_UI, title, token
    if title.startswith(("Application Not Responding", "Application Error", "Error Dialog")):
        return "android", title, token
    if (component := _COMPONENT.match(app)) is not None and (title or not windows):
        return component["package"], _full(component["package"], component["activity"]), token
    return "", "", token


def _full(package: str, activity: str) -> str:
    return f"{package}{activity}" if activity.startswith(".") else activity


def _locked(lines: list[str]) -> bool:
    text = "\n".join(lines)
    if re.search(r"\b(mOccluded|occluded)=true", text):
        return False
    old = re.search(r"\b(mKeyguardShowing|mShowingLockscreen|mDreamingLockscreen)=true", text)
    return old is not None or re.search(r"KeyguardServiceDelegate[^\n]*\n\s*showing=true", text) is not None


def _secure(lines: list[str], token: str) -> bool:
    """Whether the window in focus forbids screenshots."""
    inside = False
    for line in lines:
        if "Window #" in line:
            found = _WINDOW.search(line)
            inside = found is not None and found["token"] == token
        elif inside and "fl=" in line:
            bits = _HEX_FLAGS.search(line)
            if _WORD_FLAGS.search(line) or (bits and int(bits[1], 16) & _FLAG_SECURE):
                return True
    return False

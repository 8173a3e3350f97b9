"""Parses `dumpsys window`: the focused window of each display, its app, and whether it forbids screenshots.

A phone with a cover screen prints a focus for each display; makers add words inside `Window{...}`. Seen, besides
Android's own form: `Window{com.android.systemui:b3ce339 u0 NotificationShade type=2040 }`, ` d0`, `u-1`, ` EXITING`, `
paused=false`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agentprog.devices.prints.component import component_in
from agentprog.frozen import frozen

SYSTEM_UI = "com.android.systemui"
ANDROID = "android"
KEPT = (
    "mCurrentFocus|mFocusedApp|KeyguardServiceDelegate|showing=|occluded=|mKeyguardShowing|mShowingLockscreen|"
    "mDreamingLockscreen|Window #|fl=|mAttrs=|mOwnerUid=|Display: mDisplayId|mTopFocusedDisplayId"
)
"""Pattern of the lines in use, for `grep -E`: `dumpsys window` alone may be 200 KB."""

_WINDOW = re.compile(
    r"Window\{(?:(?P<owner>[\w.]+):)?(?P<token>[0-9a-fA-F]+)(?: u-?\d+)?(?: d\d+)? ?(?P<title>[^}]*?)"
    r"(?: (?:type=\d+|d\d+|EXITING|paused=\w+))*\s*\}"
)
_DISPLAY = re.compile(r"^\s*Display: mDisplayId=(\d+)")
_TOP_DISPLAY = re.compile(r"\bmTopFocusedDisplayId=(\d+)")
_OWNER = re.compile(r"\bmOwnerUid=.*?\bpackage=([\w.]+)")
_KEYBOARD = re.compile(r"\bty=(?:INPUT_METHOD(?:_DIALOG)?|201[12])\b")
_FLAGS = re.compile(r"\bfl=#?([0-9a-f]{1,8})(?![\w])")
_NAMED_FLAGS = re.compile(r"\bfl=[A-Z_ ]*\bSECURE\b")
_SECURE = 0x2000
"""FLAG_SECURE of WindowManager.LayoutParams."""
_DRIVEN = 0
"""The automated display: the automation server knows no other."""
_SYSTEM_TITLES = ("StatusBar", "NotificationShade", "Keyguard", "Bouncer")
_ERROR_TITLES = ("Application Not Responding", "Application Error", "Error Dialog")


@frozen
class Named:
    """A window named in one line; `owner` is a package, which only some makers print."""

    token: str
    title: str
    owner: str = ""


@frozen
class Focus:
    """The app in front. `token` names its window; it is empty if no window has the focus and the app is only about
    to."""

    package: str = ""
    activity: str = ""
    token: str = ""


@dataclass(slots=True)
class _Display:
    """The focus of one display, in the order of the lines."""

    windows: list[Named] = field(default_factory=list)
    apps: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Block:
    """The lines of one window."""

    owner: str = ""
    keyboard: bool = False
    secure: bool = False


@dataclass(slots=True)
class Windows:
    """The information of all lines."""

    displays: dict[int, _Display] = field(default_factory=dict)
    blocks: dict[str, _Block] = field(default_factory=dict)
    top: int | None = None
    told: bool = False
    """True if any line mentions the focus."""

    def focus(self) -> Focus:
        """The focus of the driven display; if that has none, of the top display."""
        shown = self.displays.get(_DRIVEN, _Display())
        if not shown.windows and self.top not in (None, _DRIVEN):
            shown = self.displays.get(self.top or _DRIVEN, shown)
        app = next((app for app in reversed(shown.apps) if app), "")
        return self._of(shown.windows[-1], app) if shown.windows else _component(app)

    def _of(self, window: Named, app: str) -> Focus:
        """The app of a window. A focused popup or keyboard belongs to the app below it."""
        component = component_in(window.title, whole=True)
        if component:
            return _component(component, window.token)
        block = self.blocks.get(window.token, _Block())
        owner = block.owner or window.owner
        if owner == SYSTEM_UI or (not owner and window.title.startswith(_SYSTEM_TITLES)):
            return Focus(package=SYSTEM_UI, activity=window.title, token=window.token)
        if owner == ANDROID or window.title.startswith(_ERROR_TITLES):
            return Focus(package=ANDROID, activity=window.title, token=window.token)
        if owner and not block.keyboard and owner != app.partition("/")[0]:
            return Focus(package=owner, token=window.token)
        return _component(app, window.token)

    def secure(self, token: str) -> bool:
        """True if that window forbids screenshots."""
        return self.blocks.get(token, _Block()).secure


def _component(name: str, token: str = "") -> Focus:
    package, _, activity = name.partition("/")
    return Focus(package=package, activity=activity, token=token)


def window_in(text: str) -> Named | None:
    """The first window named in a text."""
    found = _WINDOW.search(text)
    return None if found is None else Named(token=found["token"], title=found["title"], owner=found["owner"] or "")


def read_windows(lines: Sequence[str]) -> Windows:
    """Parses the lines of `dumpsys window`, all or only those of KEPT. Missing values are unknown."""
    found = Windows()
    display_part = found.displays.setdefault(_DRIVEN, _Display())
    block: _Block | None = None
    for line in lines:
        if (display := _DISPLAY.match(line)) is not None:
            display_part = found.displays.setdefault(int(display[1]), _Display())
            block = None
        elif (top := _TOP_DISPLAY.search(line)) is not None:
            found.top = int(top[1])
            block = None
        elif "Window #" in line:
            block = _Block()
            if (window := window_in(line)) is not None:
                found.blocks[window.token] = block
        elif "mCurrentFocus=" in line or "mFocusedApp=" in line:
            found.told, block = True, None
            _note_focus(display_part, line)
        elif block is not None:
            _note_block(block, line)
    return found


def _note_focus(display: _Display, line: str) -> None:
    if "mFocusedApp=" in line:
        display.apps.append(component_in(line))
    elif (window := window_in(line)) is not None:
        display.windows.append(window)


def _note_block(block: _Block, line: str) -> None:
    if (owner := _OWNER.search(line)) is not None:
        block.owner = owner[1]
    block.keyboard = block.keyboard or _KEYBOARD.search(line) is not None
    bits = _FLAGS.search(line)
    block.secure = block.secure or bool(_NAMED_FLAGS.search(line) or (bits and int(bits[1], 16) & _SECURE))


def is_locked(lines: Iterable[str]) -> bool:
    """True if the lock screen covers everything; an app shown over it (a call, a camera) makes it False."""
    text = "\n".join(lines)
    if re.search(r"\b(mOccluded|occluded)=true", text):
        return False
    old = re.search(r"\b(mKeyguardShowing|mShowingLockscreen|mDreamingLockscreen)=true", text)
    return old is not None or re.search(r"KeyguardServiceDelegate[^\n]*\n\s*showing=true", text) is not None

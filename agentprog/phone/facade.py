"""The interface between the simulated phone's inside and its outside (wire, shell, automation server, faults).

The wire side holds one `Phone` and knows nothing of widgets or apps. Everything here is synchronous and must be called
from one thread. Time never passes inside a call: a call first does the work due on the phone's clock (animations,
delayed sends, toasts), then its own. Coordinates are native pixels of the current rotation. Android paths are absolute
(`/sdcard/x`, `/data/data/PKG/databases/y.db`); file errors are the usual `OSError` family.

Built by `agentprog.phone.system.build_phone(root=..., profile="pixel", image="default", seed=0, clock=...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Protocol

from PIL.Image import Image

from agentprog.phone.keeping import AppOps, Files, Packages, Props, Providers, Settings, Snapshots, Storage
from agentprog.phone.records import (
    ROOT,
    SHELL,
    SYSTEM,
    SYSTEM_SERVER_PID,
    ActivityRecord,
    AlarmRecord,
    Caller,
    CallRecord,
    Dialect,
    DisplayInfo,
    EditorInfo,
    FileStat,
    ImeInfo,
    Intent,
    LogEntry,
    Namespace,
    NodeAction,
    Notification,
    PackageError,
    PackageInfo,
    Process,
    ProviderError,
    Rect,
    Rows,
    StartResult,
    StartStatus,
    UiNode,
    Value,
    WindowInfo,
    WindowKind,
)

__all__ = [
    "ROOT", "SHELL", "SYSTEM", "SYSTEM_SERVER_PID", "Accessibility", "Activities", "ActivityRecord", "AlarmRecord",
    "Alarms", "AppOps", "Caller", "Clipboard", "Dialect", "Display", "DisplayInfo", "Editor", "EditorInfo", "FileStat",
    "Files", "Ime", "ImeInfo", "Intent", "Keys", "Log", "LogEntry", "Namespace", "NodeAction", "Notification",
    "Notifications", "PackageError", "PackageInfo", "Packages", "Phone", "PhoneClock", "Power", "Process", "Props",
    "ProviderError", "Providers", "Rect", "Rows", "ScreenCapture", "Settings", "Snapshots", "Stage", "StartResult",
    "StartStatus", "Storage", "TimeSource", "Toasts", "Touch", "UiNode", "Value", "WindowInfo", "WindowKind",
    "Windows",
]  # fmt: skip


class TimeSource(Protocol):
    """The source of the phone's time: the computer's monotonic clock, or a test's own."""

    def monotonic(self) -> float: ...


class PhoneClock(Protocol):
    """The phone's own time. A fresh image starts at Sunday 2023-10-15 15:34:00 UTC."""

    def now(self) -> datetime:
        """Wall time, timezone aware (UTC)."""
        ...

    def monotonic(self) -> float:
        """Seconds since boot."""
        ...

    def advance(self, seconds: float) -> None:
        """Advance the clock. Events due in between happen in order."""
        ...

    def set_wall(self, when: datetime) -> None:
        """Set the wall clock; `monotonic` does not move."""
        ...


class Display(Protocol):
    @property
    def info(self) -> DisplayInfo: ...

    def rotate(self, rotation: int) -> None:
        """Rotate the phone: 0 natural, 1 left, 2 upside down, 3 right."""
        ...

    def freeze(self, frozen: bool) -> None:
        """Hold the current rotation, or let the sensor (which reports 0) decide again."""
        ...

    @property
    def foldable(self) -> bool: ...

    @property
    def folded(self) -> bool: ...

    def fold(self, folded: bool) -> None:
        """Close or open a foldable. Raises ValueError for a phone that does not fold."""
        ...

    def override(self, *, size: tuple[int, int] | None = None, density: int | None = None) -> None:
        """Override size and density, as `wm size` and `wm density` do; None restores the physical value."""
        ...


class Activities(Protocol):
    def start(self, intent: Intent) -> StartResult: ...

    def resumed(self) -> ActivityRecord | None:
        """None during a transition."""
        ...

    def stack(self) -> tuple[ActivityRecord, ...]:
        """All live activities, the top of the front task first."""
        ...

    def force_stop(self, package: str) -> None: ...

    def kill(self, package: str) -> bool:
        """Kill the process and keep its tasks, which restart from storage. False if it does not run."""
        ...

    def processes(self) -> tuple[Process, ...]: ...


class Windows(Protocol):
    def list(self) -> tuple[WindowInfo, ...]:
        """Top of the z-order first."""
        ...

    def focused(self) -> WindowInfo | None:
        """None during a transition (`mCurrentFocus=null`)."""
        ...


class Accessibility(Protocol):
    def tree(self, *, active_only: bool = False) -> tuple[UiNode, ...]:
        """One root for each window that accessibility reports, lowest first."""
        ...

    def dump(
        self, dialect: Dialect, *, max_depth: int = 50, active_only: bool = False, compressed: bool = False
    ) -> str:
        """The hierarchy XML in that dialect. The shell's dialect always shows the active window only."""
        ...

    def perform(self, token: int, action: NodeAction, text: str = "") -> bool: ...

    def idle(self) -> bool:
        """True if nothing moves: no animation, no transition, no fling."""
        ...

    def painted(self) -> tuple[tuple[str, Rect], ...]:
        """Visible parts of the front window that accessibility does not report: each part's text or kind, and its
        place."""
        ...

    def version(self) -> str:
        """Changes when the tree or the pixels may have changed."""
        ...


class Touch(Protocol):
    """Fingers. `at` is the phone's monotonic time of the event, by default now; a hold of 0.5 s is a long press."""

    def down(self, x: float, y: float, *, at: float | None = None) -> None: ...

    def move(self, x: float, y: float, *, at: float | None = None) -> None: ...

    def up(self, x: float, y: float, *, at: float | None = None) -> None: ...

    def tap(self, x: float, y: float, *, hold: float = 0.05) -> None:
        """Touch down, and up `hold` seconds later. It returns at once: the caller sleeps or advances the clock."""
        ...

    def swipe(self, points: Sequence[tuple[float, float]], *, duration: float) -> None:
        """Touch down at the first point, move through the others at even speed, lift at the last. Fast swipes fling."""
        ...

    def miss(self, x: float, y: float) -> None:
        """A touch that reaches no window; the log records it."""
        ...


class Keys(Protocol):
    def press(self, key: int | str, *, meta: int = 0, long: bool = False) -> bool:
        """Press a key by Android code or name (`KEYCODE_BACK`, `BACK`, `back`). False if the name is unknown."""
        ...

    def type(self, text: str) -> bool:
        """Type text as key events (`input text`) into the focused editor. False if there is none."""
        ...


class Editor(Protocol):
    """The input connection: an input method's edits of the focused editor. Each returns False without an editor."""

    def focused(self) -> EditorInfo | None: ...

    def commit(self, text: str) -> bool:
        """Insert at the cursor, any Unicode."""
        ...

    def replace(self, text: str) -> bool:
        """Replace the whole content."""
        ...

    def delete(self, before: int, after: int = 0) -> bool: ...

    def action(self, code: int | None = None) -> bool:
        """Perform the editor action (2 go, 3 search, 4 send, 5 next, 6 done); None means the editor's own action."""
        ...


class Ime(Protocol):
    def list(self) -> tuple[ImeInfo, ...]: ...

    def enable(self, ime: str, *, enabled: bool = True) -> bool:
        """False if the input method does not exist."""
        ...

    def select(self, ime: str) -> bool:
        """False if it is unknown or not enabled."""
        ...

    def shown(self) -> bool:
        """`mInputShown`: an input method serves an editor, whether or not it draws keys."""
        ...

    def hide(self) -> bool: ...

    def show(self) -> bool: ...


class Alarms(Protocol):
    """The alarms that apps have set with the system."""

    def list(self) -> Sequence[AlarmRecord]:
        """The next one first."""
        ...


class Calls(Protocol):
    """Current telephone calls."""

    def list(self) -> Sequence[CallRecord]: ...


class Log(Protocol):
    """The log that logcat shows."""

    def write(
        self,
        tag: str,
        text: str,
        *,
        priority: str = "I",
        buffer: str = "system",
        pid: int = SYSTEM_SERVER_PID,
        uid: int = 1000,
    ) -> None: ...

    def entries(self) -> Sequence[LogEntry]:
        """The oldest first."""
        ...

    def clear(self, buffers: Collection[str] = ()) -> None: ...


class Clipboard(Protocol):
    def get(self) -> str | None: ...

    def set(self, text: str) -> None: ...


class Toasts(Protocol):
    def last(self) -> str | None:
        """The newest toast since boot or `clear`, even if it has gone from the screen."""
        ...

    def clear(self) -> None: ...

    def shown(self) -> tuple[str, ...]: ...

    def post(self, package: str, text: str, *, long: bool = False) -> None: ...


class Notifications(Protocol):
    def list(self) -> tuple[Notification, ...]: ...

    def post(self, package: str, title: str, text: str, *, intent: Intent | None = None, tag: str = "") -> int:
        """Post a notification and return its id. It replaces the package's earlier notification with the same tag."""
        ...

    def dismiss(self, notification: int) -> bool: ...

    def open_shade(self, *, quick_settings: bool = False) -> None: ...

    def close_shade(self) -> None: ...

    def shade_open(self) -> bool: ...


class Power(Protocol):
    """Screen and lock. The lock has no PIN unless a fault sets one."""

    @property
    def awake(self) -> bool: ...

    @property
    def locked(self) -> bool: ...

    def wake(self) -> None: ...

    def sleep(self) -> None: ...

    def lock(self) -> None: ...

    def unlock(self) -> None: ...


class ScreenCapture(Protocol):
    """Pixels, cached until the screen changes. A secure window or a sleeping screen is black, as on a phone."""

    def image(self) -> Image:
        """RGB. Do not draw on it: it is the cached image."""
        ...

    def png(self) -> bytes: ...

    def jpeg(self, quality: int = 80) -> bytes: ...

    def secure(self) -> bool:
        """True if a secure window is visible."""
        ...


class Stage(Protocol):
    """The director's changes to the phone: arrivals, disturbances, tuning. They never go over adb."""

    def incoming_sms(self, address: str, body: str) -> None: ...

    def permission(self, package: str, permission: str) -> None:
        """Cover the app with the permission dialog, as if the app had asked for the permission."""
        ...

    def anr(self, package: str) -> None: ...

    def crash(self, package: str, *, told: bool = False) -> None:
        """Crash the app. The second crash in two minutes shows the "keeps stopping" dialog; `told` shows it at once."""
        ...

    def ask(
        self,
        title: str,
        message: str,
        buttons: Sequence[str],
        answered: Callable[[str | None], None],
        *,
        checkbox: str = "",
    ) -> None:
        """Show a system dialog, such as USB debugging. `answered` gets the tapped button's label, or None if
        dismissed."""
        ...

    def tune(self, knob: str, value: float | str | bool) -> None:
        """Set a named knob: `sms_send_seconds`, `cold_start_seconds`, `transition_seconds`, `secure_package`,
        `never_idle`, `no_nodes_package`, `drop_next_touches`, `sms_fail_next`. Raises KeyError for an unknown one."""
        ...


class Phone(Protocol):
    """One simulated phone."""

    @property
    def clock(self) -> PhoneClock: ...
    @property
    def display(self) -> Display: ...
    @property
    def props(self) -> Props: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def files(self) -> Files: ...
    @property
    def storage(self) -> Storage: ...
    @property
    def packages(self) -> Packages: ...
    @property
    def activities(self) -> Activities: ...
    @property
    def windows(self) -> Windows: ...
    @property
    def accessibility(self) -> Accessibility: ...
    @property
    def touch(self) -> Touch: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def editor(self) -> Editor: ...
    @property
    def ime(self) -> Ime: ...
    @property
    def clipboard(self) -> Clipboard: ...
    @property
    def toasts(self) -> Toasts: ...
    @property
    def notifications(self) -> Notifications: ...
    @property
    def power(self) -> Power: ...
    @property
    def capture(self) -> ScreenCapture: ...
    @property
    def snapshots(self) -> Snapshots: ...
    @property
    def providers(self) -> Providers: ...
    @property
    def appops(self) -> AppOps: ...
    @property
    def log(self) -> Log: ...
    @property
    def alarms(self) -> Alarms: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def stage(self) -> Stage: ...

    def invalidate(self) -> None:
        """Storage changed without the apps: read it again before the next answer."""
        ...

    def close(self) -> None:
        """Write lasting data and close every file. Safe to call twice."""
        ...

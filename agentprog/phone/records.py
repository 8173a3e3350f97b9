"""The records that the simulated phone's inside and outside exchange."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

from agentprog.frozen import field, frozen


class Rect(NamedTuple):
    """Native pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def clip(self, other: Rect) -> Rect:
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


@frozen
class DisplayInfo:
    """`width` and `height` belong to the current rotation (0..3); `density` is in dpi."""

    width: int
    height: int
    density: int
    rotation: int
    physical_width: int
    physical_height: int
    physical_density: int


Namespace = Literal["system", "secure", "global"]


@frozen
class FileStat:
    """`mode` includes the type bits; `mtime` is Unix seconds on the phone's clock."""

    path: str
    name: str
    mode: int
    size: int
    mtime: int
    uid: int = 0
    gid: int = 0
    inode: int = 0
    links: int = 1

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)


class PackageError(Exception):
    """A refused install or removal; `code` is Android's (`INSTALL_FAILED_INVALID_APK`, ...)."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)
        self.code = code
        self.message = message


@frozen
class PackageInfo:
    """`launch_activity` is the full class name, or "" if nothing can be launched; only the home app has a
    `home_activity`."""

    package: str
    label: str
    version_name: str
    version_code: int
    path: str
    uid: int
    system: bool
    launch_activity: str = ""
    home_activity: str = ""
    activities: tuple[str, ...] = ()
    permissions: Mapping[str, bool] = field(default_factory=dict)
    first_install: datetime | None = None
    enabled: bool = True
    target_sdk: int = 34
    min_sdk: int = 24


@frozen
class Intent:
    """`component` is `package/class`, the class may start with a dot."""

    action: str = ""
    component: str = ""
    package: str = ""
    data: str = ""
    mime_type: str = ""
    categories: tuple[str, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict)
    clear_task: bool = False


class StartStatus(StrEnum):
    STARTED = "started"
    BROUGHT_TO_FRONT = "brought to front"
    UNKNOWN_CLASS = "unknown class"
    UNRESOLVED = "unresolved"


@frozen
class ActivityRecord:
    """`activity` is the full class name; `token` is the hex id that dumpsys prints."""

    package: str
    activity: str
    task: int
    token: str
    pid: int
    resumed: bool = False

    @property
    def component(self) -> str:
        """`package/.X` when the class lies in the package, else `package/full.Class`, as dumpsys prints it."""
        short = self.activity.removeprefix(self.package) if self.activity.startswith(self.package + ".") else ""
        return f"{self.package}/{short or self.activity}"


@frozen
class StartResult:
    status: StartStatus
    activity: ActivityRecord | None = None

    @property
    def ok(self) -> bool:
        return self.activity is not None


@frozen
class Process:
    pid: int
    ppid: int
    user: str
    name: str
    package: str = ""
    rss_kb: int = 0
    command: str = ""
    """The whole command line, if it is more than the name."""


class WindowKind(StrEnum):
    APP = "app"
    DIALOG = "dialog"
    POPUP = "popup"
    KEYBOARD = "keyboard"
    STATUS_BAR = "status bar"
    NAVIGATION_BAR = "navigation bar"
    SHADE = "notification shade"
    KEYGUARD = "keyguard"
    SYSTEM_DIALOG = "system dialog"
    TOAST = "toast"
    SPLASH = "splash"


@frozen
class WindowInfo:
    """`title` is dumpsys's: `package/full.Class` for an activity, else the window's own name."""

    title: str
    kind: WindowKind
    package: str
    token: str
    layer: int
    bounds: Rect
    focused: bool = False
    secure: bool = False
    accessible: bool = True


@frozen
class UiNode:
    """One accessibility node. The tree holds visible nodes only; `bounds` are clipped to the visible part.

    `text` is the text for clients: an empty field reports its hint, a password its bullets. `value` is a field's real
    content. `token` names the node to `Accessibility.perform`, and is valid until the tree changes.
    """

    token: int
    index: int
    class_name: str
    package: str
    bounds: Rect
    text: str = ""
    value: str = ""
    hint: str = ""
    description: str = ""
    resource_id: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    important: bool = True
    editable: bool = False
    drawing_order: int = 1
    children: tuple[UiNode, ...] = ()


class Dialect(StrEnum):
    """The format of a hierarchy dump."""

    U2 = "uiautomator2"
    SHELL = "uiautomator"


class NodeAction(StrEnum):
    CLICK = "click"
    LONG_CLICK = "long click"
    FOCUS = "focus"
    SET_TEXT = "set text"
    SCROLL_FORWARD = "scroll forward"
    SCROLL_BACKWARD = "scroll backward"


@frozen
class EditorInfo:
    """The editor with the input focus. `input_type` is text, number, phone, email or password."""

    package: str
    text: str
    hint: str
    input_type: str
    multi_line: bool
    selection: tuple[int, int]


@frozen
class ImeInfo:
    id: str
    package: str
    label: str
    enabled: bool
    selected: bool


@frozen
class Notification:
    id: int
    package: str
    title: str
    text: str
    when: datetime
    tag: str = ""


Value = str | int | float | None


@frozen
class Rows:
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


@frozen
class Caller:
    """The caller of a provider: the user id and package that Android would see."""

    uid: int
    package: str
    pid: int = 0


SYSTEM = Caller(uid=1000, package="android")
SHELL = Caller(uid=2000, package="com.android.shell")
ROOT = Caller(uid=0, package="root")


@frozen
class AlarmRecord:
    """An alarm set by an app. `clock` means that a person set it, and the status bar would show it."""

    package: str
    tag: str
    when: datetime
    clock: bool = False


@frozen
class CallRecord:
    """A telephone call; `state` is Android's word, `since` when it was answered."""

    id: str
    number: str
    state: str
    began: datetime
    since: datetime | None = None

    def answered(self, now: datetime) -> CallRecord:
        return CallRecord(id=self.id, number=self.number, state="ACTIVE", began=self.began, since=now)


SYSTEM_SERVER_PID = 1203


@frozen
class LogEntry:
    """`number` counts up while the phone runs; `text` may have several lines."""

    number: int
    when: datetime
    uptime: float
    buffer: str
    priority: str
    tag: str
    text: str
    pid: int
    uid: int


class ProviderError(Exception):
    """A `content` call that the provider refuses, in Android's words."""

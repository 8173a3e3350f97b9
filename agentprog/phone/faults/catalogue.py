"""Every fault: its effect, the place where it acts, and its parameters.

The code that a *state* disturbs checks it for as long as it is set. An *event* happens once, when it is due. A *switch*
changes the phone when it is set, and changes it back when it is cleared or over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

ParamValue = str | int | float | bool


class FaultKind(StrEnum):
    STATE = "state"
    EVENT = "event"
    SWITCH = "switch"


@dataclass(frozen=True, kw_only=True)
class FaultSpec:
    """One fault. `params` holds all its parameters with their defaults."""

    name: str
    level: str
    kind: FaultKind
    what: str
    params: Mapping[str, ParamValue] = field(default_factory=dict)


def _state(level: str, name: str, description: str, **params: ParamValue) -> FaultSpec:
    return FaultSpec(name=name, level=level, kind=FaultKind.STATE, what=description, params=params)


def _event(level: str, name: str, description: str, **params: ParamValue) -> FaultSpec:
    return FaultSpec(name=name, level=level, kind=FaultKind.EVENT, what=description, params=params)


def _switch(level: str, name: str, description: str, **params: ParamValue) -> FaultSpec:
    return FaultSpec(name=name, level=level, kind=FaultKind.SWITCH, what=description, params=params)


_WIRE = (
    _state("wire", "unauthorized", "The phone trusts no key: every new connection stays unauthorized."),
    _state("wire", "offline", "A new connection is never answered: adb lists the phone as offline."),
    _state("wire", "adbd_frozen", "The connection stands, but no service is ever opened."),
    _event("wire", "drop_connection", "Every connection breaks at once."),
    _state("wire", "drop_mid_command", "The connection breaks while a shell command runs.", seconds=0.05),
    _state("wire", "slow_link", "Every service opens late.", milliseconds=300),
)

_SHELL = (
    _state("shell", "shell_hang", "A shell command does not start for so long.", seconds=600.0),
    _state("shell", "screencap_fails", "`screencap` says so and writes no image."),
    _state("shell", "screencap_garbage", "`screencap -p` puts a warning before its PNG, as some vendors' do."),
    _state("shell", "apk_unreadable", "The shell user may not read the files of installed packages."),
    _state("shell", "could_not_get_idle_state", "`uiautomator dump` gives up, with exit code 0.", seconds=0.0),
    _state("shell", "null_root", "`uiautomator dump` finds no root node; a file of before stays."),
    _state("shell", "uiautomator_killed", "`uiautomator dump` is killed: another client holds UiAutomation."),
    _state("shell", "injection_denied", "Injected input is refused: INJECT_EVENTS is missing (MIUI)."),
    _state("shell", "settings_refused", "adb may not write settings nor choose keyboards (OPPO, realme, Xiaomi)."),
    _state("shell", "install_restricted", "Installing over USB is refused by the vendor (MIUI)."),
    _state("shell", "no_current_focus", "`dumpsys window` has no mCurrentFocus line (Android 13 and later)."),
    _state("shell", "focus_null", "`dumpsys window` says mCurrentFocus=null, as in a transition that hangs."),
    _state("shell", "ime_list_empty", "`ime list` shows nothing, as while the input method service restarts."),
    _state("shell", "broadcast_ignored", "Broadcasts complete with result 0: nobody listens."),
    _state("shell", "storage_full", "Nothing more can be written: no space left on device."),
    _state("shell", "package_service_missing", "`pm` cannot find its service, as while the phone still boots."),
    _state("shell", "boot_incomplete", "`getprop sys.boot_completed` is still empty."),
    _state("shell", "text_dropped", "`input text` loses a character now and then.", every=5),
)

_U2 = (
    _event("u2", "u2_killed", "The uiautomator2 server dies."),
    _state("u2", "u2_dies_mid_call", "The uiautomator2 server dies while it works on a call."),
    _state("u2", "u2_hang", "A call is not answered for so long.", seconds=25.0),
    _state("u2", "no_keep_alive", "Only the first request of a connection is answered in HTTP."),
    _state("u2", "u2_slow", "A call takes so much longer.", milliseconds=500),
    _state("u2", "u2_slow_boot", "The server needs so long before it listens.", seconds=5.0),
    _state("u2", "u2_will_not_start", "The server's process ends before it listens."),
    _state("u2", "already_registered", "Another client holds UiAutomation: the server cannot register."),
    _state("u2", "ui_automation_lost", "Every call fails: UiAutomation not connected."),
    _state("u2", "dead_object", "Every call fails with DeadObjectException."),
    _state("u2", "stack_overflow", "Dumping a deep tree overflows the server's stack."),
    _state("u2", "screenshot_null", "`takeScreenshot` returns null."),
    _state("u2", "empty_hierarchy", "The dump has a hierarchy without nodes."),
    _state("u2", "empty_hierarchy_active", "The active window is missing from the dump; system windows are there."),
    _state("u2", "stale_hierarchy", "The dump is the one of when the fault was set, whatever happens on screen."),
    _state("u2", "shallow_hierarchy", "The dump is cut below this depth, whatever depth was asked for.", depth=5),
    _state("u2", "shuffled_windows", "The dump's windows come in another order: the app need not be first."),
    _state("u2", "second_display", "Another display mirrors the app: its windows are in the dump as well."),
    _state("u2", "display_info_stale", "`deviceInfo` tells the size of the upright phone, however it is turned."),
    _state("u2", "clipboard_denied", "The clipboard is refused: SecurityException."),
    _state("u2", "toast_lost", "The server never sees a toast."),
    _state("u2", "set_text_misplaced", "`setText` reaches the text field behind the one that is meant."),
    _state("u2", "set_text_ignored", "`setText` answers true and changes nothing."),
)

_PHONE = (
    _event("phone", "dialog", "A system dialog covers the app.", title="Update available", message="Install it now?"),
    _event("phone", "permission_dialog", "The permission dialog covers the app.", package="", permission=""),
    _event("phone", "anr", "The app is said not to respond.", package=""),
    _event("phone", "app_crash", "The app in front dies and the system says so.", package=""),
    _event("phone", "process_death", "The app's process is killed silently; its task stays.", package=""),
    _event("phone", "incoming_sms", "A text message arrives.", address="+15550100", body="Hello"),
    _event("phone", "notification", "A notification arrives.", package="android", title="Notice", text="Something"),
    _event("phone", "sleep", "The screen goes dark and locks."),
    _event("phone", "lock", "The lock screen covers everything."),
    _event("phone", "rotate", "The phone is turned.", rotation=1),
    _event("phone", "home", "Somebody presses Home."),
    _event("phone", "open_shade", "The notification shade comes down."),
    _state("phone", "screenshot_sideways", "Screenshots of a turned phone lie on their side; tree and taps do not."),
    _state("phone", "touch_after_keyboard_lost", "A tap so soon after the keyboard went reaches nobody.", seconds=0.6),
    _state("phone", "slow_actions", "Each tap, swipe, key and text costs the phone's time.", least=1.0, most=3.0),
    _switch("phone", "keyboard_late", "The keyboard comes late: BACK before that leaves the screen.", seconds=0.8),
    _switch("phone", "scroll_jump", "Lists jump back when they are let go: some rows come twice.", rows=2),
    _event("phone", "touches_lost", "The next touches reach nobody.", count=1),
    _event("phone", "clock_jump", "Time jumps forward.", seconds=60.0),
    _switch("phone", "pin_lock", "The lock screen asks for a PIN: a swipe or a command does not take it away."),
    _switch("phone", "never_idle", "Something on the screen never stops moving."),
    _switch("phone", "no_nodes", "An app shows nothing to accessibility.", package=""),
    _switch("phone", "secure_window", "An app forbids screenshots: they are black, the tree is readable.", package=""),
    _event("phone", "sms_slow", "Text messages stay in 'Sending...' for so long.", seconds=30.0),
    _event("phone", "sms_fails", "The next text message cannot be sent."),
)

CATALOGUE: Mapping[str, FaultSpec] = {spec.name: spec for spec in (*_WIRE, *_SHELL, *_U2, *_PHONE)}

"""A device profile's wire settings: the `[wire]` table of `devices/profiles/*.toml`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from agentprog.errors import PhoneError
from agentprog.phone.kernel.profile import read_table

FEATURES = (
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "apex",
    "abb",
    "abb_exec",
    "fixed_push_symlink_timestamp",
    "remount_shell",
    "track_app",
)
"""The features in the banner. `delayed_ack` and `sendrecv_v2` are left out: they are not implemented."""


@dataclass(frozen=True, kw_only=True)
class WireProfile:
    """Vendor differences that only clients of adb can see.

    `authorization` is `open` (no key asked) or `ask` (RSA with a dialog). `current_focus` says whether `dumpsys window
    windows` has an mCurrentFocus line. `inject_events`, `usb_install` and `write_settings` say whether the vendor lets
    adb inject input, install apps, and write settings and choose keyboards. `one_column`: its `content` takes no list
    of columns.

    Differences of its `dumpsys window`: `window_words` is `android`, or `origin` for vivo's words inside of
    `Window{...}`; `hex_flags`: flags are a number (Samsung). `bouncer` is the title of the lock screen's window.
    `cover` is width and height of a second display, whose home has a focus of its own (Galaxy Z Flip).
    """

    authorization: str = "open"
    features: tuple[str, ...] = FEATURES
    current_focus: bool = True
    inject_events: bool = True
    usb_install: bool = True
    write_settings: bool = True
    one_column: bool = False
    window_words: str = "android"
    hex_flags: bool = False
    bouncer: str = "NotificationShade"
    cover: tuple[int, ...] = ()
    battery_level: int = 87
    wlan_ip: str = "192.168.232.2"
    physical_display_id: str = "4619827259835644672"
    display_name: str = "EMU_display_0"

    def __post_init__(self) -> None:
        if self.authorization not in ("open", "ask"):
            raise PhoneError(f"authorization is 'open' or 'ask', not {self.authorization!r}")
        if self.window_words not in ("android", "origin"):
            hint = "change it in [wire] of the device profile"
            raise PhoneError(f"window_words is 'android' or 'origin', not {self.window_words!r}", hint=hint)


def load_wire_profile(name: str) -> WireProfile:
    """The `[wire]` table of a device profile; defaults where it has none. Raises ConfigError, PhoneError."""
    table = read_table("profile", name).get("wire", {})
    known = {f.name for f in dataclasses.fields(WireProfile)}
    unknown = sorted(set(table) - known)
    if unknown:
        raise PhoneError(f"the device profile {name!r} has unknown keys in [wire]: {', '.join(unknown)}")
    for name in ("features", "cover"):
        if name in table:
            table[name] = tuple(table[name])
    return WireProfile(**table)

"""The content of each settings page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date as Day
from functools import partial
from typing import Literal, Protocol

from agentprog.phone.apps.base import Context
from agentprog.phone.apps.settings.rows import heading, main_switch, row, toggle_row
from agentprog.phone.widgets.base import Fill, Widget, pad
from agentprog.phone.widgets.controls import Slider, Text
from agentprog.phone.widgets.layout import Column
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.pickers import DatePicker, TimePicker
from agentprog.phone.widgets.theme import Theme

Table = Literal["system", "secure", "global"]
SettingsPage = tuple[str, Sequence[Widget]]
_WIFI, _BLUETOOTH, _AIRPLANE = "wifi_on", "bluetooth_on", "airplane_mode_on"
_NETWORKS = ("AndroidWifi", "Harbour Clinic Guest", "Tram-Free-WiFi")
_TIMEOUTS = (
    ("15 seconds", 15),
    ("30 seconds", 30),
    ("1 minute", 60),
    ("2 minutes", 120),
    ("5 minutes", 300),
    ("10 minutes", 600),
    ("30 minutes", 1800),
)
_ALL_FILES = "android.permission.MANAGE_EXTERNAL_STORAGE"
_SIZES = (("Small", "0.85"), ("Default", "1.0"), ("Large", "1.15"), ("Largest", "1.3"))


class PageHost(Protocol):
    """The screen of a page."""

    subject: str
    ctx: Context

    @property
    def t(self) -> Theme: ...

    def go(self, page: str, app: str = "") -> None: ...

    def flag(self, key: str, namespace: Table = "global") -> bool: ...

    def flip(self, key: str, namespace: Table = "global", on: str = "1") -> None: ...

    def alert(self, alert: Alert) -> Overlay: ...

    def show(self, overlay: Overlay) -> Overlay: ...

    def close(self, overlay: Overlay) -> None: ...


def network(h: PageHost) -> SettingsPage:
    t = h.t
    wifi = _NETWORKS[0] if h.flag(_WIFI) else "Off"
    return "Network & internet", [
        row(t, "Internet", wifi, lambda: h.go("internet"), icon="wifi"),
        row(t, "SIMs", "T-Mobile", lambda: h.go("sims"), icon="signal"),
        toggle_row(t, "Airplane mode", h.flag(_AIRPLANE), lambda: set_airplane(h), icon="airplane"),
        row(t, "Hotspot & tethering", "Off", lambda: h.go("hotspot"), icon="wifi_full"),
        row(t, "Data Saver", "On" if h.flag("data_saver") else "Off", lambda: h.go("data_saver"), icon="rotate"),
        row(t, "VPN", "None", lambda: h.go("vpn"), icon="key"),
    ]


def set_airplane(h: PageHost) -> None:
    """Airplane mode switches the radios off, and back on when it ends."""
    h.flip(_AIRPLANE)
    on = h.flag(_AIRPLANE)
    if on:
        h.ctx.set_setting("global", "airplane_wifi_before", h.ctx.setting("global", _WIFI, "0"))
        h.ctx.set_setting("global", _WIFI, "0")
        h.ctx.set_setting("global", _BLUETOOTH, "0")
    else:
        h.ctx.set_setting("global", _WIFI, h.ctx.setting("global", "airplane_wifi_before", "1"))


def set_wifi(h: PageHost) -> None:
    """Switch Wi-Fi. With airplane mode on, Android stores 2 for Wi-Fi turned on by hand."""
    h.flip(_WIFI, on="2" if h.flag(_AIRPLANE) else "1")


def internet(h: PageHost) -> SettingsPage:
    t, on = h.t, h.flag(_WIFI)
    rows: list[Widget] = [toggle_row(t, "Wi‑Fi", on, lambda: set_wifi(h))]
    if on:
        chosen = h.ctx.setting("global", "wifi_network", _NETWORKS[0])
        for name in _NETWORKS:
            state = "Connected" if name == chosen else "Saved"
            rows.append(row(t, name, state, partial(_connect, h, name), icon="wifi_full"))
    rows.append(row(t, "Network preferences", "Wi‑Fi turns back on automatically", lambda: h.go("network_preferences")))
    return "Internet", rows


def _connect(h: PageHost, name: str) -> None:
    h.ctx.set_setting("global", "wifi_network", name)


def devices(h: PageHost) -> SettingsPage:
    return "Connected devices", [
        row(h.t, "Pair new device", "", lambda: h.go("pair"), icon="add"),
        row(h.t, "Connection preferences", "Bluetooth, Android Auto", lambda: h.go("preferences"), icon="devices"),
    ]


def preferences(h: PageHost) -> SettingsPage:
    state = "On" if h.flag(_BLUETOOTH) else "Off"
    return "Connection preferences", [
        row(h.t, "Bluetooth", state, lambda: h.go("bluetooth"), icon="bluetooth"),
        toggle_row(h.t, "NFC", h.flag("nfc_on"), lambda: h.flip("nfc_on"), icon="signal"),
    ]


def bluetooth(h: PageHost) -> SettingsPage:
    on = h.flag(_BLUETOOTH)
    rows: list[Widget] = [main_switch(h.t, "Use Bluetooth", on, lambda: h.flip(_BLUETOOTH))]
    if on:
        rows.append(row(h.t, "Pair new device", "", lambda: h.go("pair"), icon="add"))
    name = h.ctx.setting("global", "device_name", "Pixel 6")
    note = f"Visible as “{name}” to other devices" if on else "When Bluetooth is turned on, your device can communicate"
    rows.append(Text(note, id="android:id/summary", size=14, color=h.t.muted, padding=pad(24, 12)))
    return "Bluetooth", rows


def pair(h: PageHost) -> SettingsPage:
    if not h.flag(_BLUETOOTH):
        h.ctx.set_setting("global", _BLUETOOTH, "1")
    name = h.ctx.setting("global", "device_name", "Pixel 6")
    return "Pair new device", [
        row(h.t, "Device name", name, lambda: None),
        heading(h.t, "Available devices"),
        Text("No devices found", id="android:id/title", size=16, color=h.t.muted, padding=pad(24, 12)),
    ]


def display(h: PageHost) -> SettingsPage:
    t, setting = h.t, h.ctx.setting
    level = int(setting("system", "screen_brightness", "0")) * 100 // 255
    seconds = int(setting("system", "screen_off_timeout", "30000")) // 1000
    timeout = next((n for n, s in _TIMEOUTS if s == seconds), f"{seconds} seconds")
    size = next((n for n, s in _SIZES if s == setting("system", "font_scale", "1.0")), "Default")
    dark = setting("secure", "ui_night_mode", "1") == "2"
    rotate, night = "accelerometer_rotation", h.flag("night_display_activated", "secure")
    return "Display", [
        row(t, "Brightness level", f"{level}%", lambda: show_brightness(h)),
        row(t, "Night Light", "On" if night else "Off", lambda: h.go("night_light")),
        toggle_row(
            t, "Adaptive brightness", h.flag("screen_brightness_mode", "system"),
            lambda: h.flip("screen_brightness_mode", "system"), "Brightness adjusts to the light around you",
        ),
        row(t, "Screen timeout", f"After {timeout} of inactivity", lambda: choose_timeout(h)),
        toggle_row(t, "Auto-rotate screen", h.flag(rotate, "system"), lambda: h.flip(rotate, "system")),
        row(t, "Colors", "Adaptive", lambda: h.go("colors")),
        row(t, "Font size", size, lambda: choose_font(h)),
        toggle_row(t, "Dark theme", dark, lambda: h.ctx.set_setting("secure", "ui_night_mode", "1" if dark else "2")),
    ]  # fmt: skip


def show_brightness(h: PageHost) -> None:
    """SystemUI's slider in a dialog at the top."""

    def content() -> Widget:
        value = int(h.ctx.setting("system", "screen_brightness", "0")) / 255
        slider = Slider(
            h.t, value, id="com.android.systemui:id/slider", desc="Display brightness", package="com.android.systemui"
        )
        slider.on_change = set_level
        return Column([slider], width=-1, padding=pad(20, 16), absorbs=True, fill=Fill(h.t.raised, radius=28))

    def set_level(value: float) -> None:
        h.ctx.set_setting("system", "screen_brightness", str(min(255, max(1, round(value * 255)))))

    h.show(Overlay(content=content, max_width=400))


def choose_timeout(h: PageHost) -> None:
    def chosen(i: int) -> None:
        h.ctx.set_setting("system", "screen_off_timeout", str(_TIMEOUTS[i][1] * 1000))

    now = int(h.ctx.setting("system", "screen_off_timeout", "30000")) // 1000
    current = next((i for i, (_, s) in enumerate(_TIMEOUTS) if s == now), -1)
    h.alert(Alert(theme=h.t, title="Screen timeout", rows=[n for n, _ in _TIMEOUTS], chosen=current, on_choose=chosen))


def choose_font(h: PageHost) -> None:
    def chosen(i: int) -> None:
        h.ctx.set_setting("system", "font_scale", _SIZES[i][1])

    now = h.ctx.setting("system", "font_scale", "1.0")
    current = next((i for i, (_, s) in enumerate(_SIZES) if s == now), 1)
    h.alert(Alert(theme=h.t, title="Font size", rows=[n for n, _ in _SIZES], chosen=current, on_choose=chosen))


def night_light(h: PageHost) -> SettingsPage:
    key = "night_display_activated"
    return "Night Light", [main_switch(h.t, "Use Night Light", h.flag(key, "secure"), lambda: h.flip(key, "secure"))]


def sound(h: PageHost) -> SettingsPage:
    rows: list[Widget] = []
    for label, key in (
        ("Media volume", "volume_music"),
        ("Ring & notification volume", "volume_ring"),
        ("Alarm volume", "volume_alarm"),
    ):
        value = int(h.ctx.setting("system", key, "5")) / 15
        slider = Slider(h.t, value, id="android:id/seekbar", desc=label, on_change=partial(_set_volume, h, key))
        rows.append(
            Column([Text(label, id="android:id/title", size=18, color=h.t.text), slider], width=-1, padding=pad(24, 8))
        )
    rows.append(toggle_row(h.t, "Do Not Disturb", h.flag("zen_mode"), lambda: h.flip("zen_mode")))
    return "Sound & vibration", rows


def _set_volume(h: PageHost, key: str, value: float) -> None:
    h.ctx.set_setting("system", key, str(round(value * 15)))


def location(h: PageHost) -> SettingsPage:
    on = h.flag("location_mode", "secure")
    return "Location", [main_switch(h.t, "Use location", on, lambda: h.flip("location_mode", "secure", on="3"))]


def data_saver(h: PageHost) -> SettingsPage:
    return "Data Saver", [main_switch(h.t, "Use Data Saver", h.flag("data_saver"), lambda: h.flip("data_saver"))]


def apps(h: PageHost) -> SettingsPage:
    installed = sorted((a for a in h.ctx.installed().values() if not a.hidden), key=lambda a: a.label.casefold())
    return "Apps", [row(h.t, a.label, f"Version {a.version_name}", partial(h.go, "app", a.package)) for a in installed]


def app_details(h: PageHost) -> SettingsPage:
    app = h.ctx.installed().get(h.subject)
    if app is None:
        return "App info", [Text("The app was not found", size=16, color=h.t.muted, padding=pad(24, 12))]
    rows: list[Widget] = [
        Text(app.label, id="entity_header_title", size=22, color=h.t.text, padding=pad(24, 12)),
        row(h.t, "Open", "", lambda: h.ctx.launch(app.package)),
        row(h.t, "Force stop", "", lambda: h.ctx.force_stop(app.package)),
        *([] if app.system else [row(h.t, "Uninstall", "", lambda: h.ctx.uninstall(app.package))]),
        heading(h.t, "Permissions"),
    ]
    for permission in app.permissions:
        name = permission.rsplit(".", 1)[-1].replace("_", " ").capitalize()
        granted = h.ctx.granted_to(app.package, permission)
        action = partial(h.ctx.grant, app.package, permission, not granted)
        rows.append(toggle_row(h.t, name, granted, action))
    return "App info", rows


def all_files(h: PageHost) -> SettingsPage:
    """The special permission without a dialog."""
    app = h.ctx.installed().get(h.subject)
    if app is None:
        return app_details(h)
    granted = h.ctx.granted_to(app.package, _ALL_FILES)
    words = "Allow this app to read, modify and delete all files on this device or any connected storage volumes."
    return "All files access", [
        Text(app.label, id="entity_header_title", size=22, color=h.t.text, padding=pad(24, 12)),
        toggle_row(
            h.t, "Allow access to manage all files", granted, partial(h.ctx.grant, app.package, _ALL_FILES, not granted)
        ),
        Text(words, id="android:id/summary", size=14, color=h.t.muted, padding=pad(24, 12)),
    ]


def system(h: PageHost) -> SettingsPage:
    return "System", [
        row(h.t, "Languages & input", "English (United States)", lambda: h.go("languages")),
        row(h.t, "Date & time", h.ctx.now().strftime("%b %-d, %Y, %H:%M"), lambda: h.go("date"), icon="clock"),
        row(h.t, "Backup", "Off", lambda: h.go("backup")),
    ]


def date(h: PageHost) -> SettingsPage:
    auto, now = h.flag("auto_time"), h.ctx.now()
    twelve = h.ctx.setting("system", "time_12_24", "24") == "12"
    return "Date & time", [
        toggle_row(h.t, "Set time automatically", auto, lambda: h.flip("auto_time")),
        row(h.t, "Date", now.strftime("%B %-d, %Y"), None if auto else lambda: pick_date(h)),
        row(h.t, "Time", now.strftime("%-I:%M %p" if twelve else "%H:%M"), None if auto else lambda: pick_time(h)),
        row(h.t, "Time zone", "GMT+00:00 Coordinated Universal Time", lambda: h.go("zone")),
        toggle_row(
            h.t, "Use 24-hour format", not twelve,
            lambda: h.ctx.set_setting("system", "time_12_24", "24" if twelve else "12"),
        ),
    ]  # fmt: skip


def pick_date(h: PageHost) -> None:
    def done(day: Day) -> None:
        h.ctx.set_clock(h.ctx.now().replace(year=day.year, month=day.month, day=day.day))

    picker = DatePicker(theme=h.t, value=h.ctx.now().date(), done=done)
    overlay = h.show(Overlay(content=picker.build, max_width=340))
    picker.close = lambda: h.close(overlay)


def pick_time(h: PageHost) -> None:
    def done(hour: int, minute: int) -> None:
        h.ctx.set_clock(h.ctx.now().replace(hour=hour, minute=minute, second=0))

    now, twelve = h.ctx.now(), h.ctx.setting("system", "time_12_24", "24") == "12"
    picker = TimePicker(theme=h.t, hour=now.hour, minute=now.minute, done=done, twelve=twelve)
    overlay = h.show(Overlay(content=picker.build, max_width=340))
    picker.close = lambda: h.close(overlay)


def about(h: PageHost) -> SettingsPage:
    name = h.ctx.setting("global", "device_name", "Pixel 6")
    return "About phone", [
        row(h.t, "Device name", name, lambda: None),
        row(h.t, "Phone number (sim slot 1)", "+15551230001", lambda: h.ctx.copy("+15551230001")),
        row(h.t, "Android version", "13", lambda: None),
        row(h.t, "Model", "Pixel 6", lambda: None),
    ]


def information(h: PageHost) -> SettingsPage:
    """A page without settings on this phone."""
    return "Settings", [
        Text("Nothing to set here", id="android:id/summary", size=16, color=h.t.muted, padding=pad(24, 12))
    ]


PAGES: dict[str, Callable[[PageHost], SettingsPage]] = {
    "network": network,
    "internet": internet,
    "devices": devices,
    "preferences": preferences,
    "bluetooth": bluetooth,
    "pair": pair,
    "display": display,
    "night_light": night_light,
    "sound": sound,
    "location": location,
    "data_saver": data_saver,
    "apps": apps,
    "app": app_details,
    "all_files": all_files,
    "system": system,
    "date": date,
    "about": about,
}

INDEX: tuple[tuple[str, str], ...] = (
    ("Wi‑Fi", "internet"),
    ("Internet", "internet"),
    ("Network & internet", "network"),
    ("Airplane mode", "network"),
    ("Bluetooth", "bluetooth"),
    ("Connected devices", "devices"),
    ("Display", "display"),
    ("Brightness level", "display"),
    ("Dark theme", "display"),
    ("Font size", "display"),
    ("Screen timeout", "display"),
    ("Night Light", "night_light"),
    ("Sound & vibration", "sound"),
    ("Do Not Disturb", "sound"),
    ("Location", "location"),
    ("Apps", "apps"),
    ("Date & time", "date"),
    ("About phone", "about"),
)

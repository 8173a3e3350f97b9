"""The system's own drawings: status bar, navigation bar, shade, lock screen, toasts, splash."""

from __future__ import annotations

from functools import partial

from agentprog.phone.apps.base import App
from agentprog.phone.apps.faces import Wallpaper, launcher_face
from agentprog.phone.records import Notification
from agentprog.phone.system.inside import System
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Slider, Text
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import ScrollState

_TILES = (
    (("Internet", "wifi", "wifi_on"), ("Bluetooth", "bluetooth", "bluetooth_on")),
    (("Airplane mode", "airplane", "airplane_mode_on"), ("Do Not Disturb", "dnd", "zen_mode")),
)


def clock_text(phone: System) -> str:
    return phone.time_text(phone.clock.now())


def _ink(phone: System) -> str:
    light_behind = phone.bars_on_light()
    return "#202124" if light_behind else "#FFFFFF"


def status_bar(phone: System) -> Widget:
    color = _ink(phone)
    flag = phone.settings.flag
    icons: list[Widget] = []
    if flag("global", "bluetooth_on"):
        icons.append(_status_icon("bluetooth", "Bluetooth on.", color))
    if flag("global", "airplane_mode_on"):
        icons.append(_status_icon("airplane", "Airplane mode.", color, id="airplane_mode"))
    if flag("global", "wifi_on"):
        icons.append(_status_icon("wifi_full", "Wifi signal full.", color, id="wifi_signal"))
    if not flag("global", "airplane_mode_on"):
        icons.append(_status_icon("signal", "Phone three bars.", color, id="mobile_signal"))
    icons.append(_status_icon("battery", "Battery 100 percent.", color, id="battery"))
    time = Text(clock_text(phone), id="clock", desc=clock_text(phone), size=14, color=color, font_weight="medium")
    marks: list[Widget] = [
        Icon("message" if "sms" in n.package else "bell", desc=f"{n.title}", size=16, color=color)
        for n in phone.notifications.list()[:3]
    ]
    left = Row([time, *marks], id="status_bar_start_side_content", gap=6, weight=1)
    right = Row(icons, id="system_icons", gap=5)
    bar = Row([left, right], id="status_bar_contents", width=MATCH, height=MATCH, padding=pad(20, 0, top=8))
    return Stack([bar], id="status_bar_container", width=MATCH, height=MATCH)


def _status_icon(name: str, desc: str, color: str, *, id: str = "") -> Widget:
    return Icon(name, desc=desc, size=16, color=color, id=id)


def navigation_bar(phone: System) -> Widget:
    color = _ink(phone)
    if phone.profile.navigation == "gesture":
        handle = Widget(
            id="home_handle", width=108, height=4, fill=Fill(color, radius=2), align="center", align_vertical="center"
        )
        return Stack([handle], id="navigation_bar_frame", width=MATCH, height=MATCH)
    keys = phone.keys
    items = (
        ("back", "Back", "triangle", "back"),
        ("home", "Home", "circle", "home"),
        ("recent_apps", "Overview", "recents", "recents"),
    )
    buttons: list[Widget] = [
        Icon(
            icon,
            id=name,
            desc=desc,
            size=20,
            color=color,
            weight=1,
            height=MATCH,
            on_click=partial(keys.press, key),
        )
        for name, desc, icon, key in items
    ]
    row = Row(buttons, id="nav_buttons", width=MATCH, height=MATCH, padding=pad(36))
    return Stack([row], id="navigation_bar_frame", width=MATCH, height=MATCH)


def toast(phone: System, text: str) -> Widget:
    t = phone.theme()
    color = "#3C4043" if t.dark else "#F1F0F4"
    label = Text(text, id="android:id/message", size=14, color=t.text, padding=pad(16, 11))
    return Stack([label], fill=Fill(color, radius=24, elevation=3))


def splash(phone: System, app: type[App]) -> Widget:
    t = phone.theme()
    face = launcher_face(app.icon, size=96)
    face.align = face.align_vertical = "center"
    return Stack([face], width=MATCH, height=MATCH, fill=Fill(t.background), accessible=True)


def keyguard(phone: System) -> Widget:
    now = phone.clock.now()
    clock = Column(
        [
            Text(
                clock_text(phone),
                id="lockscreen_clock_view",
                size=76,
                font_weight="light",
                color="#FFFFFF",
                align="center",
            ),
            Text(now.strftime("%a, %b %-d"), id="date", size=18, color="#FFFFFF", align="center"),
        ],
        id="keyguard_status_view",
        width=MATCH,
        margin=pad(top=110),
    )
    hint = Text("Swipe up to open", id="keyguard_indication_text", size=14, color="#FFFFFF", align="center")
    notes = Column([_card(phone, n) for n in phone.notifications.list()[:3]], gap=8, padding=pad(16), width=MATCH)
    content = Column([clock, spacer(height=40), notes, spacer(weight=1), hint], width=MATCH, height=MATCH)
    content.padding = pad(bottom=48)
    return Stack(
        [Wallpaper(width=MATCH, height=MATCH, accessible=False), content],
        id="keyguard_root_view",
        width=MATCH,
        height=MATCH,
        on_swipe=lambda d: phone.power.unlock() if d == "up" else None,
        absorbs=True,
    )


def _card(phone: System, note: Notification) -> Widget:
    t = phone.theme()
    app = phone.package_manager.apps.get(note.package)
    face: Widget = launcher_face(app.icon, size=32) if app else spacer(width=32)
    label = app.label if app else note.package
    head = Row(
        [
            Text(label, id="android:id/app_name_text", size=12, color=t.muted),
            Text(phone.time_text(note.when), id="android:id/time", size=12, color=t.muted),
        ],
        gap=8,
    )
    words = Column(
        [
            head,
            Text(note.title, id="android:id/title", size=14, font_weight="medium", color=t.text, lines=1),
            Text(note.text, id="android:id/text", size=14, color=t.muted, lines=2),
        ],
        gap=2,
        weight=1,
    )
    return Row(
        [face, words],
        id="expandableNotificationRow",
        class_name="android.widget.FrameLayout",
        gap=12,
        width=MATCH,
        padding=pad(16, 14),
        fill=Fill(t.surface, radius=20),
        cross="start",
        on_click=lambda: phone.notifications.open(note.id),
        on_swipe=lambda d: phone.notifications.dismiss(note.id) if d in ("left", "right") else None,
        swipes="lr",
    )


def _tile(phone: System, title: str, icon: str, key: str) -> Widget:
    t, on = phone.theme(), phone.settings.flag("global", key)
    state = "On" if on else "Off"
    ink = t.on_primary if on else t.text
    return Row(
        [
            Icon(icon, size=20, color=ink, accessible=False),
            Text(title, id="tile_label", size=14, font_weight="medium", color=ink, lines=1, weight=1),
        ],
        class_name="android.widget.Switch",
        desc=f"{title},{state}",
        checkable=True,
        checked=on,
        text=state,
        gap=10,
        weight=1,
        height=64,
        padding=pad(18),
        fill=Fill(t.primary if on else t.raised, radius=28),
        on_click=lambda: phone.toggle(key),
    )


def shade(phone: System) -> Widget:
    """Notifications, quick settings above them."""
    t, notes = phone.theme(), phone.notifications
    now = phone.clock.now()
    rows: list[Widget] = [
        Row([_tile(phone, *cell) for cell in row], gap=8, width=MATCH)
        for row in (_TILES if notes.quick_settings else _TILES[:1])
    ]
    head = Row(
        [
            Text(clock_text(phone), id="clock", size=20, color=t.text, weight=1),
            Text(now.strftime("%a, %b %-d"), id="date", size=14, color=t.text),
        ],
        width=MATCH,
    )
    slider = Slider(t, phone.brightness(), id="slider", desc="Display brightness", on_change=phone.set_brightness)
    cards: list[Widget] = [_card(phone, n) for n in notes.list()]
    if not cards:
        cards = [
            Text("No notifications", id="no_notifications", size=14, color=t.muted, align="center", padding=pad(0, 20))
        ]
    else:
        clear = Button("Clear all", t, id="dismiss_text", on_click=notes.clear_all, align="end")
        cards.append(clear)
    body = Column([head, *rows, slider, *cards], gap=10, width=MATCH, padding=pad(16, 16, top=44))
    scroller = ScrollView(body, scroll=ScrollState(), id="notification_stack_scroller", height=-2)
    panel = Stack([scroller], id="notification_panel", width=MATCH, fill=Fill(t.background), absorbs=True)
    return Stack(
        [panel],
        id="notification_shade_window",
        width=MATCH,
        height=MATCH,
        on_click=notes.close_shade,
        on_swipe=lambda d: notes.swiped(d),
        swipes="ud",
        focusable=False,
    )

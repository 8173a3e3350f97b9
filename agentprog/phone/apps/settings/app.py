"""The app's manifest, its homepage with search, and the frame of sub-pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App, IntentFilter
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.settings import pages
from agentprog.phone.apps.settings.rows import row
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, spacer
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import SEARCH, EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_HOME: tuple[tuple[str, str, str, str], ...] = (
    ("Network & internet", "Mobile, Wi‑Fi, hotspot", "wifi", "network"),
    ("Connected devices", "Bluetooth, pairing", "devices", "devices"),
    ("Apps", "Recent apps, default apps", "apps", "apps"),
    ("Notifications", "Notification history, conversations", "bell", "notifications"),
    ("Battery", "100%", "battery", "battery"),
    ("Storage", "38% used - 79 GB free", "storage", "storage"),
    ("Sound & vibration", "Volume, haptics, Do Not Disturb", "volume", "sound"),
    ("Display", "Dark theme, font size, brightness", "brightness", "display"),
    ("Wallpaper & style", "Colors, themed icons, app grid", "palette", "wallpaper"),
    ("Accessibility", "Display, interaction, audio", "accessibility", "accessibility"),
    ("Security & privacy", "App security, device lock, permissions", "shield", "security"),
    ("Location", "On", "location", "location"),
    ("Safety & emergency", "Emergency SOS, medical info, alerts", "info", "safety"),
    ("Passwords & accounts", "Saved passwords, autofill, synced accounts", "key", "accounts"),
    ("System", "Languages, gestures, time, backup", "info", "system"),
    ("About phone", "Pixel 6", "phone", "about"),
    ("Tips & support", "Help articles, phone & chat", "help", "tips"),
)


class Homepage(Activity):
    name: ClassVar[str] = ".homepage.SettingsHomepageActivity"

    def create(self) -> None:
        self.scroller = ScrollState()

    def build(self) -> Widget:
        t = self.t
        bar = Row(
            [
                Icon("search", size=22, color=t.muted, accessible=False),
                Text("Search settings", id="search_action_bar_title", size=17, color=t.muted),
            ],
            id="search_action_bar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=52,
            gap=14,
            padding=pad(20),
            fill=Fill(t.raised, radius=26),
            on_click=lambda: self.push(Search),
        )
        holder = Column(
            [bar], id="search_bar", width=MATCH, padding=pad(16, 8), class_name="android.widget.FrameLayout"
        )
        title = Text("Settings", id="homepage_title", size=34, color=t.text, padding=pad(24, 28, bottom=20))
        rows = [row(t, name, text, partial(self._open, page), icon=icon) for name, text, icon, page in _HOME]
        listing = Column(rows, id="recycler_view", width=MATCH, class_name="androidx.recyclerview.widget.RecyclerView")
        body = Column([title, holder, listing], width=MATCH)
        return ScrollView(body, scroll=self.scroller, id="settings_homepage_container")

    def _open(self, page: str) -> None:
        self.push(SubPage, page=page)


class Search(Activity):
    """Finds pages by title."""

    name: ClassVar[str] = ".search.SearchActivity"

    def create(self) -> None:
        self.query = EditState(action=SEARCH, on_change=lambda _: self.ctx.invalidate())
        self.scroller = ScrollState()
        self.focus = self.query

    def build(self) -> Widget:
        t = self.t
        field = TextField(self.query, id="search_src_text", hint="Search settings", look="plain", weight=1, size=18)
        field.color, field.accent = t.text, t.primary
        bar = toolbar(t, "", up=self.finish)
        bar.children = [bar.children[0], field]
        words = self.query.text.strip().casefold()
        found = [(title, page) for title, page in pages.INDEX if words and words in title.casefold()]
        if words and not found:
            return Column([bar, Text("No results", id="no_results", size=16, color=t.muted, padding=pad(24, 24))])

        def line(i: int) -> Widget:
            title, page = found[i]
            return row(t, title, "", lambda: self.push(SubPage, page=page))

        return Column([bar, ListView(line, count=len(found), scroll=self.scroller, id="list_results", weight=1)])


class SubPage(Activity):
    """A page below the homepage; `page` in the extras names it, and `app` names a package for its details."""

    name: ClassVar[str] = ".SubSettings"

    def create(self) -> None:
        self.scroller = ScrollState()
        self.page = self.intent.extras.get("page", "") or _ACTIONS.get(self.intent.action, "network")
        self.subject = self.intent.extras.get("app", "") or self.intent.data.removeprefix("package:")

    def new_intent(self, intent: Intent) -> None:
        self.intent = intent
        self.create()
        self.ctx.invalidate()

    def build(self) -> Widget:
        t = self.t
        title, content = self._content()
        bar = toolbar(t, "", up=self.finish, id="action_bar")
        shown = Text(title, size=32, color=t.text, padding=pad(24, 20, top=36), desc=title, id="collapsing_toolbar")
        body = Column([shown, *content, spacer(height=24)], id="recycler_view", width=MATCH)
        body.class_name = "androidx.recyclerview.widget.RecyclerView"
        return Column([bar, ScrollView(body, scroll=self.scroller, weight=1)])

    def _content(self) -> tuple[str, Sequence[Widget]]:
        builder: Callable[[pages.PageHost], tuple[str, Sequence[Widget]]] = pages.PAGES.get(
            self.page, pages.information
        )
        return builder(self)

    def go(self, page: str, app: str = "") -> None:
        self.push(SubPage, page=page, app=app)

    def flag(self, key: str, namespace: pages.Table = "global") -> bool:
        return self.ctx.setting(namespace, key, "0") not in ("0", "", "null")

    def flip(self, key: str, namespace: pages.Table = "global", on: str = "1") -> None:
        self.ctx.set_setting(namespace, key, "0" if self.flag(key, namespace) else on)


_ACTIONS = {
    "android.settings.WIFI_SETTINGS": "internet",
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.BLUETOOTH_SETTINGS": "bluetooth",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.HOME_SETTINGS": "display",
    "android.settings.SOUND_SETTINGS": "sound",
    "android.settings.DATE_SETTINGS": "date",
    "android.settings.LOCATION_SOURCE_SETTINGS": "location",
    "android.settings.APPLICATION_DETAILS_SETTINGS": "app",
    "android.settings.APPLICATION_SETTINGS": "apps",
    "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION": "all_files",
    "android.settings.MANAGE_APPLICATIONS_SETTINGS": "apps",
    "android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS": "apps",
    "android.settings.MANAGE_DEFAULT_APPS_SETTINGS": "apps",
    "android.settings.NIGHT_DISPLAY_SETTINGS": "night_light",
    "android.settings.DATA_USAGE_SETTINGS": "data_saver",
    "android.settings.DEVICE_INFO_SETTINGS": "about",
    "android.settings.NETWORK_OPERATOR_SETTINGS": "sims",
    "android.settings.DATA_ROAMING_SETTINGS": "sims",
    "android.settings.VPN_SETTINGS": "vpn",
    "android.settings.WIFI_IP_SETTINGS": "network_preferences",
    "android.settings.NFC_SETTINGS": "preferences",
    "android.settings.INPUT_METHOD_SETTINGS": "languages",
    "android.settings.LOCALE_SETTINGS": "languages",
    "android.settings.HARD_KEYBOARD_SETTINGS": "languages",
    "android.settings.NOTIFICATION_SETTINGS": "notifications",
    "android.settings.ALL_APPS_NOTIFICATION_SETTINGS": "notifications",
    "android.settings.ZEN_MODE_SETTINGS": "sound",
    "android.settings.BATTERY_SAVER_SETTINGS": "battery",
    "android.intent.action.POWER_USAGE_SUMMARY": "battery",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
    "android.settings.MEMORY_CARD_SETTINGS": "storage",
    "android.settings.ACCESSIBILITY_SETTINGS": "accessibility",
    "android.settings.SECURITY_SETTINGS": "security",
    "android.settings.PRIVACY_SETTINGS": "security",
    "android.settings.SYNC_SETTINGS": "accounts",
    "android.settings.ADD_ACCOUNT_SETTINGS": "accounts",
    "android.settings.SETTINGS": "",
}


class SettingsApp(App):
    package: ClassVar[str] = "com.android.settings"
    label: ClassVar[str] = "Settings"
    version_name: ClassVar[str] = "13"
    version_code: ClassVar[int] = 33
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="settings", background="#5F6368")
    launch: ClassVar[str] = ".Settings"
    filters: ClassVar[tuple[IntentFilter, ...]] = tuple(
        IntentFilter(action=action, activity=SubPage.name if page else ".Settings") for action, page in _ACTIONS.items()
    )
    system: ClassVar[bool] = True

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#0B57D0", "#D3E3FD", "#FAF9FD")


class LaunchPage(Homepage):
    """The launcher's entry: the homepage under its public name."""

    name: ClassVar[str] = ".Settings"


SettingsApp.activities = (LaunchPage, Homepage, Search, SubPage)

"""The app's manifest and its one activity: address bar, page, tabs, menu."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App, Context, IntentFilter
from agentprog.phone.apps.browser import web
from agentprog.phone.apps.browser.page import Links, WebPage, load
from agentprog.phone.apps.browser.store import HISTORY, HISTORY_PATH, SITES, BrowserStore
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Flow, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import GO, EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_IMAGE_BUTTON = "android.widget.ImageButton"
_WELCOME = (
    ("Make Chrome your own", "Sign in to sync your bookmarks", "Use without an account", "signin_fre_dismiss_button"),
    ("Chrome notifications make things easier", "You can change this in Settings", "No thanks", "negative_button"),
)


@dataclass(eq=False, kw_only=True)
class Tab:
    """The addresses of a tab and the index of the current one; `page` is None until the tab is opened."""

    urls: list[str] = field(default_factory=lambda: [web.NEW_TAB])
    at: int = 0
    page: WebPage | None = None

    @property
    def url(self) -> str:
        return self.urls[self.at]


class BrowserMain(Activity):
    """The browser's only activity."""

    name: ClassVar[str] = "com.google.android.apps.chrome.Main"
    app: Chrome

    def create(self) -> None:
        self.tabs = [Tab()]
        self.current = 0
        self.place = "page"
        """The current view: page, tabs or history."""
        self.list_scroll = ScrollState()
        self.bar = EditState(action=GO, on_change=lambda _: self.ctx.invalidate(), on_focus=self._bar_focused)
        self.bar.on_action = lambda _: self.open(web.address(self.bar.text)) if self.bar.text.strip() else None
        self.welcome = 0 if self.app.store.get("welcomed") else 1
        self._take(self.intent)

    def new_intent(self, intent: Intent) -> None:
        self._take(intent)

    def _take(self, intent: Intent) -> None:
        url = intent.data if intent.action == "android.intent.action.VIEW" else ""
        if intent.action == "android.intent.action.WEB_SEARCH":
            url = web.address(intent.extras.get("query", ""))
        if url:
            if self.tab.url != web.NEW_TAB:
                self._new_tab()
            self.open(url)

    @property
    def tab(self) -> Tab:
        return self.tabs[self.current]

    def back(self) -> bool:
        if self.welcome:
            return False
        if self.focus is self.bar:
            self._leave_bar()
        elif self.place != "page":
            self._go("page")
        elif self.tab.at > 0:
            self._step(-1)
        else:
            return False
        return True

    # Loading

    def open(self, url: str) -> None:
        """Follow an address in this tab."""
        tab = self.tab
        del tab.urls[tab.at + 1 :]
        tab.urls.append(url)
        tab.at = len(tab.urls) - 1
        self._load({})

    def _load(self, fields: dict[str, str]) -> None:
        tab = self.tab
        if tab.url.startswith(("http://", "https://")) and not self._offline():
            self.app.store.asked(tab.url, self.ctx.now_ms())
        answer = web.fetch(self.ctx.storage, tab.url, fields, offline=self._offline())
        tab.urls[tab.at] = answer.url
        links = Links(follow=self._follow, submit=self._submit, choose=self._choose, changed=self.ctx.invalidate)
        tab.page = None if answer.url == web.NEW_TAB else load(answer.url, answer.body, links)
        if tab.page is not None and not answer.error:
            self.app.store.visit(answer.url, tab.page.title, self.ctx.now_ms())
        self._leave_bar()
        self._go("page")

    def _offline(self) -> bool:
        return self.ctx.setting("global", "airplane_mode_on", "0") == "1"

    def _follow(self, link: str) -> None:
        page, target = self.tab.page, web.join(self.tab.url, link)
        if link.startswith(("tel:", "sms:", "smsto:", "mailto:", "geo:")):
            if not self.ctx.start(Intent(action="android.intent.action.VIEW", data=link)):
                self.ctx.toast("No app can open this link")
        elif link.startswith("#") and page is not None:
            page.jump(link[1:])
        else:
            self.open(target)

    def _submit(self, method: str, action: str, fields: dict[str, str]) -> None:
        target = web.join(self.tab.url, action).partition("#")[0]
        self.app.store.submitted(method, target, fields, self.ctx.now_ms())
        if method == "post":
            tab = self.tab
            del tab.urls[tab.at + 1 :]
            tab.urls.append(target)
            tab.at += 1
            self._load(fields)
        else:
            self.open(f"{target.partition('?')[0]}?{web.encode(fields)}")

    def _choose(self, names: list[str], now: int, chosen: object) -> None:
        if callable(chosen):
            self.alert(Alert(theme=self.t, rows=names, chosen=now, on_choose=chosen))

    def _step(self, by: int) -> None:
        tab = self.tab
        if 0 <= tab.at + by < len(tab.urls):
            tab.at += by
            self._load({})

    # Building

    def build(self) -> Widget:
        if self.welcome:
            return self._welcome_page()
        if self.place == "tabs":
            return self._tab_list()
        if self.place == "history":
            return self._history()
        parts: list[Widget] = [self._top()]
        if self.focus is self.bar:
            parts.append(self._suggestions())
        elif self.tab.page is None:
            parts.append(self._new_tab_page())
        else:
            holder = Stack([self.tab.page.view()], id="compositor_view_holder", width=MATCH, weight=1, focusable=True)
            parts.append(holder)
        return Column(parts)

    def _top(self) -> Widget:
        t = self.t
        typing = self.focus is self.bar
        if not typing:
            self.bar.load(web.shown(self.tab.url))
        address = TextField(self.bar, id="url_bar", hint="Search or type web address", look="plain", weight=1, size=16)
        address.color, address.accent, address.hint_color = t.text, t.primary, t.hint
        lock = "lock" if self.tab.url.startswith("https:") and not typing else "search" if typing else "info"
        inside: list[Widget] = [Icon(lock, size=18, color=t.muted, id="location_bar_status_icon", width=40), address]
        if typing and self.bar.text:
            clear = icon_button("close", "Clear input", lambda: self.bar.replace(""), id="delete_button", side=40)
            inside.append(clear)
        box = Row(inside, id="location_bar", width=MATCH, weight=1, height=44, fill=Fill(t.raised, radius=22))
        if typing:
            parts: list[Widget] = [box]
        else:
            home = icon_button("home", "Open the home page", self._home, id="home_button", class_name=_IMAGE_BUTTON)
            count = f"{len(self.tabs)} open tab{'s' if len(self.tabs) > 1 else ''}, tap to switch tabs"
            tabs = Text(str(len(self.tabs)), size=13, color=t.muted, width=26, height=26, text_align="center")
            tabs.accessible, tabs.fill = False, Fill(outline=t.muted, radius=6)
            tabs.align = tabs.align_vertical = "center"
            switch = Stack([tabs], id="tab_switcher_button", desc=count, width=44, height=48, class_name=_IMAGE_BUTTON)
            switch.on_click = partial(self._go, "tabs")
            words = "Customize and control Google Chrome"
            menu = icon_button("more", words, self._menu, id="menu_button", class_name=_IMAGE_BUTTON, side=44)
            parts = [home, box, switch, menu]
        return Row(parts, id="toolbar", width=MATCH, height=56, padding=pad(6), fill=Fill(t.background))

    def _bar_focused(self, gained: bool) -> None:
        if gained:
            self.bar.load(self.tab.url if self.tab.page is not None else "")
            self.bar.select_all()
        self.ctx.invalidate()

    def _leave_bar(self) -> None:
        if self.focus is not None:
            self.blur()
        self.ctx.invalidate()

    def _suggestions(self) -> Widget:
        t, typed = self.t, self.bar.text.strip()
        known = {url: title for title, url in reversed(self.app.store.visited())}
        rows = [(url, known[url]) for url in reversed(known) if typed.casefold() in f"{url} {known[url]}".casefold()]
        if typed:
            rows = [(web.address(typed), typed), *rows]
        suggestions: list[Widget] = []
        for url, title in rows[:8]:
            words = Column(
                [
                    Text(title, id="line_1", size=16, color=t.text, lines=1),
                    Text(web.shown(url), id="line_2", size=13, color=t.muted, lines=1),
                ],
                weight=1,
            )
            icon = Icon("search" if url.startswith(web.SEARCH) else "globe", color=t.muted, accessible=False)
            suggestions.append(
                Row([icon, words], width=MATCH, gap=18, padding=pad(18, 10), on_click=partial(self.open, url))
            )
        listing = Column(suggestions, id="omnibox_suggestions_dropdown", width=MATCH, weight=1)
        listing.class_name = "androidx.recyclerview.widget.RecyclerView"
        return listing

    def _new_tab_page(self) -> Widget:
        t = self.t
        logo = Icon("globe", size=72, color=t.primary, align="center", id="search_provider_logo", desc="Search")
        logo.margin = pad(0, 40, bottom=24)
        box = Row([Text("Search or type URL", id="search_box_text", size=16, color=t.hint, weight=1)], id="search_box")
        box.width, box.height, box.padding, box.fill = MATCH, 52, pad(20), Fill(t.raised, radius=26)
        box.on_click = self._enter_bar
        tiles: list[Widget] = []
        for url in web.sites():
            if url.endswith("/"):
                name = url.removeprefix("https://").split(".")[0].capitalize()
                face = Icon("globe", size=24, color=t.primary, width=52, height=52, fill=Fill(t.raised, radius=26))
                face.align, face.accessible = "center", False
                label = Text(name, id="tile_view_title", size=12, color=t.text, align="center")
                tile = Column([face, label], width=78, gap=6, padding=pad(2, 6), on_click=partial(self.open, url))
                tiles.append(tile)
        return Column([logo, box, Flow(tiles, gap=8, width=MATCH, margin=pad(0, 20))], weight=1, padding=pad(20))

    def _enter_bar(self) -> None:
        self.focus_on(self.bar)
        self._bar_focused(True)

    # Menu, tabs, history

    def _go(self, place: str) -> None:
        self.place = place
        self.list_scroll.offset = 0
        self.ctx.invalidate()

    def _home(self) -> None:
        self.open(web.NEW_TAB)

    def _menu(self) -> None:
        tab = self.tab
        self.menu(
            [
                Item(title="Forward", action=partial(self._step, 1), enabled=tab.at + 1 < len(tab.urls)),
                Item(title="Refresh", action=lambda: self._load({})),
                Item(title="New tab", action=self._new_tab),
                Item(title="History", action=partial(self._go, "history")),
                Item(title="Share…", action=partial(share, self, tab.url), enabled=tab.page is not None),
            ]
        )

    def _new_tab(self) -> None:
        self.tabs.append(Tab())
        self._show_tab(len(self.tabs) - 1)

    def _show_tab(self, i: int) -> None:
        self.current = i
        self._leave_bar()
        self._go("page")

    def _close_tab(self, i: int) -> None:
        del self.tabs[i]
        self.tabs = self.tabs or [Tab()]
        self.current = min(self.current, len(self.tabs) - 1)
        self.ctx.invalidate()

    def _tab_list(self) -> Widget:
        t = self.t
        new = Item(title="New tab", icon="add", id="new_tab_button", action=self._new_tab)

        def row(i: int) -> Widget:
            page = self.tabs[i].page
            name = page.title if page is not None else "New tab"
            title = Text(name, id="tab_title", size=17, color=t.text, lines=1, weight=1)
            close = icon_button("close", f"Close {name} tab", partial(self._close_tab, i), id="action_button")
            card = Row([title, close], id="content_view", width=MATCH, padding=pad(18, 8), margin=pad(12, 6))
            card.fill = Fill(t.container if i == self.current else t.raised, radius=12)
            card.on_click, card.selected = partial(self._show_tab, i), i == self.current
            return card

        listing = ListView(row, count=len(self.tabs), scroll=self.list_scroll, id="tab_list_recycler_view", weight=1)
        return Column([toolbar(t, "Tabs", up=partial(self._go, "page"), actions=[new]), listing])

    def _history(self) -> Widget:
        t, visited = self.t, self.app.store.visited()

        def row(i: int) -> Widget:
            title, url = visited[i]
            words: list[Widget] = [
                Text(title, id="title", size=16, color=t.text, lines=1),
                Text(web.shown(url), id="description", size=13, color=t.muted, lines=1),
            ]
            return Column(words, width=MATCH, padding=pad(20, 10), on_click=partial(self.open, url))

        clear = Item(title="Clear browsing data", icon="delete", action=self._ask_clear)
        bar = toolbar(t, "History", up=partial(self._go, "page"), actions=[clear] if visited else [])
        if not visited:
            empty = Text("You’ll find your history here", id="empty_view", size=17, color=t.muted, align="center")
            return Column([bar, spacer(height=140), empty])
        listing = ListView(row, count=len(visited), scroll=self.list_scroll, id="recycler_view", weight=1)
        return Column([bar, listing])

    def _ask_clear(self) -> None:
        yes, no = ("Clear data", self.app.store.clear_history), ("Cancel", lambda: None)
        self.alert(Alert(theme=self.t, title="Clear browsing data?", positive=yes, negative=no))

    # First run

    def _welcome_page(self) -> Widget:
        t = self.t
        title, words, label, name = _WELCOME[self.welcome - 1]
        parts: list[Widget] = [
            spacer(weight=1),
            Icon("globe", size=88, color=t.primary, align="center", accessible=False),
            Text(title, id="title", size=26, color=t.text, text_align="center", width=MATCH),
            Text(words, id="subtitle", size=15, color=t.muted, text_align="center", width=MATCH),
            spacer(weight=1),
            Button(label, t, kind="tonal", id=name, width=MATCH, on_click=self._welcomed),
        ]
        return Column(parts, width=MATCH, gap=16, padding=pad(24, 24))

    def _welcomed(self) -> None:
        self.welcome = (self.welcome + 1) % (len(_WELCOME) + 1)
        if not self.welcome:
            self.app.store.put("welcomed", "1")
        self.ctx.invalidate()


class Chrome(App):
    package: ClassVar[str] = "com.android.chrome"
    label: ClassVar[str] = "Chrome"
    version_name: ClassVar[str] = "113.0.5672.136"
    version_code: ClassVar[int] = 567213637
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="globe", background="#1A73E8")
    launch: ClassVar[str] = BrowserMain.name
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in (
            "INTERNET",
            "POST_NOTIFICATIONS",
            "CAMERA",
            "RECORD_AUDIO",
            "ACCESS_COARSE_LOCATION",
            "ACCESS_FINE_LOCATION",
            "READ_EXTERNAL_STORAGE",
            "WRITE_EXTERNAL_STORAGE",
            "READ_MEDIA_IMAGES",
            "READ_CONTACTS",
            "GET_ACCOUNTS",
        )
    )
    activities: ClassVar[tuple[type[Activity], ...]] = (BrowserMain,)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW", activity=BrowserMain.name, schemes=("http", "https", "data")),
        IntentFilter(
            action="android.intent.action.VIEW", activity=BrowserMain.name, schemes=("file",), mime="text/html"
        ),
        IntentFilter(action="android.intent.action.WEB_SEARCH", activity=BrowserMain.name),
    )
    system: ClassVar[bool] = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = BrowserStore(ctx.database(HISTORY_PATH, HISTORY), ctx.database("sites.db", SITES))

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#0B57D0", "#D3E3FD", "#FFFFFF")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create an empty history, and show the first-run pages unless the image has completed them."""
        store = BrowserStore(seeder.database(HISTORY_PATH, HISTORY), seeder.database("sites.db", SITES))
        if not seeder.option("first_run", True):
            store.put("welcomed", "1")

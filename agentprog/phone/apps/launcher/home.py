"""The launcher's one activity in its three states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.apps.faces import LauncherIcon, Wallpaper
from agentprog.phone.kernel.profile import HomeApp
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.records import Intent, Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.bars import Item
from agentprog.phone.widgets.base import MATCH, Direction, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import HorizontalScroll, ListView
from agentprog.phone.widgets.states import SEARCH, EditState, ScrollState

_COLUMNS = 4
_ROWS = 5
_DESKTOP, _HOTSEAT = -100, -101
_SCHEMA = """
CREATE TABLE IF NOT EXISTS favorites (
  _id INTEGER PRIMARY KEY, title TEXT, intent TEXT, container INTEGER, screen INTEGER, cellX INTEGER, cellY INTEGER
);
"""


@dataclass(eq=False, kw_only=True)
class AppIcon(Widget):
    """A round icon with its label; one TextView, as launchers have it."""

    class_name: str = "android.widget.TextView"
    icon: LauncherIcon | None = None
    color: str = "#FFFFFF"
    label: bool = True
    height: float = 96

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        if self.icon is None:
            return
        r, side = self.rect, m.px(56)
        x, y = (r.left + r.right - side) // 2, r.top + m.px(8)
        canvas.fill(Rect(x, y, x + side, y + side), self.icon.background, side // 2)
        inset = m.px(12)
        canvas.icon(self.icon.symbol, Rect(x + inset, y + inset, x + side - inset, y + side - inset), self.icon.color)
        if self.label:
            size = m.sp(13)
            text = fonts.wrap(self.text, size, "regular", r.right - r.left, 1)[0]
            left = (r.left + r.right - fonts.width(text, size, "regular")) // 2
            canvas.text(left, y + side + m.px(6), text, size=size, weight="regular", color=self.color)


class HomeScreen(Activity):
    """The open view: workspace, all-apps drawer or overview."""

    edge_to_edge: ClassVar[bool] = True

    def create(self) -> None:
        self.state: Literal["home", "apps", "overview"] = "home"
        self.search = EditState(action=SEARCH, on_change=lambda _: self.ctx.invalidate())
        self.search.on_action = lambda _: self._open_first()
        self.drawer_scroll = ScrollState()
        self.overview_scroll = ScrollState(axis="horizontal")
        self.db = self.ctx.database("launcher.db", _SCHEMA)

    def new_intent(self, intent: Intent) -> None:
        self.overlays.clear()
        self._go("home")

    def pause(self) -> None:
        self._go("home")

    def _go(self, state: Literal["home", "apps", "overview"]) -> None:
        self.state = state
        self.search.load("")
        self.drawer_scroll.offset = 0
        if self.focus is not None:
            self.blur()
        self.ctx.invalidate()

    def back(self) -> bool:
        self._go("home")
        return True

    def background(self) -> str:
        return ""

    def light_bars(self) -> bool:
        return self.state == "apps" and not self.t.dark

    def build(self) -> Widget:
        content = {"home": self._home, "apps": self._all_apps, "overview": self._overview}[self.state]()
        wallpaper = Wallpaper(width=MATCH, height=MATCH, accessible=False)
        return Stack([wallpaper, content], id="drag_layer", class_name="android.widget.FrameLayout")

    # Home

    def _placed(self, container: int) -> list[tuple[type[App], int, int, int]]:
        apps = self.ctx.installed()
        rows = self.db.execute(
            "SELECT _id, intent, cellX, cellY FROM favorites WHERE container = ? ORDER BY cellY, cellX", (container,)
        )
        return [(apps[r["intent"]], r["cellX"], r["cellY"], r["_id"]) for r in rows if r["intent"] in apps]

    def _icon(self, app: type[App], *, favourite: int | None = None, drawer: bool = False) -> AppIcon:
        return AppIcon(
            text=app.label,
            desc=app.label,
            icon=app.icon,
            id="icon" if drawer else "",
            color=self.t.text if drawer else "#FFFFFF",
            on_click=lambda: self.ctx.launch(app.package),
            on_long_click=lambda: self._options(app, favourite),
            weight=1,
        )

    def _grid(self, cells: Sequence[tuple[type[App], int, int, int]], rows: int) -> list[Widget]:
        at = {(x, y): (app, number) for app, x, y, number in cells}
        lines: list[Widget] = []
        for y in range(rows):
            line: list[Widget] = []
            for x in range(_COLUMNS):
                found = at.get((x, y))
                line.append(self._icon(found[0], favourite=found[1]) if found else spacer(weight=1))
            lines.append(Row(line, width=MATCH, height=104, accessible=True, class_name="android.view.ViewGroup"))
        return lines

    def _home(self) -> Widget:
        now = self.ctx.now()
        glance = Text(now.strftime("%a, %b %-d"), id="date", size=22, color="#FFFFFF", margin=pad(left=12, bottom=20))
        rows = [*self._grid(self._placed(_DESKTOP), _ROWS)]
        rows = [row for row in rows if any(isinstance(c, AppIcon) for c in row.children)]
        workspace = Column([glance, spacer(weight=1), *rows], id="workspace", class_name="android.widget.ScrollView")
        workspace.width, workspace.weight, workspace.padding = MATCH, 1, pad(12, 0, top=64)
        dots = Icon(
            "circle", id="page_indicator", class_name="android.view.View", size=8, color="#FFFFFF", align="center"
        )
        seats = self._grid([(a, x, 0, n) for a, x, _, n in self._placed(_HOTSEAT)], 1)
        for seat in seats:
            for icon in seat.children:
                if isinstance(icon, AppIcon):
                    icon.label = False
        hotseat = Stack(seats, id="hotseat", width=MATCH, padding=pad(12))
        search = self._search_pill()
        column = Column([workspace, dots, hotseat, search], width=MATCH, height=MATCH, padding=pad(bottom=36))
        column.on_swipe = self._home_swipe
        column.swipes = "ud"
        column.on_long_click = self._home_options
        column.class_name = "android.view.ViewGroup"
        column.focusable = False
        return column

    def _search_pill(self) -> Widget:
        return Row(
            [Icon("search", size=20, color="#5F6368", accessible=False), Text("Search apps", size=15, color="#5F6368")],
            id="search_container_hotseat",
            class_name="android.widget.FrameLayout",
            desc="Search",
            width=MATCH,
            height=52,
            gap=12,
            padding=pad(18),
            margin=pad(20, 8),
            fill=Fill("#F5F2F8", radius=26),
            on_click=self._search_apps,
        )

    def _search_apps(self) -> None:
        self._go("apps")
        self.focus_on(self.search)

    def _home_swipe(self, direction: Direction) -> None:
        if direction == "up":
            self._go("apps")
        elif direction == "down":
            self.ctx.open_shade()

    def _home_options(self) -> None:
        items = [Item(title="Home settings", action=lambda: self._settings("android.settings.HOME_SETTINGS"))]
        items.insert(
            0, Item(title="Wallpaper & style", action=lambda: self._settings("android.settings.DISPLAY_SETTINGS"))
        )
        self.menu(items)

    def _settings(self, action: str) -> None:
        if not self.ctx.start(Intent(action=action)):
            self.ctx.toast("No application found to handle this action")

    # All apps

    def _shown_apps(self) -> list[type[App]]:
        typed = self.search.text.strip().casefold()
        apps = [a for a in self.ctx.installed().values() if a.launch and not a.hidden]
        return sorted((a for a in apps if typed in a.label.casefold()), key=lambda a: a.label.casefold())

    def _all_apps(self) -> Widget:
        apps = self._shown_apps()

        def row(i: int) -> Widget:
            icons: list[Widget] = [self._icon(a, drawer=True) for a in apps[i * _COLUMNS : (i + 1) * _COLUMNS]]
            icons += [spacer(weight=1)] * (_COLUMNS - len(icons))
            return Row(icons, width=MATCH, height=112, class_name="android.view.ViewGroup")

        field = TextField(
            self.search,
            id="search_container_all_apps",
            hint="Search apps",
            look="filled",
            accent=self.t.primary,
            color=self.t.text,
            margin=pad(20, 8, top=60),
            padding=pad(22, 14),
            fill=Fill(self.t.raised, radius=28),
        )
        rows = (len(apps) + _COLUMNS - 1) // _COLUMNS
        listing: Widget = ListView(
            row,
            count=rows,
            row_height=112,
            scroll=self.drawer_scroll,
            id="apps_list_view",
            weight=1,
            padding=pad(12, 8),
        )
        if not apps:
            text = f"No apps found matching “{self.search.text}”"
            listing = Text(text, size=16, color=self.t.muted, align="center", margin=pad(24, 40), weight=1)
        panel = Column([field, listing], id="apps_view", class_name="android.widget.RelativeLayout", absorbs=True)
        panel.width, panel.height, panel.fill = MATCH, MATCH, Fill(self.t.background)
        panel.on_swipe = lambda d: self._go("home") if d == "down" else None
        panel.swipes = "ud"
        return panel

    def _open_first(self) -> None:
        apps = self._shown_apps()
        if apps and self.search.text.strip():
            self.ctx.launch(apps[0].package)

    # An icon's options

    def _options(self, app: type[App], favourite: int | None) -> None:
        details = Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{app.package}")
        items = [Item(title="App info", action=lambda: self.ctx.start(details))]
        if favourite is not None:
            items.append(Item(title="Remove", action=lambda: self._remove(favourite)))
        else:
            items.append(Item(title="Add to home screen", action=lambda: self._add(app)))
        if not app.system:
            items.append(Item(title="Uninstall", action=lambda: self.ctx.uninstall(app.package)))
        self.menu(items)

    def _remove(self, favourite: int) -> None:
        self.db.execute("DELETE FROM favorites WHERE _id = ?", (favourite,))
        self.ctx.invalidate()

    def _add(self, app: type[App]) -> None:
        used_cells = {(x, y) for _, x, y, _ in self._placed(_DESKTOP)}
        free = next(((x, y) for y in range(_ROWS) for x in range(_COLUMNS) if (x, y) not in used_cells), None)
        if free is not None:
            self.db.execute(
                "INSERT INTO favorites (title, intent, container, screen, cellX, cellY) VALUES (?, ?, ?, 0, ?, ?)",
                (app.label, app.package, _DESKTOP, *free),
            )
        self._go("home")

    # Overview

    def _overview(self) -> Widget:
        tasks = self.ctx.recent_apps()
        if not tasks:
            empty = Text("No recent items", size=18, color="#FFFFFF", align="center", align_vertical="center")
            return Stack([empty], id="overview_panel", width=MATCH, height=MATCH, on_click=lambda: self._go("home"))
        cards: list[Widget] = [self._card(app, number) for app, number in tasks]
        clear = Button("Clear all", self.t, id="clear_all", on_click=self._clear_all, color="#FFFFFF", margin=pad(16))
        strip = Row([*cards, clear], gap=16, padding=pad(46))
        scroller = HorizontalScroll(strip, scroll=self.overview_scroll, id="overview_panel", align_vertical="center")
        return Stack([scroller], width=MATCH, height=MATCH, on_click=lambda: self._go("home"), focusable=False)

    def _card(self, app: type[App], number: int) -> Widget:
        face = AppIcon(icon=app.icon, text="", label=False, width=72, height=72, align="center", accessible=False)
        name = Text(app.label, size=18, color=self.t.text, align="center")
        body = Column([spacer(weight=1), face, name, spacer(weight=1)], width=MATCH, height=MATCH, id="snapshot", gap=8)
        body.class_name = "android.view.View"
        return Stack(
            [body],
            id="task",
            desc=app.label,
            width=300,
            height=620,
            fill=Fill(self.t.background, radius=28),
            on_click=lambda: self.ctx.bring_recent(number),
            on_swipe=lambda d: self.ctx.remove_recent(number) if d == "up" else None,
            swipes="u",
        )

    def _clear_all(self) -> None:
        for _, number in self.ctx.recent_apps():
            self.ctx.remove_recent(number)
        self._go("home")


class Launcher(App):
    """The home app of any maker."""

    version_name: ClassVar[str] = "13"
    version_code: ClassVar[int] = 33
    system: ClassVar[bool] = True
    hidden: ClassVar[bool] = True

    def _home(self) -> HomeScreen | None:
        screen = self.ctx.own_screen()
        return screen if isinstance(screen, HomeScreen) else None

    def show_overview(self) -> None:
        home = self._home()
        if home is not None:
            home._go("overview")

    def leave_overview(self) -> None:
        home = self._home()
        if home is not None:
            home._go("home")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Place the image's icons of the first page and bottom row."""
        db = seeder.database("launcher.db", _SCHEMA)
        home = seeder.home
        for container, packages in ((_DESKTOP, home.page), (_HOTSEAT, home.hotseat)):
            for i, package in enumerate(packages):
                db.execute(
                    "INSERT INTO favorites (title, intent, container, screen, cellX, cellY) VALUES (?, ?, ?, 0, ?, ?)",
                    (package, package, container, i % _COLUMNS, i // _COLUMNS),
                )


def launcher_of(maker: HomeApp) -> type[Launcher]:
    """The home app under its maker's names."""

    class MakersScreen(HomeScreen):
        name: ClassVar[str] = maker.activity

    class MakersLauncher(Launcher):
        package: ClassVar[str] = maker.package
        label: ClassVar[str] = maker.label
        launch: ClassVar[str] = maker.activity
        activities: ClassVar[tuple[type[Activity], ...]] = (MakersScreen,)

    return MakersLauncher

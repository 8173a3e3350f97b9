"""The app's manifest and its main screen with its views."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.calendar.dialogs import DeleteDialog, as_text
from agentprog.phone.apps.calendar.editor import EventEditor, TaskEditor
from agentprog.phone.apps.calendar.rows import MonthCells, MonthView, day_title, event_row, month_days, shift_month
from agentprog.phone.apps.calendar.store import SCHEMA, TASK, WARNED, CalendarProcess, Event, EventStore, midnight
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.searching import SimpleSearching
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Direction, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle, fab, icon_button
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.pickers import DatePicker
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_VIEWS = ("Daily view", "Weekly view", "Monthly view", "Monthly and daily view", "Yearly view", "Simple event list")
_DAILY, _WEEKLY, _MONTHLY, _BOTH, _YEARLY, _LIST = range(6)
_LIST_DAYS = 365


class CalendarMain(SimpleSearching):
    """Month, day, week, year and list; a dialog chooses one, and the app remembers it."""

    name: ClassVar[str] = ".activities.MainActivity"
    app: CalendarProcess

    def create(self) -> None:
        super().create()
        self.today = self.ctx.now().date()
        self.day = self.today
        self.view = int(self.ctx.setting("global", "simple_calendar_view", str(_MONTHLY)))
        self.from_month = False
        self.fab_open = False
        self.hide_type = False
        self.scroller, self.pager = ScrollState(), ScrollState(axis="horizontal")
        self.selected: set[tuple[int, int]] = set()

    def resume(self) -> None:
        self.today = self.ctx.now().date()

    def back(self) -> bool:
        if self.selected:
            self._unselect()
        elif self.fab_open:
            self._toggle_fab()
        elif self.searching:
            self.stop_searching()
        elif self.from_month:
            self._leave_day()
        else:
            return False
        return True

    def build(self) -> Widget:
        top = self._selection_bar() if self.selected else self._top()
        if self.searching:
            return Column([top, self._results()])
        layers: list[Widget] = [self._content()]
        if self.view != _WEEKLY and not self.selected:
            layers.append(self._fab())
        return Column(
            [top, Stack(layers, weight=1, width=MATCH, id="calendar_coordinator", class_name="android.view.ViewGroup")]
        )

    # Top

    def _top(self) -> Widget:
        today = [icon_button("today", "Go to today", self._go_today, id="go_to_today")] if self._away() else []
        actions = [
            *today,
            icon_button("views", "Change view", self._ask_view, id="change_view"),
            icon_button("filter", "Filter events by type", self._ask_filter, id="filter"),
            icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44),
        ]
        return self.search_bar(actions, up=self._leave_day if self.from_month else None)

    def _away(self) -> bool:
        if self.view == _LIST:
            return False
        if self.view in (_MONTHLY, _BOTH) and not self.from_month:
            return (self.day.year, self.day.month) != (self.today.year, self.today.month)
        return self.day != self.today

    def _go_today(self) -> None:
        self.day = self.today
        self.ctx.invalidate()

    def _menu(self) -> None:
        self.menu([Item(title="Go to date", id="go_to_date", action=self._ask_date)])

    def _ask_date(self) -> None:
        def done(day: date) -> None:
            self.day = day
            self.ctx.invalidate()

        picker = DatePicker(theme=self.t, value=self.day, done=done)
        overlay = self.show(Overlay(content=picker.build, max_width=340))
        picker.close = lambda: self.close(overlay)

    def _ask_view(self) -> None:
        overlay_rows: list[Widget] = []

        def content() -> Widget:
            rows = overlay_rows or [
                Toggle(self.t, "radio", text=name, checked=i == self.view, size=17, width=MATCH, padding=pad(24, 6))
                for i, name in enumerate(_VIEWS)
            ]
            for i, row in enumerate(rows):
                row.on_click = partial(pick, i)
            panel = Column(rows, width=MATCH, padding=pad(0, 16), fill=Fill(self.t.surface, radius=28), absorbs=True)
            return Stack([panel], width=MATCH)

        def pick(i: int) -> None:
            self.close(overlay)
            self._set_view(i)

        overlay = self.show(Overlay(content=content, max_width=320))

    def _set_view(self, view: int) -> None:
        self.view, self.from_month = view, False
        self.ctx.set_setting("global", "simple_calendar_view", str(view))
        self.scroller.offset = 0

    def _ask_filter(self) -> None:
        def choose(_: int) -> None:
            self.hide_type = not self.hide_type

        alert = Alert(theme=self.t, rows=("Regular event",), chosen=-1 if self.hide_type else 0, on_choose=choose)
        alert.positive = ("OK", lambda: None)
        self.alert(alert)

    def _results(self) -> Widget:
        words = self.query.text.strip().casefold()
        events = self.app.store.between(self.today - timedelta(days=730), self.today + timedelta(days=_LIST_DAYS))
        found = [e for e in events if words and words in f"{e.title}\n{e.location}\n{e.description}".casefold()]
        if not found:
            text = "No items found." if words else "Type at least 2 characters to start the search."
            return Text(text, id="search_placeholder", size=16, color=self.t.muted, align="center", margin=pad(24, 32))
        return self._sections(found, "search_results_list")

    # Views

    def _events(self, first: date, last: date) -> list[Event]:
        return [] if self.hide_type else self.app.store.between(first, last)

    def _content(self) -> Widget:
        if self.from_month or self.view == _DAILY:
            return self._daily()
        return {
            _MONTHLY: self._monthly,
            _BOTH: self._both,
            _WEEKLY: self._weekly,
            _YEARLY: self._yearly,
            _LIST: self._event_list,
        }[self.view]()

    def _arrows(self, title: str, back: Callback, forward: Callback) -> Widget:
        t = self.t
        value = Text(
            title, id="top_value", desc=title, size=20, color=t.text, text_align="center", weight=1, height=MATCH
        )
        value.on_click = self._ask_date
        left = icon_button("left", "", back, id="top_left_arrow", class_name="android.widget.ImageView")
        right = icon_button("right", "", forward, id="top_right_arrow", class_name="android.widget.ImageView")
        return Row(
            [left, value, right], width=MATCH, height=52, padding=pad(4), class_name="android.widget.RelativeLayout"
        )

    def _month_pager(self, height: float, weight: float) -> Widget:
        month = self.day.replace(day=1)
        days = month_days(month)
        by_day: dict[date, list[Event]] = {d: [] for d in days}
        for event in self._events(days[0], days[-1]):
            for day in days:
                if (
                    event.start.date()
                    <= day
                    <= (event.end - timedelta(seconds=1 if event.end > event.start else 0)).date()
                ):
                    by_day[day].append(event)
        picture = MonthView(id="month_view", month=month, today=self.today, events=by_day, theme=self.t)
        cells = MonthCells(id="month_view_wrapper", month=month, open_day=self._open_day)
        year = f" {month.year}" if month.year != self.today.year else ""
        title = f"{month:%B}{year}"
        bar = self._arrows(title, partial(self._turn, -1), partial(self._turn, 1))
        page = Column([bar, Stack([picture, cells], width=MATCH, weight=1)], width=MATCH, height=MATCH)
        page.class_name = "android.widget.RelativeLayout"
        self.pager.limit = 1
        pager = Stack(
            [page], id="fragment_months_viewpager", class_name="androidx.viewpager.widget.ViewPager", width=MATCH
        )
        pager.height, pager.weight, pager.scroll = height, weight, self.pager
        pager.on_swipe, pager.swipes = self._swiped, "lr"
        return pager

    def _monthly(self) -> Widget:
        return Column([self._month_pager(MATCH, 1)], width=MATCH, height=MATCH)

    def _swiped(self, direction: Direction) -> None:
        self._turn(1 if direction == "left" else -1)

    def _turn(self, by: int) -> None:
        self.day = shift_month(self.day, by)
        self.ctx.invalidate()

    def _open_day(self, day: date) -> None:
        self.day = day
        if self.view == _MONTHLY:
            self.from_month = True
        self.scroller.offset = 0

    def _leave_day(self) -> None:
        self.from_month = False
        self.ctx.invalidate()

    def _both(self) -> Widget:
        title = Text(day_title(self.day, self.today), id="month_day_selected_day_label", size=16, color=self.t.primary)
        title.padding = pad(16, 8)
        return Column(
            [self._month_pager(380, 0), title, self._day_list("month_day_events_list")], width=MATCH, height=MATCH
        )

    def _day_list(self, name: str) -> Widget:
        events = self._events(self.day, self.day)
        if not events:
            words = Text("No upcoming events.", id="month_day_no_events_placeholder", size=16, color=self.t.muted)
            words.align, words.margin = "center", pad(16, 24)
            return Column([words] if name != "day_events" else [], width=MATCH, weight=1)
        return ListView(lambda i: self._row(events[i]), count=len(events), scroll=self.scroller, id=name, weight=1)

    def _daily(self) -> Widget:
        bar = self._arrows(day_title(self.day, self.today), partial(self._step, -1), partial(self._step, 1))
        page = Column([bar, self._day_list("day_events")], width=MATCH, height=MATCH)
        page.on_swipe = lambda d: self._step(1 if d == "left" else -1)
        page.swipes = "lr"
        return page

    def _step(self, by: int) -> None:
        self.day += timedelta(days=by)
        self.scroller.offset = 0
        self.ctx.invalidate()

    def _weekly(self) -> Widget:
        t = self.t
        monday = self.day - timedelta(days=self.day.weekday())
        label = Text(f"{monday:%B}", id="week_view_month_label", size=18, color=t.text, padding=pad(16, 8))
        rows: list[Widget] = []
        for i in range(7):
            day = monday + timedelta(days=i)
            cells: list[Widget] = [Text(f"{day:%a} {day.day}", id="week_day_label", size=14, color=t.muted, width=64)]
            events: list[Widget] = []
            for e in self._events(day, day)[:4]:
                name = Text(e.title, id="week_event_label", size=13, color="#FFFFFF", lines=1, padding=pad(8, 5))
                holder = Stack([name], id="week_event_holder", width=MATCH, fill=Fill("#F5A623", radius=6))
                holder.class_name, holder.on_click = "android.view.ViewGroup", partial(self._edit, e)
                events.append(holder)
            cells.append(Column(events, weight=1, gap=3))
            rows.append(Row(cells, width=MATCH, weight=1, padding=pad(12, 4), cross="start"))
        page = Column([label, *rows], width=MATCH, height=MATCH, id="week_view_view_pager")
        page.on_swipe = lambda d: self._step(7 if d == "left" else -7)
        page.swipes = "lr"
        return page

    def _yearly(self) -> Widget:
        t = self.t
        bar = self._arrows(str(self.day.year), lambda: self._turn(-12), lambda: self._turn(12))
        rows: list[Widget] = []
        for r in range(4):
            cells: list[Widget] = []
            for c in range(3):
                month = date(self.day.year, r * 3 + c + 1, 1)
                last = shift_month(month, 1) - timedelta(days=1)
                count = len(self._events(month, last))
                name = Text(f"{month:%B}", id="month_label", size=16, color=t.text, align="center")
                dots = Text(f"{count} events" if count else "", size=12, color=t.primary, align="center")
                cell = Column(
                    [name, dots], weight=1, height=MATCH, pack="center", on_click=partial(self._open_month, month)
                )
                cells.append(cell)
            rows.append(Row(cells, width=MATCH, weight=1))
        return Column([bar, *rows], width=MATCH, height=MATCH)

    def _open_month(self, month: date) -> None:
        self.day = month
        self._set_view(_MONTHLY)

    def _event_list(self) -> Widget:
        events = self._events(self.today, self.today + timedelta(days=_LIST_DAYS))
        if not events:
            empty = Text("No upcoming events.", id="calendar_empty_list_placeholder", size=16, color=self.t.muted)
            empty.align = "center"
            create = Text("Create a new event", id="calendar_empty_list_placeholder_2", size=16, color=self.t.primary)
            create.align, create.padding, create.on_click = "center", pad(16, 12), self._new_event
            return Column([empty, create], width=MATCH, margin=pad(16, 60))
        return self._sections(events, "calendar_events_list")

    def _sections(self, events: Sequence[Event], name: str) -> Widget:
        rows: list[date | Event] = []
        for i, event in enumerate(events):
            if i == 0 or events[i - 1].start.date() != event.start.date():
                rows.append(event.start.date())
            rows.append(event)

        def row(i: int) -> Widget:
            item = rows[i]
            if isinstance(item, Event):
                return self._row(item)
            title = Text(day_title(item, self.today), id="event_section_title", size=15, color=self.t.primary)
            title.padding, title.width = pad(18, 10), MATCH
            return title

        return ListView(row, count=len(rows), scroll=self.scroller, id=name, weight=1)

    def _row(self, event: Event) -> Widget:
        key = (event.id, event.start_ts)
        return event_row(
            self.t, event, chosen=key in self.selected, tap=partial(self._tap, event), hold=partial(self._select, event)
        )

    # Acting on events

    def _tap(self, event: Event) -> None:
        if self.selected:
            self._select(event)
        else:
            self._edit(event)

    def _edit(self, event: Event) -> None:
        screen = TaskEditor if event.type == TASK else EventEditor
        self.push(screen, event=str(event.id), start=str(event.start_ts))

    def _select(self, event: Event) -> None:
        self.selected ^= {(event.id, event.start_ts)}
        self.ctx.invalidate()

    def _unselect(self) -> None:
        self.selected.clear()
        self.ctx.invalidate()

    def _shown(self) -> list[Event]:
        if self.from_month or self.view in (_DAILY, _BOTH):
            return self._events(self.day, self.day)
        return self._events(self.today, self.today + timedelta(days=_LIST_DAYS))

    def _selection_bar(self) -> Widget:
        delete = Item(title="Delete", id="cab_delete", icon="delete", action=self._ask_delete)
        title = f"{len(self.selected)} / {len(self._shown())}"
        send = Item(title="Share", id="cab_share", icon="share", action=self._share)
        return toolbar(self.t, title, up=self._unselect, up_desc="Done", actions=[send, delete], id="action_mode_bar")

    def _chosen(self) -> list[Event]:
        return [e for e in self._shown() if (e.id, e.start_ts) in self.selected]

    def _share(self) -> None:
        share(self, as_text(self._chosen()))
        self._unselect()

    def _ask_delete(self) -> None:
        DeleteDialog(self, self.app.store, self._chosen(), self._unselect).show()

    # New

    def _fab(self) -> Widget:
        t = self.t
        if not self.fab_open:
            return fab(t, "add", "New Event", self._toggle_fab, id="calendar_fab")
        lines: list[Widget] = []
        for label, icon, action in (("Task", "check", self._new_task), ("Event", "today", self._new_event)):
            name = label.lower()
            text = Text(label, id=f"fab_{name}_label", size=15, color=t.text, padding=pad(12, 8), on_click=action)
            text.fill = Fill(t.surface, radius=8, elevation=2)
            face = Icon(icon, id=f"fab_{name}_icon", size=22, width=44, height=44, color=t.text, on_click=action)
            face.fill = Fill(t.container, radius=22, elevation=3)
            lines.append(Row([text, face], gap=12, align="end", padding=pad(0, 6, right=22)))
        close = fab(t, "close", "New Event", self._toggle_fab, id="calendar_fab")
        column = Column([*lines, close], align="end", align_vertical="end")
        return Stack(
            [column], width=MATCH, height=MATCH, id="fab_extended_overlay", on_click=self._toggle_fab, focusable=False
        )

    def _toggle_fab(self) -> None:
        self.fab_open = not self.fab_open
        self.ctx.invalidate()

    def _new_event(self) -> None:
        self.fab_open = False
        self.push(EventEditor, day=self.day.isoformat())

    def _new_task(self) -> None:
        self.fab_open = False
        self.push(TaskEditor, day=self.day.isoformat())


class SimpleCalendar(CalendarProcess):
    package: ClassVar[str] = "com.simplemobiletools.calendar.pro"
    label: ClassVar[str] = "Calendar"
    version_name: ClassVar[str] = "6.22.2"
    version_code: ClassVar[int] = 238
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="calendar", background="#E65100")
    launch: ClassVar[str] = CalendarMain.name
    activities: ClassVar[tuple[type[Activity], ...]] = (CalendarMain, EventEditor, TaskEditor)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        *(
            IntentFilter(action="android.intent.action.INSERT", activity=EventEditor.name, mime=kind)
            for kind in ("vnd.android.cursor.dir/event", "vnd.android.cursor.item/event")
        ),
    )
    permissions: ClassVar[tuple[str, ...]] = (
        "android.permission.POST_NOTIFICATIONS",
        "android.permission.READ_CALENDAR",
    )
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}" for name in ("WRITE_CALENDAR", "READ_CONTACTS", "WRITE_EXTERNAL_STORAGE")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#C4500A", "#FFDBC9", "#FFFBFA")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create events in the two weeks around the first day."""
        store = EventStore(seeder.database("events.db", SCHEMA))
        rng, words, today = seeder.rng, pools(), seeder.clock.now().date()
        for _ in range(int(seeder.option("events", 0))):
            start = midnight(today + timedelta(days=rng.randint(-5, 14))) + rng.randint(8, 19) * 3600
            title = rng.choice(words["events"])
            length = rng.choice((30, 45, 60, 90)) * 60
            store.save(Event(start_ts=start, end_ts=start + length, title=title, reminder_1_minutes=10))
        if not seeder.option("first_run", True):
            seeder.grant(*cls.permissions)
            seeder.storage.write(WARNED, b"<map/>")

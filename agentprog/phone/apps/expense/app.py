"""The app's one activity: home, logs and the drawer's other entries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.expense.entry import ExpenseEntry
from agentprog.phone.apps.expense.sheets import DeleteSheet, DetailSheet, FilterSheet
from agentprog.phone.apps.expense.store import (
    CATEGORIES,
    INCOME,
    SCHEMA,
    Expense,
    ExpenseActivity,
    ExpenseProcess,
    ExpenseStore,
    category,
    dollars,
)
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Direction, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, fab
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_WELCOMED = "/data/data/com.arduia.expense/shared_prefs/settings.xml"
_DRAWER = (
    ("Home", "home", "dest_home"),
    ("Expense Logs", "list", "dest_expense_logs"),
    ("Statistics", "chart", "dest_statistics"),
    ("Backup", "save", "dest_backup"),
    ("Settings", "settings", "dest_settings"),
)
_LANGUAGES = ("English", "Deutsch", "Français", "Español")
_CURRENCIES = ("US Dollar ($)", "Euro (€)", "British Pound (£)", "Japanese Yen (¥)")
_RECENT = 4


class ExpenseMain(ExpenseActivity):
    """`place` is the drawer's entry; `entry`, if set, is the open form over it."""

    name: ClassVar[str] = ".ui.MainActivity"

    def create(self) -> None:
        self.place = "Home"
        self.entry: ExpenseEntry | None = None
        self.home_scroll, self.logs_scroll = ScrollState(), ScrollState()
        self.selected: set[int] = set()
        self.swiped: int | None = None
        self.welcome = 0 if not self.ctx.storage.host_path(_WELCOMED).exists() else 2
        self.choice = [0, 0]

    def back(self) -> bool:
        if self.entry is not None:
            self.leave()
        elif self.selected:
            self._unselect()
        elif self.place != "Home":
            self._go("Home")
        else:
            return False
        return True

    def build(self) -> Widget:
        if self.welcome < 2:
            return self._first_run()
        if self.entry is not None:
            return self.entry.build()
        pages = {"Home": self._home, "Expense Logs": self._logs, "Statistics": self._statistics, "Backup": self._backup}
        return pages.get(self.place, self._settings)()

    # First run and drawer

    def _first_run(self) -> Widget:
        t = self.t
        rows = _LANGUAGES if self.welcome == 0 else _CURRENCIES
        name = "rv_languages" if self.welcome == 0 else "rv_currencies"
        items: list[Widget] = []
        for i, label in enumerate(rows):
            text = Text(label, id="tv_name", size=17, color=t.text, padding=pad(24, 14), width=MATCH)
            text.fill = Fill(t.container) if i == self.choice[self.welcome] else None
            text.on_click = partial(self._choose, i)
            items.append(text)
        welcome = Text("Welcome", id="tv_welcome", size=28, color=t.text, padding=pad(24, 40))
        listing = Column(items, id=name, width=MATCH, class_name="androidx.recyclerview.widget.RecyclerView")
        pager = Stack(
            [listing], id="vp_config", weight=1, width=MATCH, class_name="androidx.viewpager2.widget.ViewPager2"
        )
        label = "NEXT" if self.welcome == 0 else "CONTINUE"
        button = Button(
            label, t, kind="filled", id="btn_continue", on_click=self._next, align="end", margin=pad(20, 20)
        )
        return Column([welcome, pager, button])

    def _choose(self, i: int) -> None:
        self.choice[self.welcome] = i

    def _next(self) -> None:
        self.welcome += 1
        if self.welcome == 2:
            self.ctx.storage.write(_WELCOMED, b"<map/>")

    def _top(self, title: str, actions: Sequence[Item] = (), id: str = "toolbar") -> Widget:
        return toolbar(self.t, title, up=self._open_drawer, up_icon="menu", up_desc="", actions=actions, id=id)

    def _open_drawer(self) -> None:
        items = [Item(title=title, icon=icon, id=id, action=partial(self._go, title)) for title, icon, id in _DRAWER]
        self.drawer("Pro Expense", items, chosen=self.place, id="nv_main")

    def _go(self, place: str) -> None:
        self.place = place
        self.entry, self.swiped = None, None
        self._unselect()

    def leave(self) -> None:
        """Close the entry form."""
        self.entry = None
        self.blur()

    def open_entry(self, expense: Expense | None = None) -> None:
        self.entry = ExpenseEntry(self, expense)

    # Home

    def _home(self) -> Widget:
        expenses = self.app.store.all()
        today = self.ctx.now().date()
        monday = today - timedelta(days=today.weekday())
        week = [e for e in expenses if monday <= e.when.date() <= monday + timedelta(days=6) and e.category != INCOME]
        parts: list[Widget] = [self._graph(week, monday), self._totals(expenses), self._recent(expenses[:_RECENT])]
        body = Column(parts, width=MATCH, gap=14, padding=pad(16, 8, bottom=96))
        scroller = ScrollView(body, scroll=self.home_scroll, id="rv_home")
        scroller.class_name = "androidx.recyclerview.widget.RecyclerView"
        add = fab(self.t, "add", "", self.open_entry, id="fb_main_add")
        return Column([self._top("Home"), Stack([scroller, add], weight=1, width=MATCH)])

    def _card(self, children: Sequence[Widget]) -> Column:
        return Column(list(children), width=MATCH, gap=6, padding=pad(18, 14), fill=Fill(self.t.raised, radius=16))

    def _graph(self, week: Sequence[Expense], monday: date) -> Widget:
        t = self.t
        sums = [sum(e.amount for e in week if e.when.date() == monday + timedelta(days=i)) for i in range(7)]
        top = max([*sums, 1])
        bars: list[Widget] = []
        for value, name in zip(sums, "MTWTFSS", strict=True):
            bar = Widget(width=18, height=max(2, 110 * value / top), fill=Fill(t.primary, radius=4), align="center")
            letter = Text(name, size=12, color=t.muted, align="center")
            bars.append(Column([spacer(weight=1), bar, letter], weight=1, height=140, accessible=False))
        graph = Row(bars, id="expense_graph", class_name="android.view.View", width=MATCH, height=140)
        sunday = monday + timedelta(days=6)
        span = Text(f"{monday:%b %-d} - {sunday:%b %-d}", id="tv_date_range", size=13, color=t.muted)
        return self._card([Text("Expenses in this Week", id="tv_title", size=16, color=t.text), graph, span])

    def _totals(self, expenses: Sequence[Expense]) -> Widget:
        t = self.t
        income = sum(e.amount for e in expenses if e.category == INCOME)
        outcome = sum(e.amount for e in expenses if e.category != INCOME)
        rows: list[Widget] = [Text("Totals", id="tv_expense_in_out_title", size=16, color=t.text)]
        for name, label, value in (("tv_income", "Income", income), ("tv_outcome", "Outcome", outcome)):
            cells: list[Widget] = [Text(label, id=name, size=15, color=t.muted, weight=1)]
            cells.append(Text(f"$ {dollars(value)}", id=f"{name}_value", size=16, color=t.text))
            rows.append(Row(cells, width=MATCH))
        return self._card(rows)

    def _recent(self, expenses: Sequence[Expense]) -> Widget:
        t = self.t
        more = Button("More", t, id="btn_more_logs", on_click=lambda: self._go("Expense Logs"))
        head = Row([Text("Recent", id="tv_recent_lists", size=16, color=t.text, weight=1), more], width=MATCH)
        rows = Column([self._row(e) for e in expenses], id="rv_recent_lists", width=MATCH, gap=2)
        rows.class_name = "androidx.recyclerview.widget.RecyclerView"
        return self._card([head, rows])

    # Rows

    def _date(self, expense: Expense) -> str:
        when, today = expense.when, self.ctx.now().date()
        if when.date() == today:
            return when.strftime("%H:%M")
        if when.date() == today - timedelta(days=1):
            return "Yesterday"
        return when.strftime("%b %d") if when.year == today.year else when.strftime("%Y %b %d")

    def _row(self, e: Expense, *, logs: bool = False) -> Widget:
        t, (_, _, icon) = self.t, category(e.category)
        chosen = e.id in self.selected
        words = Column(
            [
                Text(e.name, id="tv_name", size=16, color=t.text, lines=1),
                Text(self._date(e), id="tv_date", size=13, color=t.muted),
            ],
            weight=1,
        )
        money = Text(e.money, id="tv_amount", size=16, color=t.text)
        parts: list[Widget] = [
            Icon("check" if chosen else icon, id="imv_category", size=24, color=t.primary, width=44, height=44),
            words,
            money,
            Text("$", id="tv_currency_symbol", size=13, color=t.muted),
        ]
        if logs and self.swiped == e.id:
            undo = Text("Delete", id="tv_undo", size=15, color=t.on_primary, padding=pad(16, 18), fill=Fill(t.error))
            undo.on_click = partial(self._delete_swiped, e)
            parts.append(undo)
        return Row(
            parts, id="cd_expense", class_name="android.widget.RelativeLayout", width=MATCH, height=64, gap=10,
            padding=pad(12, 0), fill=Fill(t.container) if chosen else None, selected=chosen,
            on_click=partial(self._tap, e), on_long_click=partial(self._select, e) if logs else None,
            on_swipe=partial(self._swipe, e) if logs else None, swipes="lr",
        )  # fmt: skip

    def _tap(self, e: Expense) -> None:
        if self.selected:
            self._select(e)
        else:
            DetailSheet(self, e).show()

    def _swipe(self, e: Expense, direction: Direction) -> None:
        self.swiped = e.id if direction == "left" else None

    def _delete_swiped(self, e: Expense) -> None:
        self.app.store.delete({e.id})
        self.swiped = None
        undo = Item(title="Undo", action=lambda: self._restore(e))
        self.snack("Item Deleted", undo)

    def _restore(self, e: Expense) -> None:
        self.app.store.db.execute(
            "INSERT INTO expense (expense_id, name, amount, category, note, created_date, modified_date) "
            "VALUES (?,?,?,?,?,?,?)",
            (e.id, e.name, e.amount, e.category, e.note, e.created, e.modified),
        )
        self.ctx.invalidate()

    # Logs

    def filtered(self) -> list[Expense]:
        found = self.app.store.all(ascending=self.ascending)
        if self.first_day is not None:
            found = [e for e in found if e.when.date() >= self.first_day]
        if self.last_day is not None:
            found = [e for e in found if e.when.date() <= self.last_day]
        return found

    def _logs(self) -> Widget:
        if self.selected:
            delete = Item(title="Delete", id="delete", icon="delete", action=self._ask_delete)
            top: Widget = toolbar(
                self.t, f"{len(self.selected)}  items", up=self._unselect, up_icon="close", up_desc="", actions=[delete]
            )
        else:
            actions = [Item(title="Filter", id="filter", icon="filter", action=lambda: FilterSheet(self).show())]
            top = self._top("Expense Logs", actions, id="tb_expense")
        rows: list[date | Expense] = []
        for e in self.filtered():
            day = e.when.date()
            last = rows[-1] if rows else None
            if not isinstance(last, Expense) or last.when.date() != day:
                rows.append(day)
            rows.append(e)
        if not rows:
            empty = Text("No Expense Logs", id="tv_no_expense_logs", size=17, color=self.t.muted, align="center")
            return Column([top, empty], width=MATCH, gap=120)

        def row(i: int) -> Widget:
            item = rows[i]
            if isinstance(item, Expense):
                return self._row(item, logs=True)
            return Text(
                f"{item:%b %d, %Y}", id="tv_date", size=14, color=self.t.primary, padding=pad(16, 10), width=MATCH
            )

        return Column([top, ListView(row, count=len(rows), scroll=self.logs_scroll, id="rv_expense", weight=1)])

    def _select(self, e: Expense) -> None:
        self.selected ^= {e.id}
        self.ctx.invalidate()

    def _unselect(self) -> None:
        self.selected.clear()
        self.ctx.invalidate()

    def _ask_delete(self) -> None:
        DeleteSheet(self, set(self.selected)).show()

    def delete(self, numbers: set[int]) -> None:
        self.app.store.delete(numbers)
        self._unselect()
        self.snack("Item Deleted")

    # The other places

    def _statistics(self) -> Widget:
        t, expenses = self.t, self.app.store.all()
        total = sum(e.amount for e in expenses) or 1
        rows: list[Widget] = []
        for number, name, icon in CATEGORIES:
            amount = sum(e.amount for e in expenses if e.category == number)
            if amount:
                cells: list[Widget] = [
                    Icon(icon, size=22, color=t.primary, accessible=False),
                    Text(name, id="tv_name", size=16, color=t.text, weight=1),
                    Text(f"{100 * amount / total:.1f}%", id="tv_value", size=16, color=t.text),
                ]
                rows.append(Row(cells, width=MATCH, gap=14, padding=pad(20, 12)))
        if not rows:
            rows.append(Text("No Data", id="tv_no_data", size=17, color=t.muted, padding=pad(20, 40)))
        return Column(
            [self._top("Statistics"), ScrollView(Column(rows, width=MATCH), scroll=self.home_scroll, weight=1)]
        )

    def _backup(self) -> Widget:
        t = self.t
        export = Button(
            "Export", t, kind="filled", id="btn_export", on_click=self._export, margin=pad(20, 16), width=MATCH
        )
        logs: list[Widget] = [
            Text(
                f"{r['name']} ({r['item_total']} items)", id="tv_backup_name", size=15, color=t.text, padding=pad(20, 8)
            )
            for r in self.app.store.db.execute("SELECT name, item_total FROM backup ORDER BY backup_id DESC")
        ]
        none = Text("No Backup Logs", id="tv_no_logs", size=15, color=t.muted, padding=pad(20, 8))
        return Column([self._top("Backup"), export, *(logs or [none])])

    def _export(self) -> None:
        expenses = self.app.store.all()
        name = f"Expense_Backup_{self.ctx.now():%Y%m%d_%H%M%S}.csv"
        lines = ["Name,Amount,Category,Note,Date"]
        for e in expenses:
            lines.append(f"{e.name},{e.amount / 100:.2f},{category(e.category)[1]},{e.note},{e.when:%Y-%m-%d %H:%M}")
        path = f"/storage/emulated/0/Download/{name}"
        self.ctx.storage.write(path, "\n".join(lines).encode())
        self.app.store.db.execute(
            "INSERT INTO backup (name, file_path, created_date, item_total, worker_id, is_completed) "
            "VALUES (?,?,?,?,'',1)",
            (name, path, self.ctx.now_ms(), len(expenses)),
        )
        self.snack("Exported!")

    def _settings(self) -> Widget:
        t = self.t
        rows: list[Widget] = []
        for label, values, i in (("Language", _LANGUAGES, 0), ("Currency", _CURRENCIES, 1)):
            cells: list[Widget] = [Text(label, size=16, color=t.text, weight=1)]
            cells.append(Text(values[self.choice[i]], size=15, color=t.muted))
            rows.append(Row(cells, width=MATCH, padding=pad(20, 16)))
        return Column([self._top("Settings"), *rows])


class ProExpense(ExpenseProcess):
    package: ClassVar[str] = "com.arduia.expense"
    label: ClassVar[str] = "Pro Expense"
    version_name: ClassVar[str] = "1.0.0-beta05"
    version_code: ClassVar[int] = 11
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="money", background="#2962FF")
    launch: ClassVar[str] = ExpenseMain.name
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE", "POST_NOTIFICATIONS")
    )
    activities: ClassVar[tuple[type[Activity], ...]] = (ExpenseMain,)

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#2962FF", "#DBE1FF", "#FAFAFF")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create expenses in the two weeks before the first day."""
        store = ExpenseStore(seeder.database("accounting.db", SCHEMA))
        rng, words, now = seeder.rng, pools()["expenses"], seeder.clock.now_ms()
        for _ in range(int(seeder.option("expenses", 0))):
            item = rng.choice(words)
            when = now - rng.randint(3600, 14 * 86400) * 1000
            amount = rng.randint(2, 180) * 50
            store.save(
                Expense(name=item["name"], category=item["category"], amount=amount, created=when, modified=when)
            )
        if not seeder.option("first_run", True):
            seeder.storage.write(_WELCOMED, b"<map/>")

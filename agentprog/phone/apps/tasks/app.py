"""The app's manifest, its list of tasks, and actions on several tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.searching import Searching
from agentprog.phone.apps.tasks import wording
from agentprog.phone.apps.tasks.dates import DateSheet
from agentprog.phone.apps.tasks.editor import COLORS, TaskEditor, TasksScreen
from agentprog.phone.apps.tasks.ordering import DUE, PRIORITIES, Order, Section, keep_order, read_order, sections
from agentprog.phone.apps.tasks.sorting import SortSheet
from agentprog.phone.apps.tasks.store import DATABASE, LIST, PACKAGE, SCHEMA, Task, TasksProcess, TaskStore, day_start
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_MINE, _TODAY, _RECENT = "My Tasks", "Today", "Recently modified"
_PLACES = ((_MINE, "todo"), (_TODAY, "today"), (_RECENT, "clock"), (LIST, "list"))
_DAY_MS = 86_400_000


class TaskList(Searching, TasksScreen):
    """The one activity: a list of tasks, or the editor of a task."""

    name: ClassVar[str] = "com.todoroo.astrid.activity.MainActivity"
    snack_above: ClassVar[float] = 64

    def create(self) -> None:
        super().create()
        self.place = _MINE
        self.editor: TaskEditor | None = None
        self.scroller = ScrollState()
        self.selected: set[int] = set()
        self.collapsed: set[str] = set()
        self.order = read_order(self.ctx.storage)

    def back(self) -> bool:
        if self.editor is not None:
            self.editor.back()
        elif self.selected:
            self.selected.clear()
        elif self.searching:
            self.stop_searching()
        elif self.place != _MINE:
            self._go(_MINE)
        else:
            return False
        return True

    def leave(self) -> None:
        self.editor = None
        self.blur()

    def build(self) -> Widget:
        if self.editor is not None:
            return self.editor.build()
        bar = self._selection_bar() if self.selected else self._search_bar() if self.searching else self._bar()
        return Column([bar, Stack(self._body(), weight=1, width=MATCH), self._bottom()])

    def set_order(self, order: Order) -> None:
        """Change the list's order and store it."""
        self.order = order
        keep_order(self.ctx.storage, order)
        self.scroller.offset = 0
        self.ctx.invalidate()

    def typed(self) -> None:
        self.scroller.offset = 0
        super().typed()

    # Bars

    def _bar(self) -> Widget:
        return toolbar(self.t, self.place)

    def _search_bar(self) -> Widget:
        field = TextField(self.query, id="search_src_text", hint="Search", look="plain", weight=1, size=18)
        field.color, field.accent = self.t.text, self.t.primary
        back = icon_button("back", "Collapse", self.stop_searching, class_name="android.widget.ImageButton")
        return Row([back, field], id="toolbar", class_name="android.view.ViewGroup", width=MATCH, height=64)

    def _selection_bar(self) -> Widget:
        actions = [
            Item(title="Change priority", id="edit_priority", icon="flag", action=self._ask_priority),
            Item(title="Select all", id="menu_select_all", icon="check", action=self._select_all),
            Item(title="Delete", id="delete", icon="delete", action=self._ask_delete),
        ]
        count, done = str(len(self.selected)), self.selected.clear
        return toolbar(self.t, count, up=done, up_desc="Done", actions=actions, id="action_mode_bar")

    def _bottom(self) -> Widget:
        """The bottom bar, whose menu lists the places."""
        parts: list[Widget] = [
            icon_button("menu", "", self._open_drawer, class_name="android.widget.ImageButton", side=56),
            icon_button("search", "Search", self.search, id="menu_search"),
            icon_button("sort", "Sort", self._sort, id="menu_sort"),
            icon_button("more", "More options", self._more, class_name="android.widget.ImageView"),
            spacer(weight=1),
        ]
        bar = Row(parts, id="bottomAppBar", class_name="android.view.ViewGroup", width=MATCH, height=64)
        bar.fill = Fill(self.t.raised)
        return bar

    def _open_drawer(self) -> None:
        items = [Item(title=title, icon=icon, id="row", action=partial(self._go, title)) for title, icon in _PLACES]
        self.drawer("Tasks", items, chosen=self.place, id="recycler_view")

    def _go(self, place: str) -> None:
        self.place = place
        self.scroller.offset = 0
        self.ctx.invalidate()

    def _sort(self) -> None:
        SortSheet(self, self.order, self.set_order).show()

    def _more(self) -> None:
        order = self.order
        completed, unstarted = (
            replace(order, completed=not order.completed),
            replace(order, unstarted=not order.unstarted),
        )
        self.menu(
            [
                Item(title="Clear Completed", action=self._ask_clear),
                Item(title="Show completed", action=partial(self.set_order, completed)),
                Item(title="Show unstarted", action=partial(self.set_order, unstarted)),
            ]
        )

    # The list

    def _shown(self) -> list[Section]:
        tasks, now = self.app.store.all(), self.ctx.now_ms()
        if self.searching:
            words = self.query.text.strip().casefold()
            tasks = [task for task in tasks if words in f"{task.title}\n{task.notes}".casefold()]
        elif self.place == _TODAY:
            tasks = [task for task in tasks if task.due and task.due < day_start(now) + _DAY_MS]
        elif self.place == _RECENT:
            tasks = [task for task in tasks if task.modified > now - _DAY_MS]
        elif self.place == LIST:
            tasks = [task for task in tasks if task.list == LIST]
        return sections(tasks, self.order, self.ctx.now())

    def _body(self) -> Sequence[Widget]:
        add = fab(self.t, "add", "Create new task", partial(self._edit, Task()), id="fab")
        lines: list[Section | Task] = []
        for section in self._shown():
            if section.heading:
                lines.append(section)
            if section.heading not in self.collapsed:
                lines += section.tasks
        if not lines:
            empty = Text("There are no tasks here.", size=18, color=self.t.muted, align="center", margin=pad(0, 160))
            return [empty, add]
        listing = ListView(partial(self._line, lines), count=len(lines) + 1, scroll=self.scroller, id="recycler_view")
        return [listing, add]

    def _line(self, lines: Sequence[Section | Task], i: int) -> Widget:
        """A row; the last row has space below it, so that the round button covers no row."""
        if i == len(lines):
            return spacer(height=96)
        line = lines[i]
        return self._header(line.heading) if isinstance(line, Section) else self._row(line)

    def _header(self, heading: str) -> Widget:
        label = Text(heading, id="header", size=15, font_weight="medium", color=self.t.primary, weight=1)
        icon = "down" if heading in self.collapsed else "up"
        arrow = Icon(icon, id="chevron", color=self.t.muted, size=20)
        row = Row([label, arrow], id="header_row", width=MATCH, height=48, padding=pad(20, 0))
        row.class_name, row.on_click = "android.widget.RelativeLayout", partial(self._fold, heading)
        return row

    def _fold(self, heading: str) -> None:
        self.collapsed ^= {heading}

    def _row(self, task: Task) -> Widget:
        t, now = self.t, self.ctx.now_ms()
        box = Icon(
            "check" if task.completed else "checkbox",
            id="completeBox",
            color=COLORS[task.priority],
            width=56,
            height=48,
        )
        quiet = bool(task.completed) or task.hidden(now)
        title = Text(task.title, id="title", size=16, color=t.hint if quiet else t.text, lines=1, weight=1)
        first: list[Widget] = [title]
        due = self._due(task)
        if due:
            date = Text(due, id="due_date", size=14, color=t.error if task.overdue(now) else t.muted, lines=1)
            date.on_click = partial(self._reschedule, task)
            first.append(date)
        words: list[Widget] = [Row(first, width=MATCH, gap=8)]
        if task.notes:
            words.append(Text(task.notes, id="description", size=14, color=t.muted, lines=2))
        chips = [text for text in (self._start(task), task.list if self.place != LIST else "") if text]
        words += [Text(text, size=12, color=t.muted) for text in chips]
        box.on_click = partial(self._complete, task)
        body = Row([box, Column(words, weight=1, gap=3)], id="rowBody", width=MATCH, padding=pad(4, 8, right=16))
        body.class_name, body.selected = "android.widget.RelativeLayout", task.id in self.selected
        body.fill = Fill(t.container) if body.selected else None
        body.on_click = partial(self._toggle if self.selected else self._edit, task)
        body.on_long_click = partial(self._toggle, task)
        return Stack([body], id="row", width=MATCH)

    def _due(self, task: Task) -> str:
        """The date in a row; under a heading for its day only the time."""
        if not task.due:
            return ""
        now, twelve = self.ctx.now(), self.ctx.setting("system", "time_12_24", "24") == "12"
        if self.order.group == DUE and not task.completed and task.due >= day_start(self.ctx.now_ms()):
            return wording.clock(task.due, twelve=twelve) if task.due_has_time else ""
        return wording.moment_of(task.due, now, short=True, twelve=twelve)

    def _start(self, task: Task) -> str:
        if not task.hidden(self.ctx.now_ms()):
            return ""
        return wording.day(task.start, self.ctx.now(), short=True)

    # Actions on tasks

    def _edit(self, task: Task) -> None:
        self.editor = TaskEditor(self, task)
        if not task.id:
            self.focus_on(self.editor.title)

    def _reschedule(self, task: Task) -> None:
        def chosen(due: int) -> None:
            self.app.store.save(replace(task, due=due), self.ctx.now_ms())

        DateSheet(self, task.due, chosen).show()

    def _complete(self, task: Task) -> None:
        store, now = self.app.store, self.ctx.now_ms()
        store.complete(task.id, 0 if task.completed else now, now)
        if not task.completed:
            undo = Item(title="Undo", action=partial(store.complete, task.id, 0, now))
            self.snack("Task completed", undo)

    def _toggle(self, task: Task) -> None:
        self.selected ^= {task.id}

    def _select_all(self) -> None:
        self.selected = {task.id for section in self._shown() for task in section.tasks}

    def _ask_priority(self) -> None:
        def choose(priority: int) -> None:
            for number in self.selected:
                self.app.store.set_priority(number, priority, self.ctx.now_ms())
            self.selected.clear()

        self.alert(Alert(theme=self.t, title="Change priority", rows=PRIORITIES, on_choose=choose))

    def _ask_delete(self) -> None:
        self._ask("Delete selected tasks?", self.selected)

    def _ask_clear(self) -> None:
        done = {task.id for section in self._shown() for task in section.tasks if task.completed}
        self._ask("Clear completed tasks?", done)

    def _ask(self, question: str, numbers: set[int]) -> None:
        def delete() -> None:
            doomed = sorted(numbers)
            for number in doomed:
                self.app.store.delete(number)
            self.selected.clear()
            self.snack(f"{len(doomed)} deleted")

        self.alert(Alert(theme=self.t, message=question, positive=("OK", delete), negative=("Cancel", lambda: None)))


class Tasks(TasksProcess):
    package: ClassVar[str] = PACKAGE
    label: ClassVar[str] = "Tasks"
    version_name: ClassVar[str] = "13.6.3"
    version_code: ClassVar[int] = 130605
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="todo", background="#1565C0")
    launch: ClassVar[str] = TaskList.name
    activities: ClassVar[tuple[type[Activity], ...]] = (TaskList,)
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("POST_NOTIFICATIONS", "READ_CALENDAR", "WRITE_CALENDAR", "RECORD_AUDIO")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#1565C0", "#D3E3FD")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create tasks from the pools, due in the days around now."""
        store = TaskStore(seeder.database(DATABASE, SCHEMA))
        words = pools()["tasks"]
        now = seeder.clock.now_ms()
        for title in seeder.rng.sample(words, min(len(words), int(seeder.option("tasks", 0)))):
            due = day_start(now) + _DAY_MS * seeder.rng.randint(-2, 9) + _DAY_MS // 2
            store.save(Task(title=title, priority=seeder.rng.randrange(4), due=due), now)

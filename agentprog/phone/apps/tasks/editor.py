"""One task: its name at the top, its dates, priority and description below."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.tasks import wording
from agentprog.phone.apps.tasks.dates import DateSheet
from agentprog.phone.apps.tasks.store import HIGH, LIST, NONE, Task, TasksProcess
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle, divider, fab
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

COLORS = ("#D32F2F", "#F57C00", "#1976D2", "#9E9E9E")
"""Colours by priority, the highest first. The accessibility tree does not contain them."""


class TasksScreen(Activity):
    """The activity's interface for the editor."""

    app: TasksProcess

    def leave(self) -> None:
        """Go back to the list."""
        raise NotImplementedError


class TaskEditor:
    """Edits a new or an existing task. Only saving writes it."""

    def __init__(self, screen: TasksScreen, task: Task) -> None:
        self._screen = screen
        self._before = task
        self._task = task
        self.title = EditState(text=task.title, on_action=lambda _: self.save())
        self.notes = EditState(text=task.notes, multi_line=True, action=0)
        self._scroll = ScrollState()

    def build(self) -> Widget:
        t, task = self._screen.t, self._task
        actions = [Item(title="Delete task", id="menu_delete", icon="delete", action=self._ask_delete)]
        bar = toolbar(t, "", up=self.save, up_icon="save", up_desc="Save", actions=actions if task.id else ())
        name = TextField(self.title, id="title", hint="Task name", look="plain", size=24, color=t.text)
        name.accent, name.hint_color, name.margin = t.primary, t.muted, pad(16, 4)
        rows = [
            self._row("hourglass", self._date(task.start, "No start date"), partial(self._ask_date, due=False)),
            self._row("clock", self._date(task.due, "No due date"), partial(self._ask_date, due=True)),
            self._row("flag", self._priorities()),
            self._row("list", Text(task.list or LIST, size=16, color=t.text)),
            self._row("note", self._description()),
        ]
        if task.created:
            created = wording.day(task.created, self._screen.ctx.now(), short=False)
            rows.append(self._row("info", Text(f"Created {created}", size=14, color=t.muted)))
        body: list[Widget] = [ScrollView(Column(rows, width=MATCH), scroll=self._scroll, id="compose_view")]
        if task.id:
            body.append(fab(t, "checkbox", "", self._complete, id="fab"))
        return Column([bar, name, divider(t), Stack(body, weight=1, width=MATCH)])

    def back(self) -> None:
        """Leave without saving, after a question if there are changes."""
        if self._now() == self._before:
            self._screen.leave()
            return
        alert = Alert(theme=self._screen.t, message="Are you sure you want to discard your changes?")
        alert.positive, alert.negative = ("Keep editing", lambda: None), ("Discard", self._screen.leave)
        self._screen.alert(alert)

    def save(self) -> None:
        """Write the task. An empty new task is not saved."""
        task, screen = self._now(), self._screen
        if task != self._before:
            screen.app.store.save(replace(task, title=task.title or "No title"), screen.ctx.now_ms())
        screen.leave()

    def _now(self) -> Task:
        return replace(self._task, title=self.title.text.strip(), notes=self.notes.text.strip())

    def _row(self, icon: str, content: Widget, on_click: Callback | None = None) -> Widget:
        content.weight = 1
        sign = Icon(icon, color=self._screen.t.muted, accessible=False, margin=pad(20, 0))
        row = Row([sign, content], width=MATCH, min_height=64, padding=pad(0, 6, right=16), on_click=on_click)
        row.class_name = "android.view.View"
        return Column([row, divider(self._screen.t)], width=MATCH, class_name="android.view.View")

    def _date(self, moment: int, nothing: str) -> Text:
        ctx, t = self._screen.ctx, self._screen.t
        if not moment:
            return Text(nothing, size=16, color=t.hint)
        twelve = ctx.setting("system", "time_12_24", "24") == "12"
        return Text(wording.moment_of(moment, ctx.now(), short=False, twelve=twelve), size=16, color=t.text)

    def _priorities(self) -> Widget:
        """Four radio buttons, the highest last; only their colours distinguish them."""
        marks: list[Widget] = [Text("Priority", size=16, color=self._screen.t.text, weight=1)]
        for priority in range(NONE, HIGH - 1, -1):
            chosen = priority == self._task.priority
            theme = replace(self._screen.t, primary=COLORS[priority], muted=COLORS[priority])
            marks.append(Toggle(theme, "radio", checked=chosen, on_click=partial(self._prioritise, priority), width=44))
        return Row(marks)

    def _prioritise(self, priority: int) -> None:
        self._task = replace(self._task, priority=priority)

    def _description(self) -> Widget:
        t = self._screen.t
        field = TextField(self.notes, hint="Description", look="plain", size=16, color=t.text, accent=t.primary)
        field.hint_color, field.max_lines = t.muted, 0
        return field

    def _ask_date(self, *, due: bool) -> None:
        def chosen(moment: int) -> None:
            self._task = replace(self._task, due=moment) if due else replace(self._task, start=moment)

        DateSheet(self._screen, self._task.due if due else self._task.start, chosen).show()

    def _complete(self) -> None:
        now = self._screen.ctx.now_ms()
        self._task = replace(self._task, completed=0 if self._task.completed else now)
        if self._task.completed:
            self.save()

    def _ask_delete(self) -> None:
        def delete() -> None:
            self._screen.app.store.delete(self._task.id)
            self._screen.leave()

        alert = Alert(theme=self._screen.t, message="Delete this task?", positive=("OK", delete))
        alert.negative = ("Cancel", lambda: None)
        self._screen.alert(alert)

"""Common parts of the calendar's views: dates in words, event rows, the drawn month."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from agentprog.phone.apps.calendar.store import TASK, Event
from agentprog.phone.records import Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.theme import LIGHT, Theme

_COLORS = ("#F5A623", "#4A90D9", "#7CB342", "#D0568B")


def day_title(day: date, today: date) -> str:
    """`October 15 (Sun)`, with the year if it is not the current one."""
    year = f" {day.year}" if day.year != today.year else ""
    return f"{day:%B} {day.day}{year} ({day:%a})"


def color_of(event: Event) -> str:
    return _COLORS[(event.event_type - 1) % len(_COLORS)] if event.type != TASK else "#8E8E93"


def event_row(theme: Theme, event: Event, *, chosen: bool, tap: Callback, hold: Callback) -> Widget:
    ink = theme.muted if event.completed else theme.text
    lines: list[Widget] = [Text(event.title, id="event_item_title", size=17, color=ink, lines=1)]
    lines.append(Text(event.when(), id="event_item_time", size=14, color=theme.muted))
    if event.description:
        lines.append(Text(event.description, id="event_item_description", size=14, color=theme.muted, lines=1))
    stripe = Widget(id="event_item_color_bar", width=5, height=44, fill=Fill(color_of(event), radius=2))
    parts: list[Widget] = [stripe]
    if event.type == TASK:
        parts.append(Icon("check", id="event_item_task_image", desc="Task", size=20, color=theme.muted))
    parts.append(Column(lines, weight=1, gap=2))
    return Row(
        parts, id="event_item_holder", class_name="android.view.ViewGroup", width=MATCH, min_height=68, gap=14,
        padding=pad(14, 9), margin=pad(12, 3), fill=Fill(theme.container if chosen else theme.raised, radius=12),
        on_click=tap, on_long_click=hold, selected=chosen,
    )  # fmt: skip


def month_days(month: date) -> list[date]:
    """The 42 days of a month's grid; weeks begin on Monday."""
    first = month.replace(day=1)
    start = first - timedelta(days=first.weekday())
    return [start + timedelta(days=i) for i in range(42)]


@dataclass(eq=False, kw_only=True)
class MonthView(Widget):
    """A month drawn as a picture: as in the app, numbers and titles have no nodes."""

    month: date = field(default=date.min)
    today: date = field(default=date.min)
    events: Mapping[date, Sequence[Event]] = field(default_factory=dict)
    theme: Theme = field(default=LIGHT)
    width: float = MATCH
    height: float = MATCH

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        r, t, head = self.rect, self.theme, m.px(28)
        cell_w, cell_h = (r.right - r.left) / 7, (r.bottom - r.top - head) / 6
        for i, name in enumerate("MTWTFSS"):
            x = r.left + round(cell_w * (i + 0.5)) - fonts.width(name, m.sp(13), "medium") // 2
            canvas.text(x, r.top + m.px(4), name, size=m.sp(13), weight="medium", color=t.muted)
        for i, day in enumerate(month_days(self.month)):
            left, top = r.left + round(cell_w * (i % 7)), r.top + head + round(cell_h * (i // 7))
            self._cell(canvas, m, day, Rect(left, top, left + round(cell_w), top + round(cell_h)))
        for line in range(7):
            y = r.top + head + round(cell_h * line)
            canvas.fill(Rect(r.left, y, r.right, y + 1), t.divider)

    def _cell(self, canvas: Canvas, m: Metrics, day: date, box: Rect) -> None:
        t, size = self.theme, m.sp(13)
        color = t.text if day.month == self.month.month else t.hint
        label = str(day.day)
        x = (box.left + box.right - fonts.width(label, size, "regular")) // 2
        if day == self.today:
            side = m.px(24)
            cx = (box.left + box.right) // 2
            canvas.fill(
                Rect(cx - side // 2, box.top + m.px(3), cx + side // 2, box.top + m.px(3) + side), t.primary, side // 2
            )
            color = t.on_primary
        canvas.text(x, box.top + m.px(7), label, size=size, weight="regular", color=color)
        y, small = box.top + m.px(31), m.sp(10)
        for event in self.events.get(day, ())[:4]:
            bar = Rect(box.left + m.px(2), y, box.right - m.px(2), y + m.px(15))
            if bar.bottom > box.bottom:
                break
            canvas.fill(bar, color_of(event), m.px(3))
            title = fonts.wrap(event.title, small, "regular", bar.right - bar.left - m.px(6), 1)[0]
            canvas.text(bar.left + m.px(3), y + m.px(1), title, size=small, weight="regular", color="#FFFFFF")
            y += m.px(17)


@dataclass(eq=False, kw_only=True)
class MonthCells(Widget):
    """42 unlabelled targets over the picture."""

    class_name: str = "android.widget.LinearLayout"
    month: date = field(default=date.min)
    open_day: Callable[[date], object] = field(default=lambda _: None)
    width: float = MATCH
    height: float = MATCH

    def arrange(self, m: Metrics, inner: Rect) -> None:
        head = m.px(28)
        cell_w, cell_h = (inner.right - inner.left) / 7, (inner.bottom - inner.top - head) / 6
        cells = []
        for i, day in enumerate(month_days(self.month)):
            cell = Widget(id="month_view_background", on_click=self._opening(day))
            left, top = inner.left + round(cell_w * (i % 7)), inner.top + head + round(cell_h * (i // 7))
            cell.place(m, Rect(left, top, left + round(cell_w), top + round(cell_h)))
            cells.append(cell)
        self.children = cells

    def _opening(self, day: date) -> Callback:
        return lambda: self.open_day(day)


def shift_month(month: date, by: int) -> date:
    months = month.year * 12 + month.month - 1 + by
    year, number = months // 12, months % 12 + 1
    return date(year, number, min(month.day, calendar.monthrange(year, number)[1]))

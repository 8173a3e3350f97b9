"""Date and time pickers: Android's calendar dialog and Material's clock."""

from __future__ import annotations

import calendar
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from agentprog.phone.records import Rect
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Button, Text, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme


@dataclass(eq=False, kw_only=True)
class DatePicker:
    """The month grid of a DatePickerDialog. `done` gets the accepted day, `tapped` each touched day; the screen that
    shows it sets `close`."""

    theme: Theme
    value: date
    done: Callable[[date], object]
    close: Callback = field(default=lambda: None)
    tapped: Callable[[date], object] = field(default=lambda _: None)
    years: bool = False
    shown: date = field(init=False)
    scroll: ScrollState = field(default_factory=ScrollState)

    def __post_init__(self) -> None:
        self.shown = self.value.replace(day=1)

    def build(self) -> Widget:
        t = self.theme
        year = Text(str(self.value.year), id="android:id/date_picker_header_year", size=16, color=t.on_primary)
        year.on_click = self._toggle_years
        day = Text(
            self.value.strftime("%a, %b %-d"), id="android:id/date_picker_header_date", size=30, color=t.on_primary
        )
        day.on_click = self._show_days
        head = Column([year, day], width=MATCH, padding=pad(24, 16), gap=4, fill=Fill(t.primary))
        body = self._year_list() if self.years else self.month()
        buttons = Row(
            [
                spacer(weight=1),
                Button("Cancel", t, id="android:id/button2", on_click=self.close),
                Button("OK", t, id="android:id/button1", on_click=self._accept),
            ],
            width=MATCH,
            padding=pad(12, 8),
        )
        panel = Column([head, body, buttons], width=MATCH, fill=Fill(t.surface, radius=4, elevation=6), absorbs=True)
        return Stack([panel], id="android:id/content", width=MATCH)

    def _accept(self) -> None:
        self.close()
        self.done(self.value)

    def _toggle_years(self) -> None:
        self.years = True
        self.scroll.reveal = max(0, self.shown.year - 1900 - 2)

    def _show_days(self) -> None:
        self.years = False

    def month(self) -> Widget:
        """The grid of one month, with arrows to the next."""
        t = self.theme
        title = Text(self.shown.strftime("%B %Y"), size=16, color=t.text, font_weight="medium", text_align="center")
        title.weight = 1
        bar = Row(
            [
                icon_button("left", "Previous month", partial(self._turn, -1), id="android:id/prev",
                            class_name="android.widget.ImageButton"),
                title,
                icon_button("right", "Next month", partial(self._turn, 1), id="android:id/next",
                            class_name="android.widget.ImageButton"),
            ],
            width=MATCH,
        )  # fmt: skip
        names: list[Widget] = [
            Text(n, size=12, color=t.muted, text_align="center", weight=1, accessible=False) for n in "SMTWTFS"
        ]
        weeks: list[Widget] = [Row(names, width=MATCH, height=32, accessible=False)]
        for week in calendar.Calendar(firstweekday=6).monthdatescalendar(self.shown.year, self.shown.month):
            weeks.append(Row([self._day(d) for d in week], width=MATCH, height=44, class_name="android.view.View"))
        grid = Column([bar, *weeks], width=MATCH, id="android:id/month_view", class_name="android.view.View")
        grid.padding, grid.height = pad(12), 48 + 32 + 44 * 6
        return grid

    def _day(self, day: date) -> Widget:
        t = self.theme
        if day.month != self.shown.month:
            return spacer(weight=1)
        chosen = day == self.value
        number = Text(str(day.day), size=14, color=t.on_primary if chosen else t.text, text_align="center")
        number.class_name, number.desc = "android.view.View", day.strftime("%d %B %Y")
        number.weight, number.height, number.checkable, number.checked = 1, MATCH, True, chosen
        number.selected, number.on_click = chosen, partial(self._choose, day)
        number.fill = Fill(t.primary, radius=22) if chosen else None
        return number

    def _choose(self, day: date) -> None:
        self.value = day
        self.tapped(day)

    def _turn(self, by: int) -> None:
        months = self.shown.year * 12 + self.shown.month - 1 + by
        self.shown = date(months // 12, months % 12 + 1, 1)

    def _year_list(self) -> Widget:
        t = self.theme

        def row(i: int) -> Widget:
            label = Text(str(1900 + i), id="android:id/text1", size=20, text_align="center", width=MATCH, height=56)
            label.color = t.primary if 1900 + i == self.shown.year else t.text
            label.on_click = partial(self._choose_year, 1900 + i)
            return label

        size = 48 + 32 + 44 * 6
        return ListView(
            row, count=201, row_height=56, scroll=self.scroll, height=size, class_name="android.widget.ListView"
        )

    def _choose_year(self, year: int) -> None:
        self.shown = self.shown.replace(year=year)
        last = calendar.monthrange(year, self.value.month)[1]
        self.value = self.value.replace(year=year, day=min(self.value.day, last))
        self.years = False


@dataclass(eq=False, kw_only=True)
class ClockFace(Widget):
    """Numbers on a circle; the `inner` numbers are on a smaller circle."""

    class_name: str = "android.widget.FrameLayout"
    theme: Theme
    outer: Sequence[Widget] = ()
    inner: Sequence[Widget] = ()
    height: float = 256
    width: float = 256

    def __post_init__(self) -> None:
        self.children = [*self.outer, *self.inner]

    def arrange(self, m: Metrics, inner: Rect) -> None:
        cx, cy = (inner.left + inner.right) // 2, (inner.top + inner.bottom) // 2
        half = m.px(22)
        for ring, radius in ((self.outer, m.px(102)), (self.inner, m.px(66))):
            for i, number in enumerate(ring):
                angle = math.tau * i / len(ring) - math.pi / 2
                x, y = cx + round(radius * math.cos(angle)), cy + round(radius * math.sin(angle))
                number.place(m, Rect(x - half, y - half, x + half, y + half))


@dataclass(eq=False, kw_only=True)
class TimePicker:
    """Material's clock: first hours, then minutes. The keyboard button switches to typing."""

    theme: Theme
    hour: int
    minute: int
    done: Callable[[int, int], object]
    close: Callback = field(default=lambda: None)
    twelve: bool = False
    minutes: bool = False
    typing: bool = False
    focus: Callable[[EditState], object] = field(default=lambda _: None)
    hour_text: EditState = field(default_factory=lambda: EditState(input_type="number", max_length=2))
    minute_text: EditState = field(default_factory=lambda: EditState(input_type="number", max_length=2))

    def build(self) -> Widget:
        t = self.theme
        title = Text("Enter time" if self.typing else "Select time", id="header_title", size=13, color=t.muted)
        face = spacer(height=8) if self.typing else self._face()
        mode = icon_button(
            "clock" if self.typing else "keyboard",
            "Switch to clock mode for the time input."
            if self.typing
            else "Switch to text input mode for the time input.",
            self._switch,
            id="material_timepicker_mode_button",
        )
        buttons = Row(
            [
                mode,
                spacer(weight=1),
                Button("Cancel", t, id="material_timepicker_cancel_button", on_click=self.close),
                Button("OK", t, id="material_timepicker_ok_button", on_click=self._accept),
            ],
            width=MATCH,
        )
        panel = Column([title, self._header(), face, buttons], width=MATCH, gap=16, padding=pad(24, 20))
        panel.fill, panel.absorbs = Fill(t.raised, radius=28, elevation=6), True
        return Stack([panel], id="android:id/content", width=MATCH)

    def _shown_hour(self) -> int:
        return (self.hour % 12 or 12) if self.twelve else self.hour

    def _header(self) -> Widget:
        colon = Text(":", size=48, color=self.theme.text, width=20, text_align="center")
        if self.typing:
            hour: Widget = self._input(self.hour_text, "material_hour_text_input")
            minute: Widget = self._input(self.minute_text, "material_minute_text_input")
        else:
            hour = self._chip(f"{self._shown_hour():02d}", "material_hour_tv", not self.minutes, False)
            minute = self._chip(f"{self.minute:02d}", "material_minute_tv", self.minutes, True)
        parts: list[Widget] = [hour, colon, minute]
        if self.twelve:
            parts.append(Column([self._half("AM", 0), self._half("PM", 12)], margin=pad(left=12)))
        return Row(parts, align="center")

    def _chip(self, text: str, name: str, chosen: bool, minutes: bool) -> Widget:
        t = self.theme
        label = Text(text, id=name, size=48, width=96, height=76, text_align="center", checkable=True, checked=chosen)
        label.color = (t.on_container if not t.dark else t.text) if chosen else t.text
        label.fill = Fill(t.container if chosen else t.divider, radius=8)
        label.class_name, label.on_click = "android.widget.RadioButton", partial(self._show, minutes)
        label.desc = (
            f"{int(text)} minutes" if minutes else f"{int(text)} o'clock" if self.twelve else f"{int(text)} hours"
        )
        label.selected = chosen
        return label

    def _input(self, state: EditState, name: str) -> Widget:
        return TextField(
            state, id=name, look="box", size=32, width=96, color=self.theme.text, accent=self.theme.primary
        )

    def _half(self, label: str, start: int) -> Widget:
        t, chosen = self.theme, (self.hour >= 12) == (start == 12)
        name = f"material_clock_period_{label.lower()}_button"
        text = Text(label, id=name, size=16, width=52, height=38, text_align="center", checkable=True, checked=chosen)
        text.color, text.fill = t.text, Fill(t.container if chosen else "", radius=6, outline=t.divider)
        text.class_name, text.on_click = "android.widget.CompoundButton", partial(self._set_half, start)
        return text

    def _set_half(self, start: int) -> None:
        self.hour = self.hour % 12 + start

    def _show(self, minutes: bool) -> None:
        self.minutes = minutes

    def _switch(self) -> None:
        if self.typing:
            self._take_typed()
        else:
            self.hour_text.load(f"{self._shown_hour():02d}")
            self.minute_text.load(f"{self.minute:02d}")
        self.typing = not self.typing
        if self.typing:
            self.focus(self.hour_text)
            self.hour_text.select_all()

    def _take_typed(self) -> None:
        hour, minute = int(self.hour_text.text or 0), int(self.minute_text.text or 0)
        if self.twelve and 1 <= hour <= 12:
            self.hour = hour % 12 + (12 if self.hour >= 12 else 0)
        elif not self.twelve and hour <= 23:
            self.hour = hour
        if minute <= 59:
            self.minute = minute

    def _accept(self) -> None:
        if self.typing:
            self._take_typed()
        self.close()
        self.done(self.hour, self.minute)

    def _face(self) -> Widget:
        t = self.theme
        if self.minutes:
            outer = [self._number(n, f"{n:02d}", f"{n} minutes", n == self.minute) for n in range(0, 60, 5)]
            inner: list[Widget] = []
        elif self.twelve:
            outer = [self._number(n, str(n), f"{n} o'clock", n == self._shown_hour()) for n in (12, *range(1, 12))]
            inner = []
        else:
            outer = [self._number(n, str(n), f"{n} hours", n == self.hour) for n in (12, *range(1, 12))]
            inner = [
                self._number(n % 24, f"{n % 24:02d}", f"{n % 24} hours", n % 24 == self.hour)
                for n in (24, *range(13, 24))
            ]
        return ClockFace(
            theme=t,
            outer=outer,
            inner=inner,
            id="material_clock_face",
            fill=Fill(t.divider, radius=128),
            align="center",
        )

    def _number(self, value: int, label: str, desc: str, chosen: bool) -> Widget:
        t = self.theme
        text = Text(label, desc=desc, size=15, text_align="center", color=t.on_primary if chosen else t.text)
        text.fill = Fill(t.primary, radius=22) if chosen else None
        text.selected, text.on_click = chosen, partial(self._pick, value)
        return text

    def _pick(self, value: int) -> None:
        if self.minutes:
            self.minute = value
        elif self.twelve:
            self.hour = value % 12 + (12 if self.hour >= 12 else 0)
            self.minutes = True
        else:
            self.hour, self.minutes = value, True

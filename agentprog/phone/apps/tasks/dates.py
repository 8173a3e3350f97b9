"""The sheet that chooses a date, by a shortcut or in a month, with a time of day beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.tasks import wording
from agentprog.phone.apps.tasks.store import at, has_time, moment
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Overlay
from agentprog.phone.widgets.pickers import DatePicker
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import ScrollState

_TIMES = (
    ("morning_button", "09:00", time(9)),
    ("afternoon_button", "13:00", time(13)),
    ("evening_button", "17:00", time(17)),
    ("night_button", "20:00", time(20)),
)


class DateSheet:
    """`done` gets the moment in the database's form, 0 for none. Cancel and Back change nothing."""

    def __init__(self, screen: Activity, chosen: int, done: Callable[[int], object]) -> None:
        self._screen = screen
        self._done = done
        self._day: date | None = moment(chosen).date() if chosen else None
        self._clock: time | None = moment(chosen).time() if has_time(chosen) else None
        self._scroll = ScrollState()
        self._month = DatePicker(theme=screen.t, value=self._day or self._today.date(), done=lambda _: None)
        self._month.tapped = self._go
        self._overlay: Overlay | None = None

    @property
    def _today(self) -> datetime:
        return self._screen.ctx.now()

    def show(self) -> None:
        self._overlay = self._screen.sheet(self._content)

    def _content(self) -> Widget:
        t = self._screen.t
        choices = Row([self._days(), self._times()], width=MATCH, padding=pad(12, 8), cross="start")
        buttons = Row(
            [
                spacer(weight=1),
                Button("Cancel", t, id="cancel_button", on_click=self._close),
                Button("OK", t, id="ok_button", on_click=self._accept),
            ],
            width=MATCH,
            padding=pad(12, 6),
        )
        upper = ScrollView(Column([choices, self._month.month()], width=MATCH), scroll=self._scroll, height=560)
        panel = Column([upper, buttons], width=MATCH, fill=Fill(t.surface, radius=16), absorbs=True)
        return Stack([panel], id="design_bottom_sheet", width=MATCH)

    def _days(self) -> Widget:
        today = self._today.date()
        near = (
            ("today_button", "Today", today),
            ("tomorrow_button", "Tomorrow", today + timedelta(days=1)),
            ("next_week_button", wording.next_week(self._today), today + timedelta(days=7)),
            ("no_date_button", "No date", None),
        )
        rows = [self._shortcut(id, label, day == self._day, partial(self._go, day)) for id, label, day in near]
        return Column(rows, id="date_group", weight=1)

    def _times(self) -> Widget:
        clock, rows = self._clock, []
        for id, label, when in _TIMES:
            chosen = clock is not None and (clock.hour, clock.minute) == (when.hour, when.minute)
            rows.append(self._shortcut(id, label, chosen, partial(self._set, when)))
        rows.append(self._shortcut("pick_time_button", "Pick time", False, self._pick))
        rows.append(self._shortcut("no_time", "No time", clock is None, partial(self._set, None)))
        return Column(rows, id="time_group", weight=1)

    def _shortcut(self, id: str, label: str, chosen: bool, choose: Callback) -> Widget:
        button = Button(label, self._screen.t, id=id, kind="tonal" if chosen else "text", checkable=True)
        button.checked, button.on_click = chosen, choose
        return button

    def _go(self, day: date | None) -> None:
        self._month.value = day or self._today.date()
        self._month.shown = self._month.value.replace(day=1)
        self._day = day
        if day is None:
            self._clock = None

    def _set(self, clock: time | None) -> None:
        self._clock = clock
        if clock is not None and self._day is None:
            self._day = self._month.value

    def _pick(self) -> None:
        start = self._clock or self._today.time()
        self._screen.ask_time(start.hour, start.minute, lambda hour, minute: self._set(time(hour, minute)))

    def _close(self) -> None:
        if self._overlay is not None:
            self._screen.close(self._overlay)

    def _accept(self) -> None:
        self._close()
        self._done(0 if self._day is None else at(self._day, self._clock))

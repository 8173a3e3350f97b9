"""World clock, timer and stopwatch tabs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.clock.ringing import ClockActivity
from agentprog.phone.apps.clock.store import Countdown
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, Toggle
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme

_CITIES = (
    ("Berlin", 2),
    ("Lagos", 1),
    ("Lima", -5),
    ("London", 1),
    ("Nairobi", 3),
    ("New York", -4),
    ("Sydney", 11),
    ("Tokyo", 9),
)
_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫")


def _big(theme: Theme, icon: str, desc: str, action: Callback, id: str, *, side: float = 84) -> Widget:
    return Icon(
        icon, desc=desc, id=id, on_click=action, width=side, height=side, size=30, color=theme.on_container,
        fill=Fill(theme.container, radius=side / 2), class_name="android.widget.ImageButton",
    )  # fmt: skip


class WorldTab:
    def __init__(self, screen: ClockActivity) -> None:
        self._screen = screen
        self._scroll = ScrollState()

    def moving(self) -> bool:
        return False

    def build(self) -> Widget:
        t, now = self._screen.t, self._screen.ctx.now()
        twelve = self._screen.ctx.setting("system", "time_12_24", "24") == "12"
        form = "%-I:%M %p" if twelve else "%H:%M"
        parts: list[Widget] = [
            Text(now.strftime(form), id="digital_clock", size=72, color=t.text, font_weight="light", align="center"),
            Text(now.strftime("%a, %b %-d"), id="date", size=18, color=t.primary, align="center"),
            spacer(height=24),
        ]
        for name, offset in _CITIES:
            if name in self._screen.app.store.cities():
                local_time = now + timedelta(hours=offset)
                cells: list[Widget] = [Text(name, id="city_name", size=18, color=t.text, weight=1)]
                cells.append(Text(local_time.strftime(form), id="digital_clock", size=28, color=t.text))
                parts.append(Row(cells, id="city", width=MATCH, padding=pad(24, 12)))
        body = ScrollView(Column(parts, width=MATCH, padding=pad(0, 24)), scroll=self._scroll, id="cities")
        add = _big(t, "add", "Cities", self._ask_cities, "fab", side=72)
        add.align, add.align_vertical, add.margin = "center", "end", pad(0, 16)
        return Stack([body, add], weight=1, width=MATCH)

    def _ask_cities(self) -> None:
        def content() -> Widget:
            t, chosen = self._screen.t, self._screen.app.store.cities()
            rows: list[Widget] = [Text("Cities", size=20, color=t.text, padding=pad(24, 16))]
            for name, _ in _CITIES:
                box = Toggle(t, "checkbox", text=name, checked=name in chosen, width=MATCH, padding=pad(24, 4), size=16)
                box.on_click = partial(self._screen.app.store.flip_city, name)
                rows.append(box)
            return Column(rows, width=MATCH, padding=pad(bottom=16), fill=Fill(t.surface, radius=28), absorbs=True)

        self._screen.show(Overlay(content=content))


class TimerTab:
    """The set-up keypad, or the running timers."""

    def __init__(self, screen: ClockActivity) -> None:
        self._screen = screen
        self._scroll = ScrollState()
        self._digits = ""
        self._setup = False

    def moving(self) -> bool:
        return any(timer.started is not None for timer in self._screen.app.store.timers())

    def build(self) -> Widget:
        timers = self._screen.app.store.timers()
        return self._keypad(bool(timers)) if self._setup or not timers else self._running(timers)

    def _now(self) -> float:
        return self._screen.ctx.now().timestamp()

    # Set-up

    def _shown(self) -> tuple[str, str, str]:
        padded = self._digits.zfill(6)
        return padded[:2], padded[2:4], padded[4:]

    def _keypad(self, other_timers: bool) -> Widget:
        t = self._screen.t
        h, m, s = self._shown()
        spoken = f"{int(h)} hours, {int(m)} minutes, {int(s)} seconds"
        time = Text(f"{h}h {m}m {s}s", id="timer_setup_time", desc=spoken, size=46, color=t.text, align="center")
        time.color = t.primary if self._digits else t.muted
        rows: list[Widget] = [spacer(height=16), time, spacer(weight=1)]
        for y in range(4):
            rows.append(
                Row([self._key(k) for k in _KEYS[y * 3 : y * 3 + 3]], gap=14, align="center", padding=pad(0, 5))
            )
        bottom: list[Widget] = []
        if other_timers:
            bottom.append(_big(t, "close", "Delete", self._cancel_setup, "left_button", side=60))
        if int(self._digits or 0):
            bottom.append(_big(t, "play", "Start", self._start, "fab", side=80))
        rows.append(Row(bottom or [spacer(height=80)], gap=24, align="center", padding=pad(0, 12)))
        return Column(rows, weight=1, width=MATCH)

    def _key(self, key: str) -> Widget:
        t = self._screen.t
        if key == "⌫":
            button: Widget = Icon("backspace", desc="Delete", id="timer_setup_delete", size=26, color=t.text)
            button.on_click, button.on_long_click = self._erase, self._clear
        else:
            button = Text(key, id=f"timer_setup_digit_{key}", size=28, color=t.text, text_align="center")
            button.class_name, button.on_click = "android.widget.Button", partial(self._type, key)
        button.width, button.height, button.fill = 92, 76, Fill(t.container if key != "⌫" else t.raised, radius=38)
        return button

    def _type(self, key: str) -> None:
        if len(self._digits) + len(key) <= 6:
            self._digits = (self._digits + key).lstrip("0")

    def _erase(self) -> None:
        self._digits = self._digits[:-1]

    def _clear(self) -> None:
        self._digits = ""

    def _cancel_setup(self) -> None:
        self._setup, self._digits = False, ""

    def _start(self) -> None:
        h, m, s = (int(part) for part in self._shown())
        self._screen.app.store.add_timer(h * 3600 + m * 60 + s, self._now())
        self._cancel_setup()

    # Running

    def _running(self, timers: Sequence[Countdown]) -> Widget:
        t = self._screen.t
        cards = ListView(lambda i: self._card(timers[i]), count=len(timers), scroll=self._scroll, id="timers_list")
        add = _big(t, "add", "Add Timer", self._new, "fab", side=72)
        add.align, add.align_vertical, add.margin = "center", "end", pad(0, 16)
        return Stack([cards, add], weight=1, width=MATCH)

    def _new(self) -> None:
        self._setup = True

    def _card(self, timer: Countdown) -> Widget:
        t, left, going = self._screen.t, timer.left(self._now()), timer.started is not None
        close = Icon("close", desc="Delete", id="close", width=44, height=44, color=t.text)
        close.on_click = partial(self._screen.app.store.delete_timer, timer.id)
        label = Text(timer.label or "Label", id="timer_label", desc="Label", size=15, color=t.muted, weight=1)
        label.on_click = partial(self._ask_label, timer)
        face = Text(_clock(left), id="timer_text", desc=_clock(left), size=52, color=t.text, align="center")
        more = Button("+ 1:00", t, kind="tonal", id="add_one_min", on_click=partial(self._more, timer))
        reset = Icon("repeat", desc="Reset", id="reset", width=56, height=56, color=t.text)
        reset.fill, reset.on_click = Fill(t.divider, radius=28), partial(self._reset, timer)
        play = _big(
            t,
            "pause" if going else "play",
            ("Stop" if left <= 0 else "Pause") if going else "Start",
            partial(self._flip, timer),
            "play_pause",
            side=64,
        )
        buttons = Row([more, reset, play], gap=18, align="center")
        rows: list[Widget] = [Row([label, close], width=MATCH), face, buttons]
        return Column(rows, width=MATCH, gap=10, padding=pad(20, 14), margin=pad(12, 8), fill=Fill(t.raised, radius=24))

    def _flip(self, timer: Countdown) -> None:
        now = self._now()
        if timer.started is not None and timer.left(now) <= 0:
            self._reset(timer)
        elif timer.started is None:
            self._screen.app.store.save_timer(replace(timer, started=now))
        else:
            self._screen.app.store.save_timer(replace(timer, remaining=timer.left(now), started=None))

    def _reset(self, timer: Countdown) -> None:
        self._screen.app.store.save_timer(replace(timer, remaining=timer.length, started=None))

    def _more(self, timer: Countdown) -> None:
        self._screen.app.store.save_timer(replace(timer, remaining=timer.remaining + 60))

    def _ask_label(self, timer: Countdown) -> None:
        state, t = EditState(text=timer.label), self._screen.t

        def body() -> Widget:
            return TextField(state, id="label_input_field", hint="Label", color=t.text, accent=t.primary)

        ok = ("OK", lambda: self._screen.app.store.save_timer(replace(timer, label=state.text.strip())))
        alert = Alert(theme=t, title="Label", body=body, positive=ok, negative=("Cancel", lambda: None))
        self._screen.alert(alert, focus=state)


class StopwatchTab:
    def __init__(self, screen: ClockActivity) -> None:
        self._screen = screen
        self._scroll = ScrollState()

    def moving(self) -> bool:
        return self._screen.app.store.stopwatch()[1] is not None

    def _elapsed(self) -> float:
        elapsed, started = self._screen.app.store.stopwatch()
        return elapsed + (self._screen.ctx.now().timestamp() - started if started is not None else 0)

    def build(self) -> Widget:
        t, elapsed, running = self._screen.t, self._elapsed(), self.moving()
        whole, hundredths = int(elapsed), int(elapsed * 100) % 100
        face = Row(
            [
                Text(_clock(whole, signed=False), id="stopwatch_time_text", size=64, color=t.text, font_weight="light"),
                Text(f"{hundredths:02d}", id="stopwatch_hundredths_text", size=28, color=t.muted),
            ],
            gap=8,
            align="center",
            cross="end",
            padding=pad(0, 40),
        )
        laps = self._screen.app.store.laps()
        listing = ListView(
            lambda i: self._lap(laps, len(laps) - 1 - i), count=len(laps), scroll=self._scroll, id="laps_list", weight=1
        )
        buttons: list[Widget] = []
        if elapsed:
            buttons.append(_big(t, "repeat", "Reset", self._reset, "left_button", side=60))
        buttons.append(
            _big(t, "pause" if running else "play", "Pause" if running else "Start", self._flip, "fab", side=84)
        )
        if running:
            buttons.append(_big(t, "flag", "Lap", self._add_lap, "right_button", side=60))
        elif elapsed:
            buttons.append(_big(t, "share", "Share", self._share, "right_button", side=60))
        return Column([face, listing, Row(buttons, gap=26, align="center", padding=pad(0, 20))], weight=1, width=MATCH)

    def _lap(self, laps: Sequence[float], i: int) -> Widget:
        t = self._screen.t
        duration = laps[i] - (laps[i - 1] if i else 0)
        cells: list[Widget] = [Text(f"# {i + 1}", id="lap_number", size=16, color=t.muted, weight=1)]
        cells.append(Text(_precise(duration), id="lap_time", size=16, color=t.text, weight=1))
        cells.append(Text(_precise(laps[i]), id="lap_total", size=16, color=t.muted))
        return Row(cells, width=MATCH, height=48, padding=pad(28))

    def _flip(self) -> None:
        if self.moving():
            self._screen.app.store.set_stopwatch(self._elapsed(), None)
        else:
            self._screen.app.store.set_stopwatch(self._elapsed(), self._screen.ctx.now().timestamp())

    def _reset(self) -> None:
        self._screen.app.store.set_stopwatch(0, None)
        self._screen.app.store.clear_laps()

    def _add_lap(self) -> None:
        self._screen.app.store.lap(self._elapsed())

    def _share(self) -> None:
        share(self._screen, f"My time is {_precise(self._elapsed())}")


def _clock(seconds: float, *, signed: bool = True) -> str:
    """`1:02:03` or `02:03`; an expired timer counts below zero."""
    sign = "-" if seconds < 0 and signed else ""
    whole = int(abs(seconds) + (0.999 if signed and seconds > 0 else 0))
    h, m, s = whole // 3600, whole // 60 % 60, whole % 60
    return f"{sign}{h}:{m:02d}:{s:02d}" if h else f"{sign}{m:02d}:{s:02d}"


def _precise(seconds: float) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}.{int(seconds * 100) % 100:02d}"

"""The alarm tab."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from agentprog.phone.apps.clock.ringing import ClockActivity
from agentprog.phone.apps.clock.store import DAYS, Alarm, words
from agentprog.phone.widgets.bars import Item
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState


class AlarmTab:
    """Cards of alarms; one may be expanded."""

    def __init__(self, screen: ClockActivity) -> None:
        self._screen = screen
        self._scroll = ScrollState()
        self._open: int | None = None

    def moving(self) -> bool:
        return False

    def build(self) -> Widget:
        t, alarms = self._screen.t, self._screen.app.store.alarms()
        layers: list[Widget] = []
        if alarms:
            layers.append(
                ListView(
                    lambda i: self._card(alarms[i]), count=len(alarms), scroll=self._scroll, id="alarms_recycler_view"
                )
            )
        else:
            none = Text("No Alarms", id="alarms_empty_view", size=18, color=t.muted, align="center", margin=pad(0, 160))
            layers.append(none)
        add = fab(t, "add", "Add alarm", self._add, id="fab", side=72)
        add.align = "center"
        return Stack([*layers, add], weight=1, width=MATCH)

    def time_text(self, alarm: Alarm) -> str:
        if self._screen.ctx.setting("system", "time_12_24", "24") == "12":
            return f"{alarm.hour % 12 or 12}:{alarm.minutes:02d} {'AM' if alarm.hour < 12 else 'PM'}"
        return f"{alarm.hour:02d}:{alarm.minutes:02d}"

    def _card(self, a: Alarm) -> Widget:
        t = self._screen.t
        time, opened = self.time_text(a), self._open == a.id
        label = Text(a.label or "Add label", id="edit_label", size=14, color=t.muted, padding=pad(0, 4))
        label.on_click = partial(self._ask_label, a)
        arrow = icon_button(
            "up" if opened else "down",
            "Collapse alarm" if opened else "Expand alarm",
            partial(self._expand, a),
            id="arrow",
        )
        face = Text(time, id="digital_clock", desc=time, size=44, color=t.text if a.enabled else t.hint, weight=1)
        face.on_click = partial(self._change_time, a)
        switch = Toggle(t, "switch", id="onoff", checked=a.enabled, on_click=partial(self._flip, a))
        rows: list[Widget] = []
        if opened or a.label:
            rows.append(label)
        rows.append(Row([face, arrow], width=MATCH))
        rows.append(
            Row([Text(self._days(a), id="days_of_week", size=14, color=t.muted, weight=1), switch], width=MATCH)
        )
        if opened:
            rows += self._details(a)
        card = Column(rows, width=MATCH, padding=pad(20, 12), margin=pad(12, 6), fill=Fill(t.raised, radius=20))
        card.class_name, card.desc, card.on_click = "android.view.ViewGroup", f"{time} Alarm", partial(self._expand, a)
        return card

    def _days(self, a: Alarm) -> str:
        if a.days:
            picked = [d for i, d in enumerate(DAYS) if a.days & self._bit(i)]
            return "Every day" if len(picked) == 7 else ", ".join(d[:3] for d in picked)
        now = self._screen.ctx.now()
        return "Today" if a.next_after(now).date() == now.date() else "Tomorrow"

    @staticmethod
    def _bit(day: int) -> int:
        """Days are shown from Sunday on, kept from Monday on."""
        return 1 << (day - 1) % 7

    def _details(self, a: Alarm) -> list[Widget]:
        t = self._screen.t
        buttons: list[Widget] = []
        for i, day in enumerate(DAYS):
            on = bool(a.days & self._bit(i))
            box = Text(day[0], id=f"day_button_{i}", desc=day, size=14, width=38, height=38, text_align="center")
            box.class_name, box.checkable, box.checked = "android.widget.CheckBox", True, on
            box.color, box.fill = t.on_primary if on else t.text, Fill(t.primary if on else t.divider, radius=19)
            box.on_click = partial(self._flip_day, a, i)
            buttons.append(box)
        vibrate = Toggle(t, "checkbox", text="Vibrate", id="vibrate_onoff", checked=a.vibrate, width=MATCH)
        vibrate.on_click = partial(self._save, replace(a, vibrate=not a.vibrate))
        ring = Row(
            [Icon("bell", size=20, color=t.muted, accessible=False), Text(a.ringtone, size=15, color=t.text)],
            id="choose_ringtone", desc=f"Ringtone {a.ringtone}", width=MATCH, gap=14, padding=pad(0, 10),
            on_click=partial(self._ask_ringtone, a),
        )  # fmt: skip
        delete = Row(
            [Icon("delete", size=20, color=t.muted, accessible=False), Text("Delete", size=15, color=t.text)],
            id="delete", desc="Delete", width=MATCH, gap=14, padding=pad(0, 10), on_click=partial(self._delete, a),
        )  # fmt: skip
        return [Row(buttons, width=MATCH, gap=6, padding=pad(0, 8)), ring, vibrate, delete]

    def _expand(self, a: Alarm) -> None:
        self._open = None if self._open == a.id else a.id
        self._screen.ctx.invalidate()

    def _save(self, a: Alarm) -> None:
        self._screen.app.store.save_alarm(a)
        self._screen.ctx.invalidate()

    def _flip(self, a: Alarm) -> None:
        self._save(replace(a, enabled=not a.enabled))
        if not a.enabled:
            self._tell(replace(a, enabled=True))

    def _flip_day(self, a: Alarm, day: int) -> None:
        self._save(replace(a, days=a.days ^ self._bit(day)))

    def _tell(self, a: Alarm) -> None:
        now = self._screen.ctx.now()
        minutes = -(-int((a.next_after(now) - now).total_seconds()) // 60)
        self._screen.snack(f"Alarm set for {words(minutes // 60, minutes % 60)} from now.")

    def _add(self) -> None:
        now = self._screen.ctx.now()
        self._screen.ask_time(now.hour, now.minute, self.create)

    def create(self, hour: int, minutes: int) -> None:
        alarm = self._screen.app.store.save_alarm(Alarm(hour=hour, minutes=minutes))
        self._open = alarm.id
        self._tell(alarm)

    def _change_time(self, a: Alarm) -> None:
        def done(hour: int, minutes: int) -> None:
            changed = replace(a, hour=hour, minutes=minutes, enabled=True)
            self._save(changed)
            self._tell(changed)

        self._screen.ask_time(a.hour, a.minutes, done)

    def _delete(self, a: Alarm) -> None:
        self._screen.app.store.delete_alarm(a.id)
        self._open = None

        def undo() -> None:
            self._screen.app.store.save_alarm(replace(a, id=0))

        self._screen.snack("Alarm deleted", Item(title="undo", action=undo))

    def _ask_label(self, a: Alarm) -> None:
        state = EditState(text=a.label)
        t = self._screen.t

        def body() -> Widget:
            return TextField(state, id="label_input_field", hint="Label", color=t.text, accent=t.primary)

        ok = ("OK", lambda: self._save(replace(a, label=state.text.strip())))
        alert = Alert(theme=t, title="Add label", body=body, positive=ok, negative=("Cancel", lambda: None))
        self._screen.alert(alert, focus=state)

    def _ask_ringtone(self, a: Alarm) -> None:
        names = ("Default", "Bright Morning", "Cuckoo Clock", "Early Twilight", "Silent")

        def chosen(i: int) -> None:
            self._save(replace(a, ringtone=names[i]))

        now = names.index(a.ringtone) if a.ringtone in names else 0
        self._screen.alert(Alert(theme=self._screen.t, title="Alarm sound", rows=names, chosen=now, on_choose=chosen))

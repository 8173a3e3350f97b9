"""Creating and editing an event or a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.calendar.dialogs import DeleteDialog, as_text, ask_which
from agentprog.phone.apps.calendar.rows import day_title
from agentprog.phone.apps.calendar.store import ALL_DAY, COMPLETED, DAY, MONTH, TASK, WEEK, YEAR, CalendarProcess, Event
from agentprog.phone.apps.chooser import share
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, Toggle, divider
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, spacer
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.pickers import DatePicker
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

_REPEATS = (("No repetition", 0), ("Daily", DAY), ("Weekly", WEEK), ("Monthly", MONTH), ("Yearly", YEAR))
_REMINDERS = (
    ("No reminder", -1),
    ("At start", 0),
    ("5 minutes before", 5),
    ("10 minutes before", 10),
    ("30 minutes before", 30),
    ("1 hour before", 60),
    ("1 day before", 1440),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_EVERY_DAY, _WORKDAYS = 127, 31


class EventEditor(Activity):
    """`event` and `start` in the extras edit an occurrence; `day` starts a new event; `_asked_for` fills it."""

    name: ClassVar[str] = ".activities.EventActivity"
    prefix: ClassVar[str] = "event"
    kind: ClassVar[int] = 0
    app: CalendarProcess

    def create(self) -> None:
        extras = self.intent.extras
        stored = self.app.store.get(int(extras.get("event", "0")))
        self.stored = stored.at(int(extras.get("start", str(stored.start_ts)))) if stored else None
        self.event = self.stored or self._asked_for(self._fresh(extras.get("day", "")), extras)
        self.title = EditState(text=self.event.title)
        self.location = EditState(text=self.event.location)
        self.notes = EditState(text=self.event.description, multi_line=True, action=0)
        self.scroller = ScrollState()
        self.before = self._current()

    def _fresh(self, day: str) -> Event:
        """A new event at the next full hour of that day, without length."""
        now = self.ctx.now()
        start = (now + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
        if day:
            start = datetime.combine(date.fromisoformat(day), start.timetz())
        ts = int(start.timestamp())
        minutes = 10 if self.kind == 0 else -1
        return Event(start_ts=ts, end_ts=ts, reminder_1_minutes=minutes, type=self.kind)

    def _asked_for(self, event: Event, extras: Mapping[str, str]) -> Event:
        """Fill in the event of another app's INSERT: times in milliseconds, as in CalendarContract."""
        start, end = (int(extras.get(name, "0")) // 1000 for name in ("beginTime", "endTime"))
        start = start or event.start_ts
        return replace(
            event,
            start_ts=start,
            end_ts=max(end, start),
            title=extras.get("title", ""),
            location=extras.get("eventLocation", ""),
            description=extras.get("description", ""),
        )

    def _current(self) -> Event:
        return replace(
            self.event,
            title=self.title.text.strip(),
            location=self.location.text.strip(),
            description=self.notes.text.strip(),
        )

    def back(self) -> bool:
        if self._current() == self.before:
            return False
        self._ask_leave()
        return True

    def _ask_leave(self) -> None:
        text = "You have unsaved changes. Save before exit?"
        discard = ("Discard", self.finish)
        self.alert(
            Alert(theme=self.t, message=text, message_id="message", positive=("Save", self._save), negative=discard)
        )

    def _leave(self) -> None:
        if self._current() == self.before:
            self.finish()
        else:
            self._ask_leave()

    # The form

    def build(self) -> Widget:
        new = self.stored is None
        word = "Event" if self.kind == 0 else "Task"
        actions = [Item(title="Save", id="save", icon="check", action=self._save)]
        if not new:
            actions.append(Item(title="Delete", id="delete", icon="delete", action=self._delete))
            actions.append(Item(title="Share", id="share", icon="share", action=self._share))
        overflow = None if new else self._menu
        bar = toolbar(
            self.t, f"{'New' if new else 'Edit'} {word}", up=self._leave, up_desc="Back", actions=actions,
            overflow=overflow, id=f"{self.prefix}_toolbar",
        )  # fmt: skip
        body = Column(self._fields(), width=MATCH, padding=pad(0, 4, bottom=32))
        return Column([bar, ScrollView(body, scroll=self.scroller, weight=1, id=f"{self.prefix}_nested_scrollview")])

    def _fields(self) -> list[Widget]:
        fields: list[Widget] = [self._field(self.title, "title", "Title")]
        if self.kind == 0:
            fields.append(self._field(self.location, "location", "Location"))
        fields.append(self._field(self.notes, "description", "Description"))
        fields.append(divider(self.t))
        fields.append(self._all_day())
        fields += self._times()
        fields.append(divider(self.t))
        fields += self._reminders()
        fields += self._repetition()
        fields.append(divider(self.t))
        kind = Text("Regular event", id=f"{self.prefix}_type", size=17, color=self.t.text)
        fields.append(self._line(kind, icon="label", id=f"{self.prefix}_type_holder"))
        if self.kind == TASK and self.stored is not None:
            done = "Mark incomplete" if self.event.completed else "Mark completed"
            fields.append(
                Button(
                    done, self.t, kind="tonal", id="toggle_mark_complete", on_click=self._complete, margin=pad(16, 8)
                )
            )
        return fields

    def _field(self, state: EditState, name: str, hint: str) -> Widget:
        t = self.t
        field = TextField(state, id=f"{self.prefix}_{name}", hint=hint, size=17, color=t.text, accent=t.primary)
        field.margin, field.hint_color = pad(16, 4), t.muted
        return field

    def _line(self, *parts: Widget, icon: str = "", id: str = "", action: Callback | None = None) -> Row:
        lead: Widget = Icon(icon, size=22, color=self.t.muted, accessible=False) if icon else spacer(width=22)
        return Row(
            [lead, *parts], id=id, class_name="android.widget.RelativeLayout", width=MATCH, gap=20, padding=pad(18, 8),
            on_click=action,
        )  # fmt: skip

    def _value(self, text: str, name: str, action: Callback) -> Text:
        return Text(text, id=f"{self.prefix}_{name}", size=17, color=self.t.text, padding=pad(0, 8), on_click=action)

    def _all_day(self) -> Widget:
        box = Toggle(self.t, "switch", id=f"{self.prefix}_all_day", text="All-day", checked=self.event.all_day, size=17)
        box.class_name, box.weight, box.on_click = "android.widget.CheckBox", 1, self._toggle_all_day
        return self._line(box, icon="clock", id=f"{self.prefix}_all_day_holder", action=self._toggle_all_day)

    def _toggle_all_day(self) -> None:
        self.event = replace(self.event, flags=self.event.flags ^ ALL_DAY)

    def _times(self) -> list[Widget]:
        today = self.ctx.now().date()
        e = self.event
        names = ("start", "end") if self.kind == 0 else ("",)
        rows: list[Widget] = []
        for name in names:
            moment = e.end if name == "end" else e.start
            prefix = f"{name}_" if name else ""
            day = self._value(day_title(moment.date(), today), f"{prefix}date", partial(self._pick_date, name))
            day.weight = 1
            parts: list[Widget] = [day]
            if not e.all_day:
                twelve = self.ctx.setting("system", "time_12_24", "24") == "12"
                label = moment.strftime("%I:%M %p" if twelve else "%H:%M")
                parts.append(self._value(label, f"{prefix}time", partial(self._pick_time, name)))
            rows.append(self._line(*parts))
        return rows

    def _moment(self, name: str) -> datetime:
        return self.event.end if name == "end" else self.event.start

    def _set_moment(self, name: str, moment: datetime) -> None:
        """Set start or end. A new start moves the end along, as in the app."""
        ts = int(moment.timestamp())
        if name == "end":
            self.event = replace(self.event, end_ts=ts)
        else:
            self.event = self.event.at(ts)

    def _pick_date(self, name: str) -> None:
        def done(day: date) -> None:
            self._set_moment(name, datetime.combine(day, self._moment(name).timetz()))

        picker = DatePicker(theme=self.t, value=self._moment(name).date(), done=done)
        overlay = self.show(Overlay(content=picker.build, max_width=340))
        picker.close = lambda: self.close(overlay)

    def _pick_time(self, name: str) -> None:
        def done(hour: int, minute: int) -> None:
            self._set_moment(name, self._moment(name).replace(hour=hour, minute=minute))

        moment = self._moment(name)
        self.ask_time(moment.hour, moment.minute, done)

    # Reminders and repetition

    def _reminders(self) -> list[Widget]:
        e = self.event
        minutes = (e.reminder_1_minutes, e.reminder_2_minutes, e.reminder_3_minutes)
        rows: list[Widget] = []
        for i, value in enumerate(minutes):
            if i and minutes[i - 1] < 0:
                break
            known = next((label for label, m in _REMINDERS if m == value), f"{value} minutes before")
            label = "Add another reminder" if i and value < 0 else known
            text = self._value(label, f"reminder_{i + 1}", partial(self._ask_reminder, i + 1))
            rows.append(self._line(text, icon="bell" if i == 0 else ""))
        return rows

    def _ask_reminder(self, number: int) -> None:
        def chosen(i: int) -> None:
            values = {f"reminder_{number}_minutes": _REMINDERS[i][1]}
            self.event = replace(self.event, **values)  # type: ignore[arg-type]

        self.alert(Alert(theme=self.t, rows=[n for n, _ in _REMINDERS], on_choose=chosen))

    def _repetition(self) -> list[Widget]:
        e = self.event
        step = e.repeat_interval
        label = next((n for n, s in _REPEATS if s == step), f"Every {step // DAY} days")
        rows: list[Widget] = [self._line(self._value(label, "repetition", self._ask_repetition), icon="repeat")]
        if step and step % WEEK == 0:
            rule = self._named("Repeat on", _rule_text(e.repeat_rule), "repetition_rule", self._ask_rule)
            rows.append(rule)
        if step:
            limit = "Forever" if e.repeat_limit == 0 else f"{datetime.fromtimestamp(e.repeat_limit, UTC):%B %-d, %Y}"
            head = "Repeat" if e.repeat_limit == 0 else "Repeat till"
            rows.append(self._named(head, limit, "repetition_limit", self._ask_limit))
        return rows

    def _named(self, head: str, value: str, name: str, action: Callback) -> Widget:
        label = Text(head, id=f"{self.prefix}_{name}_label", size=17, color=self.t.text, weight=1)
        shown = Text(value, id=f"{self.prefix}_{name}", size=17, color=self.t.primary)
        return self._line(label, shown, id=f"{self.prefix}_{name}_holder", action=action)

    def _ask_repetition(self) -> None:
        def chosen(i: int) -> None:
            if i == len(_REPEATS):
                self._ask_custom()
                return
            step = _REPEATS[i][1]
            rule = 1 << self.event.start.weekday() if step == WEEK else 0
            self.event = replace(self.event, repeat_interval=step, repeat_rule=rule, repeat_limit=0)

        self.alert(Alert(theme=self.t, rows=[*(n for n, _ in _REPEATS), "Custom"], on_choose=chosen))

    def _ask_custom(self) -> None:
        state = EditState(text="2", input_type="number", max_length=3)

        def body() -> Widget:
            return TextField(state, id="dialog_custom_repeat_interval_value", color=self.t.text, accent=self.t.primary)

        def accept() -> None:
            self.event = replace(self.event, repeat_interval=max(1, int(state.text or 1)) * DAY, repeat_rule=0)

        alert = Alert(theme=self.t, title="Repeat every (days)", body=body, positive=("OK", accept))
        alert.negative = ("Cancel", lambda: None)
        self.alert(alert, focus=state)

    def _ask_rule(self) -> None:
        mask = [self.event.repeat_rule]

        def toggle(bit: int) -> None:
            mask[0] ^= 1 << bit

        def body() -> Widget:
            boxes: list[Widget] = []
            for i, day in enumerate(_DAYS):
                box = Toggle(self.t, "checkbox", text=day, checked=bool(mask[0] & 1 << i), width=MATCH)
                box.on_click = partial(toggle, i)
                boxes.append(box)
            return Column(boxes, width=MATCH, id="dialog_vertical_linear_layout")

        def accept() -> None:
            self.event = replace(self.event, repeat_rule=mask[0] or 1 << self.event.start.weekday())

        self.alert(Alert(theme=self.t, body=body, positive=("OK", accept), negative=("Cancel", lambda: None)))

    def _ask_limit(self) -> None:
        def till(day: date) -> None:
            end = datetime.combine(day, datetime.max.time(), UTC)
            self.event = replace(self.event, repeat_limit=int(end.timestamp()))

        def chosen(i: int) -> None:
            if i == 0:
                self.event = replace(self.event, repeat_limit=0)
                return
            picker = DatePicker(theme=self.t, value=self.event.start.date(), done=till)
            overlay = self.show(Overlay(content=picker.build, max_width=340))
            picker.close = lambda: self.close(overlay)

        self.alert(Alert(theme=self.t, rows=("Repeat indefinitely", "Repeat till a date"), on_choose=chosen))

    # Saving and deleting

    def _save(self) -> None:
        event = replace(self._current(), last_updated=self.ctx.now_ms())
        if not event.title:
            self.ctx.toast("Title cannot be empty")
            return
        if event.all_day:
            event = _whole_days(event)
        if event.end_ts < event.start_ts:
            self.ctx.toast("The event cannot end earlier than it starts")
            return
        if event.reminder_1_minutes >= 0 and not self.app.warned():
            self._warn(event)
        else:
            self._keep(event)

    def _warn(self, event: Event) -> None:
        """Before the first reminder the app warns once that the system may silence it."""

        def accept() -> None:
            self.app.note_warned()
            self._keep(event)

        def settings() -> None:
            accept()
            details = Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{self.app.package}")
            self.ctx.start(details)

        words = "Reminders only come on time if the phone lets this app run in the background."
        alert = Alert(theme=self.t, title="Disclaimer", message=words, positive=("OK", accept))
        alert.negative = ("Settings", settings)
        self.alert(alert, cancelable=False)

    def _keep(self, event: Event) -> None:
        if self.stored is not None and self.stored.repeat_interval:
            ask_which(self, partial(self._save_repeating, event))
        else:
            self.app.store.save(event)
            self.finish()

    def _save_repeating(self, event: Event, choice: int) -> None:
        store, stored = self.app.store, self.stored
        if stored is None:
            return
        if choice == 0:
            store.delete_occurrence(stored, stored.start.date())
            store.save(replace(event, id=0, parent_id=stored.id, repeat_interval=0, repeat_rule=0, repeat_limit=0))
        elif choice == 1:
            store.end_before(stored, stored.start.date())
            store.save(replace(event, id=0))
        else:
            first = store.get(stored.id) or stored
            shift = event.start_ts - stored.start_ts
            store.save(event.at(first.start_ts + shift))
        self.finish()

    def _delete(self) -> None:
        if self.stored is not None:
            DeleteDialog(self, self.app.store, [self.stored], self.finish).show()

    def _menu(self) -> None:
        self.menu(
            [
                Item(
                    title="Duplicate event" if self.kind == 0 else "Duplicate task",
                    id="duplicate",
                    action=self._duplicate,
                )
            ]
        )

    def _share(self) -> None:
        share(self, as_text([self._current()]))

    def _duplicate(self) -> None:
        self.event = replace(self._current(), id=0)
        self.stored = None

    def _complete(self) -> None:
        self.app.store.save(replace(self._current(), flags=self.event.flags ^ COMPLETED))
        self.finish()


class TaskEditor(EventEditor):
    name: ClassVar[str] = ".activities.TaskActivity"
    prefix: ClassVar[str] = "task"
    kind: ClassVar[int] = TASK


def _whole_days(event: Event) -> Event:
    """An all-day event runs from noon to noon, as the app stores it."""
    start = event.start.replace(hour=12, minute=0, second=0)
    end = event.end.replace(hour=12, minute=0, second=0)
    return replace(event, start_ts=int(start.timestamp()), end_ts=int(end.timestamp()))


def _rule_text(mask: int) -> str:
    if mask == _EVERY_DAY:
        return "Every day"
    if mask == _WORKDAYS:
        return "Monday - Friday"
    return ", ".join(day[:3] for i, day in enumerate(_DAYS) if mask & 1 << i)

"""Events and tasks in `events.db`, and the dates of repeating ones."""

from __future__ import annotations

import calendar
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, date, datetime, time, timedelta

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context

DAY, WEEK, MONTH, YEAR = 86400, 604800, 2592001, 31536000
ALL_DAY, COMPLETED = 1, 8
EVENT, TASK = 0, 1
_MOST_REPETITIONS = 2000
WARNED = "/data/data/com.simplemobiletools.calendar.pro/shared_prefs/Prefs.xml"
SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, start_ts INTEGER NOT NULL, end_ts INTEGER NOT NULL, title TEXT NOT NULL,
  location TEXT NOT NULL, description TEXT NOT NULL, reminder_1_minutes INTEGER NOT NULL,
  reminder_2_minutes INTEGER NOT NULL, reminder_3_minutes INTEGER NOT NULL, reminder_1_type INTEGER NOT NULL,
  reminder_2_type INTEGER NOT NULL, reminder_3_type INTEGER NOT NULL, repeat_interval INTEGER NOT NULL,
  repeat_rule INTEGER NOT NULL, repeat_limit INTEGER NOT NULL, repetition_exceptions TEXT NOT NULL,
  attendees TEXT NOT NULL, import_id TEXT NOT NULL, time_zone TEXT NOT NULL, flags INTEGER NOT NULL,
  event_type INTEGER NOT NULL, parent_id INTEGER NOT NULL, last_updated INTEGER NOT NULL, source TEXT NOT NULL,
  availability INTEGER NOT NULL, color INTEGER NOT NULL, type INTEGER NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS index_events_id ON events (id);
CREATE TABLE IF NOT EXISTS event_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, color INTEGER NOT NULL,
  caldav_calendar_id INTEGER NOT NULL DEFAULT 0, caldav_display_name TEXT NOT NULL DEFAULT '',
  caldav_email TEXT NOT NULL DEFAULT '', type INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL, start_ts INTEGER NOT NULL, flags INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS widgets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, widget_id INTEGER NOT NULL, period INTEGER NOT NULL
);
INSERT OR IGNORE INTO event_types (id, title, color) VALUES (1, 'Regular event', -678365);
"""


@frozen
class Event:
    """One row; times are Unix seconds (UTC)."""

    id: int = 0
    start_ts: int = 0
    end_ts: int = 0
    title: str = ""
    location: str = ""
    description: str = ""
    reminder_1_minutes: int = -1
    reminder_2_minutes: int = -1
    reminder_3_minutes: int = -1
    reminder_1_type: int = 0
    reminder_2_type: int = 0
    reminder_3_type: int = 0
    repeat_interval: int = 0
    repeat_rule: int = 0
    repeat_limit: int = 0
    repetition_exceptions: str = "[]"
    attendees: str = ""
    import_id: str = ""
    time_zone: str = "UTC"
    flags: int = 0
    event_type: int = 1
    parent_id: int = 0
    last_updated: int = 0
    source: str = "simple-calendar"
    availability: int = 0
    color: int = 0
    type: int = EVENT

    @property
    def start(self) -> datetime:
        return datetime.fromtimestamp(self.start_ts, UTC)

    @property
    def end(self) -> datetime:
        return datetime.fromtimestamp(self.end_ts, UTC)

    @property
    def all_day(self) -> bool:
        return bool(self.flags & ALL_DAY)

    @property
    def completed(self) -> bool:
        return bool(self.flags & COMPLETED)

    def when(self) -> str:
        """The time as shown in a row."""
        if self.all_day:
            return "All-day"
        if self.type == TASK or self.start_ts == self.end_ts:
            return self.start.strftime("%H:%M")
        return f"{self.start:%H:%M} - {self.end:%H:%M}"

    def at(self, start_ts: int) -> Event:
        """This event at another start."""
        return replace(self, start_ts=start_ts, end_ts=start_ts + self.end_ts - self.start_ts)


_COLUMNS = tuple(f.name for f in fields(Event))


def day_code(day: date) -> str:
    return day.strftime("%Y%m%d")


def midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())


class EventStore:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.db = connection

    def all(self) -> list[Event]:
        return [
            Event(**dict(row))
            for row in self.db.execute(f"SELECT {', '.join(_COLUMNS)} FROM events ORDER BY start_ts, id")
        ]

    def get(self, event: int) -> Event | None:
        return next((e for e in self.all() if e.id == event), None)

    def save(self, event: Event) -> int:
        names = [c for c in _COLUMNS if c != "id"]
        values = [getattr(event, c) for c in names]
        if event.id:
            sets = ", ".join(f"{c}=?" for c in names)
            self.db.execute(f"UPDATE events SET {sets} WHERE id=?", (*values, event.id))
            return event.id
        marks = ", ".join("?" * len(names))
        cursor = self.db.execute(f"INSERT INTO events ({', '.join(names)}) VALUES ({marks})", values)
        return int(cursor.lastrowid or 0)

    def delete(self, event: int) -> None:
        self.db.execute("DELETE FROM events WHERE id=?", (event,))

    def delete_occurrence(self, event: Event, day: date) -> None:
        """Exclude one day of a repeating event."""
        stored = self.get(event.id)
        if stored is not None:
            days = [*json.loads(stored.repetition_exceptions), day_code(day)]
            self.save(replace(stored, repetition_exceptions=json.dumps(days, separators=(",", ":"))))

    def end_before(self, event: Event, day: date) -> None:
        """End a repeating event before a day."""
        stored = self.get(event.id)
        if stored is None:
            return
        if midnight(day) <= stored.start_ts:
            self.delete(event.id)
        else:
            self.save(replace(stored, repeat_limit=midnight(day) - 1))

    def between(self, first: date, last: date) -> list[Event]:
        """Occurrences that touch the days from first to last, in order; all-day ones come first in their day."""
        low, high = midnight(first), midnight(last + timedelta(days=1))
        found = [o for e in self.all() for o in occurrences(e, high) if o.start_ts < high and _ends(o) > low]
        return sorted(found, key=lambda o: (o.start.date(), not o.all_day, o.start_ts, o.title.casefold(), o.id))

    def on(self, day: date) -> list[Event]:
        return self.between(day, day)


def _ends(event: Event) -> int:
    return max(event.end_ts, event.start_ts + 1)


def occurrences(event: Event, until: int) -> Iterator[Event]:
    """Every start of an event before a moment."""
    if not event.repeat_interval:
        yield event
        return
    skipped = set(json.loads(event.repetition_exceptions or "[]"))
    count, start = 0, event.start_ts
    for _ in range(_MOST_REPETITIONS):
        if start >= until or (event.repeat_limit > 0 and start > event.repeat_limit):
            return
        moment = datetime.fromtimestamp(start, UTC)
        if _falls(event, moment):
            count += 1
            if event.repeat_limit < 0 and count > -event.repeat_limit:
                return
            if day_code(moment.date()) not in skipped:
                yield event.at(start)
        start = _next(event, moment)


def _falls(event: Event, moment: datetime) -> bool:
    """True if the event occurs then. Weekly events occur on the days of their mask, counted in weeks from the first."""
    if event.repeat_interval % WEEK or not event.repeat_rule:
        return True
    weeks = event.repeat_interval // WEEK
    first = event.start.date() - timedelta(days=event.start.weekday())
    week = moment.date() - timedelta(days=moment.weekday())
    return bool(event.repeat_rule & 1 << moment.weekday()) and ((week - first).days // 7) % weeks == 0


def _next(event: Event, moment: datetime) -> int:
    step = event.repeat_interval
    if step % YEAR == 0:
        year = moment.year + step // YEAR
        last = calendar.monthrange(year, moment.month)[1]
        return int(moment.replace(year=year, day=min(event.start.day, last)).timestamp())
    if step % MONTH == 0:
        months = moment.year * 12 + moment.month - 1 + step // MONTH
        year, month = months // 12, months % 12 + 1
        last = calendar.monthrange(year, month)[1]
        return int(moment.replace(year=year, month=month, day=min(event.start.day, last)).timestamp())
    if step % WEEK == 0 and event.repeat_rule:
        return int(moment.timestamp()) + DAY
    return int(moment.timestamp()) + step


class CalendarProcess(App):
    """The app as its activities see it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = EventStore(ctx.database("events.db", SCHEMA))

    def warned(self) -> bool:
        """True if the user has answered the disclaimer about reminders."""
        return self.ctx.storage.host_path(WARNED).is_file()

    def note_warned(self) -> None:
        self.ctx.storage.write(WARNED, b"<map/>")

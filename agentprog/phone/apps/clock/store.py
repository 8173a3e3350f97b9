"""Alarms, timers and the stopwatch in the app's database, so that they survive the process."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from agentprog.frozen import frozen, replace

SCHEMA = """
CREATE TABLE IF NOT EXISTS alarm_templates (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, hour INTEGER NOT NULL, minutes INTEGER NOT NULL,
  daysofweek INTEGER NOT NULL DEFAULT 0, enabled INTEGER NOT NULL DEFAULT 1, vibrate INTEGER NOT NULL DEFAULT 1,
  label TEXT NOT NULL DEFAULT '', ringtone TEXT NOT NULL DEFAULT 'Default'
);
CREATE TABLE IF NOT EXISTS alarm_instances (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, year INTEGER NOT NULL, month INTEGER NOT NULL, day INTEGER NOT NULL,
  hour INTEGER NOT NULL, minutes INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT,
  alarm_state INTEGER NOT NULL, alarm_id INTEGER
);
CREATE TABLE IF NOT EXISTS timers (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, length REAL NOT NULL, remaining REAL NOT NULL, started REAL,
  label TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS stopwatch (_id INTEGER PRIMARY KEY CHECK (_id = 1), elapsed REAL NOT NULL, started REAL);
CREATE TABLE IF NOT EXISTS laps (_id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS selected_cities (name TEXT PRIMARY KEY);
INSERT OR IGNORE INTO stopwatch (_id, elapsed, started) VALUES (1, 0, NULL);
"""
SNOOZED, FIRED, MISSED, DISMISSED = 4, 5, 6, 7
"""An instance's states, with the provider's numbers."""
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


@frozen
class Alarm:
    """`days` is a bit mask as in the provider: Monday 1, Sunday 64."""

    id: int = 0
    hour: int = 6
    minutes: int = 0
    days: int = 0
    enabled: bool = True
    vibrate: bool = True
    label: str = ""
    ringtone: str = "Default"

    def next_after(self, now: datetime) -> datetime:
        at = now.replace(hour=self.hour, minute=self.minutes, second=0, microsecond=0)
        while at <= now or (self.days and not self.days & 1 << at.weekday()):
            at += timedelta(days=1)
        return at


@frozen
class Countdown:
    """Seconds; `started` is the wall time of the last start, None while it is paused."""

    id: int
    length: float
    remaining: float
    started: float | None
    label: str

    def left(self, now: float) -> float:
        return self.remaining - (now - self.started if self.started is not None else 0)


class ClockStore:
    """`changed` is called after changes to alarms or timers, to reschedule what rings."""

    def __init__(self, db: sqlite3.Connection, changed: Callable[[], object] = lambda: None) -> None:
        self.db = db
        self._changed = changed

    def alarms(self) -> list[Alarm]:
        rows = self.db.execute("SELECT * FROM alarm_templates ORDER BY hour, minutes, _id")
        return [
            Alarm(
                id=r["_id"], hour=r["hour"], minutes=r["minutes"], days=r["daysofweek"], enabled=bool(r["enabled"]),
                vibrate=bool(r["vibrate"]), label=r["label"], ringtone=r["ringtone"],
            )
            for r in rows
        ]  # fmt: skip

    def save_alarm(self, a: Alarm) -> Alarm:
        values = (a.hour, a.minutes, a.days, int(a.enabled), int(a.vibrate), a.label, a.ringtone)
        if a.id:
            sets = "hour=?, minutes=?, daysofweek=?, enabled=?, vibrate=?, label=?, ringtone=?"
            self.db.execute(f"UPDATE alarm_templates SET {sets} WHERE _id=?", (*values, a.id))
            self._changed()
            return a
        names = "hour, minutes, daysofweek, enabled, vibrate, label, ringtone"
        cursor = self.db.execute(f"INSERT INTO alarm_templates ({names}) VALUES (?,?,?,?,?,?,?)", values)
        self._changed()
        return replace(a, id=int(cursor.lastrowid or 0))

    def delete_alarm(self, number: int) -> None:
        self.db.execute("DELETE FROM alarm_templates WHERE _id=?", (number,))
        self.db.execute("DELETE FROM alarm_instances WHERE alarm_id=? AND alarm_state=?", (number, SNOOZED))
        self._changed()

    # Instances: each time an alarm rang

    def add_instance(self, a: Alarm, at: datetime, state: int) -> int:
        """Months count from 0, as in the provider."""
        names = "year, month, day, hour, minutes, vibrate, label, ringtone, alarm_state, alarm_id"
        values = (at.year, at.month - 1, at.day, at.hour, at.minute, int(a.vibrate), a.label, a.ringtone, state, a.id)
        cursor = self.db.execute(f"INSERT INTO alarm_instances ({names}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)
        return int(cursor.lastrowid or 0)

    def instances(self, state: int) -> list[tuple[int, datetime]]:
        """(id, time) of the instances in a state."""
        rows = self.db.execute("SELECT * FROM alarm_instances WHERE alarm_state=? ORDER BY _id", (state,))
        return [(int(r["_id"]), _when(r)) for r in rows]

    def instance(self, number: int) -> tuple[str, datetime]:
        """Label and time of an instance; both empty for an unknown one."""
        row = self.db.execute("SELECT * FROM alarm_instances WHERE _id=?", (number,)).fetchone()
        return ("", datetime.min.replace(tzinfo=UTC)) if row is None else (str(row["label"]), _when(row))

    def move_instance(self, number: int, state: int, at: datetime | None = None) -> None:
        self.db.execute("UPDATE alarm_instances SET alarm_state=? WHERE _id=?", (state, number))
        if at is not None:
            values = (at.year, at.month - 1, at.day, at.hour, at.minute, number)
            self.db.execute("UPDATE alarm_instances SET year=?, month=?, day=?, hour=?, minutes=? WHERE _id=?", values)

    def end_single(self, number: int) -> None:
        """Switch off the alarm of an instance unless it repeats."""
        where = "_id=(SELECT alarm_id FROM alarm_instances WHERE _id=?) AND daysofweek=0"
        self.db.execute(f"UPDATE alarm_templates SET enabled=0 WHERE {where}", (number,))

    def timers(self) -> list[Countdown]:
        rows = self.db.execute("SELECT * FROM timers ORDER BY _id")
        return [
            Countdown(id=r["_id"], length=r["length"], remaining=r["remaining"], started=r["started"], label=r["label"])
            for r in rows
        ]

    def add_timer(self, seconds: float, now: float) -> None:
        self.db.execute(
            "INSERT INTO timers (length, remaining, started, label) VALUES (?,?,?,'')", (seconds, seconds, now)
        )
        self._changed()

    def save_timer(self, t: Countdown) -> None:
        self.db.execute(
            "UPDATE timers SET length=?, remaining=?, started=?, label=? WHERE _id=?",
            (t.length, t.remaining, t.started, t.label, t.id),
        )
        self._changed()

    def delete_timer(self, number: int) -> None:
        self.db.execute("DELETE FROM timers WHERE _id=?", (number,))
        self._changed()

    def stopwatch(self) -> tuple[float, float | None]:
        row = self.db.execute("SELECT elapsed, started FROM stopwatch").fetchone()
        return float(row[0]), None if row[1] is None else float(row[1])

    def set_stopwatch(self, elapsed: float, started: float | None) -> None:
        self.db.execute("UPDATE stopwatch SET elapsed=?, started=?", (elapsed, started))

    def laps(self) -> list[float]:
        return [float(r[0]) for r in self.db.execute("SELECT at FROM laps ORDER BY _id")]

    def lap(self, at: float) -> None:
        self.db.execute("INSERT INTO laps (at) VALUES (?)", (at,))

    def clear_laps(self) -> None:
        self.db.execute("DELETE FROM laps")

    def cities(self) -> list[str]:
        return [str(r[0]) for r in self.db.execute("SELECT name FROM selected_cities ORDER BY name")]

    def flip_city(self, name: str) -> None:
        if self.db.execute("DELETE FROM selected_cities WHERE name=?", (name,)).rowcount == 0:
            self.db.execute("INSERT INTO selected_cities (name) VALUES (?)", (name,))


def _when(row: sqlite3.Row) -> datetime:
    return datetime(row["year"], row["month"] + 1, row["day"], row["hour"], row["minutes"], tzinfo=UTC)


def words(hours: int, minutes: int) -> str:
    """`7 hours and 5 minutes`."""
    parts = []
    if hours:
        parts.append(f"{hours} hour{'s' if hours != 1 else ''}")
    if minutes or not hours:
        parts.append(f"{minutes} minute{'s' if minutes != 1 else ''}")
    return " and ".join(parts)

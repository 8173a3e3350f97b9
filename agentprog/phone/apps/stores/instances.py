"""The `instances` of the calendar's provider: one row for each occurrence of an event."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import count
from zoneinfo import ZoneInfo

from agentprog.frozen import frozen

_JULIAN = 1_721_425
"""The Julian day before Python's first day."""
_MOST = 5_000
_DURATION = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?")
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
TABLE = """
CREATE TEMP TABLE IF NOT EXISTS Instances (
  _id INTEGER PRIMARY KEY, event_id INTEGER, begin INTEGER, "end" INTEGER, startDay INTEGER, endDay INTEGER,
  startMinute INTEGER, endMinute INTEGER
);
DELETE FROM Instances;
"""
SOURCE = """(SELECT i.*, e.calendar_id, e.title, e.eventLocation, e.description, e.dtstart, e.dtend, e.eventTimezone,
  e.duration, e.allDay, e.rrule, e.availability, e.hasAlarm, e.organizer, e.eventStatus, c.calendar_displayName,
  c.account_name, c.account_type, c.ownerAccount, c.visible
  FROM Instances i JOIN Events e ON e._id = i.event_id JOIN Calendars c ON c._id = e.calendar_id)"""


@frozen
class Rule:
    """An event's repetition, as far as the common parts of RFC 2445."""

    freq: str
    interval: int = 1
    times: int | None = None
    until: datetime | None = None
    days: tuple[int, ...] = ()


def fill(db: sqlite3.Connection, begin: int, end: int) -> None:
    """Write every instance that touches this span, in milliseconds since 1970."""
    db.executescript(TABLE)
    for event in db.execute("SELECT * FROM Events WHERE deleted = 0").fetchall():
        for start, stop in _spans(event):
            if start > end:
                break
            if stop >= begin:
                values = (event["_id"], start, stop, *_day(event, start), *_day(event, stop))
                names = 'event_id, begin, "end", startDay, startMinute, endDay, endMinute'
                db.execute(f"INSERT INTO Instances ({names}) VALUES (?,?,?,?,?,?,?)", values)


def _spans(event: sqlite3.Row) -> Iterator[tuple[int, int]]:
    first = int(event["dtstart"] or 0)
    long = int(event["dtend"]) - first if event["dtend"] is not None else _milliseconds(event["duration"] or "")
    for start in _starts(datetime.fromtimestamp(first / 1000, _zone(event)), event["rrule"] or ""):
        at = round(start.timestamp() * 1000)
        yield at, at + max(0, long)


def _day(event: sqlite3.Row, moment: int) -> tuple[int, int]:
    """The Julian day and the minute of that day."""
    local = datetime.fromtimestamp(moment / 1000, _zone(event))
    return local.date().toordinal() + _JULIAN, local.hour * 60 + local.minute


def _zone(event: sqlite3.Row) -> tzinfo:
    try:
        return UTC if event["allDay"] else ZoneInfo(event["eventTimezone"] or "UTC")
    except (ValueError, OSError):  # a name that no table has
        return UTC


def _milliseconds(duration: str) -> int:
    found = _DURATION.fullmatch(duration)
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0,) * 5
    return 1000 * ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds)


def rule_in(text: str) -> Rule | None:
    """An RRULE; None if there is none or its repetition is not supported."""
    parts = dict(part.split("=", 1) for part in text.upper().removeprefix("RRULE:").split(";") if "=" in part)
    if parts.get("FREQ") not in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY"):
        return None
    until = parts.get("UNTIL", "")
    days = tuple(_DAYS.index(day) for day in parts.get("BYDAY", "").split(",") if day in _DAYS)
    return Rule(
        freq=parts["FREQ"],
        interval=max(1, int(parts.get("INTERVAL", "1"))),
        times=int(parts["COUNT"]) if "COUNT" in parts else None,
        until=_until(until) if until else None,
        days=days,
    )


def _until(text: str) -> datetime:
    form = "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d"
    found = datetime.strptime(text.rstrip("Z"), form).replace(tzinfo=UTC)
    return found if "T" in text else found + timedelta(days=1)


def _starts(first: datetime, text: str) -> Iterator[datetime]:
    rule = rule_in(text)
    if rule is None:
        yield first
        return
    left = rule.times if rule.times is not None else _MOST
    for start in _dates(first, rule):
        if left <= 0 or (rule.until is not None and start > rule.until):
            return
        left -= 1
        yield start


def _dates(first: datetime, rule: Rule) -> Iterator[datetime]:
    for step in count(0, rule.interval):
        if rule.freq == "DAILY":
            yield first + timedelta(days=step)
        elif rule.freq == "WEEKLY":
            monday = first - timedelta(days=first.weekday()) + timedelta(weeks=step)
            days = (monday + timedelta(days=day) for day in sorted(rule.days or (first.weekday(),)))
            yield from (day for day in days if day >= first)
        elif (found := _months_later(first, step if rule.freq == "MONTHLY" else 12 * step)) is not None:
            yield found
        if step > _MOST * rule.interval:
            return


def _months_later(first: datetime, months: int) -> datetime | None:
    """The same day this many months later; None if that month lacks the day."""
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    try:
        day = date(year, month + 1, first.day)
    except ValueError:
        return None
    return datetime.combine(day, first.timetz())

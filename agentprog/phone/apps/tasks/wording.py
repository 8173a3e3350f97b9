"""Days and times in the app's words: near days by weekday, others by date."""

from __future__ import annotations

from datetime import datetime, timedelta

from agentprog.phone.apps.tasks.store import has_time, moment

_NEAR = 6
"""How many days around today have a name."""


def day(ms: int, now: datetime, *, short: bool) -> str:
    """A day by its distance from today; `short` for rows, long for headings."""
    date = moment(ms)
    days_ahead = (date.date() - now.date()).days
    if abs(days_ahead) > _NEAR:
        return _date(date, now, short=short)
    names = {0: "Today", 1: "Tmrw" if short else "Tomorrow", -1: "Yest" if short else "Yesterday"}
    return names.get(days_ahead, f"{date:%a}" if short else f"{date:%A}")


def clock(ms: int, *, twelve: bool) -> str:
    time = moment(ms)
    if not twelve:
        return f"{time:%H:%M}"
    minutes = f":{time:%M}" if time.minute else ""
    return f"{time.hour % 12 or 12}{minutes} {time:%p}"


def moment_of(ms: int, now: datetime, *, short: bool, twelve: bool) -> str:
    """The day and, if it has one, the time; for today only the time."""
    date = day(ms, now, short=short)
    if not has_time(ms):
        return date
    at = clock(ms, twelve=twelve)
    days_ahead = (moment(ms).date() - now.date()).days
    if days_ahead == 0:
        return at
    return f"{date} {at}" if abs(days_ahead) <= _NEAR else f"{date}, {at}"


def next_week(now: datetime) -> str:
    return f"Next {now + timedelta(days=7):%a}"


def _date(day: datetime, now: datetime, *, short: bool) -> str:
    text = f"{day:%b} {day.day}" if short else f"{day:%A}, {day:%B} {day.day}"
    return text if day.year == now.year else f"{text}, {day.year}"

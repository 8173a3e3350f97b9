"""Days and times in the app's words: near days by weekday, others by date."""

from __future__ import annotations

from datetime import datetime, timedelta

from agentprog.phone.apps.tasks.store import has_time, moment

_NEAR = 6
"""How many days around today have a name."""


def day(ms: int, now: datetime, *, short: bool) -> str:
    """A day by its distance from today; `short` for rows, long for headings."""
    then = moment(ms)
    apart = (then.date() - now.date()).days
    if abs(apart) > _NEAR:
        return _date(then, now, short=short)
    names = {0: "Today", 1: "Tmrw" if short else "Tomorrow", -1: "Yest" if short else "Yesterday"}
    return names.get(apart, f"{then:%a}" if short else f"{then:%A}")


def clock(ms: int, *, twelve: bool) -> str:
    then = moment(ms)
    if not twelve:
        return f"{then:%H:%M}"
    minutes = f":{then:%M}" if then.minute else ""
    return f"{then.hour % 12 or 12}{minutes} {then:%p}"


def moment_of(ms: int, now: datetime, *, short: bool, twelve: bool) -> str:
    """The day and, if it has one, the time; for today only the time."""
    date = day(ms, now, short=short)
    if not has_time(ms):
        return date
    at = clock(ms, twelve=twelve)
    apart = (moment(ms).date() - now.date()).days
    if apart == 0:
        return at
    return f"{date} {at}" if abs(apart) <= _NEAR else f"{date}, {at}"


def next_week(now: datetime) -> str:
    return f"Next {now + timedelta(days=7):%a}"


def _date(then: datetime, now: datetime, *, short: bool) -> str:
    text = f"{then:%b} {then.day}" if short else f"{then:%A}, {then:%B} {then.day}"
    return text if then.year == now.year else f"{text}, {then.year}"

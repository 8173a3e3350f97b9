"""Questions about the calendar, answered by reading its lists. The oracle knows the day and the requested fact."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from agentprog.bench.aw.oracle import datebook
from agentprog.bench.aw.oracle.hand import Hand, OracleLost

_NOW = datetime(2023, 10, 15, 15, 34)
_CLOCKS = ("%I:%M%p", "%I%p", "%H:%M", "%I:%M %p")
_EVENING = time(20)


def events_on_day(hand: Hand, task: Any) -> str:
    return _titles(hand, _asked(task)[0], lambda _: True)


def events_at_time(hand: Hand, task: Any) -> str:
    day, at = _asked(task)
    return _titles(hand, day, lambda start: start == at)


def events_till_evening(hand: Hand, task: Any) -> str:
    day, at = _asked(task)
    return _titles(hand, day, lambda start: at <= start <= _EVENING)


def first_event_after(hand: Hand, task: Any) -> str:
    day, at = _asked(task)
    return _first(hand, day, at)


def next_event(hand: Hand, task: Any) -> str:
    del task
    return _first(hand, _NOW.date(), _NOW.time())


def events_in_next_week(hand: Hand, task: Any) -> str:
    del task
    monday = _NOW.date() + timedelta(days=1)
    days = [_rows(hand, monday + timedelta(days=number)) for number in range(7)]
    # An event that runs past midnight is also in the next day's list.
    begun = [[row for row in rows if row not in before] for before, rows in zip([[], *days[:-1]], days, strict=True)]
    return ", ".join(title for rows in begun for _, title in rows)


def next_meeting_with(hand: Hand, task: Any) -> str:
    day = _asked(task)[0]
    person = task.params["person"]
    start = next((when for when, title in _rows(hand, day) if title == f"Drinks with {person}"), None)
    if start is None:
        raise OracleLost(f"no meeting with {person} on {day}")
    return f"{day:%B} {day.day} {day.year} {start:%H:%M}"


def location_of(hand: Hand, task: Any) -> str:
    event = _event(task)
    return datebook.location(hand, _asked(task)[0], event.title)


def _event(task: Any) -> Any:
    """The event in question, as AndroidWorld added it to the calendar."""
    return task.task.relevant_state.state.calendar.events[0]


def _asked(task: Any) -> tuple[date, time]:
    """Day and time of that event."""
    event = _event(task)
    return datetime.strptime(event.start_date, "%B %d %Y").date(), _time(event.start_time)


def _time(text: str) -> time:
    for form in _CLOCKS:
        try:
            return datetime.strptime(text.strip().upper(), form).time()
        except ValueError:
            continue
    raise OracleLost(f"not a time: {text!r}")


def _rows(hand: Hand, day: date) -> list[tuple[time, str]]:
    """A day's events: start and title, as the list shows them."""
    return [(_time(when.partition(" - ")[0]), title) for when, title in datebook.rows(hand, day)]


def _titles(hand: Hand, day: date, matches: Callable[[time], bool]) -> str:
    return ", ".join(title for start, title in _rows(hand, day) if matches(start))


def _first(hand: Hand, day: date, at: time) -> str:
    found = sorted((start, title) for start, title in _rows(hand, day) if start >= at)
    if not found:
        raise OracleLost(f"nothing after {at} on {day}")
    return found[0][1]

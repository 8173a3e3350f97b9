"""Tasks 6 to 9: delete a day's events; and the shared parts of the short calendar tasks."""

from __future__ import annotations

import random
from datetime import date

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import RowsAdded, RowsDeleted
from agentprog.bench.aw.holdings import Event, Setup
from agentprog.bench.aw.state import Row
from agentprog.bench.aw.task import Instance, Task

CALENDAR_APP = "Simple Calendar Pro"
_RELATIVE = 16, 21
"""Days of October that "this <weekday>" names unambiguously on Sunday the fifteenth."""


def delete_day(chance: random.Random, count: int, other_count: int, *, relative: bool) -> Instance:
    """Delete all events of a day; with `relative` the goal names its weekday."""
    day = draw.day(chance, *_RELATIVE) if relative else draw.day(chance, 15, 31)
    doomed = tuple(draw.event(chance, day) for _ in range(count))
    other_events = draw.other_events(chance, other_count, unlike=lambda event: event.day == day)
    when = f"this {day:%A}" if relative else f"{day.year}-{day.month}-{day.day}"
    events = f"the events that are planned for {when}" if relative else f"the events on {when}"
    return Instance(
        goal=f"Open {CALENDAR_APP} and delete all {events}.",
        setup=Setup(events=draw.shuffled(chance, (*doomed, *other_events))),
        check=RowsDeleted(table="events", where=tuple(named(event) for event in doomed)),
        facts={"day": day, "doomed": doomed},
    )


def named(event: Event) -> Row:
    """The fields that identify an event's row."""
    return {"title": event.title, "start_ts": event.start_ts, "description": event.description}


def row_of(event: Event) -> Row:
    return {
        "start_ts": event.start_ts,
        "end_ts": event.end_ts,
        "title": event.title,
        "location": "",
        "description": event.description,
        "repeat_interval": event.interval,
        "repeat_rule": event.rule,
    }


def add_check(event: Event) -> RowsAdded:
    """Exactly this event is new."""
    return RowsAdded(
        table="events",
        rows=(row_of(event),),
        exact=("start_ts", "end_ts", "repeat_interval", "repeat_rule"),
        fuzzy=("title", "location", "description"),
    )


def add_event(chance: random.Random, *, day: date, when: str) -> Instance:
    """Add one event on `day`, which the goal calls `when`, to 0 to 20 others."""
    event = draw.event(chance, day)
    other_events = draw.other_events(
        chance, chance.randint(0, 20), unlike=lambda event_drawn: event_drawn.title == event.title
    )
    return Instance(
        goal=add_goal(event, when),
        setup=Setup(events=other_events),
        check=add_check(event),
        facts={"event": event},
    )


def add_goal(event: Event, when: str) -> str:
    return (
        f"In {CALENDAR_APP}, add an event {when} at {event.hour}h. Its title is '{event.title}', its description "
        f"'{event.description}'. It lasts {event.minutes} mins."
    )


def spelled(day: date) -> str:
    return f"on {day.year}-{day.month}-{day.day}"


def _long(name: str, about: str, count: int, other_count: int, *, relative: bool) -> Task:
    return Task(
        name=name,
        about=about,
        apps=(CALENDAR_APP,),
        make=lambda chance: delete_day(chance, count, other_count, relative=relative),
    )


LONG = (
    _long("SimpleCalendarDeleteEventsLong", "delete 10 events of a date", 10, 20, relative=False),
    _long("SimpleCalendarDeleteEventsSuperLong", "delete 20 events of a date", 20, 50, relative=False),
    _long("SimpleCalendarDeleteEventsOnRelativeDayLong", "delete 10 events of a weekday", 10, 20, relative=True),
    _long("SimpleCalendarDeleteEventsOnRelativeDaySuperLong", "delete 20 events of a weekday", 20, 20, relative=True),
)

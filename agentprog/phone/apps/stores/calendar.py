"""content://com.android.calendar: events of synchronised accounts. The phone's calendar app has its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from agentprog.phone.apps.stores import instances
from agentprog.phone.apps.stores.tables import TableProvider
from agentprog.phone.kernel.providers import Guard, ProviderHost, run_query
from agentprog.phone.records import ProviderError, Rows, Value

DATABASE = "/data/data/com.android.providers.calendar/databases/calendar.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS Calendars (
  _id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, _sync_id TEXT, dirty INTEGER, name TEXT,
  calendar_displayName TEXT, calendar_color INTEGER, calendar_access_level INTEGER, visible INTEGER NOT NULL DEFAULT 1,
  sync_events INTEGER NOT NULL DEFAULT 0, calendar_location TEXT, calendar_timezone TEXT, ownerAccount TEXT,
  isPrimary INTEGER, deleted INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS Events (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, _sync_id TEXT, dirty INTEGER, calendar_id INTEGER NOT NULL, title TEXT,
  eventLocation TEXT, description TEXT, eventColor INTEGER, eventStatus INTEGER, selfAttendeeStatus INTEGER NOT NULL
  DEFAULT 0, dtstart INTEGER, dtend INTEGER, eventTimezone TEXT, duration TEXT, allDay INTEGER NOT NULL DEFAULT 0,
  accessLevel INTEGER NOT NULL DEFAULT 0, availability INTEGER NOT NULL DEFAULT 0, hasAlarm INTEGER NOT NULL DEFAULT 0,
  hasExtendedProperties INTEGER NOT NULL DEFAULT 0, rrule TEXT, rdate TEXT, exrule TEXT, exdate TEXT,
  original_id INTEGER, original_sync_id TEXT, originalInstanceTime INTEGER, lastDate INTEGER,
  hasAttendeeData INTEGER NOT NULL DEFAULT 0, organizer TEXT, deleted INTEGER NOT NULL DEFAULT 0,
  eventEndTimezone TEXT, uid2445 TEXT
);
CREATE TABLE IF NOT EXISTS Reminders (
  _id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS Attendees (
  _id INTEGER PRIMARY KEY, event_id INTEGER, attendeeName TEXT, attendeeEmail TEXT, attendeeStatus INTEGER,
  attendeeRelationship INTEGER, attendeeType INTEGER
);
"""
_EVENTS = """(SELECT e.*, c.calendar_displayName, c.calendar_color, c.account_name, c.account_type, c.ownerAccount,
  c.visible, c.calendar_timezone FROM Events e JOIN Calendars c ON c._id = e.calendar_id)"""


_INSTANCES = re.compile(r"instances/when/(\d+)/(\d+)")
"""The requested span in milliseconds."""


class CalendarProvider(TableProvider):
    """Calendars, events and their instances, reminders and attendees."""

    authorities: Sequence[str] = ("com.android.calendar", "calendar")
    guard = Guard(
        name="com.android.providers.calendar.CalendarProvider2",
        read="android.permission.READ_CALENDAR",
        write="android.permission.WRITE_CALENDAR",
    )
    tables: ClassVar[Mapping[str, str]] = {
        "calendars": "Calendars",
        "events": _EVENTS,
        "reminders": "Reminders",
        "attendees": "Attendees",
    }
    written: ClassVar[Mapping[str, str]] = {
        "calendars": "Calendars",
        "events": "Events",
        "reminders": "Reminders",
        "attendees": "Attendees",
    }

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        if (span := _INSTANCES.fullmatch(path)) is None:
            return super().query(path, projection, where, args, sort)
        instances.fill(self.db, int(span[1]), int(span[2]))
        return run_query(self.db, instances.SOURCE, projection, [where], list(args), sort or "begin")

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        if path == "events":
            for name in ("calendar_id", "dtstart", "eventTimezone"):
                if values.get(name) is None:
                    words = f"{name} missing" if name == "dtstart" else f"New events must specify a {name}."
                    raise ProviderError(f"java.lang.IllegalArgumentException: {words}")
        return super().insert(path, values)

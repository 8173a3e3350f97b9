"""The phone's contents before a task."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from agentprog.frozen import frozen

START = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
"""The phone's time when a task begins, a Sunday (AndroidWorld's)."""


@frozen
class Person:
    """A contact: "Given Family" and a number with its country code."""

    name: str
    number: str


@frozen
class Text:
    """A message from before the task, unread unless `read`. `sent` means that the phone's owner wrote it."""

    number: str
    body: str
    sent: bool = False
    read: bool = False


@frozen
class File:
    """A text file; `path` is relative to shared storage."""

    path: str
    text: str


@frozen
class Event:
    """An event, `minutes` long.

    `interval` and `rule` are Simple Calendar's repetition: seconds, and a bit mask of weekdays.
    """

    day: date
    hour: int
    minutes: int
    title: str
    description: str
    interval: int = 0
    rule: int = 0

    @property
    def start_ts(self) -> int:
        """Unix seconds."""
        return int(datetime.combine(self.day, time(self.hour), UTC).timestamp())

    @property
    def end_ts(self) -> int:
        return self.start_ts + 60 * self.minutes


@frozen
class Expense:
    """`cents` in a `category` (the app's number, 1 to 11), spent `hours` after the first of October."""

    name: str
    cents: int
    category: int
    note: str
    hours: int

    @property
    def when_ms(self) -> int:
        first = datetime(2023, 10, 1, tzinfo=UTC)
        return round((first + timedelta(hours=self.hours)).timestamp() * 1000)


@frozen
class Recipe:
    title: str
    description: str
    servings: str
    time: str
    ingredients: str
    directions: str


@frozen
class Setup:
    """The setup; everything not listed is empty.

    `settings` are (namespace, key, value); `folders` are made before `files`.
    """

    people: tuple[Person, ...] = ()
    texts: tuple[Text, ...] = ()
    folders: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    events: tuple[Event, ...] = ()
    expenses: tuple[Expense, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    settings: tuple[tuple[str, str, str], ...] = ()

"""Simple Calendar by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from agentprog.bench.aw.holdings import START, Event
from agentprog.bench.aw.oracle.hand import Hand

CALENDAR = "com.simplemobiletools.calendar.pro"


def add_event(hand: Hand, event: Event) -> None:
    hand.open(CALENDAR)
    hand.tap(desc="New Event")
    hand.tap("Event")
    hand.write(event.title, id="event_title")
    hand.write(event.description, id="event_description")
    hand.leave_keyboard()
    end = datetime.fromtimestamp(event.end_ts, UTC)
    _set_date(hand, "event_start_date", event.day)
    _set_time(hand, "event_start_time", event.hour, 0)
    _set_date(hand, "event_end_date", end.date())
    _set_time(hand, "event_end_time", end.hour, end.minute)
    if event.interval:
        hand.scroll_to(id="event_repetition").click()
        hand.tap("Weekly" if event.rule else "Daily")
        hand.until(lambda: not hand.sees("No repetition"), "the repetition to be chosen")
    hand.tap(desc="Save")
    hand.await_(id="calendar_fab")


def add_and_look(hand: Hand, event: Event) -> None:
    """Adds the event and opens its day, because the month view shows no event titles."""
    add_event(hand, event)
    open_day(hand, event.day)


def _set_date(hand: Hand, field: str, day: date) -> None:
    hand.scroll_to(id=field).click()
    if day.month != START.month:
        hand.tap(desc="Next month")
    hand.tap(desc=f"{day:%d %B %Y}")
    hand.tap("OK")


def _set_time(hand: Hand, field: str, hour: int, minute: int) -> None:
    hand.scroll_to(id=field).click()
    hand.tap(id="material_hour_tv")
    hand.tap(desc=f"{hour} hours")
    hand.tap(id="material_minute_tv")
    hand.tap(desc=f"{minute} minutes")
    hand.tap("OK")


def open_day(hand: Hand, day: date) -> None:
    """The list of a day of this month or the next."""
    _tap_day(hand, day)
    hand.await_(id="day_events")


def _tap_day(hand: Hand, day: date) -> None:
    """Taps a day in the month by counting cells, which have no labels."""
    hand.open(CALENDAR)
    hand.await_(id="month_view_background")
    first = day.replace(day=1)
    if first != START.date().replace(day=1):
        hand.tap(id="top_right_arrow")
        hand.until(lambda: hand.sees(f"{day:%B}"), "the next month to be shown")
    corner = first - timedelta(days=first.weekday())
    hand.find(id="month_view_background")[(day - corner).days].click()


def rows(hand: Hand, day: date) -> list[tuple[str, str]]:
    """A day's events in order: the time as the list writes it, and the title. An empty day has no list."""
    _tap_day(hand, day)
    hand.until(lambda: not hand.sees(id="month_view_background"), "the day to open")
    found: list[tuple[str, str]] = []
    while True:
        shown = list(zip(hand.texts("event_item_time"), hand.texts("event_item_title"), strict=False))
        new = [row for row in shown if row not in found]
        if not new:
            return found
        found += new
        hand.swipe(0.5, 0.75, 0.5, 0.4)


def location(hand: Hand, day: date, title: str) -> str:
    open_day(hand, day)
    hand.scroll_to(title).click()
    return str(hand.await_(id="event_location").info["text"])


def titles(hand: Hand, day: date) -> list[str]:
    """The titles of a day's events that fit on the screen."""
    open_day(hand, day)
    return hand.texts("event_item_title")


def delete_day(hand: Hand, day: date) -> None:
    """Deletes all events of a day, one screen at a time."""
    open_day(hand, day)
    while shown := hand.find(id="event_item_holder"):
        count = len(shown)
        shown[0].long_click(duration=0.8)
        for number in range(1, count):
            hand.find(id="event_item_holder")[number].click()
        _confirm(hand)


def delete_one(hand: Hand, event: Event) -> None:
    open_day(hand, event.day)
    hand.scroll_to(event.title).long_click(duration=0.8)
    _confirm(hand)


def _confirm(hand: Hand) -> None:
    hand.tap(desc="Delete")
    hand.tap("Yes")
    hand.until(lambda: not hand.sees("Yes") and not hand.sees(id="cab_delete"), "the events to go")

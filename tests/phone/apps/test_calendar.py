from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime

import pytest

from agentprog.phone.apps.calendar.store import DAY, MONTH, SCHEMA, WEEK, YEAR, Event, EventStore, occurrences
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

WARNED = "/data/data/com.simplemobiletools.calendar.pro/shared_prefs/Prefs.xml"
PATH = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"


def _ts(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.fixture
def store(phone: SimPhone) -> EventStore:
    phone.packages.clear("com.simplemobiletools.calendar.pro")
    phone.files.write(WARNED, b"<map/>")
    return EventStore(open_database(phone.storage, PATH, SCHEMA))


def _new(hand: Hand, kind: str = "Event") -> None:
    hand.tap(desc="New Event")
    hand.tap(kind)


def test_an_event_made_by_taps_has_the_apps_columns(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    hand.open("Calendar")
    _new(hand)
    hand.write("Dinner", id="event_title")
    hand.write("We will eat.", id="event_description")
    hand.press("back")
    hand.tap(id="event_start_date")
    hand.tap(desc="20 October 2023")
    hand.tap("OK")
    hand.tap(id="event_start_time")
    hand.tap(desc="19 hours")
    hand.tap(desc="0 minutes")
    hand.tap("OK")
    hand.tap(id="event_end_time")
    hand.tap(id="material_minute_tv")
    hand.tap(desc="45 minutes")
    hand.tap("OK")
    assert hand.texts("event_start_date") == ["October 20 (Fri)"]
    hand.tap(desc="Save")
    event = store.all()[0]
    assert (event.title, event.description, event.location) == ("Dinner", "We will eat.", "")
    assert (event.start_ts, event.end_ts) == (_ts("2023-10-20 19:00"), _ts("2023-10-20 19:45"))
    assert (event.source, event.time_zone, event.repeat_interval, event.event_type) == ("simple-calendar", "UTC", 0, 1)
    assert phone.toasts.last() is None


def test_a_new_event_starts_at_the_next_full_hour_and_needs_a_title(
    phone: SimPhone, hand: Hand, store: EventStore
) -> None:
    hand.open("Calendar")
    _new(hand)
    assert hand.texts("event_start_time") == ["16:00"]
    assert hand.texts("event_end_time") == ["16:00"]
    hand.tap(desc="Save")
    assert phone.toasts.last() == "Title cannot be empty"
    hand.write("x", id="event_title")
    hand.press("back")
    hand.tap(id="event_end_date")
    hand.tap(desc="14 October 2023")
    hand.tap("OK")
    hand.tap(desc="Save")
    assert phone.toasts.last() == "The event cannot end earlier than it starts"
    assert store.all() == []
    hand.press("back")
    hand.tap("Discard")
    assert hand.sees(id="calendar_fab")


def test_the_month_is_a_picture_with_unlabelled_cells_that_open_days(
    phone: SimPhone, hand: Hand, store: EventStore
) -> None:
    store.save(Event(title="Secret", start_ts=_ts("2023-10-17 10:00"), end_ts=_ts("2023-10-17 11:00")))
    hand.open("Calendar")
    assert not hand.sees("Secret")
    assert not hand.sees("17")
    cells = hand.all(id="month_view_background")
    assert len(cells) == 42
    assert all(c.clickable and not c.text and not c.description for c in cells)
    phone.touch.tap(*cells[22].bounds.center)
    assert hand.texts("top_value") == ["October 17 (Tue)"]
    assert hand.texts("event_item_time") == ["10:00 - 11:00"]
    hand.press("back")
    hand.swipe(0.8, 0.5, 0.2, 0.5)
    assert hand.texts("top_value") == ["November"]
    hand.tap(id="go_to_today")
    assert hand.texts("top_value") == ["October"]
    hand.tap(id="top_left_arrow")
    assert hand.texts("top_value") == ["September"]


def test_views_are_chosen_and_remembered(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    store.save(Event(title="Far", start_ts=_ts("2024-02-01 10:00"), end_ts=_ts("2024-02-01 11:00")))
    hand.open("Calendar")
    hand.tap(desc="Change view")
    hand.tap("Simple event list")
    assert hand.texts("event_section_title") == ["February 1 2024 (Thu)"]
    signs = {
        "Weekly view": "week_view_month_label",
        "Yearly view": "month_label",
        "Monthly and daily view": "month_view",
    }
    for view, sign in signs.items():
        hand.tap(desc="Change view")
        hand.tap(view)
        assert hand.sees(id=sign)
    phone.activities.force_stop("com.simplemobiletools.calendar.pro")
    hand.open("Calendar")
    assert hand.sees(id="month_day_selected_day_label")


def test_selected_events_are_deleted_after_the_question(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    for i in range(3):
        store.save(Event(title=f"E{i}", start_ts=_ts(f"2023-10-16 1{i}:00"), end_ts=_ts(f"2023-10-16 1{i}:30")))
    hand.open("Calendar")
    hand.tap(desc="Change view")
    hand.tap("Simple event list")
    hand.hold("E0")
    hand.tap("E2")
    assert hand.sees("2 / 3")
    hand.tap(desc="Delete")
    assert hand.texts("delete_event_description") == ["Are you sure you want to proceed with the deletion?"]
    hand.tap("Yes")
    assert [e.title for e in store.all()] == ["E1"]


def test_weekly_events_get_their_rule_and_lose_single_days(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    hand.open("Calendar")
    _new(hand)
    hand.write("Swim", id="event_title")
    hand.press("back")
    hand.tap(id="event_repetition")
    hand.tap("Weekly")
    assert hand.texts("event_repetition_rule") == ["Sun"]
    hand.tap(desc="Save")
    event = store.all()[0]
    assert (event.repeat_interval, event.repeat_rule, event.repeat_limit) == (WEEK, 1 << 6, 0)
    hand.tap(desc="Change view")
    hand.tap("Simple event list")
    assert hand.texts("event_section_title")[:2] == ["October 15 (Sun)", "October 22 (Sun)"]
    hand.hold("Swim", nth=1)
    hand.tap(desc="Delete")
    assert hand.find(id="delete_event_one_only").checked
    hand.tap("Yes")
    assert hand.texts("event_section_title")[:2] == ["October 15 (Sun)", "October 29 (Sun)"]
    assert store.all()[0].repetition_exceptions == '["20231022"]'
    hand.hold("Swim", nth=1)
    hand.tap(desc="Delete")
    hand.tap(id="delete_event_future")
    hand.tap("Yes")
    assert hand.texts("event_section_title") == ["October 15 (Sun)"]


def test_tasks_are_completed(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    hand.open("Calendar")
    _new(hand, "Task")
    hand.write("Pay rent", id="task_title")
    hand.tap(desc="Save")
    assert store.all()[0].type == 1
    hand.tap(desc="Change view")
    hand.tap("Simple event list")
    assert hand.sees(desc="Task")
    hand.tap("Pay rent")
    hand.tap(id="toggle_mark_complete")
    assert store.all()[0].completed


@pytest.mark.parametrize(
    ("step", "rule", "expected"),
    [
        (DAY, 0, ["2023-10-30", "2023-10-31", "2023-11-01"]),
        (2 * DAY, 0, ["2023-10-30", "2023-11-01", "2023-11-03"]),
        (WEEK, 0b0000101, ["2023-10-30", "2023-11-01", "2023-11-06"]),
        (MONTH, 0, ["2023-10-30", "2023-11-30", "2023-12-30"]),
        (YEAR, 0, ["2023-10-30", "2024-10-30", "2025-10-30"]),
    ],
)
def test_repetition_falls_on_the_right_days(step: int, rule: int, expected: list[str]) -> None:
    ts = _ts("2023-10-30 09:00")
    event = Event(start_ts=ts, end_ts=ts, repeat_interval=step, repeat_rule=rule)
    found = [o.start.date().isoformat() for o, _ in zip(occurrences(event, _ts("2030-01-01")), range(3), strict=False)]
    assert found == expected


def test_a_limit_ends_repetition() -> None:
    ts = _ts("2023-10-30 09:00")
    by_date = Event(start_ts=ts, end_ts=ts, repeat_interval=DAY, repeat_limit=_ts("2023-11-01 23:59"))
    by_count = Event(start_ts=ts, end_ts=ts, repeat_interval=DAY, repeat_limit=-2)
    assert len(list(occurrences(by_date, _ts("2030-01-01")))) == 3
    assert len(list(occurrences(by_count, _ts("2030-01-01")))) == 2


def test_monthly_events_on_the_31st_come_back_to_the_31st() -> None:
    ts = _ts("2023-10-31 09:00")
    event = Event(start_ts=ts, end_ts=ts, repeat_interval=MONTH)
    days = [o.start.date() for o, _ in zip(occurrences(event, _ts("2030-01-01")), range(3), strict=False)]
    assert days == [date(2023, 10, 31), date(2023, 11, 30), date(2023, 12, 31)]


def test_the_file_is_plain_sqlite(phone: SimPhone, store: EventStore) -> None:
    store.save(Event(title="T", start_ts=1, end_ts=2))
    with sqlite3.connect(phone.storage.host_path(PATH)) as db:
        assert db.execute("SELECT title FROM events").fetchall() == [("T",)]
    db.close()


def test_the_first_reminder_brings_a_disclaimer_once(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    phone.files.remove(WARNED)
    hand.open("Calendar")
    for title in ("One", "Two"):
        _new(hand)
        hand.write(title, id="event_title")
        hand.press("back")
        hand.tap(desc="Save")
        if title == "One":
            assert store.all() == []
            hand.press("back")
            assert hand.sees("Disclaimer")
            hand.tap("OK")
    assert [e.title for e in store.all()] == ["One", "Two"]


def test_events_are_shared_as_text(phone: SimPhone, hand: Hand, store: EventStore) -> None:
    start = _ts("2023-10-16 10:00")
    store.save(Event(title="Swim", location="Pool", start_ts=start, end_ts=start + 1800))
    hand.open("Calendar")
    hand.tap(desc="Change view")
    hand.tap("Simple event list")
    hand.hold("Swim")
    hand.tap(desc="Share")
    assert hand.texts("content_preview_text") == ["Swim, 2023-10-16 10:00 - 10:30\nPool"]

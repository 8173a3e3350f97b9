"""The evaluators' view of a phone: folders and files, tables, boxes of messages, a clock that was never opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.bench.aw.state import (
    BROCCOLI,
    CALENDAR,
    CLOCK,
    CONTACTS,
    EXPENSE,
    SHARED,
    SMS_APP,
    TELEPHONY,
    State,
    Value,
    read_state,
)

PLACES = {
    "contacts": CONTACTS,
    "sms": TELEPHONY,
    "events": CALENDAR,
    "expense": EXPENSE,
    "recipes": BROCCOLI,
    "alarm_templates": CLOCK,
    "timers": CLOCK,
    "stopwatch": CLOCK,
}
"""Table to the database that holds it."""
SETTINGS = {("global", "wifi_on"): "1", ("global", "bluetooth_on"): 0, ("system", "screen_brightness"): None}

TREE: dict[str, str | None] = {
    "Documents/Markor": None,
    "Documents/Markor/plan.md": "dig",
    "Documents/Markor/Work": None,
    "Documents/Markor/Work/deep.md": "deeper",
    "Documents/Markor/Empty": None,
    "Documents/other.txt": "not a note",
    "Ringtones/ring.txt": "ring",
}


class Phone:
    """Answers from tables and from a tree of paths below the shared storage."""

    def __init__(self, *, clock_opened: bool = False, **tables: Sequence[Mapping[str, Value]]) -> None:
        self.tables = tables
        self.databases = {"clock": f"/data/user/0/{CLOCK[0]}/databases/{CLOCK[1]}"} if clock_opened else {"a": "/b/c"}

    def sql(self, package: str, database: str, query: str, parameters: Sequence[Value] = ()) -> Any:
        assert package != CLOCK[0] or "clock" in self.databases, "there is no such database yet"
        table = query.partition(" FROM ")[2].split()[0]
        assert PLACES[table] == (package, database)
        if table not in self.tables:
            return ()
        with closing(sqlite3.connect(":memory:")) as held:
            held.row_factory = sqlite3.Row
            for name, rows in self.tables.items():
                held.execute(f"CREATE TABLE {name} ({', '.join(rows[0])})")
                held.executemany(
                    f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})",
                    [tuple(row.values()) for row in rows],
                )
            return held.execute(query, parameters).fetchall()

    def list_files(self, path: str) -> Any:
        below = path.removeprefix(f"{SHARED}/") + "/"
        named = [(name.removeprefix(below), text) for name, text in TREE.items() if name.startswith(below)]
        return [
            {"name": name, "mode": 0o040771 if text is None else 0o100660} for name, text in named if "/" not in name
        ]

    def read_file(self, path: str) -> bytes:
        return str(TREE[path.removeprefix(f"{SHARED}/")]).encode()

    def call(self, verb: str, **args: object) -> object:
        assert verb == "setting"
        return SETTINGS[str(args["namespace"]), str(args["key"])]

    def state(self) -> Mapping[str, object]:
        return {"time": "2023-10-15T15:34:00.5+00:00", "package": SMS_APP, "databases": self.databases}


def test_every_folder_is_read_to_its_end_also_an_empty_one() -> None:
    state = read_state(Phone())
    assert state.files == TREE
    assert state.notes() == {"plan.md": "dig", "Work": None, "Work/deep.md": "deeper", "Empty": None}


def test_settings_the_app_in_front_and_the_time_are_read() -> None:
    state = read_state(Phone())
    assert state.settings == {"wifi_on": "1", "bluetooth_on": "", "screen_brightness": ""}
    assert state.package == SMS_APP
    assert state.now_ms == datetime(2023, 10, 15, 15, 34, 0, 500_000, tzinfo=UTC).timestamp() * 1000


def test_a_clock_that_was_never_opened_holds_nothing() -> None:
    rows = {
        "alarm_templates": [{"_id": 2}, {"_id": 1}],
        "timers": [{"_id": 4}, {"_id": 3}],
        "stopwatch": [{"state": 1}],
    }
    shut, opened = read_state(Phone(**rows)), read_state(Phone(clock_opened=True, **rows))
    assert (shut.alarms, shut.timers, shut.stopwatch) == ((), (), ())
    assert opened.alarms == ({"_id": 1}, {"_id": 2})
    assert opened.timers == ({"_id": 3}, {"_id": 4})
    assert opened.stopwatch == ({"state": 1},)


@pytest.mark.parametrize(
    ("place", "table", "key"),
    [("events", "events", "id"), ("expenses", "expense", "expense_id"), ("recipes", "recipes", "recipeId")],
)
def test_every_row_of_a_table_is_read_in_the_order_of_its_key(place: str, table: str, key: str) -> None:
    rows = ({key: 1, "title": "first"}, {key: 2, "title": "second"})
    assert getattr(read_state(Phone(**{table: rows[::-1]})), place) == rows


def test_a_contact_is_one_row_for_each_number_and_one_row_without_a_number() -> None:
    names = ("id", "display_name", "given_name", "family_name", "company")
    people = [
        dict(zip(names, row, strict=True)) for row in ((2, "Bo", "Bo", "", "Inc"), (1, "Ann Lee", "Ann", "Lee", ""))
    ]
    phones = [
        {"id": 9, "contact_id": 1, "number": "222", "label": "work"},
        {"id": 8, "contact_id": 1, "number": "111", "label": "home"},
    ]
    ann = {"id": 1, "name": "Ann Lee", "given": "Ann", "family": "Lee", "company": ""}
    assert read_state(Phone(contacts=people, phones=phones)).contacts == (
        {**ann, "number": "111", "label": "home"},
        {**ann, "number": "222", "label": "work"},
        {"id": 2, "name": "Bo", "given": "Bo", "family": "", "company": "Inc", "number": "", "label": ""},
    )


def test_messages_come_in_the_order_of_their_time() -> None:
    names = ("_id", "address", "body", "type", "date", "thread_id")
    rows = [dict(zip(names, row, strict=True)) for row in ((1, "555", "late", 1, 20, 7), (2, "556", "early", 2, 10, 8))]
    assert read_state(Phone(sms=rows)).messages == (
        {"id": 2, "number": "556", "body": "early", "type": 2, "date": 10},
        {"id": 1, "number": "555", "body": "late", "type": 1, "date": 20},
    )


@pytest.mark.parametrize(
    ("box", "sent", "sending"), [(1, False, False), (2, True, False), (4, False, True), (6, False, True)]
)
def test_a_message_counts_as_sent_in_the_sent_box_and_as_sending_in_the_outbox(
    box: int, sent: bool, sending: bool
) -> None:
    messages = ({"type": 1}, {"type": box})
    state = State(messages=messages, files={}, settings={}, package="", now_ms=0)
    assert (state.sent, state.sending) == (messages[1:] if sent else (), sending)

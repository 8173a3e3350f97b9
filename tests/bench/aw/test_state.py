"""What the evaluators read of a phone: folders and files, tables, boxes of messages, a clock that was never opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.bench.aw.state import CLOCK, SHARED, SMS_APP, State, Value, read_state

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
        return self.tables.get(query.partition(" FROM ")[2].split()[0], ())

    def list_files(self, path: str) -> Any:
        below = path.removeprefix(f"{SHARED}/") + "/"
        named = [(name.removeprefix(below), text) for name, text in TREE.items() if name.startswith(below)]
        return [
            {"name": name, "mode": 0o040771 if text is None else 0o100660} for name, text in named if "/" not in name
        ]

    def read_file(self, path: str) -> bytes:
        return str(TREE[path.removeprefix(f"{SHARED}/")]).encode()

    def call(self, verb: str, **args: object) -> object:
        return {"wifi_on": "1", "screen_brightness": None}.get(str(args["key"]), 0)

    def state(self) -> Mapping[str, object]:
        return {"time": "2023-10-15T15:34:00.5+00:00", "package": SMS_APP, "databases": self.databases}


def test_every_folder_is_read_to_its_end_and_an_empty_one_is_there() -> None:
    state = read_state(Phone())
    assert state.files == TREE
    assert state.notes() == {"plan.md": "dig", "Work": None, "Work/deep.md": "deeper", "Empty": None}


def test_settings_the_app_in_front_and_the_time_are_read() -> None:
    state = read_state(Phone())
    assert state.settings == {"wifi_on": "1", "bluetooth_on": "", "screen_brightness": ""}
    assert state.package == SMS_APP
    assert state.now_ms == datetime(2023, 10, 15, 15, 34, 0, 500_000, tzinfo=UTC).timestamp() * 1000


def test_a_clock_that_was_never_opened_holds_nothing() -> None:
    rows = {"alarm_templates": [{"hour": 6}], "timers": [{"length": 60}], "stopwatch": [{"state": 1}]}
    shut, opened = read_state(Phone(**rows)), read_state(Phone(clock_opened=True, **rows))
    assert (shut.alarms, shut.timers, shut.stopwatch) == ((), (), ())
    assert (opened.alarms, opened.timers, opened.stopwatch) == (({"hour": 6},), ({"length": 60},), ({"state": 1},))


def test_every_table_is_read_into_its_place() -> None:
    names = {"contacts": "contacts", "messages": "sms", "events": "events", "expenses": "expense", "recipes": "recipes"}
    state = read_state(Phone(**{table: [{"row": table}] for table in names.values()}))
    assert {name: getattr(state, name) for name in names} == {name: ({"row": of},) for name, of in names.items()}


@pytest.mark.parametrize(
    ("box", "sent", "sending"), [(1, False, False), (2, True, False), (4, False, True), (6, False, True)]
)
def test_a_message_is_sent_once_it_lies_among_the_sent(box: int, sent: bool, sending: bool) -> None:
    messages = ({"type": 1}, {"type": box})
    state = State(messages=messages, files={}, settings={}, package="", now_ms=0)
    assert (state.sent, state.sending) == (messages[1:] if sent else (), sending)

"""The phone's contents for evaluators: rows, files and settings from its storage, never its screen.

The schemas are the real apps'. Times are Unix milliseconds; calendar rows use Unix seconds (UTC).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from agentprog.frozen import frozen

Value = str | int | float | None
Row = Mapping[str, Value]

CONTACTS = ("com.android.providers.contacts", "contacts2.db")
TELEPHONY = ("com.android.providers.telephony", "mmssms.db")
CALENDAR = ("com.simplemobiletools.calendar.pro", "events.db")
EXPENSE = ("com.arduia.expense", "accounting.db")
BROCCOLI = ("com.flauschcode.broccoli", "broccoli")
CLOCK = ("com.google.android.deskclock", "alarms.db")
SMS_APP = "com.simplemobiletools.smsmessenger"

SHARED = "/storage/emulated/0"
NOTEBOOK = f"{SHARED}/Documents/Markor"
FOLDERS = ("Documents", "Download", "DCIM", "Music", "Pictures", "Movies", "Podcasts", "Ringtones")
SETTINGS = (("global", "wifi_on"), ("global", "bluetooth_on"), ("system", "screen_brightness"))
_INBOX, _SENT, _ON_ITS_WAY = 1, 2, (4, 6)


class Storage(Protocol):
    """The interface of a phone for reading its storage (`agentprog.phone.client.PhoneHandle` is one)."""

    def sql(
        self, package: str, database: str, query: str, parameters: Sequence[Value] = ..., /
    ) -> Sequence[Mapping[str, Value]]: ...
    def list_files(self, path: str, /) -> Sequence[Mapping[str, Value]]: ...
    def read_file(self, path: str, /) -> bytes: ...
    def call(self, verb: str, /, **args: object) -> object: ...
    def state(self) -> Mapping[str, object]: ...


@frozen
class State:
    """All data that tasks can change. `files` maps a path in shared storage to its text, a folder to None."""

    contacts: tuple[Row, ...] = ()
    messages: tuple[Row, ...] = ()
    events: tuple[Row, ...] = ()
    expenses: tuple[Row, ...] = ()
    recipes: tuple[Row, ...] = ()
    alarms: tuple[Row, ...] = ()
    timers: tuple[Row, ...] = ()
    stopwatch: tuple[Row, ...] = ()
    files: Mapping[str, str | None]
    settings: Mapping[str, str]
    package: str
    now_ms: int

    def notes(self) -> dict[str, str | None]:
        """The files in Markor's notebook, by the path below it."""
        head = NOTEBOOK.removeprefix(f"{SHARED}/") + "/"
        return {path.removeprefix(head): text for path, text in self.files.items() if path.startswith(head)}

    @property
    def sending(self) -> bool:
        """True if a message is still on its way."""
        return any(row["type"] in _ON_ITS_WAY for row in self.messages)

    @property
    def sent(self) -> tuple[Row, ...]:
        return tuple(row for row in self.messages if row["type"] == _SENT)


def read_state(phone: Storage) -> State:
    """The phone's current state. Raises PhoneError if it does not answer."""
    phone_state = phone.state()
    time = datetime.fromisoformat(str(phone_state["time"]))
    return State(
        contacts=_rows(
            phone,
            CONTACTS,
            "SELECT c.id, c.display_name AS name, c.given_name AS given, c.family_name AS family, c.company, "
            "coalesce(p.number, '') AS number, coalesce(p.label, '') AS label "
            "FROM contacts c LEFT JOIN phones p ON p.contact_id = c.id ORDER BY c.id, p.id",
        ),
        messages=_rows(
            phone, TELEPHONY, "SELECT _id AS id, address AS number, body, type, date FROM sms ORDER BY date, _id"
        ),
        events=_rows(phone, CALENDAR, "SELECT * FROM events ORDER BY id"),
        expenses=_rows(phone, EXPENSE, "SELECT * FROM expense ORDER BY expense_id"),
        recipes=_rows(phone, BROCCOLI, "SELECT * FROM recipes ORDER BY recipeId"),
        alarms=_clock_rows(phone, phone_state, "SELECT * FROM alarm_templates ORDER BY _id"),
        timers=_clock_rows(phone, phone_state, "SELECT * FROM timers ORDER BY _id"),
        stopwatch=_clock_rows(phone, phone_state, "SELECT * FROM stopwatch"),
        files={path: text for folder in FOLDERS for path, text in _files(phone, folder)},
        settings={key: str(phone.call("setting", namespace=namespace, key=key) or "") for namespace, key in SETTINGS},
        package=str(phone_state.get("package") or ""),
        now_ms=round(time.timestamp() * 1000),
    )


def _rows(phone: Storage, place: tuple[str, str], query: str) -> tuple[Row, ...]:
    return tuple(dict(row) for row in phone.sql(*place, query))


def _clock_rows(phone: Storage, phone_state: Mapping[str, object], query: str) -> tuple[Row, ...]:
    """The clock creates its database when it is first opened; before that it has no rows."""
    known = phone_state.get("databases")
    has_database = isinstance(known, Mapping) and any(f"/{CLOCK[0]}/" in str(path) for path in known.values())
    return _rows(phone, CLOCK, query) if has_database else ()


def _files(phone: Storage, folder: str) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for entry in phone.list_files(f"{SHARED}/{folder}"):
        path = f"{folder}/{entry['name']}"
        if int(entry["mode"] or 0) & 0o040000:
            found.append((path, None))
            found.extend(_files(phone, path))
        else:
            found.append((path, phone.read_file(f"{SHARED}/{path}").decode("utf-8", "replace")))
    return found

"""Writes a task's setup to a phone with empty apps, as AndroidWorld's initialisers do on a rooted one."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import Protocol

from agentprog.bench.aw.holdings import Event, Expense, Person, Recipe, Setup
from agentprog.bench.aw.state import BROCCOLI, CALENDAR, CONTACTS, EXPENSE, SHARED, Value

_WRITE_SMS = "appops set com.android.shell WRITE_SMS"
"""The shell may store messages only while this operation is allowed."""

Statement = tuple[str, Sequence[Value]]


class TestBed(Protocol):
    """The interface of a phone for writing a setup."""

    def write_sql(self, package: str, database: str, statements: Sequence[Statement], /) -> None: ...
    def write_file(self, path: str, data: bytes, /) -> None: ...
    def incoming_sms(self, address: str, body: str, /) -> None: ...
    def shell(self, command: str, /) -> tuple[int, str, str]: ...
    def call(self, verb: str, /, **args: object) -> object: ...


def provision(phone: TestBed, setup: Setup) -> None:
    """Write the whole setup. The phone's image must contain none of it yet (`empty`). Raises PhoneError."""
    for folder in setup.folders:
        phone.shell(f"mkdir -p {quote(f'{SHARED}/{folder}')}")
    for file in setup.files:
        phone.write_file(f"{SHARED}/{file.path}", file.text.encode())
    _write(phone, CONTACTS, [statement for person in setup.people for statement in _person(person)])
    _write(phone, CALENDAR, [_event(event) for event in setup.events])
    _write(phone, EXPENSE, [_expense(expense) for expense in setup.expenses])
    _write(phone, BROCCOLI, [_recipe(recipe) for recipe in setup.recipes])
    for namespace, key, value in setup.settings:
        phone.call("setting", namespace=namespace, key=key, value=value)
    for text in setup.texts:
        if text.sent or text.read:
            box = "sent" if text.sent else "inbox"
            row = f"--bind {quote(f'address:s:{text.number}')} --bind {quote(f'body:s:{text.body}')} --bind read:i:1"
            phone.shell(f"{_WRITE_SMS} allow; content insert --uri content://sms/{box} {row}; {_WRITE_SMS} default")
        else:
            phone.incoming_sms(text.number, text.body)


def _write(phone: TestBed, place: tuple[str, str], statements: Sequence[Statement]) -> None:
    if statements:
        phone.write_sql(*place, statements)


def _person(person: Person) -> list[Statement]:
    given_name, _, family = person.name.partition(" ")
    return [
        (
            "INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)",
            [given_name, family, person.name],
        ),
        ("INSERT INTO phones (contact_id, number) VALUES ((SELECT max(id) FROM contacts), ?)", [person.number]),
    ]


_EVENT_DEFAULTS: dict[str, Value] = {
    "location": "", "reminder_1_minutes": -1, "reminder_2_minutes": -1, "reminder_3_minutes": -1,
    "reminder_1_type": 0, "reminder_2_type": 0, "reminder_3_type": 0, "repeat_limit": 0,
    "repetition_exceptions": "[]", "attendees": "", "import_id": "", "time_zone": "UTC", "flags": 0, "event_type": 1,
    "parent_id": 0, "last_updated": 0, "source": "imported-ics", "availability": 0, "color": 0, "type": 0,
}  # fmt: skip


def _event(event: Event) -> Statement:
    return _insert(
        "events",
        {
            "start_ts": event.start_ts,
            "end_ts": event.end_ts,
            "title": event.title,
            "description": event.description,
            "repeat_interval": event.interval,
            "repeat_rule": event.rule,
            **_EVENT_DEFAULTS,
        },
    )


def _expense(expense: Expense) -> Statement:
    return _insert(
        "expense",
        {
            "name": expense.name,
            "amount": expense.cents,
            "category": expense.category,
            "note": expense.note,
            "created_date": expense.when_ms,
            "modified_date": expense.when_ms,
        },
    )


def _recipe(recipe: Recipe) -> Statement:
    return _insert(
        "recipes",
        {
            "title": recipe.title,
            "imageName": "",
            "description": recipe.description,
            "servings": recipe.servings,
            "preparationTime": recipe.time,
            "source": "",
            "ingredients": recipe.ingredients,
            "directions": recipe.directions,
            "favorite": 0,
        },
    )


def _insert(table: str, row: dict[str, Value]) -> Statement:
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values())

"""Parses the suites' instructions into goals, in order, by patterns over their wording, without guesses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from agentprog.bench.standin.goals import (
    AddContact,
    AddEvent,
    AddExpense,
    AddRecipe,
    DeleteExpense,
    DeleteRecipe,
    Goal,
    SendText,
)
from agentprog.frozen import frozen


@frozen
class Fetch:
    """Find the file requested from a phone number, read it and send its text: three goals, each based on the previous
    one."""

    number: str


@frozen
class Merge:
    """Read notes and put their texts into a new one."""

    names: tuple[str, ...]
    target: str


@frozen
class Errands:
    """Read a note and carry out the errands in it."""

    note: str


@frozen
class Clear:
    """Delete all events of a day; their number is unknown beforehand."""

    day: str


Order = Goal | Fetch | Merge | Errands | Clear
"""A goal with all its values, or one of the four orders that must read something first."""

_Maker = Callable[[re.Match[str], date | None], Sequence[Order]]


def understand(instruction: str, today: date | None) -> list[Order]:
    """The orders in an instruction; empty for unknown wording, or for a weekday without `today`."""
    text = instruction.strip()
    for pattern, make in _FORMS:
        match = pattern.match(text)
        if match:
            return list(make(match, today))
    return []


def _contact_and_text(match: re.Match[str], _: date | None) -> list[Order]:
    return [
        AddContact(name=match["name"], number=match["number"]),
        SendText(number=match["number"], body=match["body"]),
    ]


def _contacts_and_texts(match: re.Match[str], _: date | None) -> list[Order]:
    people = re.findall(r"^Name: (.*), Number: (.*)$", match["people"], re.M)
    body = match["body"]
    return [
        *(AddContact(name=name, number=number) for name, number in people),
        *(SendText(number=number, body=body.replace("[Name]", name)) for name, number in people),
    ]


def _fetches(match: re.Match[str], _: date | None) -> list[Order]:
    return [Fetch(number=number.strip()) for number in match["numbers"].split(",")]


def _merge(match: re.Match[str], _: date | None) -> list[Order]:
    return [Merge(names=tuple(name.strip() for name in match["names"].split(",")), target=match["target"])]


def _clear(match: re.Match[str], today: date | None) -> list[Order]:
    when = match["day"]
    if re.match(r"\d", when):
        year, month, day = (int(part) for part in when.split("-"))
        return [Clear(day=date(year, month, day).isoformat())]
    if today is None:
        return []
    following = (today + timedelta(days=n) for n in range(1, 8))
    return [Clear(day=next(day.isoformat() for day in following if f"{day:%A}" == when))]


def _event(match: re.Match[str], _: date | None) -> list[Order]:
    year, month, day = (int(part) for part in match["day"].split("-"))
    return [
        AddEvent(
            day=date(year, month, day).isoformat(),
            hour=match["hour"],
            minutes=match["minutes"],
            title=match["title"],
            description=match["description"],
        )
    ]


def _records(text: str, first: str) -> list[list[str]]:
    """The fields of listed records, in either style: a table with bars, or a block of lines for each record."""
    if "|" in text.splitlines()[0]:
        return [line.split("|") for line in text.splitlines()[1:]]
    blocks = re.split(rf"^{first}: ", text, flags=re.M)[1:]
    return [
        [part.partition(": ")[2] if n else part for n, part in enumerate(block.strip().splitlines())]
        for block in blocks
    ]


def _expenses(match: re.Match[str], _: date | None) -> list[Order]:
    return [
        AddExpense(name=name, dollars=money.removeprefix("$"), category=category, note=note)
        for name, money, category, note in _records(match["listed"], "Expense")
    ]


def _recipes(match: re.Match[str], _: date | None) -> list[Order]:
    names = ("title", "description", "servings", "time", "ingredients", "directions")
    return [AddRecipe(**dict(zip(names, row, strict=True))) for row in _records(match["listed"], "Recipe")]


def _names(match: re.Match[str]) -> list[str]:
    return [name.strip() for name in match["names"].split(",")]


_FORMS: tuple[tuple[re.Pattern[str], _Maker], ...] = (
    (
        re.compile(
            r"Add (?P<name>.+?) to the contacts, with the number (?P<number>\+\d+)\. After that use .+? to send the "
            r"text "
            r"'(?P<body>.*)' to \+\d+\.\Z"
        ),
        _contact_and_text,
    ),
    (
        re.compile(r"Here are some people:\n(?P<people>.*?)\nAdd each of them .*?: '(?P<body>.*?)',", re.S),
        _contacts_and_texts,
    ),
    (
        re.compile(r"Add (?P<name>.+?) to the contacts, with the number (?P<number>\+\d+)\.\Z"),
        lambda match, _: [AddContact(name=match["name"], number=match["number"])],
    ),
    (re.compile(r"(?P<numbers>\+\d+) has asked by SMS what is in a file\."), _fetches),
    (re.compile(r"Each of these numbers has asked by SMS what is in a file: (?P<numbers>.*?)\. For each"), _fetches),
    (
        re.compile(r"Open my note (?P<note>\S+) in Markor and do everything"),
        lambda match, _: [Errands(note=match["note"])],
    ),
    (
        re.compile(
            r"In Markor, make a new note named (?P<target>\S+) out of these notes, in this order: "
            r"(?P<names>.*?)\. Put"
        ),
        _merge,
    ),
    (
        re.compile(
            r"Open Simple Calendar Pro and delete all the events (?:on|that are planned for this) "
            r"(?P<day>[^.]+)\."
        ),
        _clear,
    ),
    (
        re.compile(
            r"In Simple Calendar Pro, add an event on (?P<day>[\d-]+) at (?P<hour>\d+)h\. "
            r"Its title is '(?P<title>.*?)', its description '(?P<description>.*?)'\. It lasts (?P<minutes>\d+) mins\."
        ),
        _event,
    ),
    (re.compile(r"Put these expenses into Pro Expense:\n(?P<listed>.*)", re.S), _expenses),
    (re.compile(r"Put these recipes into the Broccoli app:\n(?P<listed>.*)", re.S), _recipes),
    (
        re.compile(r"Delete these expenses from Pro Expense: (?P<names>.*)\.\Z"),
        lambda match, _: [DeleteExpense(name=name) for name in _names(match)],
    ),
    (
        re.compile(r"Delete these recipes from the Broccoli app: (?P<names>.*)\.\Z"),
        lambda match, _: [DeleteRecipe(title=name) for name in _names(match)],
    ),
)

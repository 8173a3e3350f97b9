"""Records of the content providers, of the settings and of the installed packages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from agentprog.devices.prints.content import Query, Refusal, Row
from agentprog.devices.prints.packages import PACKAGES, parse_packages
from agentprog.devices.prints.provider import Provider
from agentprog.devices.witness.dumps import Run
from agentprog.identity import Kind, Record
from agentprog.identity.records import contact, file
from agentprog.ports.witness import Readout, Unread

_BOXES = {1: "received", 2: "sent", 3: "draft", 4: "sending", 5: "failed", 6: "sending"}
_MMS_BOXES = {1: "received", 2: "sent", 3: "draft", 4: "sending", 5: "failed"}
_CALLS = {1: "received", 2: "made", 3: "missed"}
_SHARED = "/storage/emulated/0/"
_PEOPLE = "content://com.android.contacts"
MESSAGES = Query(uri="content://sms", numbers=("type", "date"), texts=("address", "body"))
CONTACTS = Query(uri=f"{_PEOPLE}/contacts", numbers=("starred",), texts=("display_name",))
PHONES = Query(uri=f"{_PEOPLE}/data/phones", numbers=("contact_id",), texts=("data1",))
EMAILS = Query(uri=f"{_PEOPLE}/data/emails", numbers=("contact_id",), texts=("data1",))
EVENTS = Query(
    uri="content://com.android.calendar/events",
    numbers=("dtstart", "dtend", "allDay", "deleted"),
    texts=("title", "eventLocation", "description", "eventTimezone", "rrule"),
)
MMS = Query(uri="content://mms", numbers=("msg_box", "date"), texts=("sub",))
MMS_TEXTS = Query(uri="content://mms/part", numbers=("mid",), texts=("text",), where="ct='text/plain'")
MEDIA = Query(
    uri="content://media/external/file",
    numbers=("media_type", "_size"),
    texts=("_data",),
    where="media_type IN (1,2,3)",
)
CALLS = Query(uri="content://call_log/calls", numbers=("type", "date"), texts=("number",))
_MEDIA_KINDS = {1: Kind.PHOTO, 2: Kind.RECORDING, 3: Kind.VIDEO}
_TO = 151
"""The type of a recipient's address."""
_SENDER = 137
"""The type of the sender's address."""
_MOST_NEW = 10
"""Limit of multimedia messages whose addresses are queried at one reading, one query each."""
_TABLES = ("system", "secure", "global")


class Multimedia:
    """Messages with pictures, or to several people. Addresses need a query for each message, so only messages since the
    first reading have them.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, tuple[str, ...]] | None = None

    def read(self, provider: Provider) -> tuple[Record, ...]:
        """The messages; empty if the phone does not let them be read. Text messages are read all the same."""
        rows, texts = provider.read(MMS), provider.read(MMS_TEXTS)
        if isinstance(rows, Refusal) or isinstance(texts, Refusal):
            return ()
        bodies: dict[int, list[str]] = defaultdict(list)
        for part in texts:
            bodies[_whole(part, "mid")].append(part.texts["text"] or "")
        first = self._numbers is None
        known = self._numbers = self._numbers or {}
        new = [row for row in rows if row.id not in known]
        for row in new if first else new[-_MOST_NEW:]:
            known[row.id] = () if first else _addresses(provider, row.id)
        return tuple(
            Record(
                kind=Kind.MESSAGE,
                labels=("\n".join(bodies[row.id]) or row.texts["sub"] or "",),
                numbers=known.get(row.id, ()),
                facts={"box": _MMS_BOXES.get(_whole(row, "msg_box"), "other")},
                id=f"mms/{row.id}",
            )
            for row in rows
        )


def _addresses(provider: Provider, message: int) -> tuple[str, ...]:
    """All recipients of a message; for an incoming one, its sender."""
    found = provider.read(Query(uri=f"content://mms/{message}/addr", numbers=("type",), texts=("address",)))
    rows = () if isinstance(found, Refusal) else found
    to, sender = (tuple(row.texts["address"] or "" for row in rows if row.numbers["type"] == kind)
                  for kind in (_TO, _SENDER))  # fmt: skip
    return to if not sender or sender == ("insert-address-token",) else sender


def messages(provider: Provider, multimedia: Multimedia) -> Readout:
    """Messages; `box` says whether one was sent, received, or is still on its way."""
    rows = provider.read(MESSAGES)
    if isinstance(rows, Refusal):
        return _unread(rows)
    return multimedia.read(provider) + tuple(
        Record(
            kind=Kind.MESSAGE,
            labels=(row.texts["body"] or "",),
            numbers=(row.texts["address"] or "",),
            facts={"box": _BOXES.get(_whole(row, "type"), "other")},
            id=str(row.id),
        )
        for row in rows
    )


def contacts(provider: Provider) -> Readout:
    """People of the address book with their numbers and addresses."""
    people, phones, emails = (provider.read(query) for query in (CONTACTS, PHONES, EMAILS))
    if isinstance(people, Refusal):
        return _unread(people)
    if isinstance(phones, Refusal):
        return _unread(phones)
    numbers, addresses = _by_contact(phones), _by_contact(() if isinstance(emails, Refusal) else emails)
    found = []
    for row in people:
        person = contact(row.texts["display_name"] or "", *numbers[row.id], id=str(row.id))
        facts = {"email": ", ".join(sorted(addresses[row.id])), "starred": "yes" if _whole(row, "starred") else ""}
        facts_known = {name: value for name, value in facts.items() if value}
        found.append(
            Record(kind=person.kind, labels=person.labels, numbers=person.numbers, facts=facts_known, id=person.id)
        )
    return tuple(found)


def _by_contact(rows: Iterable[Row]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for row in rows:
        found[_whole(row, "contact_id")] += (row.texts["data1"] or "",)
    return found


def events(provider: Provider) -> Readout:
    """The events of calendars in the phone's own provider; apps may keep other calendars."""
    rows = provider.read(EVENTS)
    if isinstance(rows, Refusal):
        return _unread(rows)
    return tuple(_event(row) for row in rows if not row.numbers["deleted"])


def _event(row: Row) -> Record:
    zone = _zone(row.texts["eventTimezone"])
    facts = {"where": row.texts["eventLocation"], "about": row.texts["description"], "repeats": row.texts["rrule"]}
    for name, column in (("start", "dtstart"), ("end", "dtend")):
        if (stamp := row.numbers[column]) is not None:
            moment = datetime.fromtimestamp(stamp / 1000, zone)
            facts[name] = f"{moment:%Y-%m-%d}" if row.numbers["allDay"] else f"{moment:%Y-%m-%d %H:%M}"
    facts_known = {name: value for name, value in facts.items() if value}
    return Record(kind=Kind.EVENT, labels=(row.texts["title"] or "",), facts=facts_known, id=str(row.id))


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, OSError):  # an unknown time zone, or an invalid name
        return UTC


def calls(provider: Provider) -> Readout:
    """The log of calls; stock Android does not let the shell read it."""
    rows = provider.read(CALLS)
    if isinstance(rows, Refusal):
        return _unread(rows)
    return tuple(
        Record(
            kind=Kind.CALL,
            labels=(),
            numbers=(row.texts["number"] or "",),
            facts={"box": _CALLS.get(_whole(row, "type"), "other")},
            id=str(row.id),
        )
        for row in rows
    )


def media(provider: Provider) -> Readout:
    """Photos, videos and recordings by path, without those in the bin."""
    rows = provider.read(MEDIA)
    if isinstance(rows, Refusal):
        return _unread(rows)
    found = []
    for row in rows:
        entry = file((row.texts["_data"] or "").removeprefix(_SHARED), id=row.texts["_data"] or str(row.id))
        kind = _MEDIA_KINDS.get(_whole(row, "media_type"), Kind.FILE)
        facts = {**entry.facts, "size": str(_whole(row, "_size"))}
        found.append(Record(kind=kind, labels=entry.labels, facts=facts, id=entry.id))
    return tuple(found)


def settings(run: Run) -> Readout:
    """Every setting of the three tables, named by its key."""
    found: list[Record] = []
    for table in _TABLES:
        answer = run(f"settings list {table}")
        if answer.code or not answer.out.strip():
            return Unread(why=(answer.err or answer.out).strip()[:200] or f"the table {table} is empty")
        found += [_setting(table, line) for line in answer.out.splitlines() if "=" in line]
    return tuple(found)


def _setting(table: str, line: str) -> Record:
    key, _, value = line.partition("=")
    labels = (key, key.replace("_", " "))
    return Record(kind=Kind.SETTING, labels=labels, facts={"value": value}, id=f"{table}/{key}")


def packages(run: Run) -> Readout:
    """Installed packages by name; the phone's app list has the icons' labels."""
    answer = run(PACKAGES)
    names = parse_packages(answer.out)
    if not names:
        return Unread(why=(answer.err or answer.out).strip()[:200] or "no package is listed")
    return tuple(Record(kind=Kind.APP, labels=(name,), id=name) for name in names)


def _whole(row: Row, name: str) -> int:
    return int(row.numbers[name] or 0)


def _unread(refused: Refusal) -> Unread:
    return Unread(why=refused.told)

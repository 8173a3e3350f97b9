"""The contents of a simulated phone, read from its databases: the ground truth for evaluators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Protocol, TypeVar

from agentprog.frozen import frozen

CONTACTS = "com.android.providers.contacts"
TELEPHONY = "com.android.providers.telephony"
T = TypeVar("T")
_ALIKE = 0.9
"""Texts with at least this share of equal text count as the same (AndroidWorld's bound)."""


class Storage(Protocol):
    """The interface of a phone for reading rows of its databases."""

    def sql(self, package: str, database: str, query: str, /) -> Sequence[Mapping[str, object]]: ...


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Contact:
    name: str
    number: str


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class Sms:
    """`number` is the other party's, as digits with a leading plus."""

    number: str
    body: str
    sent: bool


@frozen
class Truth:
    """Everything that errands can change, in a fixed order."""

    contacts: tuple[Contact, ...]
    messages: tuple[Sms, ...]

    def named(self, number: str) -> str:
        """The contact's name for a number, or the number."""
        return next((c.name for c in self.contacts if c.number == number), number)

    def with_person(self, name: str) -> tuple[Sms, ...]:
        """The messages exchanged with a contact, oldest first."""
        numbers = {c.number for c in self.contacts if c.name == name}
        return tuple(m for m in self.messages if m.number in numbers)


def read_truth(phone: Storage) -> Truth:
    """The phone's contacts, sorted, and its messages, oldest first."""
    people = phone.sql(
        CONTACTS,
        "contacts2",
        "SELECT c.display_name AS name, coalesce(p.number, '') AS number "
        "FROM contacts c LEFT JOIN phones p ON p.contact_id = c.id",
    )
    rows = phone.sql(TELEPHONY, "mmssms", "SELECT address, body, type FROM sms ORDER BY date, _id")
    return Truth(
        contacts=tuple(sorted(Contact(name=str(r["name"]), number=plain(str(r["number"]))) for r in people)),
        messages=tuple(Sms(number=plain(str(r["address"])), body=str(r["body"]), sent=r["type"] == 2) for r in rows),
    )


def plain(number: str) -> str:
    """A phone number without the characters between its digits."""
    digits = "".join(c for c in number if c.isdigit())
    return f"+{digits}" if number.strip().startswith("+") else digits


def alike(expected: str, found: str) -> bool:
    """True if equal except for case and small typing errors. AndroidWorld compares free text this way; this check
    accepts the same answers, so it is looser than `agentprog.identity`."""
    return SequenceMatcher(None, expected.casefold().strip(), found.casefold().strip()).ratio() >= _ALIKE


def changed_contacts(before: Truth, after: Truth) -> tuple[tuple[Contact, ...], tuple[Contact, ...]]:
    """The new contacts and the missing contacts."""
    return _beyond(after.contacts, before.contacts), _beyond(before.contacts, after.contacts)


def changed_messages(before: Truth, after: Truth) -> tuple[tuple[Sms, ...], tuple[Sms, ...]]:
    """The new messages and the missing messages."""
    return _beyond(after.messages, before.messages), _beyond(before.messages, after.messages)


def _beyond(minuend: tuple[T, ...], subtrahend: tuple[T, ...]) -> tuple[T, ...]:
    """The items that occur more often in `minuend` than in `subtrahend`, each repeated by the difference."""
    rest = list(subtrahend)
    beyond: list[T] = []
    for item in minuend:
        if item in rest:
            rest.remove(item)
        else:
            beyond.append(item)
    return tuple(beyond)

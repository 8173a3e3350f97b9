"""The contacts database, shared by the app and the provider."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from agentprog.frozen import field, frozen

PROVIDER_PACKAGE = "com.android.providers.contacts"
DATABASE = f"/data/data/{PROVIDER_PACKAGE}/databases/contacts2.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, given_name TEXT NOT NULL DEFAULT '', family_name TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL DEFAULT '', company TEXT NOT NULL DEFAULT '', starred INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS phones (
  id INTEGER PRIMARY KEY AUTOINCREMENT, contact_id INTEGER NOT NULL REFERENCES contacts(id), number TEXT NOT NULL,
  label TEXT NOT NULL DEFAULT 'Mobile'
);
CREATE TABLE IF NOT EXISTS emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT, contact_id INTEGER NOT NULL REFERENCES contacts(id), address TEXT NOT NULL,
  label TEXT NOT NULL DEFAULT 'Home'
);
"""


@frozen
class Person:
    """One contact; `phones` and `emails` are (value, label) pairs. `id` 0 is not stored yet."""

    id: int = 0
    given: str = ""
    family: str = ""
    company: str = ""
    starred: bool = False
    phones: tuple[tuple[str, str], ...] = ()
    emails: tuple[tuple[str, str], ...] = field(default=())

    @property
    def name(self) -> str:
        """The name in the list: the person's name, else company, number or address."""
        full = f"{self.given} {self.family}".strip()
        first_phone = self.phones[0][0] if self.phones else ""
        return full or self.company or first_phone or (self.emails[0][0] if self.emails else "")


def digits(number: str) -> str:
    return "".join(c for c in number if c.isdigit())


def same_number(first: str, second: str) -> bool:
    """True if two numbers reach the same person: equal digits, or equal last nine."""
    a, b = digits(first), digits(second)
    return bool(a) and (a == b or (min(len(a), len(b)) >= 9 and a[-9:] == b[-9:]))


class ContactStore:
    """Reads and writes people."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def all(self) -> list[Person]:
        """Everybody, by name."""
        rows = self._db.execute("SELECT * FROM contacts ORDER BY display_name COLLATE NOCASE, id").fetchall()
        phones = self._by_contact("SELECT contact_id, number, label FROM phones ORDER BY id")
        emails = self._by_contact("SELECT contact_id, address, label FROM emails ORDER BY id")
        return [self._person(r, phones.get(r["id"], []), emails.get(r["id"], [])) for r in rows]

    def _by_contact(self, sql: str) -> dict[int, list[tuple[str, str]]]:
        found: dict[int, list[tuple[str, str]]] = {}
        for contact, value, label in self._db.execute(sql):
            found.setdefault(contact, []).append((value, label))
        return found

    @staticmethod
    def _person(row: sqlite3.Row, phones: Sequence[tuple[str, str]], emails: Sequence[tuple[str, str]]) -> Person:
        return Person(
            id=row["id"],
            given=row["given_name"],
            family=row["family_name"],
            company=row["company"],
            starred=bool(row["starred"]),
            phones=tuple(phones),
            emails=tuple(emails),
        )

    def get(self, contact: int) -> Person | None:
        return next((p for p in self.all() if p.id == contact), None)

    def save(self, person: Person) -> int:
        """Store a new or changed person; returns the id."""
        values = (person.given, person.family, person.name, person.company, int(person.starred))
        if person.id:
            self._db.execute(
                "UPDATE contacts SET given_name=?, family_name=?, display_name=?, company=?, starred=? WHERE id=?",
                (*values, person.id),
            )
            number = person.id
        else:
            cursor = self._db.execute(
                "INSERT INTO contacts (given_name, family_name, display_name, company, starred) VALUES (?,?,?,?,?)",
                values,
            )
            number = int(cursor.lastrowid or 0)
        self._keep("phones", "number", number, person.phones)
        self._keep("emails", "address", number, person.emails)
        return number

    def _keep(self, table: str, column: str, contact: int, new_rows: Sequence[tuple[str, str]]) -> None:
        """Set a contact's rows to these values. An unchanged row keeps its id, and a changed value changes its row in
        place.
        """
        rows = self._db.execute(f"SELECT id, {column}, label FROM {table} WHERE contact_id=? ORDER BY id", (contact,))
        old = {(int(r[0]), str(r[1]), str(r[2])) for r in rows}
        new = []
        for value, label in new_rows:
            unchanged = min((row for row in old if row[1:] == (value, label)), default=None)
            if unchanged is None:
                new.append((value, label))
            else:
                old.remove(unchanged)
        spare = sorted(row[0] for row in old)
        for number, (value, label) in zip(spare, new, strict=False):
            self._db.execute(f"UPDATE {table} SET {column}=?, label=? WHERE id=?", (value, label, number))
        for number in spare[len(new) :]:
            self._db.execute(f"DELETE FROM {table} WHERE id=?", (number,))
        for value, label in new[len(spare) :]:
            values = (contact, value, label)
            self._db.execute(f"INSERT INTO {table} (contact_id, {column}, label) VALUES (?,?,?)", values)

    def delete(self, contact: int) -> None:
        for table in ("phones", "emails"):
            self._db.execute(f"DELETE FROM {table} WHERE contact_id=?", (contact,))
        self._db.execute("DELETE FROM contacts WHERE id=?", (contact,))

    def star(self, contact: int, starred: bool) -> None:
        self._db.execute("UPDATE contacts SET starred=? WHERE id=?", (int(starred), contact))

    def name_of(self, number: str) -> str:
        """The name of a number's owner; "" if nobody has it."""
        for name, value in self._db.execute(
            "SELECT c.display_name, p.number FROM phones p JOIN contacts c ON c.id = p.contact_id ORDER BY p.id"
        ):
            if same_number(str(value), number):
                return str(name)
        return ""

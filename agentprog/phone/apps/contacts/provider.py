"""content://contacts and content://com.android.contacts over the contacts database."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA
from agentprog.phone.kernel.providers import ProviderHost, run_query, run_write
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.records import ProviderError, Rows, Value

_PHONES = """(SELECT p.id AS _id, c.id AS person, c.id AS contact_id, c.id AS raw_contact_id, c.display_name AS
  display_name, c.display_name AS name, p.number AS number, p.number AS data1,
  CASE p.label WHEN 'Home' THEN 1 WHEN 'Mobile' THEN 2 WHEN 'Work' THEN 3 ELSE 7 END AS type, p.label AS label,
  c.starred AS starred FROM phones p JOIN contacts c ON c.id = p.contact_id)"""
_PEOPLE = """(SELECT id AS _id, id AS contact_id, display_name AS display_name, display_name AS name,
  given_name, family_name, company, starred AS starred,
  EXISTS (SELECT 1 FROM phones WHERE contact_id = contacts.id) AS has_phone_number, 0 AS deleted FROM contacts)"""
_EMAILS = """(SELECT e.id AS _id, c.id AS contact_id, c.display_name AS display_name, e.address AS data1, e.label AS
  label FROM emails e JOIN contacts c ON c.id = e.contact_id)"""
_SOURCES = {
    "phones": _PHONES,
    "data/phones": _PHONES,
    "people": _PEOPLE,
    "contacts": _PEOPLE,
    "raw_contacts": _PEOPLE,
    "data/emails": _EMAILS,
}
_MIME = "vnd.android.cursor.item/"


class ContactsProvider:
    """The system's contacts provider; works without the app running."""

    authorities: Sequence[str] = ("contacts", "com.android.contacts")

    def __init__(self, host: ProviderHost) -> None:
        self._host = host
        self._connection: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = open_database(self._host.disk, DATABASE, SCHEMA)
        return self._connection

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        source, key = self._source(path)
        conditions, values = [where], list(args)
        if key:
            conditions.insert(0, "_id = ?")
            values.insert(0, key)
        return run_query(self.db, source, projection, conditions, values, sort or "_id")

    def _source(self, path: str) -> tuple[str, str]:
        if path in _SOURCES:
            return _SOURCES[path], ""
        head, _, key = path.rpartition("/")
        if head in _SOURCES and key.isdigit():
            return _SOURCES[head], key
        raise ProviderError(f"java.lang.IllegalArgumentException: Unknown URI: content://com.android.contacts/{path}")

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        if path in ("raw_contacts", "people", "contacts"):
            name = str(values.get("name") or values.get("display_name") or "")
            given, _, family = name.partition(" ")
            cursor = run_write(
                self.db,
                "INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)",
                (given, family, name),
            )
        elif path == "data":
            cursor = self._insert_data(values)
        else:
            raise ProviderError(f"java.lang.UnsupportedOperationException: Unknown URI: {path}")
        self._host.invalidate()
        return f"content://com.android.contacts/{path}/{cursor.lastrowid}"

    def _insert_data(self, values: Mapping[str, Value]) -> sqlite3.Cursor:
        kind = str(values.get("mimetype", "")).removeprefix(_MIME)
        person, value = values.get("raw_contact_id"), values.get("data1")
        if kind == "name":
            given, _, family = str(value or "").partition(" ")
            sql = "UPDATE contacts SET display_name=?, given_name=?, family_name=? WHERE id=?"
            return run_write(self.db, sql, (value, values.get("data2", given), values.get("data3", family), person))
        if kind == "phone_v2":
            label = {"1": "Home", "3": "Work"}.get(str(values.get("data2", "2")), "Mobile")
            sql = "INSERT INTO phones (contact_id, number, label) VALUES (?,?,?)"
            return run_write(self.db, sql, (person, value, label))
        if kind == "email_v2":
            return run_write(self.db, "INSERT INTO emails (contact_id, address) VALUES (?,?)", (person, value))
        raise ProviderError(f"java.lang.IllegalArgumentException: mimetype {kind!r} is not kept")

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        raise ProviderError("java.lang.UnsupportedOperationException: contacts are updated through the app")

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        gone = [row[0] for row in self.query(path, ("contact_id",), where, args, "").rows]
        for contact in gone:
            for table in ("phones", "emails"):
                run_write(self.db, f"DELETE FROM {table} WHERE contact_id=?", (contact,))
            run_write(self.db, "DELETE FROM contacts WHERE id=?", (contact,))
        self._host.invalidate()
        return len(gone)

    def boot(self) -> None:
        """Nothing is left undone."""

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

"""content://contacts and content://com.android.contacts over the contacts database, in Android's tables and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA, same_number
from agentprog.phone.kernel.providers import DatabaseProvider, Guard, ProviderHost, run_query, run_write
from agentprog.phone.records import ProviderError, Rows, Value

_ITEM = "vnd.android.cursor.item/"
_LABELS = {"Home": 1, "Mobile": 2, "Work": 3}
_TYPE = "CASE {}.label WHEN 'Home' THEN 1 WHEN 'Mobile' THEN 2 WHEN 'Work' THEN 3 ELSE 7 END"
_ALT = "CASE WHEN family_name = '' THEN display_name ELSE family_name || ', ' || given_name END"

_CONTACTS = f"""(SELECT id AS _id, printf('0r%d-%X', id, length(display_name)) AS lookup, display_name,
  {_ALT} AS display_name_alt, CASE WHEN given_name || family_name = '' THEN 20 ELSE 40 END AS display_name_source,
  display_name AS sort_key, id AS name_raw_contact_id,
  EXISTS (SELECT 1 FROM phones WHERE contact_id = contacts.id) AS has_phone_number, 1 AS in_visible_group, starred,
  NULL AS photo_id, 0 AS times_contacted, 0 AS last_time_contacted, 0 AS send_to_voicemail, NULL AS custom_ringtone
  FROM contacts)"""
_RAW = f"""(SELECT id AS _id, id AS contact_id, NULL AS account_name, NULL AS account_type, NULL AS data_set,
  NULL AS sourceid, 1 AS version, 1 AS dirty, 0 AS deleted, display_name, {_ALT} AS display_name_alt, starred
  FROM contacts)"""
# Ids of `data` rows: the table's row number times four, plus 0 to 3 for the kind of data.
_ROWS = f"""
  SELECT id * 4 AS _id, id AS contact_id, '{_ITEM}name' AS mimetype, display_name AS data1, given_name AS data2,
    family_name AS data3, NULL AS label FROM contacts WHERE given_name || family_name <> ''
  UNION ALL SELECT p.id * 4 + 1, p.contact_id, '{_ITEM}phone_v2', p.number, {_TYPE.format("p")}, NULL, p.label
    FROM phones p
  UNION ALL SELECT e.id * 4 + 2, e.contact_id, '{_ITEM}email_v2', e.address, {_TYPE.format("e")}, NULL, e.label
    FROM emails e
  UNION ALL SELECT id * 4 + 3, id, '{_ITEM}organization', company, 1, NULL, NULL FROM contacts WHERE company <> ''"""


def _data(kind: str = "") -> str:
    """The data table joined with names, or one kind of data."""
    where = f" WHERE d.mimetype = '{_ITEM}{kind}'" if kind else ""
    return f"""(SELECT d._id, d.contact_id AS raw_contact_id, d.contact_id, d.mimetype, d.data1, d.data2, d.data3,
      NULL AS data4, NULL AS data5, NULL AS data6, 0 AS is_primary, 0 AS is_super_primary, 0 AS data_version,
      NULL AS account_name, NULL AS account_type, c.display_name, c.display_name_alt, c.lookup, c.starred,
      c.has_phone_number, c.in_visible_group FROM ({_ROWS}) d JOIN {_CONTACTS} c ON c._id = d.contact_id{where})"""


# The provider of Android 1 and its columns, which AndroidWorld reads.
_LEGACY_PHONES = f"""(SELECT p.id AS _id, p.contact_id AS person, c.display_name AS name, c.display_name, p.number,
  {_TYPE.format("p")} AS type, p.label, c.starred FROM phones p JOIN contacts c ON c.id = p.contact_id)"""
_LEGACY_PEOPLE = "(SELECT id AS _id, display_name AS name, display_name, starred FROM contacts)"
_SOURCES = {
    "contacts": _CONTACTS,
    "raw_contacts": _RAW,
    "data": _data(),
    "data/phones": _data("phone_v2"),
    "data/emails": _data("email_v2"),
    "phones": _LEGACY_PHONES,
    "people": _LEGACY_PEOPLE,
}
_VALUES = {1: ("phones", "number"), 2: ("emails", "address"), 3: ("contacts", "company")}
"""Table and column with the value of a `data` row, by the kind in its id."""


class ContactsProvider(DatabaseProvider):
    """The system's contacts provider; works without the app running."""

    authorities: Sequence[str] = ("contacts", "com.android.contacts")
    guard = Guard(
        name="com.android.providers.contacts.ContactsProvider2",
        read="android.permission.READ_CONTACTS",
        write="android.permission.WRITE_CONTACTS",
    )

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)

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
        if head == "phone_lookup":
            return self._lookup(unquote(key)), ""
        raise ProviderError(f"java.lang.IllegalArgumentException: Unknown URI: content://com.android.contacts/{path}")

    def _lookup(self, number: str) -> str:
        """A sub-select of the contacts with this number, however it is written."""
        found = self.db.execute("SELECT id, number FROM phones").fetchall()
        ids = ", ".join(str(row["id"]) for row in found if same_number(str(row["number"]), number)) or "NULL"
        return f"""(SELECT c._id, c._id AS contact_id, p.id * 4 + 1 AS data_id, c.display_name, c.lookup, c.starred,
          p.number, p.number AS normalized_number, {_TYPE.format("p")} AS type, p.label, c.in_visible_group
          FROM phones p JOIN {_CONTACTS} c ON c._id = p.contact_id WHERE p.id IN ({ids}))"""

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        if path in ("raw_contacts", "people", "contacts"):
            name = str(values.get("name") or values.get("display_name") or "")
            given_name, _, family = name.partition(" ")
            sql = "INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)"
            number = run_write(self.db, sql, (given_name, family, name)).lastrowid
        elif path == "data":
            number = self._insert_data(values)
        else:
            raise ProviderError(f"java.lang.UnsupportedOperationException: Unknown URI: {path}")
        self._host.invalidate()
        return f"content://com.android.contacts/{path}/{number}"

    def _insert_data(self, values: Mapping[str, Value]) -> int:
        """Insert a row of `data` and return its id."""
        kind = str(values.get("mimetype", "")).removeprefix(_ITEM)
        person, value = values.get("raw_contact_id"), values.get("data1")
        if kind == "name":
            given_name, _, family = str(value or "").partition(" ")
            sql = "UPDATE contacts SET display_name=?, given_name=?, family_name=? WHERE id=?"
            run_write(self.db, sql, (value, values.get("data2", given_name), values.get("data3", family), person))
            return int(person or 0) * 4
        if kind == "organization":
            run_write(self.db, "UPDATE contacts SET company=? WHERE id=?", (value, person))
            return int(person or 0) * 4 + 3
        label = next((name for name, code in _LABELS.items() if str(code) == str(values.get("data2"))), "Mobile")
        if kind == "phone_v2":
            sql = "INSERT INTO phones (contact_id, number, label) VALUES (?,?,?)"
            return int(run_write(self.db, sql, (person, value, label)).lastrowid or 0) * 4 + 1
        if kind == "email_v2":
            sql = "INSERT INTO emails (contact_id, address, label) VALUES (?,?,?)"
            return int(run_write(self.db, sql, (person, value, label)).lastrowid or 0) * 4 + 2
        raise ProviderError(f"java.lang.IllegalArgumentException: mimetype {kind!r} is not kept")

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        if path.partition("/")[0] not in ("data", "contacts", "raw_contacts"):
            raise ProviderError(f"java.lang.UnsupportedOperationException: Unknown URI: {path}")
        rows = self.query(path, ("_id",), where, args, "").rows
        for (number,) in rows:
            if path.startswith("data"):
                self._update_data(int(number or 0), values)
            elif "starred" in values:
                run_write(self.db, "UPDATE contacts SET starred=? WHERE id=?", (values["starred"], number))
        self._host.invalidate()
        return len(rows)

    def _update_data(self, number: int, values: Mapping[str, Value]) -> None:
        row, kind = divmod(number, 4)
        if kind == 0:
            self._insert_data({**values, "mimetype": f"{_ITEM}name", "raw_contact_id": row})
        elif "data1" in values:
            table, column = _VALUES[kind]
            run_write(self.db, f"UPDATE {table} SET {column}=? WHERE id=?", (values["data1"], row))

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        rows = [int(row[0] or 0) for row in self.query(path, ("_id",), where, args, "").rows]
        for number in rows:
            if path.startswith("data"):
                self._delete_data(number)
            else:
                for table in ("phones", "emails"):
                    run_write(self.db, f"DELETE FROM {table} WHERE contact_id=?", (number,))
                run_write(self.db, "DELETE FROM contacts WHERE id=?", (number,))
        self._host.invalidate()
        return len(rows)

    def _delete_data(self, number: int) -> None:
        row, kind = divmod(number, 4)
        changes = (
            "UPDATE contacts SET given_name='', family_name='', display_name='' WHERE id=?",
            "DELETE FROM phones WHERE id=?",
            "DELETE FROM emails WHERE id=?",
            "UPDATE contacts SET company='' WHERE id=?",
        )
        run_write(self.db, changes[kind], (row,))

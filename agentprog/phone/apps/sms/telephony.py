"""content://sms: the system's message store, and the radio that sends the outbox."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence

from agentprog.phone.apps.contacts.store import same_number
from agentprog.phone.kernel.providers import DatabaseProvider, Guard, ProviderHost, run_query, run_write
from agentprog.phone.records import ProviderError, Rows, Value

DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
INBOX, SENT, DRAFT, OUTBOX, FAILED = 1, 2, 3, 4, 5
_BOXES = {"inbox": INBOX, "sent": SENT, "draft": DRAFT, "outbox": OUTBOX, "failed": FAILED}
SCHEMA = """
CREATE TABLE IF NOT EXISTS canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT);
CREATE TABLE IF NOT EXISTS threads (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0,
  recipient_ids TEXT, snippet TEXT, snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0,
  type INTEGER DEFAULT 0, error INTEGER DEFAULT 0, has_attachment INTEGER DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sms (
  _id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
  protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER, reply_path_present INTEGER,
  subject TEXT, body TEXT, service_center TEXT, locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1,
  error_code INTEGER DEFAULT 0, creator TEXT, seen INTEGER DEFAULT 0
);
CREATE INDEX IF NOT EXISTS sms_of_thread ON sms (thread_id, date);
"""
_MESSENGER = "com.simplemobiletools.smsmessenger"


class MessageStore:
    """Threads and messages in the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.db = connection

    def thread_of(self, address: str) -> int:
        """The conversation with a number, created if needed."""
        for thread, known in self.db.execute(
            "SELECT t._id, a.address FROM threads t JOIN canonical_addresses a ON a._id = t.recipient_ids"
        ):
            if known == address or same_number(known, address):
                return int(thread)
        number = self.db.execute("INSERT INTO canonical_addresses (address) VALUES (?)", (address,)).lastrowid
        cursor = self.db.execute("INSERT INTO threads (recipient_ids) VALUES (?)", (str(number),))
        return int(cursor.lastrowid or 0)

    def address_of(self, thread: int) -> str:
        row = self.db.execute(
            "SELECT a.address FROM threads t JOIN canonical_addresses a ON a._id = t.recipient_ids WHERE t._id = ?",
            (thread,),
        ).fetchone()
        return str(row[0]) if row else ""

    def add(self, address: str, body: str, *, kind: int, date: int, read: int = 1, creator: str = "") -> int:
        thread = self.thread_of(address)
        cursor = self.db.execute(
            "INSERT INTO sms (thread_id, address, date, date_sent, read, seen, type, body, creator, protocol) "
            "VALUES (?,?,?,?,?,?,?,?,?,?)",
            (thread, address, date, date if kind == INBOX else 0, read, read, kind, body, creator or None,
             0 if kind == INBOX else None),
        )  # fmt: skip
        self.refresh(thread)
        return int(cursor.lastrowid or 0)

    def set_type(self, message: int, kind: int) -> None:
        self.db.execute("UPDATE sms SET type=? WHERE _id=?", (kind, message))

    def refresh(self, thread: int) -> None:
        """Update a thread's summary; remove a thread without messages."""
        last = self.db.execute(
            "SELECT body, date, type FROM sms WHERE thread_id=? ORDER BY date DESC, _id DESC", (thread,)
        ).fetchone()
        if last is None:
            self.db.execute("DELETE FROM threads WHERE _id=?", (thread,))
            return
        self.db.execute(
            "UPDATE threads SET snippet=?, date=?, message_count=(SELECT count(*) FROM sms WHERE thread_id=?), "
            "read=NOT EXISTS (SELECT 1 FROM sms WHERE thread_id=? AND read=0) WHERE _id=?",
            (last[0], last[1], thread, thread, thread),
        )


class SmsProvider(DatabaseProvider):
    """The provider and the modem behind it, which sends each outbox row after a delay."""

    authorities: Sequence[str] = ("sms", "mms-sms")
    guard = Guard(
        name="com.android.providers.telephony.SmsProvider", read="android.permission.READ_SMS", write_op="WRITE_SMS"
    )

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)
        self.listeners: list[Callable[[], object]] = []

    @property
    def store(self) -> MessageStore:
        return MessageStore(self.db)

    # The modem

    def send(self, address: str, body: str, *, creator: str = _MESSENGER) -> int:
        """Put a message into the outbox and send it."""
        message = self.store.add(address, body, kind=OUTBOX, date=self._host.clock.now_ms(), creator=creator)
        self._transmit(message)
        return message

    def resend(self, message: int) -> None:
        self.store.set_type(message, OUTBOX)
        self.db.execute("UPDATE sms SET date=? WHERE _id=?", (self._host.clock.now_ms(), message))
        self._transmit(message)

    def _transmit(self, message: int) -> None:
        self._host.clock.after(float(self._host.knobs["sms_send_seconds"]), lambda: self._sent(message))
        self._changed()

    def _sent(self, message: int) -> None:
        failures = float(self._host.knobs["sms_fail_next"])
        if failures >= 1:
            self._host.knobs["sms_fail_next"] = failures - 1
        row = self.db.execute("SELECT type FROM sms WHERE _id=?", (message,)).fetchone()
        if row is not None and row[0] == OUTBOX:
            self.store.set_type(message, FAILED if failures >= 1 else SENT)
            self._changed()

    def receive(self, address: str, body: str) -> int:
        message = self.store.add(address, body, kind=INBOX, date=self._host.clock.now_ms(), read=0)
        self._changed()
        return message

    def _changed(self) -> None:
        self._host.invalidate()
        for listener in list(self.listeners):
            listener()

    def boot(self) -> None:
        """Send the messages that were still in the outbox when the phone went down."""
        self.listeners.clear()
        for (message,) in self.db.execute("SELECT _id FROM sms WHERE type=?", (OUTBOX,)).fetchall():
            self._transmit(message)

    # The provider

    def _place(self, path: str) -> tuple[str, list[str], list[Value]]:
        """Source, conditions and their values for a path such as `inbox`, `12`, `conversations`."""
        if path in ("", "raw"):
            return "sms", [], []
        if path in _BOXES:
            return "sms", ["type = ?"], [_BOXES[path]]
        if path.isdigit():
            return "sms", ["_id = ?"], [int(path)]
        if path.startswith(("conversations", "threads")):
            key = path.partition("/")[2]
            if key.isdigit():
                return "sms", ["thread_id = ?"], [int(key)]
            return "(SELECT _id AS thread_id, message_count AS msg_count, snippet, date, read FROM threads)", [], []
        raise ProviderError(f"java.lang.IllegalArgumentException: Invalid URI: content://sms/{path}")

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        source, conditions, values = self._place(path)
        return run_query(self.db, source, projection, [*conditions, where], [*values, *args], sort or "date DESC")

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        kind = _BOXES.get(path, int(values.get("type") or INBOX))
        date = int(values.get("date") or self._host.clock.now_ms())
        number = self.store.add(
            str(values.get("address", "")),
            str(values.get("body", "")),
            kind=kind,
            date=date,
            read=int(values.get("read") or 0),
        )
        self._changed()
        return f"content://sms/{number}"

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        _, conditions, path_args = self._place(path)
        sets = ", ".join(f"{name}=?" for name in values)
        clause = " AND ".join(f"({c})" for c in [*conditions, where] if c) or "1"
        changed = run_write(
            self.db, f"UPDATE sms SET {sets} WHERE {clause}", [*values.values(), *path_args, *args]
        ).rowcount
        self._changed()
        return changed

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        _, conditions, path_args = self._place(path)
        clause = " AND ".join(f"({c})" for c in [*conditions, where] if c) or "1"
        threads = {r[0] for r in self.db.execute("SELECT _id FROM threads")}
        count = run_write(self.db, f"DELETE FROM sms WHERE {clause}", [*path_args, *args]).rowcount
        for thread in threads:
            self.store.refresh(thread)
        self._changed()
        return count

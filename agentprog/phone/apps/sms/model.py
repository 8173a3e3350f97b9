"""The messenger's conversations: the provider's rows, and the app's own database."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import cast

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context
from agentprog.phone.apps.contacts.store import DATABASE as CONTACTS
from agentprog.phone.apps.contacts.store import SCHEMA as CONTACTS_SCHEMA
from agentprog.phone.apps.contacts.store import ContactStore
from agentprog.phone.apps.sms.telephony import DATABASE, DRAFT, INBOX, MessageStore, SmsProvider
from agentprog.phone.apps.sms.telephony import SCHEMA as TELEPHONY_SCHEMA

SCHEMA = """
CREATE TABLE IF NOT EXISTS conversations (
  thread_id INTEGER PRIMARY KEY, snippet TEXT NOT NULL, date INTEGER NOT NULL, read INTEGER NOT NULL,
  title TEXT NOT NULL, photo_uri TEXT NOT NULL DEFAULT '', is_group_conversation INTEGER NOT NULL DEFAULT 0,
  phone_number TEXT NOT NULL, is_scheduled INTEGER NOT NULL DEFAULT 0, uses_custom_title INTEGER NOT NULL DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY, body TEXT NOT NULL, type INTEGER NOT NULL, status INTEGER NOT NULL,
  participants TEXT NOT NULL, date INTEGER NOT NULL, read INTEGER NOT NULL, thread_id INTEGER NOT NULL,
  is_mms INTEGER NOT NULL DEFAULT 0, is_scheduled INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS blocked (number TEXT PRIMARY KEY);
"""


@frozen
class Message:
    id: int
    body: str
    kind: int
    date: int
    read: bool


@frozen
class Conversation:
    """One row of the list. `snippet` is the draft, if there is one."""

    thread: int
    address: str
    title: str
    snippet: str
    date: int
    read: bool
    draft: bool
    archived: bool
    pinned: bool


_NEWEST_FIRST = """
SELECT _id, date, read FROM threads ORDER BY date DESC, (SELECT max(_id) FROM sms WHERE thread_id = threads._id) DESC
"""
"""Messages that arrive within one millisecond have one date; their numbers tell which came last."""


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


class Conversations:
    """Reads both databases; like the real app it writes its own cache after every change."""

    def __init__(self, messages: MessageStore, app_database: sqlite3.Connection, contacts: ContactStore) -> None:
        self.messages = messages
        self._own = app_database
        self._contacts = contacts

    def name(self, address: str) -> str:
        return self._contacts.name_of(address) or address

    def all(self, *, archived: bool = False) -> list[Conversation]:
        """All conversations: pinned ones first, then by time, newest first."""
        flags = {r["thread_id"]: r for r in self._own.execute("SELECT * FROM conversations")}
        found = []
        for thread, date, read in self.messages.db.execute(_NEWEST_FIRST):
            row = flags.get(thread)
            if bool(row and row["archived"]) is not archived:
                continue
            found.append(self._conversation(thread, date, bool(read), bool(row and row["pinned"]), archived))
        return sorted(found, key=lambda c: not c.pinned)

    def _conversation(self, thread: int, date: int, read: bool, pinned: bool, archived: bool) -> Conversation:
        address = self.messages.address_of(thread)
        draft = self.draft(thread)
        last = self.messages.db.execute(
            "SELECT body FROM sms WHERE thread_id=? AND type<>? ORDER BY date DESC, _id DESC LIMIT 1", (thread, DRAFT)
        ).fetchone()
        return Conversation(
            thread=thread,
            address=address,
            title=self.name(address),
            snippet=draft or (str(last[0]) if last else ""),
            date=date,
            read=read,
            draft=bool(draft),
            archived=archived,
            pinned=pinned,
        )

    def get(self, thread: int) -> list[Message]:
        """A thread's messages without drafts, the oldest first."""
        rows = self.messages.db.execute(
            "SELECT _id, body, type, date, read FROM sms WHERE thread_id=? AND type<>? ORDER BY date, _id",
            (thread, DRAFT),
        )
        return [Message(id=r[0], body=r[1] or "", kind=r[2], date=r[3], read=bool(r[4])) for r in rows]

    def draft(self, thread: int) -> str:
        row = self.messages.db.execute("SELECT body FROM sms WHERE thread_id=? AND type=?", (thread, DRAFT)).fetchone()
        return str(row[0]) if row else ""

    def keep_draft(self, address: str, text: str, now: int) -> None:
        """Replace a conversation's draft; an empty one is removed."""
        thread = self.messages.thread_of(address)
        self.messages.db.execute("DELETE FROM sms WHERE thread_id=? AND type=?", (thread, DRAFT))
        if text:
            self.messages.add(address, text, kind=DRAFT, date=now)
        else:
            self.messages.refresh(thread)
        self.sync()

    def mark_read(self, thread: int, *, read: bool = True) -> None:
        if read:
            self.messages.db.execute("UPDATE sms SET read=1, seen=1 WHERE thread_id=?", (thread,))
        else:
            self.messages.db.execute(
                "UPDATE sms SET read=0 WHERE _id=(SELECT max(_id) FROM sms WHERE thread_id=? AND type=?)",
                (thread, INBOX),
            )
        self.messages.refresh(thread)
        self.sync()

    def delete(self, thread: int) -> None:
        self.messages.db.execute("DELETE FROM sms WHERE thread_id=?", (thread,))
        self.messages.refresh(thread)
        self.sync()

    def delete_message(self, message: int) -> None:
        row = self.messages.db.execute("SELECT thread_id FROM sms WHERE _id=?", (message,)).fetchone()
        self.messages.db.execute("DELETE FROM sms WHERE _id=?", (message,))
        if row is not None:
            self.messages.refresh(row[0])
        self.sync()

    def flag(self, thread: int, column: str, value: bool) -> None:
        """Set `archived` or `pinned`."""
        self._own.execute(
            f"UPDATE conversations SET {'archived' if column == 'archived' else 'pinned'}=? WHERE thread_id=?",
            (int(value), thread),
        )

    def block(self, address: str) -> None:
        self._own.execute("INSERT OR REPLACE INTO blocked (number) VALUES (?)", (address,))

    def blocked(self, address: str) -> bool:
        return self._own.execute("SELECT 1 FROM blocked WHERE number=?", (address,)).fetchone() is not None

    def search(self, words: str) -> list[tuple[Conversation, str, int]]:
        """Conversations and single messages that contain the words: (conversation, snippet, date)."""
        query = words.casefold()
        found = []
        for conversation in [*self.all(), *self.all(archived=True)]:
            if query in conversation.title.casefold() or query in conversation.address:
                found.append((conversation, conversation.address, conversation.date))
            for message in self.get(conversation.thread):
                if query in message.body.casefold():
                    found.append((conversation, message.body, message.date))
        return found

    def sync(self) -> None:
        """Update the app's own tables from the provider's."""
        keep = {r["thread_id"]: r for r in self._own.execute("SELECT * FROM conversations")}
        self._own.execute("BEGIN")
        self._own.execute("DELETE FROM conversations")
        self._own.execute("DELETE FROM messages")
        for thread, snippet, date, read in self.messages.db.execute("SELECT _id, snippet, date, read FROM threads"):
            address, old = self.messages.address_of(thread), keep.get(thread)
            self._own.execute(
                "INSERT INTO conversations (thread_id, snippet, date, read, title, phone_number, archived, pinned) "
                "VALUES (?,?,?,?,?,?,?,?)",
                (thread, snippet or "", date // 1000, read, self.name(address), address,
                 old["archived"] if old else 0, old["pinned"] if old else 0),
            )  # fmt: skip
        for r in self.messages.db.execute("SELECT _id, body, type, status, address, date, read, thread_id FROM sms"):
            self._own.execute(
                "INSERT INTO messages (id, body, type, status, participants, date, read, thread_id) "
                "VALUES (?,?,?,?,?,?,?,?)",
                (r[0], r[1] or "", r[2], r[3], r[4] or "", r[5] // 1000, r[6], r[7]),
            )
        self._own.execute("COMMIT")


class MessengerProcess(App):
    """The app as its activities see it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.provider = cast(SmsProvider, ctx.provider("sms"))
        self.messages = MessageStore(ctx.database(DATABASE, TELEPHONY_SCHEMA))
        contacts = ContactStore(ctx.database(CONTACTS, CONTACTS_SCHEMA))
        self.contacts = contacts
        self.conversations = Conversations(self.messages, ctx.database("conversations.db", SCHEMA), contacts)

"""The database `joplin.sqlite`: notes, notebooks, searches, and the settings of the list."""

from __future__ import annotations

import sqlite3
import uuid

from agentprog.frozen import frozen, replace
from agentprog.phone.apps.base import App, Context

PACKAGE = "net.cozic.joplin"
DATABASE = "joplin.sqlite"
_STAMPS = """created_time INT NOT NULL, updated_time INT NOT NULL, user_created_time INT NOT NULL DEFAULT 0,
  user_updated_time INT NOT NULL DEFAULT 0, encryption_cipher_text TEXT NOT NULL DEFAULT "",
  encryption_applied INT NOT NULL DEFAULT 0, is_shared INT NOT NULL DEFAULT 0, share_id TEXT NOT NULL DEFAULT "",
  master_key_id TEXT NOT NULL DEFAULT "", user_data TEXT NOT NULL DEFAULT "" """
_PLACE = """source_url TEXT NOT NULL DEFAULT "", is_todo INT NOT NULL DEFAULT 0, todo_due INT NOT NULL DEFAULT 0,
  todo_completed INT NOT NULL DEFAULT 0, latitude NUMERIC NOT NULL DEFAULT 0, longitude NUMERIC NOT NULL DEFAULT 0,
  altitude NUMERIC NOT NULL DEFAULT 0"""
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS folders (
  id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT "", parent_id TEXT NOT NULL DEFAULT "",
  icon TEXT NOT NULL DEFAULT "", {_STAMPS}
);
CREATE TABLE IF NOT EXISTS notes (
  id TEXT PRIMARY KEY, parent_id TEXT NOT NULL DEFAULT "", title TEXT NOT NULL DEFAULT "",
  body TEXT NOT NULL DEFAULT "", is_conflict INT NOT NULL DEFAULT 0, author TEXT NOT NULL DEFAULT "",
  source TEXT NOT NULL DEFAULT "", source_application TEXT NOT NULL DEFAULT "",
  application_data TEXT NOT NULL DEFAULT "", "order" NUMERIC NOT NULL DEFAULT 0,
  markup_language INT NOT NULL DEFAULT 1, conflict_original_id TEXT NOT NULL DEFAULT "", {_PLACE}, {_STAMPS}
);
CREATE TABLE IF NOT EXISTS notes_normalized (
  id TEXT NOT NULL, title TEXT NOT NULL DEFAULT "", body TEXT NOT NULL DEFAULT "",
  user_created_time INT NOT NULL DEFAULT 0, user_updated_time INT NOT NULL DEFAULT 0,
  parent_id TEXT NOT NULL DEFAULT "", {_PLACE}
);
CREATE TABLE IF NOT EXISTS settings (`key` TEXT PRIMARY KEY, value TEXT);
"""


@frozen
class Note:
    """A note or a to-do. Times are milliseconds since 1970; `completed` is 0 for an open to-do."""

    id: str = ""
    folder: str = ""
    title: str = ""
    body: str = ""
    todo: bool = False
    completed: int = 0
    created: int = 0
    updated: int = 0

    @property
    def heading(self) -> str:
        """Its name in a list: the title, or else the text's first words, as in Joplin."""
        return self.title or self.body.strip().partition("\n")[0].lstrip("# ")[:80] or "Untitled"


class JoplinStore:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    # Notebooks

    def folders(self) -> list[tuple[str, str]]:
        """(id, title) of each notebook, by title."""
        rows = self.db.execute("SELECT id, title FROM folders ORDER BY title COLLATE NOCASE, id")
        return [(str(row["id"]), str(row["title"])) for row in rows]

    def folder(self, number: str) -> str:
        return next((title for found, title in self.folders() if found == number), "")

    def save_folder(self, number: str, title: str, now: int) -> str:
        """Rename a notebook, or create one if `number` is empty. Returns its id."""
        if number:
            values = (title, now, now, number)
            self.db.execute("UPDATE folders SET title=?, updated_time=?, user_updated_time=? WHERE id=?", values)
            return number
        folder_id = self._identity("folders", title, now)
        self.db.execute(
            "INSERT INTO folders (id, title, created_time, updated_time, user_created_time, user_updated_time) "
            "VALUES (?,?,?,?,?,?)",
            (folder_id, title, now, now, now, now),
        )
        return folder_id

    def delete_folder(self, number: str) -> None:
        """Delete a notebook with every note in it."""
        for note in self.notes():
            if note.folder == number:
                self.delete(note.id)
        self.db.execute("DELETE FROM folders WHERE id=?", (number,))

    # Notes

    def notes(self) -> list[Note]:
        return [_note(row) for row in self.db.execute("SELECT * FROM notes WHERE is_conflict = 0 ORDER BY rowid")]

    def get(self, number: str) -> Note | None:
        row = self.db.execute("SELECT * FROM notes WHERE id=?", (number,)).fetchone()
        return None if row is None else _note(row)

    def save(self, note: Note, now: int) -> Note:
        """Write a note; a new note gets an id."""
        title = note.heading if note.title or note.body.strip() else note.title
        saved = replace(note, title=title, updated=now, created=note.created or now)
        if not saved.id:
            saved = replace(saved, id=self._identity("notes", saved.title, now))
            self.db.execute(
                "INSERT INTO notes (id, created_time, updated_time, source, source_application) VALUES (?,?,?,?,?)",
                (saved.id, now, now, "joplin-mobile", PACKAGE),
            )
        self.db.execute(
            "UPDATE notes SET parent_id=?, title=?, body=?, is_todo=?, todo_completed=?, updated_time=?, "
            "user_created_time=?, user_updated_time=? WHERE id=?",
            (saved.folder, title, saved.body, int(saved.todo), saved.completed, now, saved.created, now, saved.id),
        )
        self._index(saved)
        return saved

    def delete(self, number: str) -> None:
        self.db.execute("DELETE FROM notes WHERE id=?", (number,))
        self.db.execute("DELETE FROM notes_normalized WHERE id=?", (number,))

    def search(self, words: str) -> list[Note]:
        """Notes in which each word begins some word, ignoring case; the newest first."""
        query_words = words.casefold().split()
        rows = self.db.execute("SELECT id, title, body FROM notes_normalized").fetchall()
        found = {
            str(row["id"])
            for row in rows
            if all(_begins(word, f"{row['title']} {row['body']}".casefold()) for word in query_words)
        }
        hits = [note for note in self.notes() if query_words and note.id in found]
        return sorted(hits, key=lambda note: -note.updated)

    def _index(self, note: Note) -> None:
        self.db.execute("DELETE FROM notes_normalized WHERE id=?", (note.id,))
        self.db.execute(
            "INSERT INTO notes_normalized (id, parent_id, title, body, is_todo, todo_completed, user_created_time, "
            "user_updated_time) VALUES (?,?,?,?,?,?,?,?)",
            (
                note.id, note.folder, note.title.lower(), note.body.lower(), int(note.todo), note.completed,
                note.created, note.updated,
            ),
        )  # fmt: skip

    def _identity(self, table: str, title: str, now: int) -> str:
        count = self.db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        return uuid.uuid5(uuid.NAMESPACE_OID, f"{table}/{title}/{now}/{count}").hex

    # Settings

    def setting(self, key: str, default: str) -> str:
        row = self.db.execute("SELECT value FROM settings WHERE `key`=?", (key,)).fetchone()
        return default if row is None else str(row["value"])

    def set_setting(self, key: str, value: str) -> None:
        self.db.execute("INSERT OR REPLACE INTO settings (`key`, value) VALUES (?,?)", (key, value))


def _note(row: sqlite3.Row) -> Note:
    return Note(
        id=row["id"],
        folder=row["parent_id"],
        title=row["title"],
        body=row["body"],
        todo=bool(row["is_todo"]),
        completed=row["todo_completed"],
        created=row["user_created_time"] or row["created_time"],
        updated=row["user_updated_time"] or row["updated_time"],
    )


def _begins(word: str, text: str) -> bool:
    letters = "".join(sign if sign.isalnum() else " " for sign in text)
    return any(text_word.startswith(word) for text_word in (*letters.split(), *text.split()))


class JoplinProcess(App):
    """The app for its screens."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = JoplinStore(ctx.database(DATABASE, SCHEMA))

"""The browser's storage: Chrome's history, and the forms sent to the shipped sites."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

HISTORY_PATH = "/data/data/com.android.chrome/app_chrome/Default/History"
HISTORY = """
CREATE TABLE IF NOT EXISTS urls (
  id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL,
  typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL
);
CREATE TABLE IF NOT EXISTS visits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
  transition INTEGER DEFAULT 0 NOT NULL
);
"""
SITES = """
CREATE TABLE IF NOT EXISTS submissions (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL,
  fields TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS requests (_id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, url TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
# Chrome counts microseconds from 1601-01-01.
_EPOCH_MS = 11_644_473_600_000


class BrowserStore:
    """`history` has Chrome's layout; `sites` records the network: one row for each sent form, and one for each
    requested address, found or not."""

    def __init__(self, history: sqlite3.Connection, sites: sqlite3.Connection) -> None:
        self._history = history
        self._sites = sites

    def visit(self, url: str, title: str, at_ms: int) -> None:
        at = (at_ms + _EPOCH_MS) * 1000
        found = self._history.execute("SELECT id FROM urls WHERE url=?", (url,)).fetchone()
        if found is None:
            values = (url, title, at)
            cursor = self._history.execute("INSERT INTO urls (url, title, last_visit_time) VALUES (?,?,?)", values)
            number = int(cursor.lastrowid or 0)
        else:
            number = int(found[0])
        sets = "visit_count=visit_count+1, title=?, last_visit_time=?"
        self._history.execute(f"UPDATE urls SET {sets} WHERE id=?", (title, at, number))
        self._history.execute("INSERT INTO visits (url, visit_time) VALUES (?,?)", (number, at))

    def visited(self) -> list[tuple[str, str]]:
        """(title, address), the newest first."""
        rows = self._history.execute("SELECT title, url FROM urls ORDER BY last_visit_time DESC, id DESC")
        return [(str(r[0]), str(r[1])) for r in rows]

    def clear_history(self) -> None:
        self._history.executescript("DELETE FROM urls; DELETE FROM visits;")

    def asked(self, url: str, at_ms: int) -> None:
        """Record that a name server or a server has seen this address."""
        self._sites.execute("INSERT INTO requests (at, url) VALUES (?,?)", (at_ms, url))

    def submitted(self, method: str, url: str, fields: Mapping[str, str], at_ms: int) -> None:
        values = (at_ms, method, url, json.dumps(dict(fields), ensure_ascii=False))
        self._sites.execute("INSERT INTO submissions (at, method, url, fields) VALUES (?,?,?,?)", values)

    def get(self, key: str) -> str:
        found = self._sites.execute("SELECT value FROM state WHERE key=?", (key,)).fetchone()
        return str(found[0]) if found else ""

    def put(self, key: str, value: str) -> None:
        self._sites.execute("INSERT OR REPLACE INTO state (key, value) VALUES (?,?)", (key, value))

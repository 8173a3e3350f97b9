"""SQLite files in the phone's storage."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Protocol


class HostPaths(Protocol):
    """Where an Android path lies on this computer."""

    def host_path(self, path: str) -> Path: ...


def open_database(storage: HostPaths, path: str, schema: str) -> sqlite3.Connection:
    """Open or create. One plain file without journal beside it, so that a copy of it is whole at any time."""
    host = storage.host_path(path)
    host.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(host, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA journal_mode=MEMORY")
    connection.executescript(schema)
    return connection

"""Content providers: tables of apps that others read by URI."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from agentprog.phone.kernel.clock import Clock
from agentprog.phone.kernel.settings import Settings
from agentprog.phone.kernel.storage import Storage
from agentprog.phone.records import Namespace, ProviderError, Rows, Value

_URI = re.compile(r"^content://([^/?#]+)(/[^?#]*)?")


class ProviderHost(Protocol):
    """What a provider needs of its phone."""

    disk: Storage
    clock: Clock
    knobs: dict[str, float | str | bool]

    def invalidate(self) -> None: ...


class Provider(Protocol):
    """One provider; `path` is the URI's path without slashes at its ends."""

    authorities: Sequence[str]

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows: ...

    def insert(self, path: str, values: Mapping[str, Value]) -> str: ...

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int: ...

    def delete(self, path: str, where: str, args: Sequence[str]) -> int: ...

    def boot(self) -> None:
        """The system came up: take up what was left undone."""
        ...

    def close(self) -> None: ...


def run_query(
    connection: sqlite3.Connection,
    source: str,
    projection: Sequence[str],
    where: Sequence[str],
    args: Sequence[Value],
    sort: str,
) -> Rows:
    """A provider's usual query on a table, view or sub-select. SQL errors become the provider's."""
    columns = ", ".join(projection) if projection else "*"
    clause = " AND ".join(f"({part})" for part in where if part)
    sql = (
        f"SELECT {columns} FROM {source}"
        + (f" WHERE {clause}" if clause else "")
        + (f" ORDER BY {sort}" if sort else "")
    )
    try:
        cursor = connection.execute(sql, tuple(args))
        rows = cursor.fetchall()
    except sqlite3.Error as exc:
        raise ProviderError(
            f"android.database.sqlite.SQLiteException: {exc} (code 1): , while compiling: {sql}"
        ) from exc
    return Rows(columns=tuple(d[0] for d in cursor.description), rows=tuple(tuple(row) for row in rows))


def run_write(connection: sqlite3.Connection, sql: str, args: Sequence[Value]) -> sqlite3.Cursor:
    try:
        return connection.execute(sql, tuple(args))
    except sqlite3.Error as exc:
        raise ProviderError(f"android.database.sqlite.SQLiteException: {exc}") from exc


class Providers:
    """Finds the provider of a URI."""

    def __init__(self, settle: Callable[[], object]) -> None:
        self._providers: dict[str, Provider] = {}
        self._settle = settle

    def register(self, provider: Provider) -> None:
        for authority in provider.authorities:
            self._providers[authority] = provider

    def get(self, authority: str) -> Provider:
        try:
            return self._providers[authority]
        except KeyError:
            raise ProviderError(f"Could not find provider: {authority}") from None

    def _find(self, uri: str) -> tuple[Provider, str]:
        self._settle()
        match = _URI.match(uri)
        if match is None:
            raise ProviderError(f"Invalid URI: {uri}")
        return self.get(match[1]), (match[2] or "").strip("/")

    def query(
        self, uri: str, *, projection: Sequence[str] = (), where: str = "", args: Sequence[str] = (), sort: str = ""
    ) -> Rows:
        provider, path = self._find(uri)
        return provider.query(path, projection, where, args, sort)

    def insert(self, uri: str, values: Mapping[str, Value]) -> str:
        provider, path = self._find(uri)
        return provider.insert(path, values)

    def update(self, uri: str, values: Mapping[str, Value], *, where: str = "", args: Sequence[str] = ()) -> int:
        provider, path = self._find(uri)
        return provider.update(path, values, where, args)

    def delete(self, uri: str, *, where: str = "", args: Sequence[str] = ()) -> int:
        provider, path = self._find(uri)
        return provider.delete(path, where, args)

    def boot(self) -> None:
        for provider in set(self._providers.values()):
            provider.boot()

    def close(self) -> None:
        for provider in set(self._providers.values()):
            provider.close()


class SettingsProvider:
    """content://settings/system and its sisters."""

    authorities: Sequence[str] = ("settings",)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _table(self, path: str) -> tuple[Namespace, str]:
        table, _, key = path.partition("/")
        if table == "system":
            return "system", key
        if table == "secure":
            return "secure", key
        if table == "global":
            return "global", key
        raise ProviderError(f"Invalid URI: content://settings/{path}")

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        table, key = self._table(path)
        items = self._settings.items(table)
        rows = [(i, name, value) for i, (name, value) in enumerate(items.items(), 1) if key in ("", name)]
        match = re.fullmatch(r"\s*name\s*=\s*['\"]([^'\"]*)['\"]\s*", where)
        rows = [row for row in rows if match is None or row[1] == match[1]]
        columns = tuple(projection) or ("_id", "name", "value")
        unknown = [c for c in columns if c not in ("_id", "name", "value")]
        if unknown:
            raise ProviderError(f"android.database.sqlite.SQLiteException: no such column: {unknown[0]}")
        picked = [("_id", "name", "value").index(c) for c in columns]
        return Rows(columns=columns, rows=tuple(tuple(row[i] for i in picked) for row in rows))

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        table, _ = self._table(path)
        name = str(values.get("name", ""))
        self._settings.put(table, name, str(values.get("value", "")))
        return f"content://settings/{table}/{name}"

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        self.insert(path, values)
        return 1

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        table, key = self._table(path)
        return int(self._settings.delete(table, key))

    def boot(self) -> None:
        """Nothing is left undone."""

    def close(self) -> None:
        """Nothing is held open."""

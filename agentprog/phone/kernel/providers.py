"""Content providers: tables of apps that others read by URI."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from agentprog.frozen import frozen
from agentprog.phone.kernel.clock import Clock
from agentprog.phone.kernel.settings import Settings
from agentprog.phone.kernel.storage import Storage, open_database
from agentprog.phone.records import SYSTEM, Caller, Namespace, ProviderError, Rows, Value

_URI = re.compile(r"^content://([^/?#]+)(/[^?#]*)?")


class ProviderHost(Protocol):
    """The part of a phone that providers need."""

    disk: Storage
    clock: Clock
    knobs: dict[str, float | str | bool]

    def invalidate(self) -> None: ...


@frozen
class Guard:
    """The access rules of a provider's manifest: the permissions to read and to write. An empty permission admits
    everybody.

    Writes of a caller whose `write_op` is not allowed are ignored in silence, as Android ignores them. A provider that
    names its `package` is not exported: nobody else may open it.
    """

    name: str
    read: str = ""
    write: str = ""
    write_op: str = ""
    package: str = ""


class Provider(Protocol):
    """One provider; `path` is the URI's path without slashes at its ends."""

    authorities: Sequence[str]
    guard: Guard

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows: ...

    def insert(self, path: str, values: Mapping[str, Value]) -> str: ...

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int: ...

    def delete(self, path: str, where: str, args: Sequence[str]) -> int: ...

    def boot(self) -> None:
        """Finish interrupted work after a boot."""
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
            f"android.database.sqlite.SQLiteException: {exc} (code 1 SQLITE_ERROR): , while compiling: {sql}"
        ) from exc
    return Rows(columns=tuple(d[0] for d in cursor.description), rows=tuple(tuple(row) for row in rows))


def run_write(connection: sqlite3.Connection, sql: str, args: Sequence[Value]) -> sqlite3.Cursor:
    try:
        return connection.execute(sql, tuple(args))
    except sqlite3.Error as exc:
        raise ProviderError(f"android.database.sqlite.SQLiteException: {exc}") from exc


class DatabaseProvider:
    """A provider over one SQLite file, opened when it is first asked for."""

    def __init__(self, host: ProviderHost, path: str, schema: str) -> None:
        self._host = host
        self._path, self._schema = path, schema
        self._connection: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = open_database(self._host.disk, self._path, self._schema)
        return self._connection

    def boot(self) -> None:
        """Does nothing: no work is interrupted."""

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Rights(Protocol):
    """The permissions and app operations of a caller."""

    def holds(self, caller: Caller, permission: str) -> bool: ...

    def may(self, caller: Caller, op: str) -> bool: ...

    def owns(self, caller: Caller, package: str) -> bool: ...

    def uid(self, package: str) -> int: ...


class Providers:
    """Finds the provider of a URI and checks the caller's permission."""

    def __init__(self, settle: Callable[[], object], rights: Rights) -> None:
        self._providers: dict[str, Provider] = {}
        self._settle = settle
        self._rights = rights

    def register(self, provider: Provider) -> None:
        for authority in provider.authorities:
            self._providers[authority] = provider

    def get(self, authority: str) -> Provider:
        try:
            return self._providers[authority]
        except KeyError:
            raise ProviderError(f"java.lang.IllegalStateException: Could not find provider: {authority}") from None

    def _open(self, uri: str, caller: Caller) -> tuple[Provider, str]:
        """The provider and the path in it. Raises ProviderError if the caller may neither read nor write."""
        self._settle()
        match = _URI.match(uri)
        provider = self.get(match[1] if match else "null")
        guard = provider.guard
        access = f"opening provider {guard.name} from (null) (pid={caller.pid}, uid={caller.uid})"
        if not self._rights.owns(caller, guard.package):
            owner = self._rights.uid(guard.package)
            words = f"Permission Denial: {access} that is not exported from UID {owner}"
            raise ProviderError(f"java.lang.SecurityException: {words}")
        if not self._rights.holds(caller, guard.read) and not self._rights.holds(caller, guard.write):
            either = guard.read if guard.read == guard.write else f"{guard.read} or {guard.write}"
            raise _denial(access, either)
        return provider, (match[2] if match and match[2] else "").strip("/")

    def _to_write(self, uri: str, caller: Caller) -> tuple[Provider, str, bool]:
        """Like `_open`, plus whether the write takes effect; else it is ignored."""
        provider, path = self._open(uri, caller)
        guard = provider.guard
        if not self._rights.holds(caller, guard.write):
            access = f"writing {guard.name} uri {uri} from pid={caller.pid}, uid={caller.uid}"
            raise _denial(access, f"{guard.write}, or grantUriPermission()")
        return provider, path, self._rights.may(caller, guard.write_op)

    def query(
        self,
        uri: str,
        *,
        projection: Sequence[str] = (),
        where: str = "",
        args: Sequence[str] = (),
        sort: str = "",
        caller: Caller = SYSTEM,
    ) -> Rows:
        provider, path = self._open(uri, caller)
        guard = provider.guard
        if not self._rights.holds(caller, guard.read):
            access = f"reading {guard.name} uri {uri} from pid={caller.pid}, uid={caller.uid}"
            raise _denial(access, f"{guard.read}, or grantUriPermission()")
        return provider.query(path, projection, where, args, sort)

    def insert(self, uri: str, values: Mapping[str, Value], *, caller: Caller = SYSTEM) -> str:
        provider, path, heard = self._to_write(uri, caller)
        return provider.insert(path, values) if heard else f"{uri}/0"

    def update(
        self,
        uri: str,
        values: Mapping[str, Value],
        *,
        where: str = "",
        args: Sequence[str] = (),
        caller: Caller = SYSTEM,
    ) -> int:
        provider, path, heard = self._to_write(uri, caller)
        return provider.update(path, values, where, args) if heard else 0

    def delete(self, uri: str, *, where: str = "", args: Sequence[str] = (), caller: Caller = SYSTEM) -> int:
        provider, path, heard = self._to_write(uri, caller)
        return provider.delete(path, where, args) if heard else 0

    def boot(self) -> None:
        for provider in set(self._providers.values()):
            provider.boot()

    def close(self) -> None:
        for provider in set(self._providers.values()):
            provider.close()


def _denial(operation: str, permission: str) -> ProviderError:
    return ProviderError(f"java.lang.SecurityException: Permission Denial: {operation} requires {permission}")


class SettingsProvider:
    """content://settings/system and its sisters."""

    authorities: Sequence[str] = ("settings",)
    guard = Guard(name="com.android.providers.settings.SettingsProvider")

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
        asked_name = self._named(key, where, args)
        rows = [row for row in rows if asked_name in ("", row[1])]
        columns = tuple(projection) or ("_id", "name", "value")
        unknown = [c for c in columns if c not in ("_id", "name", "value")]
        if unknown:
            raise ProviderError(f"android.database.sqlite.SQLiteException: no such column: {unknown[0]}")
        picked = [("_id", "name", "value").index(c) for c in columns]
        return Rows(columns=columns, rows=tuple(tuple(row[i] for i in picked) for row in rows))

    @staticmethod
    def _named(key: str, where: str, args: Sequence[str]) -> str:
        """The one setting that a URI or a condition names; other conditions are not supported, as on a real phone."""
        if key or not where.strip():
            return key
        match = re.fullmatch(r"""\s*\(?\s*name\s*=\s*(?:'([^']*)'|"([^"]*)"|\?)\s*\)?\s*""", where)
        if match is None:
            raise ProviderError(
                f"java.lang.IllegalArgumentException: Supported SQL: name='some_property', not: {where}"
            )
        return match[1] or match[2] or next(iter(args), "")

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        table, key = self._table(path)
        name = str(values.get("name", "")) or key
        if name:
            self._settings.put(table, name, str(values.get("value", "")))
        return f"content://settings/{table}/{name}"

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        table, key = self._table(path)
        name = self._named(key, where, args) or str(values.get("name", ""))
        self.insert(f"{table}/{name}", {"name": name, "value": values.get("value", "")})
        return int(bool(name))

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        table, key = self._table(path)
        return int(self._settings.delete(table, self._named(key, where, args)))

    def boot(self) -> None:
        """Does nothing: no work is interrupted."""

    def close(self) -> None:
        """Does nothing: no resource is open."""

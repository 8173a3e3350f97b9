"""A provider whose paths are the tables of its database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from agentprog.phone.kernel.providers import DatabaseProvider, run_query, run_write
from agentprog.phone.records import ProviderError, Rows, Value


class TableProvider(DatabaseProvider):
    """`tables` maps paths to tables. A path with a number after it is the row with that `_id`."""

    authorities: Sequence[str] = ()
    tables: ClassVar[Mapping[str, str]] = {}
    written: ClassVar[Mapping[str, str]] = {}
    """The plain table behind each writable path."""
    order: ClassVar[str] = "_id"

    def _place(self, path: str) -> tuple[str, str]:
        """Splits a path into a path of `tables` and the row's number, or ""."""
        head, _, key = path.rpartition("/")
        if path in self.tables:
            return path, ""
        if head in self.tables and key.isdigit():
            return head, key
        raise ProviderError(f"java.lang.IllegalArgumentException: Unknown URL content://{self.authorities[0]}/{path}")

    def _plain(self, path: str) -> tuple[str, str]:
        head, key = self._place(path)
        if head not in self.written:
            raise ProviderError(f"java.lang.UnsupportedOperationException: {path} cannot be written")
        return self.written[head], key

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        head, key = self._place(path)
        conditions = [f"_id = {key}" if key else "", where]
        return run_query(self.db, self.tables[head], projection, conditions, list(args), sort or self.order)

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        table, _ = self._plain(path)
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        cursor = run_write(self.db, f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))
        self._host.invalidate()
        return f"content://{self.authorities[0]}/{path}/{cursor.lastrowid}"

    def update(self, path: str, values: Mapping[str, Value], where: str, args: Sequence[str]) -> int:
        table, condition = self._chosen(path, where)
        sets = ", ".join(f"{name}=?" for name in values)
        changed = run_write(self.db, f"UPDATE {table} SET {sets}{condition}", [*values.values(), *args])
        self._host.invalidate()
        return changed.rowcount

    def delete(self, path: str, where: str, args: Sequence[str]) -> int:
        table, condition = self._chosen(path, where)
        cursor = run_write(self.db, f"DELETE FROM {table}{condition}", list(args))
        self._host.invalidate()
        return cursor.rowcount

    def _chosen(self, path: str, where: str) -> tuple[str, str]:
        table, key = self._plain(path)
        parts = [part for part in (f"_id = {key}" if key else "", where) if part]
        return table, (" WHERE " + " AND ".join(f"({part})" for part in parts)) if parts else ""

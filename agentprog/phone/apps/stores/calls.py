"""content://call_log. As on a phone, the shell may not read it, and root may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from agentprog.phone.apps.stores.tables import TableProvider
from agentprog.phone.kernel.calls import Calls
from agentprog.phone.kernel.providers import Guard, ProviderHost
from agentprog.phone.records import CallRecord, Value

DATABASE = "/data/data/com.android.providers.contacts/databases/calllog.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, presentation INTEGER NOT NULL DEFAULT 1, date INTEGER,
  duration INTEGER, data_usage INTEGER, type INTEGER, features INTEGER NOT NULL DEFAULT 0, name TEXT,
  numbertype INTEGER, numberlabel TEXT, countryiso TEXT, is_read INTEGER, geocoded_location TEXT, new INTEGER,
  subscription_component_name TEXT, subscription_id TEXT, last_modified INTEGER DEFAULT 0
);
"""
INCOMING, OUTGOING, MISSED, REJECTED = 1, 2, 3, 5


class LineHost(ProviderHost, Protocol):
    """A phone with a telephone line."""

    @property
    def calls(self) -> Calls: ...


class CallLogProvider(TableProvider):
    """Outgoing, incoming and missed calls; a call is recorded when it ends."""

    authorities: Sequence[str] = ("call_log",)
    guard = Guard(
        name="com.android.providers.contacts.CallLogProvider",
        read="android.permission.READ_CALL_LOG",
        write="android.permission.WRITE_CALL_LOG",
    )
    tables: ClassVar[Mapping[str, str]] = {"calls": "calls"}
    written: ClassVar[Mapping[str, str]] = {"calls": "calls"}
    order: ClassVar[str] = "date DESC"

    def __init__(self, host: LineHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)
        self.line = host.calls

    def boot(self) -> None:
        self.line.ended = self._ended

    def _ended(self, call: CallRecord) -> None:
        now = self._host.clock.now()
        seconds = 0 if call.since is None else int((now - call.since).total_seconds())
        row: dict[str, Value] = {
            "number": call.number,
            "date": int(call.began.timestamp() * 1000),
            "duration": seconds,
            "type": OUTGOING,
            "is_read": 1,
            "new": 1,
            "last_modified": self._host.clock.now_ms(),
        }
        self.insert("calls", row)

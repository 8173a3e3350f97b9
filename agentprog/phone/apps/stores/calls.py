"""content://call_log: who called whom. The shell may not read it, as on a phone; root may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from agentprog.phone.apps.stores.tables import TableProvider
from agentprog.phone.kernel.providers import Guard, ProviderHost

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


class CallLogProvider(TableProvider):
    """Calls that were made, came in and were missed."""

    authorities: Sequence[str] = ("call_log",)
    guard = Guard(
        name="com.android.providers.contacts.CallLogProvider",
        read="android.permission.READ_CALL_LOG",
        write="android.permission.WRITE_CALL_LOG",
    )
    tables: ClassVar[Mapping[str, str]] = {"calls": "calls"}
    written: ClassVar[Mapping[str, str]] = {"calls": "calls"}
    order: ClassVar[str] = "date DESC"

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)

"""content://mms: messages with pictures or several recipients. This messenger writes none; clients with the permission
may."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from agentprog.phone.apps.sms.telephony import DATABASE
from agentprog.phone.apps.stores.tables import TableProvider
from agentprog.phone.kernel.providers import Guard, ProviderHost, run_query, run_write
from agentprog.phone.records import Rows, Value

SCHEMA = """
CREATE TABLE IF NOT EXISTS pdu (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0, msg_box INTEGER,
  read INTEGER DEFAULT 0, m_id TEXT, sub TEXT, sub_cs INTEGER, ct_t TEXT, m_type INTEGER, m_size INTEGER, st INTEGER,
  locked INTEGER DEFAULT 0, seen INTEGER DEFAULT 0, text_only INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1, creator TEXT
);
CREATE TABLE IF NOT EXISTS addr (
  _id INTEGER PRIMARY KEY, msg_id INTEGER, contact_id INTEGER, address TEXT, type INTEGER, charset INTEGER
);
CREATE TABLE IF NOT EXISTS part (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, mid INTEGER, seq INTEGER DEFAULT 0, ct TEXT, name TEXT, chset INTEGER, cd TEXT,
  fn TEXT, cid TEXT, cl TEXT, ctt_s INTEGER, ctt_t TEXT, _data TEXT, text TEXT
);
"""
_ADDRESSES = re.compile(r"(\d+)/addr")
_OWNED = {"part": "mid", "addr": "msg_id"}
_BOXES = {"inbox": 1, "sent": 2, "drafts": 3, "outbox": 4}


class MmsProvider(TableProvider):
    """Messages, their parts, and their addresses."""

    authorities: Sequence[str] = ("mms",)
    guard = Guard(
        name="com.android.providers.telephony.MmsProvider", read="android.permission.READ_SMS", write_op="WRITE_SMS"
    )
    tables: ClassVar[Mapping[str, str]] = {
        "": "pdu",
        "part": "part",
        **{box: f"(SELECT * FROM pdu WHERE msg_box = {number})" for box, number in _BOXES.items()},
    }
    written: ClassVar[Mapping[str, str]] = {"": "pdu", "part": "part"}
    order: ClassVar[str] = "_id"

    def __init__(self, host: ProviderHost) -> None:
        super().__init__(host, DATABASE, SCHEMA)

    def query(self, path: str, projection: Sequence[str], where: str, args: Sequence[str], sort: str) -> Rows:
        if (found := _ADDRESSES.fullmatch(path)) is not None:
            return run_query(self.db, "addr", projection, [f"msg_id = {found[1]}", where], list(args), sort)
        return super().query(path, projection, where, args, sort)

    def insert(self, path: str, values: Mapping[str, Value]) -> str:
        """Insert a row; `N/part` and `N/addr` belong to message N."""
        message, _, table = path.partition("/")
        if not message.isdigit() or table not in _OWNED:
            return super().insert(path, values)
        row = {_OWNED[table]: int(message), **values}
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        cursor = run_write(self.db, f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
        return f"content://mms/{path}/{cursor.lastrowid}"

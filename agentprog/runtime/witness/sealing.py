"""Rows of the phone's stores before a step, as digests in the journal that reveal no contents.

A digest needs a key from the user's state folder: otherwise anyone with the run folder could test short messages and
numbers until one fits. If the step names a row, that name is stored too, so that a resumed run still knows which row
was removed. A journal holds the rows that are new since the step before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentprog.frozen import frozen
from agentprog.identity import Kind, Record
from agentprog.ports import Readout, Store, Unread
from agentprog.runtime.witness.changes import Contents

MOST = 5_000
"""How many rows of one store get digests."""
_ID = 10
"""Hexadecimal digits in the digest of a row's id."""
_ROW = 8
"""Hexadecimal digits in the digest of a row's contents."""
_KINDS = tuple(Kind)
LOST = "a row that an earlier life of the run saw"
"""The name of a removed row of which only the digest was stored."""
Called = Callable[[Store], Mapping[str, str]]
"""The name by which a step means a row, by row id, for rows with exactly that name."""


@frozen
class Row:
    """The stored digests of one row."""

    digest: str
    kind: Kind


@dataclass(slots=True)
class Seals:
    """The rows of each store as the journal knows them, by the digests of their ids."""

    key: str
    _rows: dict[Store, dict[str, Row]] = field(default_factory=dict)

    def write(self, contents: Contents, names_of: Called) -> dict[str, Any]:
        """The journal entry for these stores: rows that earlier entries do not have."""
        stores = {store.value: self._sealed_store(store, read, names_of) for store, read in contents.items()}
        return {"key": self._mark(), "stores": stores}

    def _sealed_store(self, store: Store, read: Readout, names_of: Called) -> dict[str, Any]:
        if isinstance(read, Unread) or len(read) > MOST:
            reason = read.why if isinstance(read, Unread) else f"it has more than {MOST} rows"
            self._rows.pop(store, None)
            return {"unread": reason}
        first, known = store not in self._rows, self._rows.get(store, {})
        now = {self._id(store, record): self._row(store, record) for record in read}
        names_called = names_of(store)
        names = {self._id(store, record): names_called[record.id] for record in read if record.id in names_called}
        self._rows[store] = now
        added = [f"{id_}{row.digest}{_KINDS.index(row.kind):02}" for id_, row in now.items() if known.get(id_) != row]
        removed = [id_ for id_ in known if id_ not in now]
        return {"first": first, "came": added, "went": removed, "called": names}

    def read(self, data: Mapping[str, Any]) -> None:
        """Read the entries of a journal in order: an entry holds only the difference from the one before."""
        for name, entry in data["stores"].items():
            store = Store(name)
            if "unread" in entry:
                self._rows.pop(store, None)
                continue
            rows = {} if entry["first"] else dict(self._rows.get(store, {}))
            for text in entry["came"]:
                kind = _KINDS[int(text[_ID + _ROW :])]
                rows[text[:_ID]] = Row(digest=text[_ID : _ID + _ROW], kind=kind)
            removed = frozenset(entry["went"])
            self._rows[store] = {id_: row for id_, row in rows.items() if id_ not in removed}

    def before(self, data: Mapping[str, Any], after: Contents) -> Contents:
        """The stores' contents at this journal entry, as far as the current contents show them."""
        if data["key"] != self._mark():
            return {store: Unread(why="the run was begun by somebody else") for store in after}
        found: dict[Store, Readout] = {}
        for store, read in after.items():
            entry = data["stores"].get(store.value, {"unread": "not read before"})
            if "unread" in entry or isinstance(read, Unread):
                found[store] = Unread(why=entry.get("unread", "not read again"))
            else:
                found[store] = tuple(self._old(store, read, entry["called"]))
        return found

    def _old(self, store: Store, now: tuple[Record, ...], names: Mapping[str, str]) -> Iterable[Record]:
        current = {self._id(store, record): record for record in now}
        for id_, row in self._rows.get(store, {}).items():
            record_now = current.get(id_)
            if record_now is not None and self._row(store, record_now) == row:
                yield record_now
            elif record_now is not None:
                yield Record(kind=row.kind, labels=(LOST,), id=record_now.id)
            else:
                yield Record(kind=row.kind, labels=(names.get(id_, LOST),), id=id_)

    def _row(self, store: Store, record: Record) -> Row:
        facts = sorted((name, value) for name, value in record.facts.items() if name != "changed at")
        content = "\0".join([*record.labels, "", *record.numbers, "", *(f"{name}={value}" for name, value in facts)])
        return Row(digest=self._hash(store, content)[:_ROW], kind=record.kind)

    def _id(self, store: Store, record: Record) -> str:
        return self._hash(store, record.id)[:_ID]

    def _hash(self, store: Store, text: str) -> str:
        content = f"{store.value}\0{text}".encode("utf-8", "surrogateescape")
        return hashlib.blake2b(content, key=self.key.encode()[:64], digest_size=8).hexdigest()

    def _mark(self) -> str:
        """A mark that distinguishes keys without revealing them."""
        return hashlib.blake2b(b"mark", key=self.key.encode()[:64], digest_size=8).hexdigest()


def is_lost(record: Record) -> bool:
    """True if the journal knows only that a row existed and differed from its current content."""
    return record.labels == (LOST,)

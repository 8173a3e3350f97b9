"""Contents of the phone's stores, before and after a step."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.identity import Record
from agentprog.ports import Readout, Store, Unread, Witness, witness_of
from agentprog.runtime.handset.connection import Connection
from agentprog.runtime.options import RunOptions
from agentprog.runtime.session import Session
from agentprog.runtime.witness.changes import Contents, alike
from agentprog.runtime.witness.sealing import Seals

_OLD = 60.0
"""Seconds after which a store is read again although the run has done nothing since."""


class Stores:
    """Stores of one run's phone. A reading counts as current until the next action."""

    def __init__(self, connection: Connection, session: Session, options: RunOptions) -> None:
        self._connection = connection
        self._session = session
        self._options = options
        self._read: dict[Store, tuple[int, float, Readout]] = {}
        self._first: dict[Store, Readout] = {}
        self.seals = Seals(key=options.sealing)
        """The journal's digests of the stores, for resuming."""

    def read(self, stores: Iterable[Store], line: int, *, fresh: bool = False) -> Contents:
        """The current contents of these stores; empty if only the screen is a witness, or in a dry run."""
        requested = tuple(stores)
        witness = self._witness(line) if requested else None
        if witness is None:
            return {}
        return {store: self._readout(witness, store, fresh=fresh) for store in requested}

    def _readout(self, witness: Witness, store: Store, *, fresh: bool) -> Readout:
        acts, now = self._session.meter.spent.actions, self._session.clock.monotonic()
        at, when, content = self._read.get(store, (-1, 0.0, Unread(why="")))
        if not fresh and at == acts and now - when < _OLD:
            return content
        self._session.cancel.check()
        read = witness.read(store)
        self._read[store] = (acts, now, read)
        self._first.setdefault(store, read)
        return read

    def stood(self, store: Store, record: Record) -> bool:
        """True if the record was already there, unchanged, when the run first read its store."""
        first = self._first.get(store, Unread(why="not read"))
        return not isinstance(first, Unread) and any(alike(old, record, store) for old in first if old.id == record.id)

    def text_of(self, record: Record, line: int) -> str | None:
        """The content of a file, if it is a short text."""
        witness = self._witness(line)
        return witness.text_of(record) if witness is not None else None

    def _witness(self, line: int) -> Witness | None:
        if self._options.witness == "screen" or self._options.dry_run or self._session.replaying is not None:
            return None
        return witness_of(self._connection.open(line))

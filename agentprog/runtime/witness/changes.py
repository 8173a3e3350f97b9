"""Differences between two readings of a phone's stores: added, removed and changed records, by id."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.frozen import frozen
from agentprog.identity import Record
from agentprog.ports import Readout, Store, Unread

Contents = Mapping[Store, Readout]
"""Contents at one time of the stores that a step may change."""
_IGNORED = ("changed at",)
"""Facts that only show that a file was touched; its size and text show the change."""


@frozen
class Change:
    """The difference of one store."""

    store: Store
    came: tuple[Record, ...] = ()
    """The new records."""
    went: tuple[Record, ...] = ()
    """The removed records."""
    changed: tuple[tuple[Record, Record], ...] = ()
    """The changed records: each before the step, and now."""

    @property
    def empty(self) -> bool:
        """True if no record was added, removed or changed."""
        return not (self.came or self.went or self.changed)


def difference(before: Contents, after: Contents) -> tuple[Change, ...]:
    """The changed stores; only stores that both readings contain are compared."""
    found = []
    for store, records_before in before.items():
        records_after = after.get(store, Unread(why="not read again"))
        if isinstance(records_before, Unread) or isinstance(records_after, Unread):
            continue
        change = _of_store(store, records_before, records_after)
        if not change.empty:
            found.append(change)
    return tuple(found)


def _of_store(store: Store, records_before: tuple[Record, ...], records_after: tuple[Record, ...]) -> Change:
    old, new = {record.id: record for record in records_before}, {record.id: record for record in records_after}
    added = tuple(record for key, record in new.items() if key not in old)
    return Change(
        store=store,
        came=tuple(record for record in added if record.facts.get("box") not in ("received", "draft", "missed")),
        went=tuple(record for key, record in old.items() if key not in new),
        changed=tuple(
            (old[key], record) for key, record in new.items() if key in old and not alike(old[key], record, store)
        ),
    )


def alike(old: Record, new: Record, store: Store) -> bool:
    """True if a record is unchanged."""
    if store is Store.FILES and new.facts.get("changed at") != old.facts.get("changed at"):
        return not (new.kind == old.kind and new.kind.value == "file")
    return (old.labels, old.numbers, _compared_facts(old)) == (new.labels, new.numbers, _compared_facts(new))


def _compared_facts(record: Record) -> dict[str, str]:
    return {name: value for name, value in record.facts.items() if name not in _IGNORED}

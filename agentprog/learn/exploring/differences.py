"""The changes that a walk made in the phone's storage, and the check that a run made the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from agentprog.bench.aw.checks import End, Score, verdict
from agentprog.bench.aw.state import Row, State
from agentprog.frozen import field, frozen, replace

Kind = Literal["added", "removed", "changed"]
TABLES = ("contacts", "messages", "events", "expenses", "recipes", "alarms", "timers", "stopwatch")


@frozen
class Change:
    """One added, removed or changed row. For a changed row, `row` has only the changed fields and `was` the whole
    old row.

    A file is a row of path, name and text; a setting is a table with one value.
    """

    table: str
    kind: Kind
    row: Row
    was: Row = field(default_factory=dict)


def differences(before: State, after: State) -> tuple[Change, ...]:
    """All differences, table by table, in the order of the storage."""
    found = [change for table in TABLES for change in _rows(table, getattr(before, table), getattr(after, table))]
    return (*found, *_files(before, after), *_settings(before, after))


def _rows(table: str, old: Sequence[Row], now: Sequence[Row]) -> Iterator[Change]:
    """Matches rows by their first field, the table's key."""
    missing, new = [row for row in old if row not in now], [row for row in now if row not in old]
    for row in missing:
        twin = next((candidate for candidate in new if _key(candidate) == _key(row)), None)
        if twin is None:
            yield Change(table=table, kind="removed", row=row)
            continue
        new.remove(twin)
        altered = {name: value for name, value in twin.items() if value != row.get(name)}
        yield Change(table=table, kind="changed", row=altered, was=row)
    yield from (Change(table=table, kind="added", row=row) for row in new)


def _key(row: Row) -> object:
    return next(iter(row.values()))


def _files(before: State, after: State) -> Iterator[Change]:
    for path in sorted({*before.files, *after.files}):
        old, now = before.files.get(path), after.files.get(path)
        if path not in after.files:
            yield Change(table="files", kind="removed", row=_file(path, old))
        elif path not in before.files:
            yield Change(table="files", kind="added", row=_file(path, now))
        elif old != now:
            yield Change(table="files", kind="changed", row={"text": (now or "").strip()}, was=_file(path, old))


def _file(path: str, text: str | None) -> Row:
    return {"path": path, "name": path.rpartition("/")[2], "text": (text or "").strip()}


def _settings(before: State, after: State) -> Iterator[Change]:
    for key, value in after.settings.items():
        if value != before.settings.get(key):
            yield Change(table=key, kind="changed", row={"value": value})


def agreed(first: Sequence[Change], second: Sequence[Change]) -> tuple[Change, ...]:
    """The common part of two results of the same moves: fields that differ (time of day, a new key) are dropped.

    Empty if the changes do not match one by one in kind.
    """
    if [(change.table, change.kind, change.was) for change in first] != [
        (change.table, change.kind, change.was) for change in second
    ]:
        return ()
    return tuple(
        replace(change, row={name: value for name, value in change.row.items() if repeated.row.get(name) == value})
        for change, repeated in zip(first, second, strict=True)
    )


@frozen
class Changed:
    """True if exactly these changes were made, each with all of its fields, and nothing else."""

    changes: tuple[Change, ...]

    def score(self, end: End) -> Score:
        rest = list(differences(end.before, end.after))
        wrong: list[str] = []
        for expected in self.changes:
            match = next((change for change in rest if _is(expected, change)), None)
            if match is None:
                wrong.append(f"not {expected.kind} in {expected.table}: {dict(expected.row)}"[:200])
            else:
                rest.remove(match)
        wrong += [f"{change.kind} in {change.table}, and should not be: {dict(change.row)}"[:200] for change in rest]
        return verdict(*wrong)


def _is(expected: Change, found: Change) -> bool:
    same_row = (expected.table, expected.kind, expected.was) == (found.table, found.kind, found.was)
    return same_row and all(found.row.get(name) == value for name, value in expected.row.items())

"""The alarm manager: wake-ups requested by apps."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.records import AlarmRecord


class Alarms:
    """An app tells all of its alarms anew whenever one of them changes."""

    def __init__(self) -> None:
        self._planned: dict[str, tuple[AlarmRecord, ...]] = {}

    def plan(self, package: str, alarms: Sequence[AlarmRecord]) -> None:
        """These are now all alarms of a package."""
        self._planned[package] = tuple(alarms)

    def list(self) -> tuple[AlarmRecord, ...]:
        """The next one first."""
        return tuple(sorted((a for found in self._planned.values() for a in found), key=lambda a: a.when))

    def forget(self) -> None:
        """A booting phone has none until apps have planned theirs again."""
        self._planned.clear()

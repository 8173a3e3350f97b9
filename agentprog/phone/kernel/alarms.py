"""The alarm manager: wake-ups requested by apps."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.records import AlarmRecord


class Alarms:
    """An app plans all of its alarms again whenever one of them changes."""

    def __init__(self) -> None:
        self._planned: dict[str, tuple[AlarmRecord, ...]] = {}

    def plan(self, package: str, alarms: Sequence[AlarmRecord]) -> None:
        """Replace all alarms of a package by these."""
        self._planned[package] = tuple(alarms)

    def list(self) -> tuple[AlarmRecord, ...]:
        """The alarms, the next one first."""
        return tuple(sorted((a for found in self._planned.values() for a in found), key=lambda a: a.when))

    def forget(self) -> None:
        """Drop all alarms at boot: apps plan theirs again."""
        self._planned.clear()

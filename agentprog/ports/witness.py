"""Reads the phone's records, besides its screen: evidence of effects."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, runtime_checkable

from agentprog.frozen import frozen
from agentprog.identity import Record


class Store(StrEnum):
    """A kind of records on the phone, one word for findings."""

    MESSAGES = "messages"
    CONTACTS = "contacts"
    CALENDAR = "calendar"
    CALLS = "calls"
    SETTINGS = "settings"
    FILES = "files"
    MEDIA = "media"
    """Photos, videos and recordings in the phone's media list."""
    PACKAGES = "packages"
    ALARMS = "alarms"
    NOTIFICATIONS = "notifications"


@frozen
class Unread:
    """A store that could not be read, which differs from an empty one."""

    why: str


Readout = tuple[Record, ...] | Unread
"""All records of a store, by the phone's own ids."""


class Witness(Protocol):
    """Reads the phone's records and changes nothing. Raises DeviceError if the phone is gone."""

    def offers(self, store: Store) -> str:
        """Why this phone does not let the store be read; empty if it does."""
        ...

    def read(self, store: Store) -> Readout:
        """All current records of the store."""
        ...

    def text_of(self, record: Record) -> str | None:
        """The content of a file with a short text; None for other files."""
        ...


@runtime_checkable
class HasWitness(Protocol):
    """Optional capability of a device: its stores can be read. None: reading is off."""

    @property
    def witness(self) -> Witness | None:
        """The phone's records; None if reading is off."""
        ...


def witness_of(device: object) -> Witness | None:
    """The device's witness, None if it has none."""
    return device.witness if isinstance(device, HasWitness) else None

"""What a phone keeps and lets be read besides its screen: the witness by which an effect is proven."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from agentprog.identity import Record


class Store(StrEnum):
    """A place where a phone keeps records, one word that a finding names."""

    MESSAGES = "messages"
    CONTACTS = "contacts"
    CALENDAR = "calendar"
    CALLS = "calls"
    SETTINGS = "settings"
    FILES = "files"
    MEDIA = "media"
    """Photos, videos and recordings, as the phone's own list of them has them."""
    PACKAGES = "packages"
    ALARMS = "alarms"
    NOTIFICATIONS = "notifications"


@dataclass(frozen=True, kw_only=True, slots=True)
class Unread:
    """A store that could not be read, which is not the same as an empty one."""

    why: str


Readout = tuple[Record, ...] | Unread
"""Everything that a store holds, each record with the phone's own id."""


class Witness(Protocol):
    """Reads what a phone keeps and changes nothing. Raises DeviceError where the phone is not there."""

    def offers(self, store: Store) -> str:
        """Why this phone does not let the store be read; empty where it does."""
        ...

    def read(self, store: Store) -> Readout:
        """All records of the store as they are now."""
        ...

    def text_of(self, record: Record) -> str | None:
        """What a file holds, where it is a short text; None where it is not."""
        ...


@runtime_checkable
class HasWitness(Protocol):
    """What a device may be besides: one whose stores can be read. None: they are not to be."""

    @property
    def witness(self) -> Witness | None: ...


def witness_of(device: object) -> Witness | None:
    """The device's witness, where it has one."""
    return device.witness if isinstance(device, HasWitness) else None

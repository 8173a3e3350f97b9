"""Checks which of its own records a phone lets adb read, and which proofs that allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agentprog.devices.doctor.check import Check, guarded
from agentprog.devices.link.transport import Transport
from agentprog.devices.witness import PhoneWitness
from agentprog.ports.witness import Store

_PROVES: Mapping[Store, str] = {
    Store.MESSAGES: "what is sent or deleted",
    Store.CONTACTS: "who is added, edited or deleted, and whose number a message went to",
    Store.CALENDAR: "events of the calendars that the phone itself keeps",
    Store.CALLS: "who was called",
    Store.SETTINGS: "how a setting stands",
    Store.FILES: "files and folders that are made, edited or deleted",
    Store.MEDIA: "photos, videos and recordings",
    Store.PACKAGES: "which apps are installed",
    Store.ALARMS: "alarm clocks that are set or switched off",
    Store.NOTIFICATIONS: "notifications that are sent away",
}
_WITHOUT = (
    "Nothing needs to be done: {what} is checked on the screen alone, "
    "and stays unverified if the screen does not show it."
)
_HIDDEN = (
    "the phone reports calls while they go on, without their numbers ({why}): a call counts as proven "
    "if the screen also names who is called"
)


def check_witnesses(transport: Transport) -> Iterator[Check]:
    """One finding per store; no content is shown or kept. The results also serve the run."""
    witness = PhoneWitness(transport)
    for store in Store:
        yield guarded(_name(store), lambda store=store: _check(witness, store))  # type: ignore[misc]


def _name(store: Store) -> str:
    return f"records of {store.value}"


def _check(witness: PhoneWitness, store: Store) -> Check:
    refused = witness.offers(store)
    if refused:
        remedy = _WITHOUT.format(what=_PROVES[store])
        return Check(name=_name(store), ok=None, detail=f"cannot be read: {refused}", remedy=remedy)
    if store is Store.CALLS and (hidden := witness.numbers_of_calls()):
        return Check(name=_name(store), ok=True, detail=_HIDDEN.format(why=hidden))
    return Check(name=_name(store), ok=True, detail=f"can be read: it proves {_PROVES[store]}")

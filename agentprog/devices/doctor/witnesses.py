"""Checks which of its own records a phone lets adb read, and what that means for proofs."""

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
    "Nothing needs to be done: {what} is held against the screen alone, and ends unverified where that cannot tell."
)
_HIDDEN = (
    "calls are told while they go on, their numbers hidden ({why}): a call is proven where the screen too says "
    "who is called"
)


def check_witnesses(transport: Transport) -> Iterator[Check]:
    """One finding per store; no content is shown or kept. The results also serve the run."""
    witness = PhoneWitness(transport)
    for store in Store:
        yield guarded(_name(store), lambda store=store: _check(witness, store))  # type: ignore[misc]


def _name(store: Store) -> str:
    return f"witness {store.value}"


def _check(witness: PhoneWitness, store: Store) -> Check:
    refused = witness.offers(store)
    if refused:
        remedy = _WITHOUT.format(what=_PROVES[store])
        return Check(name=_name(store), ok=None, detail=f"not to be read: {refused}", remedy=remedy)
    if store is Store.CALLS and (hidden := witness.numbers_of_calls()):
        return Check(name=_name(store), ok=True, detail=_HIDDEN.format(why=hidden))
    return Check(name=_name(store), ok=True, detail=f"may be read: it proves {_PROVES[store]}")

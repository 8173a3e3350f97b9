"""Checks which of its own records a phone lets adb read, and which proofs that allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agentprog.devices.doctor.check import Check, guarded
from agentprog.devices.link.transport import Transport
from agentprog.devices.witness import PhoneWitness
from agentprog.ports.witness import Store

_PROVES: Mapping[Store, str] = {
    Store.MESSAGES: "sent and deleted messages",
    Store.CONTACTS: "added, edited and deleted contacts, and the owners of numbers",
    Store.CALENDAR: "events of the calendars on the phone itself",
    Store.CALLS: "called numbers",
    Store.SETTINGS: "the values of settings",
    Store.FILES: "created, edited and deleted files and folders",
    Store.MEDIA: "photos, videos and recordings",
    Store.PACKAGES: "installed apps",
    Store.ALARMS: "alarm clocks, set and switched off",
    Store.NOTIFICATIONS: "dismissed notifications",
}
_WITHOUT = (
    "Nothing needs to be done: runs check {what} on the screen only; an effect that the screen does not show "
    "stays unverified."
)
_HIDDEN = (
    "the phone reports a call only while it lasts, without the number ({why}): a call counts as proven "
    "if the screen also names the called person"
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
    return Check(name=_name(store), ok=True, detail=f"can be read: they prove {_PROVES[store]}")

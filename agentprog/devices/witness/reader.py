"""The stores of one phone behind adb."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.content import Query
from agentprog.devices.prints.provider import Provider
from agentprog.devices.witness import stores
from agentprog.devices.witness.files import list_files, read_text
from agentprog.identity import Record
from agentprog.ports.witness import Readout, Store, Unread

_PROVIDED: Mapping[Store, Query] = {
    Store.MESSAGES: stores.MESSAGES,
    Store.CONTACTS: stores.CONTACTS,
    Store.CALENDAR: stores.EVENTS,
    Store.CALLS: stores.CALLS,
}


class PhoneWitness:
    """Reads through the shell with the rights that it has. A store that once refused is not asked again."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._provider = Provider(transport.shell)
        self._refused: dict[Store, str] = {}
        self._ways: Mapping[Store, Callable[[], Readout]] = {
            Store.MESSAGES: lambda: stores.messages(self._provider),
            Store.CONTACTS: lambda: stores.contacts(self._provider),
            Store.CALENDAR: lambda: stores.events(self._provider),
            Store.CALLS: lambda: stores.calls(self._provider),
            Store.SETTINGS: lambda: stores.settings(transport),
            Store.FILES: lambda: list_files(transport),
            Store.PACKAGES: lambda: stores.packages(transport),
        }

    def offers(self, store: Store) -> str:
        """Why this phone does not let the store be read; empty where it does. A provider is asked for no row."""
        if store in self._refused:
            return self._refused[store]
        if (query := _PROVIDED.get(store)) is not None:
            refused = self._provider.offers(query.uri)
            return "" if refused is None else str(refused.why)
        found = self.read(store)
        return found.why if isinstance(found, Unread) else ""

    def read(self, store: Store) -> Readout:
        """All records of the store as they are now."""
        if store in self._refused:
            return Unread(why=self._refused[store])
        found = self._ways[store]()
        if isinstance(found, Unread):
            self._refused[store] = found.why
        return found

    def text_of(self, record: Record) -> str | None:
        """What a file holds, where it is a short text."""
        return read_text(self._transport, record)

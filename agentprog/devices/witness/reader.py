"""The stores of one phone behind adb."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from agentprog.devices.link.transport import ShellResult, Transport
from agentprog.devices.prints.content import Query
from agentprog.devices.prints.provider import Provider
from agentprog.devices.witness import dumps, stores
from agentprog.devices.witness.files import list_files, read_text
from agentprog.errors import DeviceTimeout
from agentprog.identity import Record
from agentprog.ports.witness import Readout, Store, Unread

BOUND = 10.0
"""Time limit in seconds for reading a store, with all its queries."""
_PROVIDED: Mapping[Store, Query] = {
    Store.MESSAGES: stores.MESSAGES,
    Store.CONTACTS: stores.CONTACTS,
    Store.CALENDAR: stores.EVENTS,
    Store.MEDIA: stores.MEDIA,
}


class _Over(Exception):
    """The time of a reading ran out between two queries."""


class PhoneWitness:
    """Reads through the shell with the shell's rights. It does not ask a store again that refused or took too long."""

    def __init__(self, transport: Transport, *, bound: float = BOUND) -> None:
        self._transport = transport
        self._bound = bound
        self._over = 0.0
        self._provider = Provider(self._run)
        self._multimedia = stores.Multimedia()
        self._refused: dict[Store, str] = {}
        self._ways: Mapping[Store, Callable[[], Readout]] = {
            Store.MESSAGES: lambda: stores.messages(self._provider, self._multimedia),
            Store.CONTACTS: lambda: stores.contacts(self._provider),
            Store.CALENDAR: lambda: stores.events(self._provider),
            Store.CALLS: self._calls,
            Store.SETTINGS: lambda: stores.settings(self._run),
            Store.FILES: lambda: list_files(transport, self._bound),
            Store.MEDIA: lambda: stores.media(self._provider),
            Store.PACKAGES: lambda: stores.packages(self._run),
            Store.ALARMS: lambda: dumps.alarms(self._run),
            Store.NOTIFICATIONS: lambda: dumps.notifications(self._run),
        }

    def offers(self, store: Store) -> str:
        """The reason why the phone does not let the store be read; empty if it does. The query asks for no row."""
        if store in self._refused:
            return self._refused[store]
        if (query := _PROVIDED.get(store)) is not None:
            return self._refusal_of(query)
        found = self.read(store)
        return found.why if isinstance(found, Unread) else ""

    def numbers_of_calls(self) -> str:
        """The reason why this phone hides called numbers; empty if its call log can be read."""
        return self._refusal_of(stores.CALLS)

    def read(self, store: Store) -> Readout:
        """All current records of the store."""
        if store in self._refused:
            return Unread(why=self._refused[store])
        self._over = time.monotonic() + self._bound
        try:
            found = self._ways[store]()
        except (DeviceTimeout, _Over):
            found = Unread(why=f"the phone took longer than {self._bound:g} seconds to read it")
        if isinstance(found, Unread):
            self._refused[store] = found.why
        return found

    def text_of(self, record: Record) -> str | None:
        """The content of a file, if it is a short text."""
        return read_text(self._transport, record)

    def _calls(self) -> Readout:
        """The call log, or else the current calls."""
        found = stores.calls(self._provider)
        return dumps.live_calls(self._run) if isinstance(found, Unread) else found

    def _refusal_of(self, query: Query) -> str:
        self._over = time.monotonic() + self._bound
        try:
            refused = self._provider.offers(query.uri)
        except (DeviceTimeout, _Over):
            return f"the phone took longer than {self._bound:g} seconds to answer"
        return "" if refused is None else refused.told

    def _run(self, words: str | Sequence[str]) -> ShellResult:
        """Run a command within the remaining time. Raises DeviceTimeout or _Over."""
        left = self._over - time.monotonic()
        if left <= 0:
            raise _Over
        return self._transport.shell(words, seconds=left)

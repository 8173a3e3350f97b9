"""Opens the phone of a run, locks it against other runs, and releases it."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.errors import NoDevice
from agentprog.ports import App, Device, Trap, permissions_of, traps_of, version_of
from agentprog.runtime.journal.events import DeviceOpened
from agentprog.runtime.options import RunOptions
from agentprog.runtime.safety.lock import DeviceLock
from agentprog.runtime.session import Session

DeviceSource = Device | Callable[[], Device] | None


class Connection:
    """The phone of one run. The first statement that needs the phone opens it."""

    def __init__(self, source: DeviceSource, session: Session, options: RunOptions) -> None:
        self._source = source
        self._session = session
        self._options = options
        self._device: Device | None = None
        self._lock: DeviceLock | None = None
        self._apps: tuple[App, ...] | None = None
        self._permissions: dict[str, frozenset[str] | None] = {}
        self._versions: dict[str, str] = {}
        self.traps: tuple[Trap, ...] = ()
        """Traps that the run met, known when the phone is released."""

    @property
    def there(self) -> bool:
        """True if the run was given a phone."""
        return self._source is not None

    @property
    def language(self) -> str:
        """The phone's language, a BCP 47 tag; empty before the phone is opened, or if it does not report one."""
        return self._device.info.language if self._device is not None else ""

    def apps(self, line: int) -> tuple[App, ...]:
        """The phone's apps, read once."""
        if self._apps is None:
            self._apps = self.open(line).apps()
        return self._apps

    def permissions(self, package: str) -> frozenset[str] | None:
        """Permissions that an app requests, read once; None if unknown."""
        if package not in self._permissions:
            self._permissions[package] = permissions_of(self._device, package) if self._device is not None else None
        return self._permissions[package]

    def version(self, package: str) -> str:
        """The phone's version of an app, read once; empty if unknown."""
        if package not in self._versions:
            self._versions[package] = version_of(self._device, package) if self._device is not None else ""
        return self._versions[package]

    def open(self, line: int) -> Device:
        """The phone, for the statement of this line. Raises NoDevice, DeviceBusy and the errors of opening it."""
        if self._device is not None:
            return self._device
        if self._source is None:
            raise NoDevice(
                f"line {line} needs a phone, and this run has none",
                hint="Attach one, name it with --serial, or use --sim for a simulated phone.",
            )
        device = self._source() if callable(self._source) else self._source
        info = device.info
        if self._options.lock_folder is not None:
            run = self._session.folder.name if self._session.folder is not None else ""
            lock = DeviceLock(self._options.lock_folder, info.serial, run=run)
            lock.acquire()
            self._lock = lock
        self._device = device
        self._session.emit(
            DeviceOpened(at=0.0, serial=info.serial, model=info.model, android=info.android, language=info.language)
        )
        return device

    def close(self) -> None:
        """Restore the phone's former state and release its lock."""
        try:
            if self._device is not None:
                self.traps = traps_of(self._device)
                self._device.close()
        finally:
            self._device = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None

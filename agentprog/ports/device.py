"""A phone as the runtime sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from agentprog.frozen import frozen
from agentprog.ports.action import Action, ActionResult
from agentprog.ports.screen import Screen, Screenshot
from agentprog.ports.touches import Hears, touches_of
from agentprog.ports.witness import Witness, witness_of


@frozen
class App:
    """An installed app that can be opened. `label` is its icon's text; `aliases` are other names people use.

    `commits` and `opens` are the known last parts of resource ids: elements that save, send or delete, and elements
    that only open a page or change a view.
    """

    package: str
    label: str
    aliases: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()


@frozen
class DeviceInfo:
    serial: str
    model: str
    android: str
    sdk: int
    width: int
    height: int
    language: str = ""
    """A BCP 47 tag such as `en-US`; empty if the phone does not report it."""


@frozen
class Trap:
    """A fault of the phone that misled its driver, by name (see docs/devices.md), and how often.

    `mended`: the work continued as if the fault had not occurred.
    """

    name: str
    mended: bool
    times: int = 1
    detail: str = ""


@runtime_checkable
class TellsTraps(Protocol):
    """Optional capability of a device: it records the traps that it met."""

    @property
    def traps(self) -> tuple[Trap, ...]:
        """The traps met so far, in the order of their first occurrence."""
        ...


@runtime_checkable
class TellsPermissions(Protocol):
    """Optional capability of a device: it reports the permissions that apps request."""

    def permissions(self, package: str) -> frozenset[str] | None:
        """The permissions in a package's manifest, by full names; None if the phone does not report them."""
        ...


@runtime_checkable
class TellsVersions(Protocol):
    """Optional capability of a device: it reports the versions of apps."""

    def version(self, package: str) -> str:
        """The package's version code; empty if the phone does not report it."""
        ...


@runtime_checkable
class ShowsPicture(Protocol):
    """Optional capability of a device: it gives its pixels at any time, to any thread."""

    def picture(self) -> Screenshot | None:
        """The current pixels, also while the screen moves; None if the phone cannot give them."""
        ...


class Device(Protocol):
    """One attached phone. Every call has its own time limit and raises DeviceError if the phone fails."""

    @property
    def info(self) -> DeviceInfo:
        """Facts about the phone, read once: model, Android version, screen size in pixels, language."""
        ...

    def apps(self) -> tuple[App, ...]:
        """The apps that can be opened, sorted by label."""
        ...

    def observe(self, *, screenshot: bool = False) -> Screen:
        """The screen once it has settled; pixels only on request. `taken_at` is the phone's time."""
        ...

    def perform(self, action: Action) -> ActionResult:
        """Performs the action and waits until the screen has settled.

        `ok=False` if the phone could not do it (app not installed, text did not arrive): a fact for the model. Raises
        DeviceError if the phone itself is in trouble.
        """
        ...

    def close(self) -> None:
        """Restores the phone's keyboard and automation server. Safe to call twice."""
        ...


def traps_of(device: Device) -> tuple[Trap, ...]:
    """The traps that the device met; empty if it does not record them."""
    return device.traps if isinstance(device, TellsTraps) else ()


def permissions_of(device: Device, package: str) -> frozenset[str] | None:
    """The permissions of an app; None if the device does not report them."""
    return device.permissions(package) if isinstance(device, TellsPermissions) else None


def version_of(device: Device, package: str) -> str:
    """The version of an app; empty if the device does not report it."""
    return device.version(package) if isinstance(device, TellsVersions) else ""


def picture_of(device: Device) -> Screenshot | None:
    """The current pixels; None if the device cannot give them."""
    return device.picture() if isinstance(device, ShowsPicture) else None


class DeviceLayer:
    """A Device that delegates to another one. Wrappers around a run's phone override some of its methods."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    @property
    def traps(self) -> tuple[Trap, ...]:
        return traps_of(self._device)

    @property
    def witness(self) -> Witness | None:
        return witness_of(self._device)

    def apps(self) -> tuple[App, ...]:
        return self._device.apps()

    def permissions(self, package: str) -> frozenset[str] | None:
        return permissions_of(self._device, package)

    def version(self, package: str) -> str:
        return version_of(self._device, package)

    def picture(self) -> Screenshot | None:
        return picture_of(self._device)

    def touches(self, hears: Hears) -> Callable[[], None] | None:
        return touches_of(self._device, hears)

    def observe(self, *, screenshot: bool = False) -> Screen:
        return self._device.observe(screenshot=screenshot)

    def perform(self, action: Action) -> ActionResult:
        return self._device.perform(action)

    def close(self) -> None:
        self._device.close()

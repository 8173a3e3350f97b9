"""A phone as the runtime sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from agentprog.ports.action import Action, ActionResult
from agentprog.ports.screen import Screen, Screenshot
from agentprog.ports.touches import Hears, touches_of
from agentprog.ports.witness import Witness, witness_of


@dataclass(frozen=True, kw_only=True, slots=True)
class App:
    """An installed app that can be opened. `label` is what its icon says; other names people use are `aliases`.

    `commits` and `opens` are the last parts of resource ids, where they are known: of what keeps, sends or removes
    something, and of what only opens a page or changes a view.
    """

    package: str
    label: str
    aliases: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceInfo:
    serial: str
    model: str
    android: str
    sdk: int
    width: int
    height: int
    language: str = ""
    """A BCP 47 tag such as `en-US`; empty where the phone does not say."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Trap:
    """A way in which a phone misled whoever drives it, by its name (see docs/devices.md), and how often.

    `mended`: the work went on as if it had not been there.
    """

    name: str
    mended: bool
    times: int = 1
    detail: str = ""


@runtime_checkable
class TellsTraps(Protocol):
    """What a device may be besides: one that writes down what it met."""

    @property
    def traps(self) -> tuple[Trap, ...]:
        """Each trap that was met so far, in the order in which it was first met."""
        ...


@runtime_checkable
class TellsPermissions(Protocol):
    """What a device may be besides: one that says what an app asks the phone for."""

    def permissions(self, package: str) -> frozenset[str] | None:
        """What a package's manifest requests, by full names; None where the phone does not say."""
        ...


@runtime_checkable
class TellsVersions(Protocol):
    """What a device may be besides: one that says which version of an app it has."""

    def version(self, package: str) -> str:
        """The package's version as its phone counts it; empty where the phone does not say."""
        ...


@runtime_checkable
class ShowsPicture(Protocol):
    """What a device may be besides: one that gives its pixels at any time, from any thread."""

    def picture(self) -> Screenshot | None:
        """The pixels of this moment, whether or not the screen is at rest; None where they cannot be given so."""
        ...


class Device(Protocol):
    """One attached phone. Every call has a time limit of its own and raises a DeviceError when it cannot be done."""

    @property
    def info(self) -> DeviceInfo: ...

    def apps(self) -> tuple[App, ...]:
        """The apps that can be opened, sorted by label."""
        ...

    def observe(self, *, screenshot: bool = False) -> Screen:
        """What is on the screen once it has settled. Pixels only when asked for. `taken_at` is the phone's time."""
        ...

    def perform(self, action: Action) -> ActionResult:
        """Do it and wait until the screen has settled. `ok=False` when the phone could not (an app not installed, text
        that did not arrive): a fact for the model. A DeviceError when the phone itself is in trouble."""
        ...

    def close(self) -> None:
        """Leave the phone as it was found (keyboard, automation server). Safe to call twice."""
        ...


def traps_of(device: Device) -> tuple[Trap, ...]:
    """What this device has met, where it is one that tells."""
    return device.traps if isinstance(device, TellsTraps) else ()


def permissions_of(device: Device, package: str) -> frozenset[str] | None:
    """What an app asks for, where the device is one that tells."""
    return device.permissions(package) if isinstance(device, TellsPermissions) else None


def version_of(device: Device, package: str) -> str:
    """The version of an app, where the device is one that tells; else empty."""
    return device.version(package) if isinstance(device, TellsVersions) else ""


def picture_of(device: Device) -> Screenshot | None:
    """The pixels of this moment, where the device is one that gives them."""
    return device.picture() if isinstance(device, ShowsPicture) else None


class DeviceLayer:
    """A Device that hands everything on to another. Whoever stands between a run and its phone overrides a part."""

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

"""The adb server's list of phones: their connections, and whether each can be used.

A serial may hold spaces: a phone that announces itself twice in a network is `adb-R3CX0 (2)._adb-tls-connect._tcp`. A
phone without a serial is listed as `(no serial number)`; requests name it by the number of its connection.
"""

from __future__ import annotations

import re
from enum import StrEnum

from agentprog.devices.link.foreign import HINT_AUTHORIZE, HINT_OFFLINE, HINT_UDEV
from agentprog.frozen import frozen

TRANSPORT = "transport-id:"
"""Prefix of a connection's number that replaces a serial."""
HINT_RESTART = "Restart the phone into Android."
_NO_SERIAL = "(no serial number)"
_ADDRESS = re.compile(r"^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$")
_ANNOUNCED = re.compile(r"\._adb(?:-tls-connect)?\._tcp\.?$")
_STATES = "device|offline|unauthorized|authorizing|connecting|recovery|bootloader|rescue|sideload|host|detached|unknown"
_LINE = re.compile(
    rf"^(?P<serial>.+?)\s+(?P<state>no permissions\b.*?|{_STATES})(?P<facts>(?:\s+\w+:\S+)*)\s*$"
    r"|^(?P<plain>\S+)\s+(?P<other>\w+)(?P<more>(?:\s+\w+:\S+)*)\s*$"
)


class DeviceState(StrEnum):
    """States of a phone in adb's list."""

    READY = "device"
    UNAUTHORIZED = "unauthorized"
    OFFLINE = "offline"
    AUTHORIZING = "authorizing"
    CONNECTING = "connecting"
    NO_PERMISSION = "no permissions"
    RECOVERY = "recovery"
    BOOTLOADER = "bootloader"
    OTHER = "other"

    @property
    def passing(self) -> bool:
        """True if the state changes by itself within a moment."""
        return self in (DeviceState.AUTHORIZING, DeviceState.CONNECTING)


@frozen
class Attached:
    """One phone in adb's list. `remedy` says what to do if it cannot be used.

    `serial` identifies it in commands: `transport-id:N` for a phone without a serial number.
    """

    serial: str
    state: DeviceState
    detail: str = ""
    model: str = ""
    product: str = ""
    usb: str = ""

    @property
    def ready(self) -> bool:
        return self.state is DeviceState.READY

    @property
    def network(self) -> bool:
        """True if it is attached over TCP (Wi-Fi, an emulator, the simulated phone)."""
        return not self.usb and (is_network(self.serial) or self.serial.startswith("emulator-"))

    @property
    def link(self) -> str:
        """The kind of connection, in a word."""
        return "network" if self.network else "USB"

    @property
    def remedy(self) -> str:
        """The steps a person must take before the phone can be used; empty if it is ready."""
        return {
            DeviceState.UNAUTHORIZED: HINT_AUTHORIZE,
            DeviceState.AUTHORIZING: HINT_AUTHORIZE,
            DeviceState.OFFLINE: HINT_OFFLINE,
            DeviceState.CONNECTING: HINT_OFFLINE,
            DeviceState.NO_PERMISSION: HINT_UDEV,
            DeviceState.RECOVERY: HINT_RESTART,
            DeviceState.BOOTLOADER: HINT_RESTART,
            DeviceState.OTHER: HINT_RESTART,
        }.get(self.state, "")


def is_network(serial: str) -> bool:
    """True if a serial is an address, or the name that a phone announces in the network."""
    return _ADDRESS.match(serial) is not None or _ANNOUNCED.search(serial) is not None


def about_phone(serial: str, request: str) -> str:
    """A request of the host protocol about one phone."""
    return f"host-{serial}:{request}" if serial.startswith(TRANSPORT) else f"host-serial:{serial}:{request}"


def to_phone(serial: str) -> str:
    """The request that connects to one phone."""
    return f"host:{serial}" if serial.startswith(TRANSPORT) else f"host:transport:{serial}"


def parse_devices(listing: str) -> tuple[Attached, ...]:
    """Parses the answer to `host:devices-l`, or the output of `adb devices -l`, into records sorted by serial."""
    matches = (_LINE.match(line.rstrip()) for line in listing.splitlines())
    return tuple(sorted((_attached(match) for match in matches if match is not None), key=lambda device: device.serial))


def _attached(match: re.Match[str]) -> Attached:
    serial = (match["serial"] or match["plain"]).strip()
    words = match["state"] or match["other"]
    facts = dict(fact.split(":", 1) for fact in (match["facts"] or match["more"] or "").split())
    transport = facts.get("transport_id", "")
    known = next((state for state in DeviceState if words.startswith(state.value)), DeviceState.OTHER)
    return Attached(
        serial=f"{TRANSPORT}{transport}" if serial == _NO_SERIAL and transport else serial,
        state=known,
        detail="" if words == known.value else words,
        model=facts.get("model", "").replace("_", " "),
        product=facts.get("product", ""),
        usb=facts.get("usb", ""),
    )

"""Phones over the network: pairing with a code, connecting, disconnecting. The user's own adb server does all of it."""

from __future__ import annotations

import re

from agentprog.devices.link.adb import AdbServer, by_serial, settled
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import HINT_AUTHORIZE
from agentprog.devices.link.listing import Attached, DeviceState
from agentprog.devices.link.stream import AdbRefused, StreamClosed
from agentprog.errors import (
    DeviceError,
    DeviceGone,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    NoDevice,
    UsageError,
)
from agentprog.frozen import frozen

ADB_PORT = 5555
_PAIR_SECONDS = 30.0
_CONNECT_SECONDS = 15.0
_ADDRESS = re.compile(r"^(?P<host>\[[0-9a-fA-F:%.]+\]|[^\s:\[\]/]+)(?::(?P<port>\d+))?$")
_SERVICE = re.compile(r"^(?P<name>\S.*?)\s+(?P<kind>_adb[\w-]*\._tcp)\.?\s+(?P<address>\S+:\d+)\s*$")
"""A name may hold spaces: a second phone of the same name is `adb-R3CX0 (2)`."""
_CODE = re.compile(r"^\d{6}$")
_GUID = re.compile(r"\[guid=([^\]]+)\]")
HINT_PAIR = (
    "On the phone: Developer options > Wireless debugging > Pair device with pairing code. The dialog shows the "
    "address with a port of its own and six digits; both hold only while it is open."
)
HINT_CONNECT = (
    "With Android 11 and later: Developer options > Wireless debugging shows the address and port; this computer must "
    "be paired once (`agentprog pair`). Before that: plug the phone in and run `adb tcpip 5555`. Both must be in the "
    "same network."
)


@frozen
class NetworkAddress:
    """A host (name, IPv4, or IPv6 in brackets) and a port."""

    host: str
    port: int

    @property
    def serial(self) -> str:
        """adb's name for a phone at this address."""
        return f"{self.host}:{self.port}"


@frozen
class MdnsService:
    """An announced phone: `kind` is `_adb-tls-connect._tcp`, `_adb-tls-pairing._tcp` or `_adb._tcp`."""

    name: str
    kind: str
    address: str


def read_address(text: str, *, default_port: int | None = ADB_PORT) -> NetworkAddress:
    """Parse HOST or HOST:PORT. Raises UsageError; without a default the port is required."""
    match = _ADDRESS.match(text.strip())
    if match is None:
        raise UsageError(
            f"{text!r} is not an address", hint="Write HOST or HOST:PORT, IPv6 in brackets: [fe80::1]:5555."
        )
    port = int(match["port"]) if match["port"] else default_port
    if port is None:
        raise UsageError(f"{text!r} has no port", hint=HINT_PAIR)
    if not 0 < port < 65536:
        raise UsageError(f"{port} is not a port number", hint="Ports lie between 1 and 65535.")
    return NetworkAddress(host=match["host"], port=port)


def pair(server: AdbServer, address: NetworkAddress, code: str, timeout: float = _PAIR_SECONDS) -> str:
    """Pair this computer with a phone that shows a pairing code. Returns the phone's guid. Raises DeviceError,
    UsageError."""
    digits = re.sub(r"[\s-]", "", code)
    if not _CODE.match(digits):
        raise UsageError(f"the pairing code {code!r} is not six digits", hint=HINT_PAIR)
    deadline = Deadline(timeout, f"pairing with {address.serial}")
    stream = server.open(deadline)
    try:
        stream.request(f"host:pair:{digits}:{address.serial}", deadline)
        answer = stream.read_answer(deadline)
    except AdbRefused as exc:
        raise _not_paired(address, str(exc)) from exc
    except StreamClosed as exc:
        raise DeviceError(f"the adb server broke off while pairing with {address.serial}", hint=HINT_PAIR) from exc
    finally:
        stream.close()
    if not answer.startswith("Successfully paired"):
        raise _not_paired(address, answer)
    found = _GUID.search(answer)
    return found[1] if found else ""


def _not_paired(address: NetworkAddress, answer: str) -> DeviceError:
    if "unknown host service" in answer:
        return DeviceError(
            "this adb server cannot pair", hint="Pairing needs adb 30 or later: update platform-tools.", evidence=answer
        )
    if "Wrong password" in answer or "password" in answer:
        return DeviceUnauthorized(f"the phone at {address.serial} refused the code", hint=HINT_PAIR, evidence=answer)
    return NoDevice(f"no pairing dialog answers at {address.serial}", hint=HINT_PAIR, evidence=answer)


def connect(server: AdbServer, address: NetworkAddress, timeout: float = _CONNECT_SECONDS) -> Attached:
    """Attach the phone at an address, and replace a dead connection that adb still lists. Raises DeviceError."""
    deadline = Deadline(timeout, f"connecting to {address.serial}")
    listed = by_serial(server.devices(deadline.require()), address.serial)
    if listed is not None and listed.state is DeviceState.OFFLINE:
        # adb answers "already connected" for any listed address, dead or not.
        disconnect(server, address, deadline.require())
    try:
        answer = server.connect(address.serial, deadline.require() * 0.8)
    except DeviceTimeout as exc:
        answer = exc.message
    found = by_serial(settled(server, deadline), address.serial)
    if found is not None and found.ready:
        return found
    if found is not None and found.state in (DeviceState.UNAUTHORIZED, DeviceState.AUTHORIZING):
        raise DeviceUnauthorized(
            f"the phone {address.serial} has not allowed this computer to debug it",
            hint=HINT_AUTHORIZE,
            evidence=answer,
        )
    if found is not None:
        raise DeviceOffline(
            f"{address.serial} accepts connections and does not speak adb", hint=HINT_CONNECT, evidence=answer
        )
    raise _not_connected(address, answer)


def _not_connected(address: NetworkAddress, answer: str) -> DeviceError:
    if "failed to authenticate" in answer:
        return DeviceUnauthorized(
            f"the phone at {address.serial} has not allowed this computer to debug it",
            hint=HINT_AUTHORIZE,
            evidence=answer,
        )
    if "resolve" in answer:
        return NoDevice(
            f"{address.host!r} is not known in this network", hint="Use the phone's IP address.", evidence=answer
        )
    if "refused" in answer:
        return NoDevice(f"nothing listens at {address.serial}", hint=HINT_CONNECT, evidence=answer)
    return NoDevice(f"nothing answers at {address.serial}", hint=HINT_CONNECT, evidence=answer)


def disconnect(server: AdbServer, address: NetworkAddress, timeout: float = _CONNECT_SECONDS) -> None:
    """Disconnect a network phone. Raises NoDevice if it was not attached."""
    try:
        server.ask(f"host:disconnect:{address.serial}", Deadline(timeout, f"disconnecting from {address.serial}"))
    except (DeviceGone, NoDevice) as exc:
        raise NoDevice(
            f"{address.serial} is not attached", hint="See `agentprog devices`.", evidence=exc.evidence
        ) from exc


def announced(server: AdbServer, timeout: float = 5.0) -> tuple[MdnsService, ...]:
    """The phones that announce wireless debugging in this network; empty if the adb server does not look for them."""
    try:
        listing = server.ask("host:mdns:services", Deadline(timeout, "asking for announced phones"))
    except DeviceError:
        return ()
    rows = [match for line in listing.splitlines() if (match := _SERVICE.match(line)) is not None]
    return tuple(MdnsService(name=row["name"], kind=row["kind"], address=row["address"]) for row in rows)

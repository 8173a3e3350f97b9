"""The adb server and its phones. agentprog uses the user's own server, and starts one only if none runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import from_adb
from agentprog.devices.link.listing import TRANSPORT, Attached, DeviceState, about_phone, is_network, parse_devices
from agentprog.devices.link.stream import AdbRefused, Address, Stream, StreamClosed
from agentprog.errors import (
    ConfigError,
    DeviceError,
    DeviceGone,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    NoDevice,
    SeveralDevices,
)

if TYPE_CHECKING:
    from adbutils import AdbClient

_LIST_SECONDS = 10.0
_SETTLE_SECONDS = 3.0
_START_SECONDS = 20.0
_DEFAULT_PORT = 5037
_ABOUT_PHONE = re.compile(
    r"host-serial:(?P<serial>.+):[a-z-]+$|host-transport-id:(?P<id>\d+):[a-z-]+$|host:(?:dis)?connect:(?P<address>.+)$"
)
HINT_SIMULATED = (
    "Attach a phone with USB debugging on. Without one there is the simulated phone: run, plan, observe and doctor "
    "take `--sim`."
)


class AdbServer:
    """The adb server of this computer, as the environment names it."""

    def __init__(self, address: Address) -> None:
        self.address = address

    @classmethod
    def from_environment(cls, env: Mapping[str, str] | None = None) -> AdbServer:
        """The address from `ADB_SERVER_SOCKET`, else `ANDROID_ADB_SERVER_ADDRESS` and `_PORT`, else 127.0.0.1:5037,
        like adb itself."""
        env = os.environ if env is None else env
        spec, port = env.get("ADB_SERVER_SOCKET", ""), _server_port(env)
        if spec:
            match = re.fullmatch(r"tcp:(?:(?P<host>.+):)?(?P<port>[0-9]{1,5})", spec)
            if match is None or not _is_port(match["port"]):
                raise ConfigError(
                    f"ADB_SERVER_SOCKET is {spec!r}, which is not tcp:HOST:PORT with a port from 1 to 65535",
                    hint="Only TCP sockets of the adb server are supported; unset it or name a TCP address.",
                )
            return cls(Address(host=match["host"] or "127.0.0.1", port=int(match["port"])))
        host = env.get("ANDROID_ADB_SERVER_ADDRESS") or env.get("ANDROID_ADB_SERVER_HOST") or "127.0.0.1"
        return cls(Address(host=host, port=port))

    def stock(self) -> AdbClient:
        """adbutils' client of this server. It asks for the server's version once; by itself it would ask on a
        connection of its own before every other connection."""
        import adbutils

        client = adbutils.AdbClient(host=self.address.host, port=self.address.port)
        client.server_version = cache(client.server_version)  # type: ignore[method-assign]
        return client

    def open(self, deadline: Deadline) -> Stream:
        """A connection to the server; starts one if this computer runs none."""
        try:
            return Stream.connect(self.address, deadline)
        except OSError as exc:
            if self.address.host not in ("127.0.0.1", "localhost", "::1"):
                raise DeviceError(
                    f"no adb server answers at {self.address.host}:{self.address.port}",
                    hint="Start it there, or unset ADB_SERVER_SOCKET to use the one of this computer.",
                    evidence=repr(exc),
                ) from exc
        self._start(deadline)
        try:
            return Stream.connect(self.address, deadline)
        except OSError as exc:
            raise _no_server(self.address, repr(exc)) from exc

    def _start(self, deadline: Deadline) -> None:
        """Start a server with the user's adb, or with adbutils' own."""
        binary = adb_program()
        env = {key: value for key, value in os.environ.items() if key != "ADB_SERVER_SOCKET"}
        # The server daemon keeps inherited files open for ever, so its output goes to a file, never to a pipe.
        with tempfile.TemporaryFile() as words:
            try:
                done = subprocess.run(
                    [binary, "-P", str(self.address.port), "start-server"],
                    stdin=subprocess.DEVNULL,
                    stdout=words,
                    stderr=words,
                    timeout=min(_START_SECONDS, deadline.require()),
                    env=env,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as exc:
                raise _no_server(self.address, repr(exc)) from exc
            words.seek(0)
            output = words.read().decode("utf-8", errors="replace")
        if done.returncode != 0:
            raise _no_server(self.address, output)

    def ask(self, request: str, deadline: Deadline) -> str:
        """Ask one question of the host protocol. Returns the answer."""
        stream = self.open(deadline)
        try:
            stream.request(request, deadline)
            return stream.read_block(deadline)
        except AdbRefused as exc:
            raise self._refusal(request, str(exc)) from exc
        except DeviceTimeout as exc:
            raise exc if _ABOUT_PHONE.match(request) else self._silence(exc) from exc
        except StreamClosed as exc:
            raise _no_server(self.address, "it closed the connection") from exc
        finally:
            stream.close()

    def _refusal(self, request: str, words: str) -> DeviceError:
        """The error behind a refusal: about the phone if the request names one, else about the server itself."""
        if (about := _ABOUT_PHONE.match(request)) is not None:
            return from_adb(
                words, about["serial"] or about["address"] or f"{TRANSPORT}{about['id']}", "asking the adb server"
            )
        return DeviceError(
            f"the adb server at {self.address.host}:{self.address.port} refuses {request.removeprefix('host:')!r}",
            hint="See ADB_SERVER_SOCKET: another program, or a very old adb server, uses that address.",
            evidence=words,
        )

    def _silence(self, late: DeviceTimeout) -> DeviceTimeout:
        """The error if a question without a phone gets no answer: the server hangs, or is not an adb server."""
        return DeviceTimeout(
            f"the program at {self.address.host}:{self.address.port} does not answer like an adb server: "
            f"{late.message}",
            hint="Run `adb kill-server` and try again, or check ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_PORT: another "
            "program may use that port.",
            evidence=late.evidence,
        )

    def version(self, timeout: float = _LIST_SECONDS) -> int:
        """The server's protocol version; 41 for every adb of recent years."""
        answer = self.ask("host:version", Deadline(timeout, "asking the adb server"))
        try:
            return int(answer, 16)
        except ValueError as exc:
            address = f"{self.address.host}:{self.address.port}"
            raise DeviceError(
                f"the program at {address} is no adb server", hint="See ADB_SERVER_SOCKET.", evidence=answer[:200]
            ) from exc

    def devices(self, timeout: float = _LIST_SECONDS) -> tuple[Attached, ...]:
        """Every phone that the server knows, in any state."""
        listing = self.ask("host:devices-l", Deadline(timeout, "listing the phones"))
        return parse_devices(listing)

    def connect(self, serial: str, timeout: float = _LIST_SECONDS) -> str:
        """`adb connect` to a network address; returns the server's answer."""
        return self.ask(f"host:connect:{serial}", Deadline(timeout, f"connecting to {serial}"))

    def reconnect(self, serial: str, deadline: Deadline) -> None:
        """Bring a lost phone back: reconnect a network address, wait for any other phone."""
        if is_network(serial):
            # A dropped address stays in the list as offline, and connecting to a listed address does nothing.
            with suppress(NoDevice, DeviceGone):
                self.ask(f"host:disconnect:{serial}", deadline)
            self.ask(f"host:connect:{serial}", deadline)
        stream = self.open(deadline)
        try:
            stream.request(about_phone(serial, "wait-for-any-device"), deadline)
            stream.read(4, deadline)
        except AdbRefused as exc:
            raise from_adb(str(exc), serial, "waiting for it to come back") from exc
        except StreamClosed as exc:
            raise from_adb("closed", serial, "waiting for it to come back") from exc
        finally:
            stream.close()


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) < 65_536


def _server_port(env: Mapping[str, str]) -> int:
    port = env.get("ANDROID_ADB_SERVER_PORT", str(_DEFAULT_PORT))
    if not _is_port(port):
        raise ConfigError(
            f"ANDROID_ADB_SERVER_PORT is {port!r}, which is not a port number",
            hint=f"Unset it, or set it to the port of your adb server; {_DEFAULT_PORT} is usual.",
        )
    return int(port)


def adb_program() -> str:
    """The path of adb: from ADBUTILS_ADB_PATH, else from PATH, else the copy in adbutils.

    Raises DeviceError if there is none, ConfigError if adb could not read the environment.
    """
    _server_port(os.environ)  # adbutils reads it on import, and fails if it is not a number
    import adbutils

    try:
        path = str(adbutils.adb_path())
    except adbutils.AdbError as exc:
        raise DeviceError(
            "no adb program was found", hint="Reinstall adbutils, which brings one, or install Android platform-tools."
        ) from exc
    if shutil.which(path) is None:
        raise DeviceError(
            f"ADBUTILS_ADB_PATH is {path!r}, which cannot be run", hint="Unset it, or name an adb program."
        )
    return path


def _no_server(address: Address, evidence: str) -> DeviceError:
    return DeviceError(
        f"no adb server could be started on port {address.port}",
        hint="Run `adb start-server` yourself and read its output.",
        evidence=evidence,
    )


def choose_device(
    serial: str | None = None, env: Mapping[str, str] | None = None, *, timeout: float = _LIST_SECONDS
) -> Attached:
    """The phone to use: the named one (or `ANDROID_SERIAL`), else the only one attached.

    Raises NoDevice, SeveralDevices, DeviceUnauthorized or DeviceOffline, each with a remedy. It connects to a network
    phone that is not attached or no longer answers.
    """
    env = os.environ if env is None else env
    server = AdbServer.from_environment(env)
    asked_serial = serial or env.get("ANDROID_SERIAL") or None
    deadline = Deadline(timeout, "looking for the phone")
    devices = settled(server, deadline)
    if asked_serial is None:
        return _only(devices)
    found = by_serial(devices, asked_serial)
    if is_network(asked_serial) and (found is None or found.state is DeviceState.OFFLINE):
        answer = _connect(server, asked_serial, deadline.require() / 2)
        found = by_serial(settled(server, deadline), asked_serial) or found
        if found is None:
            raise NoDevice(f"nothing answers at {asked_serial}", hint=_others(devices), evidence=answer)
    if found is None:
        raise NoDevice(f"no phone {asked_serial} is attached", hint=_others(devices))
    return _usable(found)


def _connect(server: AdbServer, serial: str, seconds: float) -> str:
    """Connect to an address. An address that accepts and stays silent is offline; the list shows that later."""
    try:
        return server.connect(serial, seconds)
    except DeviceTimeout as exc:
        return exc.message


def settled(server: AdbServer, deadline: Deadline) -> tuple[Attached, ...]:
    """The list of phones once none of them is in a passing state."""
    patience = Deadline(min(_SETTLE_SECONDS, deadline.require()), "waiting for the phone's answer")
    while True:
        devices = server.devices(deadline.require())
        if patience.over or not any(device.state.passing for device in devices):
            return devices
        patience.pause(0.1)


def by_serial(devices: tuple[Attached, ...], serial: str) -> Attached | None:
    """The phone of that serial, if it is in the list."""
    return next((device for device in devices if device.serial == serial), None)


def _only(devices: tuple[Attached, ...]) -> Attached:
    ready = [device for device in devices if device.ready]
    if len(ready) == 1:
        return ready[0]
    if ready:
        names = "\n".join(f"  {device.serial}  {device.model}".rstrip() for device in ready)
        raise SeveralDevices(
            f"{len(ready)} phones are attached", hint=f"Name one with --serial or ANDROID_SERIAL:\n{names}"
        )
    if devices:
        return _usable(devices[0])
    raise NoDevice("no phone is attached", hint=HINT_SIMULATED)


def _usable(device: Attached) -> Attached:
    if device.ready:
        return device
    kinds = {
        DeviceState.UNAUTHORIZED: DeviceUnauthorized,
        DeviceState.AUTHORIZING: DeviceUnauthorized,
        DeviceState.NO_PERMISSION: DeviceUnauthorized,
        DeviceState.OFFLINE: DeviceOffline,
        DeviceState.CONNECTING: DeviceOffline,
    }
    meaning = {
        DeviceUnauthorized: "has not allowed this computer to debug it",
        DeviceOffline: "is offline: adb lists it, but it does not answer",
    }
    kind = kinds.get(device.state, DeviceError)
    if device.state is DeviceState.NO_PERMISSION:
        problem = "may not be opened by this user"
    else:
        problem = meaning.get(kind, f"is in state {device.detail or device.state.value!r}, not running Android")
    raise kind(f"the phone {device.serial} {problem}", hint=device.remedy, evidence=device.detail or device.state.value)


def _others(devices: tuple[Attached, ...]) -> str:
    if not devices:
        return HINT_SIMULATED
    return "Attached are: " + ", ".join(f"{device.serial} ({device.state.value})" for device in devices) + "."

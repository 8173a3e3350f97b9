"""An adb server of the tests' own making: it speaks the smart-socket protocol and passes phones on from a real one.

The phones behind it are real (simulated) phones under names that a cable would give them. So faults of USB alone
(unplugging, no permissions, a port that hangs) happen on the wire, to unchanged clients.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

_SERVICE = re.compile(r"^host-serial:(?P<serial>.+?):(?P<rest>features|wait-for-.*|get-state)$")
_WAIT = 10.0
REFUSALS = {
    "unauthorized": "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
    "offline": "device offline",
    "no permissions": "insufficient permissions for device: missing udev rules?",
}


@dataclass
class Cable:
    """One phone in the list. `behind` is the real serial; empty if the phone exists only in the list."""

    state: str = "device"
    facts: str = "usb:1-1 product:oriole model:Pixel_6 device:oriole transport_id:7"
    behind: str = ""
    plugged: threading.Event = field(default_factory=threading.Event)
    streams: list[socket.socket] = field(default_factory=list)


class SmartSocket:
    """The server. `answers` maps a request to the bytes of its answer; `silent` accepts and sends nothing."""

    def __init__(self, upstream: int = 0) -> None:
        self.upstream = upstream
        self.cables: dict[str, Cable] = {}
        self.answers: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.silent = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = True
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    @property
    def env(self) -> dict[str, str]:
        return {"ADB_SERVER_SOCKET": f"tcp:127.0.0.1:{self.port}"}

    def plug(self, serial: str, **how: str) -> Cable:
        """List a phone."""
        cable = self.cables[serial] = Cable(**how)
        cable.plugged.set()
        return cable

    def pull(self, serial: str) -> None:
        """Pull the cable: the phone is gone from the list, and its connections break."""
        cable = self.cables[serial]
        cable.plugged.clear()
        for stream in cable.streams:
            with suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)
        cable.streams.clear()

    def close(self) -> None:
        self._open = False
        for serial in self.cables:
            self.pull(serial)
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while self._open:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError, EOFError):
            request = _read(client, int(_read(client, 4), 16)).decode()
            self.requests.append(request)
            if self.silent:
                client.settimeout(_WAIT)
                client.recv(1)
            elif request in self.answers:
                client.sendall(self.answers[request])
            else:
                self._answer(client, request)

    def _answer(self, client: socket.socket, request: str) -> None:
        if request == "host:version":
            client.sendall(b"OKAY" + block("0029"))
        elif request == "host:devices-l":
            client.sendall(b"OKAY" + block(self._listing()))
        elif request.startswith(("host:transport:", "host:tport:serial:")):
            self._pass_on(client, request.rsplit(":", 1)[1], request)
        elif (match := _SERVICE.match(request)) is not None and match["rest"].startswith("wait-for"):
            client.sendall(b"OKAY")
            if self._cable(match["serial"]).plugged.wait(_WAIT):
                client.sendall(b"OKAY")
        elif match is not None:
            self._pass_on(client, match["serial"], request)
        else:
            client.sendall(b"FAIL" + block("unknown host service"))

    def _cable(self, serial: str) -> Cable:
        return self.cables.get(serial) or Cable()

    def _listing(self) -> str:
        rows = [(s, c) for s, c in self.cables.items() if c.plugged.is_set()]
        return "".join(f"{serial:22} {cable.state} {cable.facts}\n" for serial, cable in rows)

    def _pass_on(self, client: socket.socket, serial: str, request: str) -> None:
        cable = self._cable(serial)
        if not cable.plugged.is_set():
            client.sendall(b"FAIL" + block(f"device '{serial}' not found"))
            return
        if cable.state != "device":
            client.sendall(b"FAIL" + block(REFUSALS.get(cable.state.split(" (")[0], cable.state)))
            return
        with socket.create_connection(("127.0.0.1", self.upstream)) as phone:
            phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            forwarded = request.replace(serial, cable.behind).encode()
            phone.sendall(b"%04x%s" % (len(forwarded), forwarded))
            cable.streams += [client, phone]
            back = threading.Thread(target=_pump, args=(phone, client), daemon=True)
            back.start()
            _pump(client, phone)
            back.join()


def block(text: str) -> bytes:
    """A text as the protocol writes it: its length in four hexadecimal digits before it."""
    return b"%04x%s" % (len(text.encode()), text.encode())


def _read(stream: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = stream.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def smart_socket(upstream: int = 0) -> Iterator[SmartSocket]:
    """A server for as long as the block lasts. `upstream` is the port of the real one."""
    server = SmartSocket(upstream)
    try:
        yield server
    finally:
        server.close()

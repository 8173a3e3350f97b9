"""One connection to the adb server, with a deadline on every byte."""

from __future__ import annotations

import socket
from contextlib import suppress

from agentprog.devices.link.deadline import Deadline
from agentprog.frozen import frozen


class AdbRefused(Exception):
    """The adb server answered FAIL, with these words. The caller, who knows the phone, converts it."""


class StreamClosed(Exception):
    """The other side closed the connection too early. `partial` is the data received."""

    def __init__(self, partial: bytes = b"") -> None:
        super().__init__("connection closed")
        self.partial = partial


@frozen
class Address:
    """The adb server's address."""

    host: str
    port: int


class Stream:
    """A socket to the adb server. Raises StreamClosed, AdbRefused, and DeviceTimeout when the deadline passes."""

    __slots__ = ("_buffer", "_socket")

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._buffer = bytearray()

    @classmethod
    def connect(cls, address: Address, deadline: Deadline) -> Stream:
        """Connect. Raises OSError if nothing listens there."""
        try:
            connected = socket.create_connection((address.host, address.port), timeout=deadline.require())
        except TimeoutError as exc:
            raise deadline.expired() from exc
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(connected)

    def send(self, data: bytes, deadline: Deadline) -> None:
        """Sends all bytes. Raises DeviceTimeout or StreamClosed."""
        try:
            self._socket.settimeout(deadline.require())
            self._socket.sendall(data)
        except TimeoutError as exc:
            raise deadline.expired() from exc
        except OSError as exc:
            raise StreamClosed from exc

    def _fill(self, deadline: Deadline) -> bool:
        """Wait for more bytes. False at the end of the stream."""
        try:
            self._socket.settimeout(deadline.require())
            chunk = self._socket.recv(262_144)
        except TimeoutError as exc:
            raise deadline.expired() from exc
        except OSError as exc:
            raise StreamClosed(bytes(self._buffer)) from exc
        self._buffer += chunk
        return bool(chunk)

    def read(self, count: int, deadline: Deadline) -> bytes:
        """Read exactly this many bytes."""
        while len(self._buffer) < count:
            if not self._fill(deadline):
                raise StreamClosed(bytes(self._buffer))
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    def read_until(self, mark: bytes, deadline: Deadline, limit: int = 65_536) -> bytes:
        """Read up to the mark, including it."""
        start = 0
        while (at := self._buffer.find(mark, start)) < 0:
            start = max(0, len(self._buffer) - len(mark))
            if len(self._buffer) > limit or not self._fill(deadline):
                raise StreamClosed(bytes(self._buffer))
        return self.read(at + len(mark), deadline)

    def read_rest(self, deadline: Deadline) -> bytes:
        """Read until the other side closes."""
        while self._fill(deadline):
            pass
        data = bytes(self._buffer)
        self._buffer.clear()
        return data

    def request(self, service: str, deadline: Deadline) -> None:
        """Send one request of the adb host protocol and wait for OKAY."""
        body = service.encode()
        self.send(b"%04x%s" % (len(body), body), deadline)
        self._accepted(self.read(4, deadline), deadline)

    def read_answer(self, deadline: Deadline) -> str:
        """Read a text that may have a status of its own before it, as `host:pair` answers after its first OKAY."""
        head = self.read(4, deadline)
        if head in (b"OKAY", b"FAIL"):
            self._accepted(head, deadline)
            return self.read_block(deadline)
        self._buffer[:0] = head
        return self.read_block(deadline)

    def _accepted(self, status: bytes, deadline: Deadline) -> None:
        if status == b"FAIL":
            raise AdbRefused(self.read_block(deadline))
        if status != b"OKAY":
            raise AdbRefused(f"unexpected answer {status!r}")

    def read_block(self, deadline: Deadline) -> str:
        """Read a text preceded by its length in four hexadecimal digits."""
        head = self.read(4, deadline)
        try:
            length = int(head, 16)
        except ValueError:
            return head.decode("ascii", errors="replace")
        return self.read(length, deadline).decode("utf-8", errors="replace")

    @property
    def stale(self) -> bool:
        """True if the other side has closed an idle connection (or sent unexpected data)."""
        if self._buffer:
            return True
        self._socket.settimeout(0)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def hang_up(self) -> None:
        """End it from another thread: the reader finds it closed."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()

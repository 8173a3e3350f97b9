"""One phone behind the adb server: its services, its shell, and reconnection."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.conditions import Condition, HealthLog
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import AdbdHung, StayedAway, from_adb
from agentprog.devices.link.listing import TRANSPORT, about_phone, to_phone
from agentprog.devices.link.stream import AdbRefused, Stream, StreamClosed
from agentprog.errors import DeviceError, DeviceGone, DeviceOffline, DeviceTimeout, DeviceUnauthorized, NoDevice
from agentprog.frozen import frozen

if TYPE_CHECKING:
    from adbutils import AdbDevice

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_STATUS = re.compile(rb"\nstatus=(\d+)\r?\n\Z")
_RECONNECT_SECONDS = 30.0
"""Time enough to find the cable and plug it in again."""
_ATTEMPT_SECONDS = 10.0
"""Seconds for one attempt to reconnect. A connection that breaks during setup never works; only a new attempt helps."""
_FOLLOWS = 86_400.0
"""Longest time to follow a command, in seconds."""


@frozen
class ShellResult:
    """A command's output and exit status."""

    out: str
    err: str
    code: int

    @property
    def words(self) -> str:
        """Its whole output, for an error."""
        return f"{self.out}\n{self.err}".strip()


class ServiceClosed(Exception):
    """The phone has no such service, or no listener on that port."""


class Transport:
    """Connections to one phone. Each call opens its own, so that calls can run in parallel. `waits` is called while it
    waits for a lost phone."""

    def __init__(
        self, server: AdbServer, serial: str, *, timeout: float, waits: Callable[[str], None] = lambda _: None
    ) -> None:
        self.server = server
        self.serial = serial
        self.timeout = timeout
        self.patience = _RECONNECT_SECONDS
        self.health = HealthLog()
        self._waits = waits
        self._features: frozenset[str] | None = None

    def deadline(self, doing: str, seconds: float | None = None) -> Deadline:
        return Deadline(self.timeout if seconds is None else seconds, f"{doing} on {self.serial}")

    def open(self, service: str, deadline: Deadline) -> Stream:
        """A stream to a service of the phone. Raises ServiceClosed if it has none, else a DeviceError."""
        stream = self.server.open(deadline)
        try:
            stream.request(to_phone(self.serial), deadline)
        except (AdbRefused, StreamClosed) as exc:
            stream.close()
            raise from_adb(str(exc), self.serial, deadline.doing) from exc
        except DeviceTimeout:
            stream.close()
            raise
        try:
            stream.request(service, deadline)
        except AdbRefused as exc:
            stream.close()
            lost = from_adb(str(exc), self.serial, deadline.doing)
            if type(lost) is not DeviceGone:
                raise lost from exc
            raise ServiceClosed(str(exc)) from exc
        except StreamClosed as exc:
            stream.close()
            raise from_adb("closed", self.serial, deadline.doing) from exc
        except DeviceTimeout as exc:
            stream.close()
            raise AdbdHung(exc.message, hint=exc.hint, evidence=f"{service.partition(':')[0]} was not opened") from exc
        return stream

    def shell(self, command: str | Sequence[str], *, seconds: float | None = None) -> ShellResult:
        """Run a command. A sequence is quoted word by word; a string is shell text and must hold no foreign text."""
        line = command if isinstance(command, str) else shlex.join(command)
        deadline = self.deadline(f"the command {line.split(' ', 1)[0]!r}", seconds)
        if "shell_v2" not in self._known_features(deadline):
            return self._shell_v1(line, deadline)
        stream = self._service(f"shell,v2,raw:{line}", deadline)
        out, err = bytearray(), bytearray()
        try:
            while True:
                head = stream.read(5, deadline)
                body = stream.read(int.from_bytes(head[1:], "little"), deadline)
                if head[0] == _STDOUT:
                    out += body
                elif head[0] == _STDERR:
                    err += body
                elif head[0] == _EXIT:
                    return ShellResult(out=_text(out), err=_text(err), code=body[0] if body else 0)
        except StreamClosed as exc:
            # A shell that ends sends its exit status; a shell that only falls silent has lost the phone.
            raise from_adb("closed", self.serial, deadline.doing) from exc
        finally:
            stream.close()

    def _shell_v1(self, line: str, deadline: Deadline) -> ShellResult:
        """The shell before Android 7, which mixes both outputs and reports no exit status."""
        stream = self._service(f"shell:({line}) </dev/null; code=$?; echo; echo status=$code", deadline)
        try:
            output = stream.read_rest(deadline)
        except StreamClosed as exc:
            raise from_adb("closed", self.serial, deadline.doing) from exc
        finally:
            stream.close()
        match = _STATUS.search(output)
        if match is None:
            raise from_adb("closed", self.serial, deadline.doing)
        return ShellResult(out=_text(output[: match.start()]), err="", code=int(match[1]))

    def follow(self, command: str) -> Followed:
        """The lines of a command that runs until it is closed. It has a terminal, so each line arrives at once and the
        phone ends the command with its connection. Raises DeviceError."""
        deadline = self.deadline(f"the command {command.split(' ', 1)[0]!r}")
        framed = "shell_v2" in self._known_features(deadline)
        return Followed(self._service(f"shell,v2,pty:{command}" if framed else f"shell:{command}", deadline), framed)

    def stock(self) -> AdbDevice:
        """The phone as an adbutils device, for the remaining uses of adbutils, which is slow to import."""
        client = self.server.stock()
        if self.serial.startswith(TRANSPORT):
            return client.device(transport_id=int(self.serial.removeprefix(TRANSPORT)))
        return client.device(self.serial)

    def exec_out(self, command: str, *, seconds: float | None = None) -> bytes:
        """The raw bytes of a command's output."""
        deadline = self.deadline(f"the command {command.split(' ', 1)[0]!r}", seconds)
        stream = self._service(f"exec:{command}", deadline)
        try:
            return stream.read_rest(deadline)
        except StreamClosed as exc:
            raise from_adb("closed", self.serial, deadline.doing) from exc
        finally:
            stream.close()

    def _service(self, service: str, deadline: Deadline) -> Stream:
        try:
            return self.open(service, deadline)
        except ServiceClosed as exc:
            raise DeviceError(
                f"the phone {self.serial} refuses {service.partition(':')[0]!r} connections", evidence=str(exc)
            ) from exc

    def _known_features(self, deadline: Deadline) -> frozenset[str]:
        if self._features is None:
            answer = self.server.ask(about_phone(self.serial, "features"), deadline)
            self._features = frozenset(answer.split(","))
        return self._features

    def reconnect(self) -> None:
        """Wait until the phone is back, and reconnect it if it is on the network. Raises StayedAway."""
        deadline = self.deadline("reconnecting", self.patience)
        self._waits(f"the phone {self.serial} is gone: waiting {self.patience:g} s for it to come back")
        last: DeviceError | None = None
        while not deadline.over:
            try:
                attempt = self.deadline("reconnecting", min(_ATTEMPT_SECONDS, deadline.left))
                self.server.reconnect(self.serial, attempt)
                self._features = None
                self.health.notice(Condition.DROPPED, mended=True)
                return
            except DeviceUnauthorized:
                raise
            except (DeviceGone, DeviceOffline, DeviceTimeout, NoDevice) as exc:
                last = exc
            time.sleep(min(0.2, deadline.left))
        raise StayedAway(
            f"the phone {self.serial} went away and did not come back within {self.patience:g} s",
            hint="Check the cable or the network, then run `agentprog resume`.",
            evidence=last.evidence if last else "",
        )


class Followed:
    """The lines of a running command."""

    def __init__(self, stream: Stream, framed: bool) -> None:
        self._stream = stream
        self._framed = framed

    def lines(self) -> Iterator[str]:
        """Each line without its line break, until the command or its connection ends, or `close` is called."""
        deadline = Deadline(_FOLLOWS, "following a command")
        try:
            if not self._framed:
                while True:
                    yield _text(self._stream.read_until(b"\n", deadline)).rstrip("\n")
            pending = b""
            while True:
                head = self._stream.read(5, deadline)
                body = self._stream.read(int.from_bytes(head[1:], "little"), deadline)
                if head[0] == _EXIT:
                    return
                *whole, pending = (pending + body).split(b"\n")
                yield from (_text(line).rstrip("\r") for line in whole)
        except (StreamClosed, DeviceTimeout):
            return

    def close(self) -> None:
        """Close it, from any thread."""
        self._stream.hang_up()


def _text(data: bytes | bytearray) -> str:
    return bytes(data).decode("utf-8", errors="replace").replace("\r\n", "\n")

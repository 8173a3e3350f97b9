"""One adb server connected to the phone: handshake, authorisation and the streams it opens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from agentprog.phone.kernel.streams import Stream, StreamClosed
from agentprog.phone.wire import packets
from agentprog.phone.wire.auth import BadKey, PublicKey, new_token
from agentprog.phone.wire.packets import Packet

_log = logging.getLogger(__name__)

Service = Callable[[Stream], Awaitable[None]]


class Daemon(Protocol):
    """The functions of adbd that a connection uses."""

    def banner(self) -> str: ...

    def asks_for_keys(self) -> bool: ...

    def knows(self, token: bytes, signature: bytes) -> bool: ...

    def ask_person(self, key: PublicKey, connection: Connection) -> None: ...

    def find_service(self, name: str, connection: Connection) -> Service | None: ...

    def fault(self, name: str) -> bool: ...


class Connection:
    """The phone's end of one transport."""

    def __init__(self, daemon: Daemon, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._daemon = daemon
        self._reader = reader
        self._writer = writer
        self._drain_lock = asyncio.Lock()
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next_id = 1
        self._checksum = False
        self._token = b""
        self._max_payload = packets.OLD_MAX_PAYLOAD
        self.online = False

    @property
    def max_payload(self) -> int:
        return self._max_payload

    async def run(self) -> None:
        """Serve until the host disconnects or breaks the protocol."""
        try:
            while True:
                await self._handle(await packets.read_packet(self._reader))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except packets.BadPacket as exc:
            _log.warning("closing a connection: %s", exc)
        finally:
            self._end()

    def abort(self) -> None:
        """Break the connection, as pulling the cable does."""
        self._writer.transport.abort()

    def go_online(self) -> None:
        """Accept the host: send the phone's banner."""
        self.online = True
        self._send(packets.CNXN, packets.VERSION, packets.MAX_PAYLOAD, self._daemon.banner().encode())

    async def open(self, destination: str) -> Stream | None:
        """Open a stream to a socket on the host's side, for `adb reverse`. None if the host refuses."""
        stream = Stream(self, self._take_id(), 0)
        stream.expect_ready()
        self._streams[stream.local] = stream
        self._send(packets.OPEN, stream.local, 0, destination.encode() + b"\0")
        return stream if await stream.accepted() else None

    async def write_stream(self, local: int, remote: int, data: bytes) -> None:
        self._send(packets.WRTE, local, remote, data)
        async with self._drain_lock:
            await self._writer.drain()

    def acknowledge(self, local: int, remote: int) -> None:
        self._send(packets.OKAY, local, remote)

    def send_close(self, local: int, remote: int) -> None:
        self._streams.pop(local, None)
        self._send(packets.CLSE, local, remote)

    def _send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        if not self._writer.is_closing():
            packet = Packet(command=command, arg0=arg0, arg1=arg1, payload=payload)
            self._writer.write(packet.encode(checksum=self._checksum))

    def _take_id(self) -> int:
        id_, self._next_id = self._next_id, self._next_id + 1
        return id_

    async def _handle(self, packet: Packet) -> None:
        if packet.command == packets.CNXN:
            self._greeted(packet)
        elif packet.command == packets.AUTH:
            self._authenticate(packet)
        elif packet.command == packets.OPEN and self.online:
            self._opened(packet)
        elif packet.command == packets.WRTE and self.online:
            self._written(packet)
        elif packet.command == packets.OKAY:
            self._acknowledged(packet)
        elif packet.command == packets.CLSE:
            self._closed(packet)
        elif packet.command == packets.STLS:
            raise packets.BadPacket("this phone does not speak TLS")

    def _closed(self, packet: Packet) -> None:
        """Handle CLSE from the host. adbd answers it with CLSE, and some hosts wait for that."""
        stream = self._streams.pop(packet.arg1, None)
        if stream is not None:
            stream.peer_closed()
            self._send(packets.CLSE, stream.local, packet.arg0)

    def _greeted(self, packet: Packet) -> None:
        self._checksum = packet.arg0 < packets.VERSION
        self._max_payload = max(1, min(packet.arg1, packets.MAX_PAYLOAD))
        if self._daemon.fault("offline"):
            return
        if self._daemon.asks_for_keys():
            self._challenge()
        else:
            self.go_online()

    def _challenge(self) -> None:
        self._token = new_token()
        self._send(packets.AUTH, packets.AUTH_TOKEN, 0, self._token)

    def _authenticate(self, packet: Packet) -> None:
        if self.online:
            return
        if packet.arg0 == packets.AUTH_SIGNATURE:
            if self._daemon.knows(self._token, packet.payload):
                self.go_online()
            else:
                self._challenge()
        elif packet.arg0 == packets.AUTH_RSAPUBLICKEY:
            try:
                key = PublicKey.parse(packet.payload)
            except BadKey as exc:
                raise packets.BadPacket(str(exc)) from exc
            self._daemon.ask_person(key, self)

    def _opened(self, packet: Packet) -> None:
        if self._daemon.fault("adbd_frozen"):
            return
        name = packet.payload.rstrip(b"\0").decode("utf-8", "replace")
        service = self._daemon.find_service(name, self)
        if service is None:
            # As adbd does for a port without a listener: CLSE without OKAY, which the client sees as "closed".
            self._send(packets.CLSE, 0, packet.arg0)
            return
        stream = Stream(self, self._take_id(), packet.arg0)
        self._streams[stream.local] = stream
        self._send(packets.OKAY, stream.local, stream.remote)
        task = asyncio.ensure_future(self._serve(service, stream))
        self._tasks.add(task)
        task.add_done_callback(self._served)

    def _written(self, packet: Packet) -> None:
        stream = self._streams.get(packet.arg1)
        if stream is None:
            self._send(packets.CLSE, 0, packet.arg0)
        else:
            stream.fed(packet.payload)

    def _acknowledged(self, packet: Packet) -> None:
        stream = self._streams.get(packet.arg1)
        if stream is not None:
            stream.ready(packet.arg0)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        failure = None if task.cancelled() else task.exception()
        if failure is not None:
            # A failing service must not end the phone; its error goes to the phone's own log.
            _log.error("a service failed", exc_info=failure)

    async def _serve(self, service: Service, stream: Stream) -> None:
        try:
            await service(stream)
        except (StreamClosed, ConnectionError):
            pass
        finally:
            stream.close()

    def _end(self) -> None:
        self.online = False
        for stream in list(self._streams.values()):
            stream.peer_closed()
        self._streams.clear()
        for task in self._tasks:
            task.cancel()
        self._writer.close()

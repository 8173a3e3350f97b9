"""One stream of a connection: bytes both ways, with the protocol's one-write-at-a-time flow control."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

_HIGH_WATER = 4 * 1024 * 1024
"""Bytes a stream holds unread before it stops acknowledging, so that a pushed file cannot fill the memory."""


class StreamClosed(Exception):
    """The other side closed the stream while something was still to be read or written."""


class PacketSink(Protocol):
    """The part of a connection that a stream needs."""

    @property
    def max_payload(self) -> int: ...

    async def write_stream(self, local: int, remote: int, data: bytes) -> None: ...

    def acknowledge(self, local: int, remote: int) -> None: ...

    def send_close(self, local: int, remote: int) -> None: ...


class ByteStream(Protocol):
    """Bytes in, bytes out: the interface for services."""

    async def read(self) -> bytes: ...

    async def read_exactly(self, count: int) -> bytes: ...

    async def write(self, data: bytes) -> None: ...

    @property
    def closed(self) -> bool: ...

    def on_close(self, callback: Callable[[], None]) -> None: ...

    def close(self) -> None: ...


class Stream:
    """A stream opened by the host (or, for reverse forwards, by the phone)."""

    def __init__(self, sink: PacketSink, local: int, remote: int) -> None:
        self.local = local
        self.remote = remote
        self._sink = sink
        self._buffer = bytearray()
        self._unacknowledged = False
        self._readable = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._closed = False
        self._close_callbacks: list[Callable[[], None]] = []

    @property
    def closed(self) -> bool:
        return self._closed

    def on_close(self, callback: Callable[[], None]) -> None:
        """Call back once when the stream ends, whichever side ended it."""
        if self._closed:
            callback()
        else:
            self._close_callbacks.append(callback)

    async def read(self) -> bytes:
        """The data received so far, waiting for at least one byte; empty at the end."""
        while not self._buffer:
            if self._closed:
                return b""
            self._readable.clear()
            await self._readable.wait()
        return self._take(len(self._buffer))

    async def read_exactly(self, count: int) -> bytes:
        """Exactly `count` bytes. Raises StreamClosed when the stream ends before."""
        while len(self._buffer) < count:
            if self._closed:
                raise StreamClosed
            self._acknowledge()
            self._readable.clear()
            await self._readable.wait()
        return self._take(count)

    async def write(self, data: bytes) -> None:
        """Send all of `data`, waiting for the host's OKAY after each packet. Raises StreamClosed."""
        for start in range(0, len(data), self._sink.max_payload):
            await self._writable.wait()
            if self._closed:
                raise StreamClosed
            self._writable.clear()
            await self._sink.write_stream(self.local, self.remote, data[start : start + self._sink.max_payload])
        await self._writable.wait()
        if self._closed:
            raise StreamClosed

    def close(self) -> None:
        """End the stream from this side."""
        if not self._closed:
            self._sink.send_close(self.local, self.remote)
            self.peer_closed()

    def fed(self, data: bytes) -> None:
        """The host sent `data`."""
        self._buffer += data
        self._readable.set()
        self._unacknowledged = True
        if len(self._buffer) < _HIGH_WATER:
            self._acknowledge()

    def ready(self, remote: int) -> None:
        """The host acknowledged the last write (or accepted the stream)."""
        self.remote = remote
        self._writable.set()

    def peer_closed(self) -> None:
        """The host closed the stream, or the connection is gone."""
        if self._closed:
            return
        self._closed = True
        self._readable.set()
        self._writable.set()
        callbacks, self._close_callbacks = self._close_callbacks, []
        for callback in callbacks:
            callback()

    def expect_ready(self) -> None:
        """A stream opened from this side may not write before the host's first OKAY."""
        self._writable.clear()

    async def accepted(self) -> bool:
        """True if the host accepted the stream that this side opened."""
        await self._writable.wait()
        return not self._closed

    def _take(self, count: int) -> bytes:
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        self._acknowledge()
        return data

    def _acknowledge(self) -> None:
        if self._unacknowledged and not self._closed:
            self._unacknowledged = False
            self._sink.acknowledge(self.local, self.remote)


Handler = Callable[[ByteStream], Awaitable[None]]


class Sockets:
    """Listening sockets by name, as adb names them."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def listen(self, name: str, handler: Handler) -> bool:
        """Listen; False when the name is taken."""
        if name in self._handlers:
            return False
        self._handlers[name] = handler
        return True

    def stop(self, name: str) -> bool:
        """Stop listening; False if nobody listened."""
        return self._handlers.pop(name, None) is not None

    def find(self, name: str) -> Handler | None:
        return self._handlers.get(name)

    def names(self) -> tuple[str, ...]:
        return tuple(self._handlers)

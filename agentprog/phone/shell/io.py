"""The input and output streams of a command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from agentprog.frozen import frozen

_PIPE_SIZE = 64 * 1024


class Source(Protocol):
    async def read(self) -> bytes:
        """Some bytes; empty at the end."""
        ...


class Sink(Protocol):
    async def write(self, data: bytes) -> None: ...


class Nothing:
    """/dev/null, both ways."""

    async def read(self) -> bytes:
        return b""

    async def write(self, data: bytes) -> None:
        return None


class Buffer:
    """A sink that keeps all bytes."""

    def __init__(self) -> None:
        self.data = bytearray()

    async def write(self, data: bytes) -> None:
        self.data += data


class Callback:
    """A sink that passes all bytes to a function."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send

    async def write(self, data: bytes) -> None:
        await self._send(data)


class Pipe:
    """The client's input to a shell."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._changed = asyncio.Event()
        self._ended = False

    async def read(self) -> bytes:
        while not self._data and not self._ended:
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._data)
        self._data.clear()
        self._changed.set()
        return data

    async def write(self, data: bytes) -> None:
        while len(self._data) > _PIPE_SIZE:
            self._changed.clear()
            await self._changed.wait()
        self._data += data
        self._changed.set()

    def end(self) -> None:
        """Mark the end of input."""
        self._ended = True
        self._changed.set()


@frozen
class Streams:
    """The three descriptors of a command. With `merged`, stdout and stderr are one stream."""

    stdin: Source
    stdout: Sink
    stderr: Sink
    merged: bool = False


async def read_all(source: Source) -> bytes:
    """Everything up to the end."""
    data = bytearray()
    while chunk := await source.read():
        data += chunk
    return bytes(data)

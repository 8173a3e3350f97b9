"""Where a command's bytes come from and go to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from agentprog.phone.facade import Files

_PIPE_SIZE = 64 * 1024


class BrokenPipe(Exception):
    """Nobody reads what the command writes; it ends as by SIGPIPE."""


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


class Bytes:
    """A source that holds its bytes from the start."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def read(self) -> bytes:
        data, self._data = self._data, b""
        return data


class Buffer:
    """A sink that keeps everything."""

    def __init__(self) -> None:
        self.data = bytearray()

    async def write(self, data: bytes) -> None:
        self.data += data


class Callback:
    """A sink that hands everything on."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send

    async def write(self, data: bytes) -> None:
        await self._send(data)


class Pipe:
    """What one command of a pipeline writes and the next one reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._changed = asyncio.Event()
        self._written = False
        self._abandoned = False

    async def read(self) -> bytes:
        while not self._data and not self._written:
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._data)
        self._data.clear()
        self._changed.set()
        return data

    async def write(self, data: bytes) -> None:
        while len(self._data) > _PIPE_SIZE and not self._abandoned:
            self._changed.clear()
            await self._changed.wait()
        if self._abandoned:
            raise BrokenPipe
        self._data += data
        self._changed.set()

    def end(self) -> None:
        """The writer is done."""
        self._written = True
        self._changed.set()

    def abandon(self) -> None:
        """The reader is done."""
        self._abandoned = True
        self._changed.set()


class FileSink:
    """`> path` and `>> path`: written at once, so that a file that cannot be written fails before the command."""

    def __init__(self, files: Files, path: str, *, append: bool) -> None:
        self._files = files
        self._path = path
        self._data = bytearray(files.read(path) if append and files.stat(path) else b"")
        files.write(path, bytes(self._data))

    async def write(self, data: bytes) -> None:
        self._data += data
        self._files.write(self._path, bytes(self._data))


@dataclass(frozen=True, kw_only=True, slots=True)
class Streams:
    """The three descriptors of a command."""

    stdin: Source
    stdout: Sink
    stderr: Sink


async def read_all(source: Source) -> bytes:
    """Everything up to the end."""
    data = bytearray()
    while chunk := await source.read():
        data += chunk
    return bytes(data)

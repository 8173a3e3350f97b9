"""The file service `sync:`: stat, list, send and receive, in both versions of the protocol."""

from __future__ import annotations

import errno
import posixpath
import stat
import struct

from agentprog.phone.facade import Files, FileStat
from agentprog.phone.kernel.streams import ByteStream

_REQUEST = struct.Struct("<4sI")
_STAT1 = struct.Struct("<III")
_STAT2 = struct.Struct("<IQQIIIIQqqq")
_CHUNK = 64 * 1024
_LONGEST_PATH = 1024
_DEVICE_NUMBER = 0xFE2C


class SyncService:
    """One `sync:` stream. It answers requests until QUIT or the end."""

    def __init__(self, files: Files, stream: ByteStream) -> None:
        self._files = files
        self._stream = stream

    async def run(self) -> None:
        while True:
            verb, length = _REQUEST.unpack(await self._stream.read_exactly(_REQUEST.size))
            if verb == b"QUIT":
                return
            if length > _LONGEST_PATH:
                await self._fail("path too long")
                return
            path = (await self._stream.read_exactly(length)).decode("utf-8", "replace")
            if not await self._answer(verb, path):
                return

    async def _answer(self, verb: bytes, path: str) -> bool:
        if verb == b"STAT":
            found = self._stat(path)
            await self._stream.write(b"STAT" + (_stat1(found) if found else bytes(_STAT1.size)))
        elif verb in (b"STA2", b"LST2"):
            await self._stream.write(verb + _stat2(self._stat(path)))
        elif verb in (b"LIST", b"LIS2"):
            await self._list(path, second=verb == b"LIS2")
        elif verb == b"SEND":
            return await self._receive(path)
        elif verb == b"RECV":
            await self._deliver(path)
        else:
            await self._fail(f"unknown command {verb!r}")
            return False
        return True

    def _stat(self, path: str) -> FileStat | None:
        try:
            return self._files.stat(path)
        except PermissionError:
            return None

    async def _list(self, path: str, *, second: bool) -> None:
        try:
            entries = self._files.list(path)
        except OSError:
            entries = ()
        out = bytearray()
        itself = self._stat(path)
        parent = self._stat(posixpath.dirname(path.rstrip("/")) or "/")
        dots = [(".", itself), ("..", parent)] if itself is not None and stat.S_ISDIR(itself.mode) else []
        by_name = [(entry.name, entry) for entry in entries]
        for name, entry in (*dots, *by_name):
            encoded = name.encode()
            if entry is None:
                continue
            if second:
                out += b"DNT2" + _stat2(entry) + struct.pack("<I", len(encoded)) + encoded
            else:
                out += b"DENT" + _stat1(entry) + struct.pack("<I", len(encoded)) + encoded
        out += b"DONE" + bytes(_STAT2.size + 4 if second else 16)
        await self._stream.write(bytes(out))

    async def _receive(self, request: str) -> bool:
        path, _, mode_text = request.rpartition(",")
        mode = int(mode_text) if path and mode_text.isdigit() else stat.S_IFREG | 0o644
        path = path or request
        data = bytearray()
        while True:
            verb, number = _REQUEST.unpack(await self._stream.read_exactly(_REQUEST.size))
            if verb == b"DATA":
                if number > _CHUNK:
                    await self._fail("oversize data message")
                    return False
                data += await self._stream.read_exactly(number)
            elif verb == b"DONE":
                break
            else:
                await self._fail("invalid data message")
                return False
        try:
            if stat.S_ISLNK(mode):
                raise OSError(errno.EPERM, "Operation not permitted")
            self._files.write(path, bytes(data), mode=stat.S_IMODE(mode), mtime=number)
        except OSError as exc:
            await self._fail(f"couldn't create file: {exc.strerror}")
            return True
        await self._stream.write(b"OKAY" + bytes(4))
        return True

    async def _deliver(self, path: str) -> None:
        try:
            data = self._files.read(path)
        except OSError as exc:
            verb = "read" if isinstance(exc, IsADirectoryError) else "open"
            await self._fail(f"{verb} failed: {exc.strerror}")
            return
        out = bytearray()
        for start in range(0, len(data), _CHUNK):
            chunk = data[start : start + _CHUNK]
            out += b"DATA" + struct.pack("<I", len(chunk)) + chunk
        out += b"DONE" + bytes(4)
        await self._stream.write(bytes(out))

    async def _fail(self, message: str) -> None:
        encoded = message.encode()
        await self._stream.write(b"FAIL" + struct.pack("<I", len(encoded)) + encoded)


def _stat1(entry: FileStat) -> bytes:
    return _STAT1.pack(entry.mode, min(entry.size, 0xFFFFFFFF), entry.mtime & 0xFFFFFFFF)


def _stat2(entry: FileStat | None) -> bytes:
    if entry is None:
        return _STAT2.pack(errno.ENOENT, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    times = (entry.mtime, entry.mtime, entry.mtime)
    return _STAT2.pack(
        0, _DEVICE_NUMBER, entry.inode, entry.mode, entry.links, entry.uid, entry.gid, entry.size, *times
    )

"""Reads parts of a file on the phone, so that a few kilobytes of a large file stay cheap."""

from __future__ import annotations

import io
import shlex

from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.transport import Transport
from agentprog.errors import DeviceError

_BLOCK = 4096
_AHEAD = 64 * 1024
"""Smallest read, in bytes: a round trip takes as long as reading these."""


class RemoteFile(io.RawIOBase):
    """An open file. `size` in bytes; reads after the deadline raise DeviceTimeout."""

    def __init__(self, transport: Transport, path: str, size: int, deadline: Deadline) -> None:
        self._transport = transport
        self._path = path
        self._size = size
        self._deadline = deadline
        self._at = 0
        self._held = b""
        self._held_from = 0
        self._fetch(max(0, size - _AHEAD), _AHEAD)  # archives are read from the end

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, base + offset)
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        left = max(0, self._size - self._at)
        count = left if size is None or size < 0 else min(size, left)
        begin = self._at - self._held_from
        if begin < 0 or begin + count > len(self._held):
            self._fetch(self._at, max(count, _AHEAD))
            begin = self._at - self._held_from
        found = self._held[begin : begin + count]
        self._at += len(found)
        return found

    def _fetch(self, start: int, count: int) -> None:
        """Loads at least `count` bytes from `start`, or up to the end."""
        first = start // _BLOCK
        last = -(-min(start + count, self._size) // _BLOCK)
        # Every Android's dd counts in blocks; counting in bytes needs Android 12.
        words = f"dd if={shlex.quote(self._path)} bs={_BLOCK} skip={first} count={last - first} 2>/dev/null"
        self._held = self._transport.exec_out(words, seconds=self._deadline.require())
        self._held_from = first * _BLOCK
        if len(self._held) < min((last - first) * _BLOCK, self._size - self._held_from):
            raise DeviceError(f"the phone does not give {self._path} to read")

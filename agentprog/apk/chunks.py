"""The chunks of Android's binary resources, and the pool of strings that most of them begin with.

Layout: `ResourceTypes.h` of the Android Open Source Project. All numbers are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

STRING_POOL = 0x0001
_UTF8 = 0x100


class ApkError(ValueError):
    """These bytes do not have the format of a package file."""


class Chunk(NamedTuple):
    """One chunk: its type, where it begins, where its body begins, and where it ends, in bytes."""

    kind: int
    start: int
    body: int
    end: int


@contextmanager
def reading(noun: str) -> Iterator[None]:
    """Run a reader inside: errors from broken bytes become an ApkError."""
    try:
        yield
    except (struct.error, IndexError, UnicodeDecodeError) as exc:
        raise ApkError(f"{noun} is damaged: {exc}") from exc


def chunk_at(data: bytes, at: int) -> Chunk:
    """The chunk that begins at this byte."""
    kind, header, size = struct.unpack_from("<HHI", data, at)
    return Chunk(kind, at, at + header, at + size)


def chunks(data: bytes, at: int, end: int) -> Iterator[Chunk]:
    """The chunks from one place to another. A size that leads nowhere ends them."""
    while at + 8 <= min(end, len(data)):
        found = chunk_at(data, at)
        if found.end < at + 8:
            return
        yield found
        at = found.end


class Strings:
    """A pool of strings; only those asked for are decoded, since a large app has a hundred thousand."""

    def __init__(self, data: bytes, chunk: Chunk) -> None:
        self._data = data
        self._offsets = chunk.body
        count, _, flags, start = struct.unpack_from("<IIII", data, chunk.start + 8)
        self._count: int = count
        self._utf8 = bool(flags & _UTF8)
        self._strings = chunk.start + start

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self._count:
            raise IndexError(f"string {number} of {self._count}")
        at = self._strings + struct.unpack_from("<I", self._data, self._offsets + 4 * number)[0]
        return self._of_bytes(at) if self._utf8 else self._of_units(at)

    def _of_bytes(self, at: int) -> str:
        data = self._data
        at += 2 if data[at] & 0x80 else 1  # the length in UTF-16 units, which nobody needs
        length, at = data[at], at + 1
        if length & 0x80:
            length, at = (length & 0x7F) << 8 | data[at], at + 1
        # Characters outside the basic plane are written as two surrogates of three bytes each.
        raw = data[at : at + length].decode("utf-8", "surrogatepass")
        return raw.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _of_units(self, at: int) -> str:
        length, at = struct.unpack_from("<H", self._data, at)[0], at + 2
        if length & 0x8000:
            length, at = (length & 0x7FFF) << 16 | struct.unpack_from("<H", self._data, at)[0], at + 2
        return self._data[at : at + 2 * length].decode("utf-16-le", "replace")

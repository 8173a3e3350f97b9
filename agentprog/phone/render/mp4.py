"""Writes MP4 files (ISO/IEC 14496-12 and -14) with JPEG pictures, which players open as Motion JPEG.

The file has one video track. Each picture is a sample with its own duration, so a still screen takes one sample.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from agentprog.frozen import frozen

_TICKS = 1000
"""Time units of durations in a second."""
_MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
_JPEG = 0x6C
"""The object type of JPEG pictures (ISO/IEC 14496-1, table 5)."""
_VISUAL = 0x04 << 2 | 1
_UNDETERMINED = 0x55C4
_SELF_CONTAINED, _SHOWN = 1, 3
_FACING_72_DPI = struct.pack(">II", 0x480000, 0x480000)


@frozen
class Picture:
    """A JPEG and its duration in seconds."""

    jpeg: bytes
    seconds: float


def encode(pictures: Sequence[Picture], width: int, height: int) -> bytes:
    """A file of these pictures, all of this size in pixels. Raises ValueError without pictures."""
    if not pictures:
        raise ValueError("a film needs a picture")
    lasts = [max(1, round(picture.seconds * _TICKS)) for picture in pictures]
    sizes = [len(picture.jpeg) for picture in pictures]
    head = _box(b"ftyp", b"isom", struct.pack(">I", 512), b"isom", b"mp41")
    first = len(head) + 8
    offsets = [first + sum(sizes[:at]) for at in range(len(sizes))]
    table = _table(lasts, sizes, offsets, width, height)
    film = _box(b"moov", _movie(sum(lasts)), _track(table, sum(lasts), width, height))
    return head + _box(b"mdat", *(picture.jpeg for picture in pictures)) + film


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


def _full(kind: bytes, *parts: bytes, flags: int = 0) -> bytes:
    """A box with version 0 and flags."""
    return _box(kind, struct.pack(">I", flags), *parts)


def _movie(ticks: int) -> bytes:
    times = struct.pack(">IIII", 0, 0, _TICKS, ticks)
    return _full(b"mvhd", times, struct.pack(">IH10x", 0x10000, 0x100), _MATRIX, bytes(24), struct.pack(">I", 2))


def _track(table: bytes, ticks: int, width: int, height: int) -> bytes:
    size = struct.pack(">II", width << 16, height << 16)
    header = _full(b"tkhd", struct.pack(">IIIII", 0, 0, 1, 0, ticks), bytes(16), _MATRIX, size, flags=_SHOWN)
    media = _full(b"mdhd", struct.pack(">IIIIHH", 0, 0, _TICKS, ticks, _UNDETERMINED, 0))
    handler = _full(b"hdlr", bytes(4), b"vide", bytes(12), b"VideoHandler\0")
    where = _box(b"dinf", _full(b"dref", struct.pack(">I", 1), _full(b"url ", flags=_SELF_CONTAINED)))
    video = _box(b"minf", _full(b"vmhd", bytes(8), flags=1), where, table)
    return _box(b"trak", header, _box(b"mdia", media, handler, video))


def _table(lasts: Sequence[int], sizes: Sequence[int], offsets: Sequence[int], width: int, height: int) -> bytes:
    """The sample tables: position, length and duration of each sample; a chunk holds one sample."""
    count = len(sizes)
    times = b"".join(struct.pack(">II", 1, ticks) for ticks in lasts)
    return _box(
        b"stbl",
        _full(b"stsd", struct.pack(">I", 1), _description(width, height)),
        _full(b"stts", struct.pack(">I", count), times),
        _full(b"stsc", struct.pack(">IIII", 1, 1, 1, 1)),
        _full(b"stsz", struct.pack(f">II{count}I", 0, count, *sizes)),
        _full(b"stco", struct.pack(f">I{count}I", count, *offsets)),
    )


def _description(width: int, height: int) -> bytes:
    decoder = _tagged(4, struct.pack(">BB3xII", _JPEG, _VISUAL, 0, 0))
    stream = _tagged(3, struct.pack(">HB", 1, 0) + decoder + _tagged(6, b"\x02"))
    look = struct.pack(">6xH16xHH", 1, width, height) + _FACING_72_DPI + struct.pack(">4xH32xHh", 1, 24, -1)
    return _box(b"mp4v", look, _full(b"esds", stream))


def _tagged(tag: int, body: bytes) -> bytes:
    return bytes((tag, len(body))) + body

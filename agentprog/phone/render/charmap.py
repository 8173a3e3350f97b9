"""The characters of a font file: its `cmap` table, read in place by binary search (OpenType 1.9, formats 4 and 12).

Pillow draws a box for a missing character and reports nothing. Reading the tables into Python objects would cost ten
megabytes a phone for a Chinese font.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

# Unicode subtables by platform and encoding, full ones first.
_SUBTABLES = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))


class CharacterMap:
    """The characters of one font in a file; `index` selects it in a collection. Raises OSError or ValueError."""

    def __init__(self, path: Path, index: int = 0) -> None:
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        start = self._u32(12 + 4 * index) if self._data[:4] == b"ttcf" else 0
        tables = {self._data[o : o + 4]: self._u32(o + 8) for o in self._records(start + 12, self._u16(start + 4), 16)}
        if b"cmap" not in tables:
            raise ValueError(f"{path} has no cmap table")
        cmap = tables[b"cmap"]
        found = {
            (self._u16(o), self._u16(o + 2)): cmap + self._u32(o + 4)
            for o in self._records(cmap + 4, self._u16(cmap + 2), 8)
        }
        chosen = next((found[key] for key in _SUBTABLES if key in found), None)
        if chosen is None or self._u16(chosen) not in (4, 12):
            raise ValueError(f"{path} has no Unicode character map of format 4 or 12")
        self._table, self._format = chosen, self._u16(chosen)

    def __contains__(self, char: str) -> bool:
        return (self._wide if self._format == 12 else self._narrow)(ord(char))

    @staticmethod
    def _records(start: int, count: int, size: int) -> range:
        return range(start, start + count * size, size)

    def _u16(self, at: int) -> int:
        return int(struct.unpack_from(">H", self._data, at)[0])

    def _u32(self, at: int) -> int:
        return int(struct.unpack_from(">I", self._data, at)[0])

    def _wide(self, code: int) -> bool:
        low, high = 0, self._u32(self._table + 12)
        while low < high:
            middle = (low + high) // 2
            first, last = struct.unpack_from(">II", self._data, self._table + 16 + 12 * middle)
            if code < first:
                high = middle
            elif code > last:
                low = middle + 1
            else:
                return True
        return False

    def _narrow(self, code: int) -> bool:
        if code > 0xFFFF:
            return False
        twice = self._u16(self._table + 6)
        ends = self._table + 14
        low, high = 0, twice // 2
        while low < high:
            middle = (low + high) // 2
            if self._u16(ends + 2 * middle) < code:
                low = middle + 1
            else:
                high = middle
        if low >= twice // 2:
            return False
        starts, at = ends + twice + 2, 2 * low
        first = self._u16(starts + at)
        if code < first:
            return False
        delta, where = self._u16(starts + twice + at), starts + 2 * twice + at
        offset = self._u16(where)
        glyph = code if offset == 0 else self._u16(where + offset + 2 * (code - first))
        return bool(glyph) and (offset != 0 or (code + delta) & 0xFFFF != 0)

"""Files without storage: the kernel's and the system image's files under /proc, /sys, /dev and /system/bin."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Callable, Mapping

from agentprog.phone.records import FileStat

_IMAGE_BUILT = 1_230_768_000
"""Every file of an Android system image is dated 2009-01-01."""
_PROGRAMS = "/system/bin"

Contents = Mapping[str, Callable[[], bytes]]


class PseudoFiles:
    """Read-only files by path: generated on reading, and the programs of /system/bin, which are scripts."""

    def __init__(self, contents: Contents, programs: Mapping[str, str]) -> None:
        self._contents = contents
        self._programs = programs

    def read(self, path: str) -> bytes | None:
        """A file's bytes; None if it is not one of these files."""
        make = self._contents.get(path)
        if make is not None:
            return make()
        return self._programs[posixpath.basename(path)].encode() if self._is_program(path) else None

    def stat(self, path: str) -> FileStat | None:
        if self._is_program(path):
            return _file(path, 0o755)
        if path in self._contents:
            return _file(path, 0o444)
        return _file(path, stat.S_IFDIR | 0o555) if self._below(path) else None

    def list(self, path: str) -> tuple[FileStat, ...]:
        """The entries of a folder, in addition to storage."""
        if path == _PROGRAMS:
            return tuple(_file(f"{path}/{name}", 0o755) for name in sorted(self._programs))
        names = sorted({found[len(path.rstrip("/")) + 1 :].partition("/")[0] for found in self._below(path)})
        entries = (self.stat(posixpath.join(path, name)) for name in names)
        return tuple(entry for entry in entries if entry is not None)

    def _is_program(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return folder == _PROGRAMS and name in self._programs

    def _below(self, path: str) -> tuple[str, ...]:
        return tuple(found for found in self._contents if found.startswith(path.rstrip("/") + "/"))


def _file(path: str, mode: int) -> FileStat:
    return FileStat(
        path=path,
        name=posixpath.basename(path),
        mode=mode if stat.S_ISDIR(mode) else stat.S_IFREG | mode,
        size=0,
        mtime=_IMAGE_BUILT,
        uid=0,
        gid=2000 if path.startswith(_PROGRAMS) else 0,
        inode=1,
        links=1,
    )

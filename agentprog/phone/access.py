"""The phone's storage with the shell's rights: only root reads apps' data, and nobody writes the system."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Callable
from dataclasses import replace

from agentprog.phone.facade import Files, FileStat
from agentprog.phone.pseudo import PseudoFiles

_CLOSED = ("/data/data", "/data/user", "/data/user_de", "/data/system", "/data/misc", "/data/media")
"""Folders that only the owning app (or root) may read."""
_WRITABLE = ("/sdcard", "/storage/emulated", "/storage/self", "/mnt/sdcard", "/data/local/tmp")
_PARTITIONS = ("/system", "/vendor", "/product", "/apex", "/odm")


def _below(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _denied(path: str) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


class UserFiles:
    """`Files` with the rights of uid 2000, or of root."""

    def __init__(
        self,
        files: Files,
        pseudo: PseudoFiles,
        *,
        root: bool,
        full: Callable[[], bool],
        unreadable: Callable[[str], bool],
    ) -> None:
        self._root = root
        self._files = files
        self._pseudo = pseudo
        self._full = full
        self._unreadable = unreadable

    def stat(self, path: str) -> FileStat | None:
        clean = posixpath.normpath(path)
        if self._closed(posixpath.dirname(clean)) and posixpath.dirname(clean) not in _CLOSED:
            raise _denied(path)
        return self._files.stat(path) or self._pseudo.stat(clean)

    def list(self, path: str) -> tuple[FileStat, ...]:
        clean = posixpath.normpath(path)
        if self._closed(clean):
            raise _denied(path)
        besides = self._pseudo.list(clean)
        if besides and self._files.stat(path) is None:
            return besides
        stored = (replace(entry, path=posixpath.join(clean, entry.name)) for entry in self._files.list(path))
        found = {entry.name: entry for entry in (*besides, *stored)}
        return tuple(found[name] for name in sorted(found))

    def read(self, path: str) -> bytes:
        if self._closed(posixpath.normpath(path)) or self._unreadable(path):
            raise _denied(path)
        pseudo_file = self._pseudo.read(posixpath.normpath(path))
        return self._files.read(path) if pseudo_file is None else pseudo_file

    def write(self, path: str, data: bytes, *, mode: int = 0o644, mtime: int | None = None) -> None:
        if path == "/dev/null":
            return
        self._check_writable(path)
        if self._full():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        self._files.write(path, data, mode=mode, mtime=mtime)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        self._check_writable(path)
        self._files.remove(path, recursive=recursive)

    def mkdir(self, path: str, *, parents: bool = False) -> None:
        self._check_writable(path)
        self._files.mkdir(path, parents=parents)

    def rename(self, source: str, target: str) -> None:
        self._check_writable(source)
        self._check_writable(target)
        self._files.rename(source, target)

    def touch(self, path: str, mtime: int | None = None) -> None:
        self._check_writable(path)
        self._files.touch(path, mtime)

    def chmod(self, path: str, mode: int) -> None:
        self._check_writable(path)
        self._files.chmod(path, mode)

    def _check_writable(self, path: str) -> None:
        clean = posixpath.normpath(path)
        if _below(clean, _WRITABLE):
            return
        if _below(clean, _PARTITIONS) or clean.count("/") == 1:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        if not self._root:
            raise _denied(path)

    def _closed(self, clean: str) -> bool:
        return not self._root and _below(clean, _CLOSED)

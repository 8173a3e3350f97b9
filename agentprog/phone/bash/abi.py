"""bashkit's native file system interface, version 1, implemented in Python through ctypes.

Source: `bashkit::interop::fs` in bashkit 0.20 (https://github.com/everruns/bashkit). A capsule named
`bashkit.FileSystem.v1` holds a handle: two functions for reference counting, a table of thirteen operations, and two
functions that free the operations' results. Strings and file contents pass as pointer and length.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import os
import stat
import threading
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from agentprog.phone.records import FileStat

_log = logging.getLogger(__name__)
_NAME = b"bashkit.FileSystem.v1"
_VERSION = 1
_OK, _FAILED = 0, 1
_DIRECTORY, _FILE = 1, 0
_KINDS = {
    errno.ENOENT: 1,
    errno.EEXIST: 2,
    errno.EACCES: 3,
    errno.EPERM: 3,
    errno.EINVAL: 4,
    errno.EISDIR: 5,
    errno.ENOTDIR: 6,
    errno.ENOTEMPTY: 7,
}
"""Error codes of the interface; any other failure is 0 with a message."""
_DEEPEST = 1 << 20
"""Stack limit in bytes, half of a bashkit thread's stack; each program that calls another takes 20 KB."""
_LARGEST_STACK = 1 << 25
"""Addresses further apart than this lie on different stacks: a thread has ended and a new one has its number."""


class Tree(Protocol):
    """The operations of a file system. Paths are absolute; failures are OSErrors."""

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, data: bytes) -> None: ...

    def append(self, path: str, data: bytes) -> None: ...

    def mkdir(self, path: str, parents: bool) -> None: ...

    def remove(self, path: str, recursive: bool) -> None: ...

    def stat(self, path: str) -> FileStat: ...

    def list(self, path: str) -> tuple[FileStat, ...]: ...

    def exists(self, path: str) -> bool: ...

    def rename(self, source: str, target: str) -> None: ...

    def copy(self, source: str, target: str) -> None: ...

    def chmod(self, path: str, mode: int) -> None: ...


class _Text(ctypes.Structure):
    """Bytes owned by the caller, or (the same layout) by this module until they are freed."""

    _fields_ = (("start", ctypes.c_void_p), ("length", ctypes.c_size_t))

    def value(self) -> bytes:
        return ctypes.string_at(self.start, self.length) if self.length else b""

    def path(self) -> str:
        return self.value().decode("utf-8")


class _Failure(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint32), ("message", _Text))


class _Metadata(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("reserved", ctypes.c_uint8 * 7),
        ("size", ctypes.c_uint64),
        ("mode", ctypes.c_uint32),
        ("modified", ctypes.c_int64),
        ("modified_nanoseconds", ctypes.c_uint32),
        ("created", ctypes.c_int64),
        ("created_nanoseconds", ctypes.c_uint32),
    )

    def fill(self, found: FileStat) -> None:
        self.kind = _DIRECTORY if stat.S_ISDIR(found.mode) else _FILE
        self.size = found.size
        self.mode = stat.S_IMODE(found.mode)
        self.modified = self.created = found.mtime


class _Entry(ctypes.Structure):
    _fields_ = (("name", _Text), ("metadata", _Metadata))


_Out = ctypes.POINTER


def _operation(*arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, *arguments, _Out(_Failure))


_OPERATIONS: dict[str, Any] = {
    "read_file": _operation(_Text, _Out(_Text)),
    "write_file": _operation(_Text, _Text),
    "append_file": _operation(_Text, _Text),
    "mkdir": _operation(_Text, ctypes.c_bool),
    "remove": _operation(_Text, ctypes.c_bool),
    "stat": _operation(_Text, _Out(_Metadata)),
    "read_dir": _operation(_Text, _Out(_Text)),
    "exists": _operation(_Text, _Out(ctypes.c_bool)),
    "rename": _operation(_Text, _Text),
    "copy": _operation(_Text, _Text),
    "symlink": _operation(_Text, _Text),
    "read_link": _operation(_Text, _Out(_Text)),
    "chmod": _operation(_Text, ctypes.c_uint32),
}
_FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _Text)
_COUNT = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Table(ctypes.Structure):
    _fields_ = (*_OPERATIONS.items(), ("free_bytes", _FREE), ("free_dir_entries", _FREE))


class _Handle(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("instance", ctypes.c_void_p),
        ("retain", _COUNT),
        ("release", _COUNT),
        ("table", _Out(_Table)),
    )


class Export:
    """A tree in bashkit's form. It lives for as long as a shell holds it, even without other references."""

    _held: ClassVar[dict[int, Export]] = {}
    """Exports in use, by instance number. bashkit calls them from its own threads."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._users = 0
        self._given: dict[int, tuple[Any, tuple[int, ...]]] = {}
        """Memory handed out and not yet freed, by address, with the addresses that it points to."""
        self._tops: dict[int, int] = {}
        """The stack's highest known address for each calling thread."""
        callbacks = {name: kind(self._guarded(getattr(self, "_" + name))) for name, kind in _OPERATIONS.items()}
        self._table = _Table(**callbacks, free_bytes=_FREE(self._free), free_dir_entries=_FREE(self._free))
        self._handle = _Handle(_VERSION, 0, id(self), _COUNT(self._retain), _COUNT(self._release))
        self._handle.table = ctypes.pointer(self._table)

    def capsule(self) -> Any:
        """The capsule for `bashkit.FileSystem.from_capsule`. Use it at once: it does not keep this object alive."""
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(self._handle), _NAME, None)

    def _retain(self, _: object) -> None:
        self._users += 1
        self._held[id(self)] = self

    def _release(self, _: object) -> None:
        self._users -= 1
        if not self._users:
            self._held.pop(id(self), None)

    def _guarded(self, work: Callable[..., None]) -> Callable[..., int]:
        """Wraps a callback: an exception must not leave it, so it becomes the failure that the caller reads."""

        def answer(_instance: object, *arguments: Any) -> int:
            *values, failure = arguments
            try:
                self._refuse_depth(ctypes.addressof(failure.contents))
                work(*values)
            except OSError as exc:
                self._fail(failure, _KINDS.get(exc.errno or 0, 0), exc.strerror or str(exc))
                return _FAILED
            except Exception as exc:  # noqa: BLE001 - nothing above this frame could take it
                _log.exception("the phone's storage failed")
                self._fail(failure, 0, f"{type(exc).__name__}: {exc}")
                return _FAILED
            return _OK

        return answer

    def _refuse_depth(self, place: int) -> None:
        """Raises OSError if nested programs have used half of the stack; bashkit does not check.

        The caller keeps its failure record on its own stack, so the record's `place` shows the depth.
        """
        thread = threading.get_ident()
        top = self._tops.get(thread, place)
        if not 0 <= top - place < _LARGEST_STACK:
            top = place
        self._tops[thread] = top
        if top - place > _DEEPEST:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    def _fail(self, failure: Any, kind: int, words: str) -> None:
        failure[0].kind = kind
        self._give(failure[0].message, words.encode())

    def _give(self, out: _Text, data: bytes) -> int:
        buffer = ctypes.create_string_buffer(data, max(len(data), 1))
        out.start, out.length = ctypes.addressof(buffer), len(data)
        self._given[ctypes.addressof(buffer)] = (buffer, ())
        return ctypes.addressof(buffer)

    def _free(self, _: object, text: _Text) -> None:
        _memory, names = self._given.pop(text.start or 0, (None, ()))
        for address in names:
            self._given.pop(address, None)

    def _read_file(self, path: _Text, out: Any) -> None:
        self._give(out[0], self._tree.read(path.path()))

    def _write_file(self, path: _Text, data: _Text) -> None:
        self._tree.write(path.path(), data.value())

    def _append_file(self, path: _Text, data: _Text) -> None:
        self._tree.append(path.path(), data.value())

    def _mkdir(self, path: _Text, parents: bool) -> None:
        self._tree.mkdir(path.path(), parents)

    def _remove(self, path: _Text, recursive: bool) -> None:
        self._tree.remove(path.path(), recursive)

    def _stat(self, path: _Text, out: Any) -> None:
        out[0].fill(self._tree.stat(path.path()))

    def _read_dir(self, path: _Text, out: Any) -> None:
        found = self._tree.list(path.path())
        entries = (_Entry * len(found))()
        names = []
        for entry, file in zip(entries, found, strict=True):
            names.append(self._give(entry.name, file.name.encode("utf-8", "replace")))
            entry.metadata.fill(file)
        out[0].start, out[0].length = ctypes.addressof(entries), len(found)
        self._given[ctypes.addressof(entries)] = (entries, tuple(names))

    def _exists(self, path: _Text, out: Any) -> None:
        out[0] = self._tree.exists(path.path())

    def _rename(self, source: _Text, target: _Text) -> None:
        self._tree.rename(source.path(), target.path())

    def _copy(self, source: _Text, target: _Text) -> None:
        self._tree.copy(source.path(), target.path())

    def _symlink(self, _target: _Text, link: _Text) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", link.path())

    def _read_link(self, path: _Text, _out: Any) -> None:
        raise OSError(errno.EINVAL, "Invalid argument", path.path())

    def _chmod(self, path: _Text, mode: int) -> None:
        self._tree.chmod(path.path(), mode)

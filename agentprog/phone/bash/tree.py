"""The phone's storage for the shell: bashkit's threads ask, the phone's own thread answers."""

from __future__ import annotations

import asyncio
import errno
import os
import posixpath
import stat
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Overdue
from typing import TypeVar

from agentprog.phone.records import Caller, FileStat
from agentprog.phone.rig import Rig

_PATIENCE = 30.0
"""Seconds until an operation fails if the phone does not answer."""

_Result = TypeVar("_Result")


class PhoneTree:
    """`abi.Tree` over a phone's files, with the shell's rights at the time of each operation."""

    def __init__(self, rig: Rig, user: Caller) -> None:
        """The phone's event loop must be running."""
        self._files = rig.files(user)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()

    def read(self, path: str) -> bytes:
        return self._ask(lambda: self._files.read(path))

    def write(self, path: str, data: bytes) -> None:
        self._ask(lambda: self._files.write(path, data, mode=self._mode(path)))

    def append(self, path: str, data: bytes) -> None:
        def add() -> None:
            files = self._files
            before = files.read(path) if files.stat(path) is not None else b""
            files.write(path, before + data, mode=self._mode(path))

        self._ask(add)

    def mkdir(self, path: str, parents: bool) -> None:
        self._ask(lambda: self._files.mkdir(path, parents=parents))

    def remove(self, path: str, recursive: bool) -> None:
        self._ask(lambda: self._files.remove(path, recursive=recursive))

    def stat(self, path: str) -> FileStat:
        found = self._ask(lambda: self._files.stat(path))
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return found

    def list(self, path: str) -> tuple[FileStat, ...]:
        return self._ask(lambda: self._files.list(path))

    def exists(self, path: str) -> bool:
        try:
            return self._ask(lambda: self._files.stat(path)) is not None
        except PermissionError:
            return False

    def rename(self, source: str, target: str) -> None:
        self._ask(lambda: self._files.rename(source, target))

    def copy(self, source: str, target: str) -> None:
        self._ask(lambda: self._files.write(target, self._files.read(source), mode=self._mode(source)))

    def chmod(self, path: str, mode: int) -> None:
        self._ask(lambda: self._files.chmod(path, mode))

    def _mode(self, path: str) -> int:
        found = self._files.stat(posixpath.normpath(path))
        return stat.S_IMODE(found.mode) if found is not None else 0o644

    def _ask(self, work: Callable[[], _Result]) -> _Result:
        if threading.get_ident() == self._thread:
            return work()
        answer: Future[_Result] = Future()

        def run() -> None:
            try:
                answer.set_result(work())
            except Exception as exc:  # noqa: BLE001 - raised again where it was asked
                answer.set_exception(exc)

        try:
            self._loop.call_soon_threadsafe(run)
            return answer.result(_PATIENCE)
        except (RuntimeError, Overdue) as exc:
            raise OSError(errno.EIO, os.strerror(errno.EIO)) from exc

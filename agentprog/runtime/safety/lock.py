"""Allows one run for each device: a lock file names its holder."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path
from types import TracebackType

import filelock

from agentprog.errors import DeviceBusy, RunError
from agentprog.runtime.files import read_plain
from agentprog.runtime.safety.texts import visible

_ANYBODY = 0o666
"""Users of one machine lock its phones from one another, so each may open the files of the others."""
_LONGEST = 4096
"""Most bytes read from a lock file."""
_ELSEWHERE = "Name a folder of yours in AGENTPROG_LOCK_DIR, the same one for all users of the phone."


def _make(folder: Path) -> None:
    """Make the folder, writable for every user. Raises OSError if the path is no folder, for example a planted link."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(folder))
    try:
        folder.mkdir(parents=True)
        folder.chmod(0o777)
    except FileExistsError:
        if not folder.is_dir():
            raise


class DeviceLock:
    """Held while a run uses a device. The lock ends with its process, so a killed run leaves nothing to clean up."""

    def __init__(self, folder: Path, serial: str, *, run: str) -> None:
        name = re.sub(r"[^A-Za-z0-9._-]", "_", serial)
        self._serial = serial
        self._run = run
        self._holder = folder / f"{name}.json"
        self._lock = filelock.FileLock(folder / f"{name}.lock", timeout=0, mode=_ANYBODY)

    def acquire(self) -> None:
        """Raises DeviceBusy, naming the process and the run that holds the device."""
        try:
            _make(self._holder.parent)
            self._lock.acquire()
        except filelock.Timeout as exc:
            raise DeviceBusy(
                f"another run uses the device {self._serial}{self._who()}",
                hint="Wait until it ends, stop it, or name another device with --serial.",
            ) from exc
        except OSError as exc:
            raise RunError(
                f"cannot lock the device in {self._holder.parent}: {exc.strerror}",
                hint=_ELSEWHERE,
            ) from exc
        self._say()

    def release(self) -> None:
        """Safe to call when it is not held."""
        if self._lock.is_locked:
            self._holder.unlink(missing_ok=True)
            self._lock.release()

    def _say(self) -> None:
        """Write the holder into a new file; a link that another user planted is not followed."""
        try:
            self._holder.unlink(missing_ok=True)
            with os.fdopen(os.open(self._holder, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w") as file:
                file.write(json.dumps({"pid": os.getpid(), "run": self._run}))
        except OSError as exc:
            self._lock.release()
            raise RunError(
                f"cannot lock the device in {self._holder.parent}: {exc.strerror}",
                hint=_ELSEWHERE,
            ) from exc

    def _who(self) -> str:
        try:
            data = json.loads(read_plain(self._holder, most=_LONGEST))
            return f" (process {int(data['pid'])}, run {visible(str(data['run']))})"
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return ""

    def __enter__(self) -> DeviceLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

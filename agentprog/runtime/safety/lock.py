"""One run a device: a lock file that says who holds it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import TracebackType

import filelock

from agentprog.errors import DeviceBusy, RunError


class DeviceLock:
    """Held while a run uses a device. The lock dies with its process, so a killed run leaves nothing to clean up."""

    def __init__(self, folder: Path, serial: str, *, run: str) -> None:
        name = re.sub(r"[^A-Za-z0-9._-]", "_", serial)
        self._serial = serial
        self._run = run
        self._holder = folder / f"{name}.json"
        self._lock = filelock.FileLock(folder / f"{name}.lock", timeout=0)

    def acquire(self) -> None:
        """Raises DeviceBusy, naming the process and the run that holds the device."""
        try:
            self._holder.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except filelock.Timeout as exc:
            raise DeviceBusy(
                f"another run holds the device {self._serial}{self._who()}",
                hint="Wait until it ends, stop it, or name another device with --serial.",
            ) from exc
        except OSError as exc:
            raise RunError(f"cannot lock the device in {self._holder.parent}: {exc.strerror}") from exc
        self._holder.write_text(json.dumps({"pid": os.getpid(), "run": self._run}), encoding="utf-8")

    def release(self) -> None:
        """Safe to call when it is not held."""
        if self._lock.is_locked:
            self._holder.unlink(missing_ok=True)
            self._lock.release()

    def _who(self) -> str:
        try:
            data = json.loads(self._holder.read_text(encoding="utf-8"))
            return f" (process {data['pid']}, run {data['run']})"
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def __enter__(self) -> DeviceLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

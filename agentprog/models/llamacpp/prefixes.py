"""Evaluated beginnings of prompts on disk, so that a new process need not evaluate them again.

A file holds the keys and values of one prompt's stable messages: nothing of a task, a screen or a run. It depends on
the weights and the library that made it. A missing or broken file costs only the saved time.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from pathlib import Path

WORTH = 64
"""Shorter beginnings are evaluated faster than loaded."""
MOST_BYTES = 512 * 2**20
"""Size limit of a folder in bytes; the longest unused files are removed first."""
_SUFFIX = ".prefix"
_ABANDONED = 3600.0
"""Age in seconds after which a partial file counts as abandoned."""
_DIGEST = 32


class PrefixStore:
    """A folder of saved beginnings. `maker` identifies the weights, the library and its settings."""

    def __init__(self, folder: Path, maker: str, *, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._maker = maker
        self._most = most_bytes

    def load(self, tokens: Sequence[int]) -> bytes | None:
        """The saved data of exactly these tokens, None if there is none.

        An incomplete file is removed: given to the library it would end the process.
        """
        path = self._path(tokens)
        try:
            raw = path.read_bytes()
            if _digest(raw[_DIGEST:]) != raw[:_DIGEST]:
                path.unlink(missing_ok=True)
                return None
            os.utime(path)
        except OSError:
            return None
        return raw[_DIGEST:]

    def save(self, tokens: Sequence[int], data: bytes) -> None:
        """Saves the data, whole or not at all: a full or read-only disk is no error."""
        path = self._path(tokens)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                part.touch(mode=0o600)
                part.write_bytes(_digest(data) + data)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
            self._prune()
        except OSError:
            return

    def _path(self, tokens: Sequence[int]) -> Path:
        digest = hashlib.sha256(f"{self._maker}\n{','.join(map(str, tokens))}".encode())
        return self._folder / f"{digest.hexdigest()[:32]}{_SUFFIX}"

    def _prune(self) -> None:
        """Removes the oldest files; another process may remove them at the same time."""
        known = []
        for path in self._folder.glob(f"*{_SUFFIX}"):
            try:
                known.append((path.stat(), path))
            except FileNotFoundError:
                continue
        for left in self._folder.glob("*.part"):  # left by a process that was killed while writing
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink(missing_ok=True)
        total = 0
        for stat, path in sorted(known, key=lambda found: found[0].st_mtime, reverse=True):
            total += stat.st_size
            if total > self._most:
                path.unlink(missing_ok=True)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()

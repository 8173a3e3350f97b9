"""Safe access to files that others may write too: never follows a link, never waits for a pipe."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import IO

from agentprog.errors import UsageError

_READING = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_WRITING = os.O_WRONLY | os.O_CREAT | os.O_EXCL | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_BINARY"))


def open_plain(path: Path) -> IO[bytes]:
    """Open a plain file for reading. Raises OSError for anything else: a link, a folder, a pipe, a device."""
    descriptor = os.open(path, _READING)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no plain file")
    return os.fdopen(descriptor, "rb")


def read_plain(path: Path, *, most: int) -> bytes:
    """The first `most` bytes of a plain file. Raises OSError, as `open_plain`."""
    with open_plain(path) as file:
        return file.read(most)


def replace_plain(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Replace a file atomically. The temporary file has an unpredictable name and is never opened through a link.
    `mode` are its permissions, less the umask. Raises OSError.
    """
    fresh = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(fresh, _WRITING, mode), "wb") as file:
            file.write(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def only_plain(folder: Path) -> None:
    """Raises UsageError if a folder holds anything but plain files and folders: a link may lead anywhere, and a pipe
    may never end.
    """
    waiting = [folder]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue  # the code that reads the file reports why it cannot be listed
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            elif not entry.is_file(follow_symlinks=False):
                entry_kind = "a link, which may lead anywhere" if entry.is_symlink() else "a special file"
                raise UsageError(
                    f"the run folder {folder} holds {entry_kind}: {entry.path}",
                    hint="No run creates one. Remove it if you know its origin.",
                )

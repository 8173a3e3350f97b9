"""The phone's files: Android paths mapped into a folder of this computer."""

from __future__ import annotations

import errno
import os
import posixpath
import shutil
import sqlite3
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from agentprog.phone.kernel.clock import Clock
from agentprog.phone.records import FileStat

PRIMARY = "/storage/emulated/0"
_ALIASES = {
    "/sdcard": PRIMARY,
    "/mnt/sdcard": PRIMARY,
    "/storage/self/primary": PRIMARY,
    "/data/media/0": PRIMARY,
    "/data/user/0": "/data/data",
    "/data/user_de/0": "/data/data",
}
FOLDERS = (
    *("/system/bin", "/system/app", "/vendor", "/data/app", "/data/local/tmp", "/data/system/users/0", "/data/data"),
    *(f"{PRIMARY}/{n}" for n in ("Alarms", "Android/data", "DCIM/Camera", "Documents", "Download", "Movies")),
    *(f"{PRIMARY}/{n}" for n in ("Music", "Notifications", "Pictures", "Podcasts", "Recordings", "Ringtones")),
)


def canonical(path: str) -> str:
    """An absolute Android path without aliases, dots and doubled slashes."""
    clean = posixpath.normpath("/" + path.strip().lstrip("/"))
    for alias, target in _ALIASES.items():
        if clean == alias or clean.startswith(alias + "/"):
            return target + clean[len(alias) :]
    return clean


def _missing(path: str) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


class Storage:
    """Files and folders. Times written are the phone's, not the computer's."""

    def __init__(self, folder: Path, clock: Clock, uid_of: Callable[[str], int]) -> None:
        self.folder = folder
        self._clock = clock
        self._uid_of = uid_of

    def prepare(self) -> None:
        for name in FOLDERS:
            self.host_path(name).mkdir(parents=True, exist_ok=True)
        for host in (self.folder, *self.folder.rglob("*")):
            os.utime(host, (self._clock.now().timestamp(),) * 2)

    def host_path(self, path: str) -> Path:
        return self.folder / canonical(path).lstrip("/")

    def stat(self, path: str) -> FileStat | None:
        clean = canonical(path)
        try:
            found = self.host_path(clean).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        uid = self._owner(clean)
        folder = stat.S_ISDIR(found.st_mode)
        return FileStat(
            path=path,
            name=posixpath.basename(clean) or "/",
            mode=(stat.S_IFDIR | 0o771) if folder else (stat.S_IFREG | stat.S_IMODE(found.st_mode)),
            size=4096 if folder else found.st_size,
            mtime=self._modified(clean, found, folder=folder),
            uid=uid,
            gid=uid,
            inode=found.st_ino,
            links=found.st_nlink,
        )

    def _modified(self, clean: str, found: os.stat_result, *, folder: bool) -> int:
        """The file's time of modification. The computer also modifies databases and folders by itself, so for them it
        is at most the phone's time.
        """
        when = int(found.st_mtime)
        reported = not folder and not clean.startswith(("/data/data/", "/data/system/"))
        return when if reported else min(when, int(self._clock.now().timestamp()))

    def _owner(self, clean: str) -> int:
        if clean.startswith("/data/data/"):
            return self._uid_of(clean.split("/")[3])
        if clean.startswith(PRIMARY):
            return 1015
        return 2000 if clean.startswith("/data/local/tmp") else 0

    def list(self, path: str) -> tuple[FileStat, ...]:
        host = self.host_path(path)
        if not host.exists():
            raise _missing(path)
        if not host.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        base = canonical(path)
        found = [self.stat(posixpath.join(base, name)) for name in sorted(p.name for p in host.iterdir())]
        return tuple(entry for entry in found if entry is not None)

    def read(self, path: str) -> bytes:
        host = self.host_path(path)
        if host.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        try:
            return host.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise _missing(path) from None

    def write(self, path: str, data: bytes, *, mode: int = 0o644, mtime: int | None = None) -> None:
        host = self.host_path(path)
        if host.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        host.parent.mkdir(parents=True, exist_ok=True)
        host.write_bytes(data)
        host.chmod(stat.S_IMODE(mode) | 0o600)
        self.touch(path, mtime)

    def touch(self, path: str, mtime: int | None = None) -> None:
        """Set a file's time to the given one, or to the phone's."""
        now = self._clock.now().timestamp()
        when = now if mtime is None else float(mtime)
        os.utime(self.host_path(path), (when, when))
        os.utime(self.host_path(path).parent, (now, now))

    def remove(self, path: str, *, recursive: bool = False) -> None:
        host = self.host_path(path)
        if not host.exists():
            raise _missing(path)
        if host == self.folder:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), path)
        if not host.is_dir():
            host.unlink()
        elif recursive:
            shutil.rmtree(host)
        else:
            host.rmdir()

    def mkdir(self, path: str, *, parents: bool = False) -> None:
        try:
            self.host_path(path).mkdir(parents=parents, exist_ok=parents)
        except FileNotFoundError:
            raise _missing(path) from None
        self.touch(path)

    def databases(self) -> Mapping[str, str]:
        """Every SQLite file by a short name: its own, or its package's last word when the name is taken."""
        found: dict[str, str] = {}
        data = self.folder / "data/data"
        for host in sorted((*data.glob("*/databases/*"), *data.glob("*/app_chrome/Default/History"))):
            package = host.relative_to(data).parts[0].rsplit(".", 1)[-1]
            if host.is_file() and not host.name.endswith(("-journal", "-wal", "-shm")):
                name = host.stem if host.stem not in found else f"{package}_{host.stem}"
                found[name] = "/" + str(host.relative_to(self.folder))
        return found

    def rename(self, source: str, target: str) -> None:
        if not self.host_path(source).exists():
            raise _missing(source)
        self.host_path(target).parent.mkdir(parents=True, exist_ok=True)
        self.host_path(source).rename(self.host_path(target))

    def chmod(self, path: str, mode: int) -> None:
        host = self.host_path(path)
        if not host.exists():
            raise _missing(path)
        if not host.is_dir():
            host.chmod(stat.S_IMODE(mode) | 0o600)


class Files:
    """The facade's files: due events happen before each access."""

    def __init__(self, storage: Storage, settle: Callable[[], object]) -> None:
        self._storage = storage
        self._settle = settle

    def stat(self, path: str) -> FileStat | None:
        self._settle()
        return self._storage.stat(path)

    def list(self, path: str) -> tuple[FileStat, ...]:
        self._settle()
        return self._storage.list(path)

    def read(self, path: str) -> bytes:
        self._settle()
        return self._storage.read(path)

    def write(self, path: str, data: bytes, *, mode: int = 0o644, mtime: int | None = None) -> None:
        self._settle()
        self._storage.write(path, data, mode=mode, mtime=mtime)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        self._settle()
        self._storage.remove(path, recursive=recursive)

    def mkdir(self, path: str, *, parents: bool = False) -> None:
        self._settle()
        self._storage.mkdir(path, parents=parents)

    def rename(self, source: str, target: str) -> None:
        self._settle()
        self._storage.rename(source, target)

    def touch(self, path: str, mtime: int | None = None) -> None:
        self._settle()
        self._storage.touch(path, mtime)

    def chmod(self, path: str, mode: int) -> None:
        self._settle()
        self._storage.chmod(path, mode)


class StorageDoor:
    """The facade's view from the computer, with the same rule."""

    def __init__(self, storage: Storage, settle: Callable[[], object]) -> None:
        self._storage = storage
        self._settle = settle

    def host_path(self, path: str) -> Path:
        self._settle()
        return self._storage.host_path(path)

    def databases(self) -> Mapping[str, str]:
        self._settle()
        return self._storage.databases()


class HostPaths(Protocol):
    """Maps Android paths to paths of this computer."""

    def host_path(self, path: str) -> Path: ...


def open_database(storage: HostPaths, path: str, schema: str) -> sqlite3.Connection:
    """Open or create. One plain file without journal beside it, so that a copy of it is whole at any time."""
    host = storage.host_path(path)
    host.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(host, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA journal_mode=MEMORY")
    connection.executescript(schema)
    return connection

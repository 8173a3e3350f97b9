"""The interface to the phone's stored data: files, settings, packages, providers, snapshots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from agentprog.phone.records import SYSTEM, Caller, FileStat, Namespace, PackageInfo, Rows, Value


class Props(Protocol):
    def get(self, name: str) -> str | None: ...

    def set(self, name: str, value: str) -> None: ...

    def items(self) -> Mapping[str, str]: ...


class Settings(Protocol):
    def get(self, namespace: Namespace, key: str) -> str | None: ...

    def put(self, namespace: Namespace, key: str, value: str) -> None: ...

    def delete(self, namespace: Namespace, key: str) -> bool:
        """Delete a setting. True if there was one."""
        ...

    def items(self, namespace: Namespace) -> Mapping[str, str]: ...


class Files(Protocol):
    """The phone's storage. `/sdcard` and `/storage/self/primary` are `/storage/emulated/0`."""

    def stat(self, path: str) -> FileStat | None: ...

    def list(self, path: str) -> tuple[FileStat, ...]: ...

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, data: bytes, *, mode: int = 0o644, mtime: int | None = None) -> None:
        """Write a file. It creates missing parent folders, as `adb push` does."""
        ...

    def remove(self, path: str, *, recursive: bool = False) -> None: ...

    def mkdir(self, path: str, *, parents: bool = False) -> None: ...

    def rename(self, source: str, target: str) -> None:
        """Move a file or folder; this replaces a file at the target. Times stay."""
        ...

    def touch(self, path: str, mtime: int | None = None) -> None:
        """Give a file the phone's time, or the given Unix time."""
        ...

    def chmod(self, path: str, mode: int) -> None:
        """Set a file's permission bits. Folders keep theirs."""
        ...


class Storage(Protocol):
    """The same storage from the computer's side: for evaluators, `phone sql` and snapshots."""

    def host_path(self, path: str) -> Path:
        """The path on this computer of an Android path. The file need not exist."""
        ...

    def databases(self) -> Mapping[str, str]:
        """From the short name (`contacts`, `sms`, `smsmessenger`) to the Android path of every known SQLite file."""
        ...


class Packages(Protocol):
    def list(self) -> tuple[PackageInfo, ...]: ...

    def get(self, package: str) -> PackageInfo | None: ...

    def install(self, apk: bytes) -> PackageInfo:
        """Install a package; its name comes from the APK's manifest. Raises PackageError."""
        ...

    def uninstall(self, package: str) -> None:
        """Raises PackageError."""
        ...

    def clear(self, package: str) -> bool:
        """`pm clear`: stop the package and delete its data. False if the package does not exist."""
        ...

    def enable(self, package: str, *, enabled: bool = True) -> None:
        """Enable or disable a package. A disabled package stays installed, without an icon, and cannot start."""
        ...

    def grant(self, package: str, permission: str, *, granted: bool = True) -> None:
        """Raises PackageError if the package is unknown or does not ask for that permission."""
        ...


class Snapshots(Protocol):
    """Whole-phone copies kept under the root: storage, settings, clock. Restoring also ends every process."""

    def save(self, name: str) -> None: ...

    def restore(self, name: str) -> None:
        """Return to a snapshot. Raises KeyError if it does not exist."""
        ...

    def reset(self) -> None:
        """Return to the image as built; this resets the clock."""
        ...

    def list(self) -> tuple[str, ...]: ...

    def delete(self, name: str) -> bool: ...


class Providers(Protocol):
    """Content providers. `where` and `sort` are SQL, as for `content query`.

    `caller` decides the permissions. Raises ProviderError, in Android's words.
    """

    def query(
        self,
        uri: str,
        *,
        projection: Sequence[str] = (),
        where: str = "",
        args: Sequence[str] = (),
        sort: str = "",
        caller: Caller = SYSTEM,
    ) -> Rows: ...

    def insert(self, uri: str, values: Mapping[str, Value], *, caller: Caller = SYSTEM) -> str:
        """Insert a row and return its URI."""
        ...

    def update(
        self,
        uri: str,
        values: Mapping[str, Value],
        *,
        where: str = "",
        args: Sequence[str] = (),
        caller: Caller = SYSTEM,
    ) -> int: ...

    def delete(self, uri: str, *, where: str = "", args: Sequence[str] = (), caller: Caller = SYSTEM) -> int: ...


class AppOps(Protocol):
    """Operations that a package may do beyond its permissions: allow, ignore, deny, default."""

    def mode(self, package: str, op: str) -> str: ...

    def set(self, package: str, op: str, mode: str) -> None: ...

    def changed(self, package: str) -> Mapping[str, str]:
        """The operations set for a package, without defaults."""
        ...

    def reset(self, package: str = "") -> None: ...

"""What the outside may ask of what a phone keeps: files, settings, packages, providers, snapshots."""

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
        """True when there was one."""
        ...

    def items(self, namespace: Namespace) -> Mapping[str, str]: ...


class Files(Protocol):
    """The phone's storage. `/sdcard` and `/storage/self/primary` are `/storage/emulated/0`."""

    def stat(self, path: str) -> FileStat | None: ...

    def list(self, path: str) -> tuple[FileStat, ...]: ...

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, data: bytes, *, mode: int = 0o644, mtime: int | None = None) -> None:
        """Parents are made as `adb push` makes them."""
        ...

    def remove(self, path: str, *, recursive: bool = False) -> None: ...

    def mkdir(self, path: str, *, parents: bool = False) -> None: ...

    def rename(self, source: str, target: str) -> None:
        """Move a file or folder; a file at the target is replaced. Times stay."""
        ...

    def touch(self, path: str, mtime: int | None = None) -> None:
        """Give a file the phone's time, or the Unix seconds told."""
        ...

    def chmod(self, path: str, mode: int) -> None:
        """Set a file's permission bits. Folders keep theirs."""
        ...


class Storage(Protocol):
    """The same storage as seen from the computer: for evaluators, `phone sql` and snapshots."""

    def host_path(self, path: str) -> Path:
        """Where an Android path lies on this computer. The file need not exist."""
        ...

    def databases(self) -> Mapping[str, str]:
        """Short name (`contacts`, `sms`, `smsmessenger`) to Android path of every known SQLite file."""
        ...


class Packages(Protocol):
    def list(self) -> tuple[PackageInfo, ...]: ...

    def get(self, package: str) -> PackageInfo | None: ...

    def install(self, apk: bytes) -> PackageInfo:
        """The package name is read from the APK's manifest. Raises PackageError."""
        ...

    def uninstall(self, package: str) -> None:
        """Raises PackageError."""
        ...

    def clear(self, package: str) -> bool:
        """`pm clear`: stop it and delete its data. False when there is no such package."""
        ...

    def enable(self, package: str, *, enabled: bool = True) -> None:
        """A disabled package stays installed, without an icon and without anything that could be started."""
        ...

    def grant(self, package: str, permission: str, *, granted: bool = True) -> None:
        """Raises PackageError when the package is unknown or does not ask for that permission."""
        ...


class Snapshots(Protocol):
    """Whole-phone copies kept under the root: storage, settings, clock. Restoring also ends every process."""

    def save(self, name: str) -> None: ...

    def restore(self, name: str) -> None:
        """Raises KeyError when there is no such snapshot."""
        ...

    def reset(self) -> None:
        """Back to the image as built, clock included."""
        ...

    def list(self) -> tuple[str, ...]: ...

    def delete(self, name: str) -> bool: ...


class Providers(Protocol):
    """Content providers. `where` and `sort` are SQL as `content query` takes them.

    `caller` says whose permissions count. Raises ProviderError, in Android's words.
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
        """The URI of the new row."""
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
    """What a package may do beyond its permissions, by operation: allow, ignore, deny, default."""

    def mode(self, package: str, op: str) -> str: ...

    def set(self, package: str, op: str, mode: str) -> None: ...

    def changed(self, package: str) -> Mapping[str, str]:
        """What was set for a package, without defaults."""
        ...

    def reset(self, package: str = "") -> None: ...

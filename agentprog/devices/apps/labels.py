"""Reads the icon labels of a phone's apps from the installed packages and caches them for later runs."""

from __future__ import annotations

import json
import shlex
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

import platformdirs
from filelock import FileLock
from filelock import Timeout as LockTaken
from pydantic import RootModel, ValidationError

from agentprog.apk import ApkError, ResourceTable, read_manifest
from agentprog.devices.apps.remote_file import RemoteFile
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.packages import PACKAGE_FILES, Package, parse_package_files
from agentprog.errors import DeviceError, DeviceTimeout

_SIDE_BY_SIDE = 4
_ONE_SECONDS = 3.0
_REFUSALS = 3
"""After this many unreadable packages, and none readable, the phone counts as refusing."""
_PATHS_AT_ONCE = 24
"""Paths per command; old phones limit a command to 4,096 bytes."""
_LARGEST = 64 * 1024 * 1024
_KEPT = 4000
_LOCK_SECONDS = 1.0


class Labels:
    """The labels of one phone in its language. `languages` are tags like `de-AT`, the phone's first."""

    def __init__(self, transport: Transport, languages: Sequence[str], *, folder: Path | None = None) -> None:
        self._transport = transport
        self._languages = tuple(language for language in languages if language)
        self._file = (folder or platformdirs.user_cache_path("agentprog", appauthor=False)) / "labels.json"
        self._packages: Mapping[str, Package] | None = None
        self._kept: dict[str, str] | None = None
        self._refused = False
        self._failed: set[str] = set()

    @property
    def language(self) -> str:
        """The first language of the phone."""
        return self._languages[0] if self._languages else ""

    def refresh(self) -> None:
        """Reads the package paths again, since packages may have been installed or updated."""
        self._packages = None

    def known(self, components: Iterable[str]) -> dict[str, str]:
        """The cached labels of the components (`package/activity`); "" if a package has none."""
        packages = self._where()
        if self._kept is None:
            self._kept = _load(self._file)
        keys = {component: self._key(component, packages) for component in components}
        return {component: self._kept[key] for component, key in keys.items() if key in self._kept}

    def read(self, components: Sequence[str], seconds: float) -> dict[str, str]:
        """Read unknown labels in parallel, for at most `seconds`. Returns all labels known so far.

        Never raises: it does not ask a refusing phone again.
        """
        known = self.known(components)
        missing = [component for component in components if component not in known and component not in self._failed]
        if missing and seconds > 0 and not self._refused:
            self._read(missing, Deadline(seconds, "reading the labels of apps"))
        return self.known(components)

    def _where(self) -> Mapping[str, Package]:
        if self._packages is None:
            try:
                listing = self._transport.shell(PACKAGE_FILES, seconds=_ONE_SECONDS)
                self._packages = parse_package_files(listing.out)
            except DeviceError:
                self._packages = {}
        return self._packages

    def _key(self, component: str, packages: Mapping[str, Package]) -> str:
        package = packages.get(component.partition("/")[0])
        version = f"{package.version} {package.path}" if package else ""
        return f"{component} {version} {','.join(self._languages)}"

    def _read(self, components: Sequence[str], deadline: Deadline) -> None:
        packages = self._where()
        icons = [
            (component, packages[name]) for component in components if (name := component.partition("/")[0]) in packages
        ]
        try:
            sizes = self._sizes([package for _, package in icons], deadline)
        except DeviceError:
            self._refused = True
            return
        found: dict[str, str] = {}
        pool = ThreadPoolExecutor(max_workers=_SIDE_BY_SIDE, thread_name_prefix="agentprog reads labels")
        try:
            jobs = {pool.submit(self._label, icon, package, sizes, deadline): icon for icon, package in icons}
            for job in as_completed(jobs, timeout=deadline.require()):
                label = job.result()
                if label is None:
                    self._failed.add(jobs[job])
                else:
                    found[self._key(jobs[job], packages)] = label
                if len(self._failed) >= _REFUSALS and not found:
                    self._refused = True
                    break
        except (TimeoutError, DeviceTimeout):
            self._refused = not found
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        self._keep(found)

    def _sizes(self, packages: Sequence[Package], deadline: Deadline) -> dict[str, int]:
        """The sizes of the existing files, by path."""
        paths = [path for package in packages for path in (package.path, *self._splits(package))]
        listing = ""
        for at in range(0, len(paths), _PATHS_AT_ONCE):
            words = shlex.join(paths[at : at + _PATHS_AT_ONCE])
            listing += self._transport.shell(f"stat -c '%s %n' {words}", seconds=deadline.require()).out
        pairs = (line.partition(" ") for line in listing.splitlines())
        return {path: int(size) for size, _, path in pairs if size.isdigit()}

    def _splits(self, package: Package) -> list[str]:
        return [package.split(language.split("-")[0]) for language in self._languages[:1]]

    def _label(self, component: str, package: Package, sizes: Mapping[str, int], deadline: Deadline) -> str | None:
        """The icon's label; "" if the package has none, None if it could not be read."""
        if package.path not in sizes:
            return None
        limit = Deadline(min(_ONE_SECONDS, deadline.left), f"reading {package.path}")
        try:
            with self._open(package.path, sizes, limit) as archive:
                label = read_manifest(_entry(archive, "AndroidManifest.xml")).label_of(component.partition("/")[2])
                if not isinstance(label, int):
                    return (label or "").strip()
                tables = [_entry(archive, "resources.arsc")]
            for path in self._splits(package):
                if path in sizes:
                    with self._open(path, sizes, limit) as archive:
                        tables.append(_entry(archive, "resources.arsc"))
            return ResourceTable(*tables).text(label, self._languages).strip()
        except (ApkError, zipfile.BadZipFile, KeyError, NotImplementedError, EOFError):
            return ""
        except DeviceError:
            return None

    def _open(self, path: str, sizes: Mapping[str, int], deadline: Deadline) -> zipfile.ZipFile:
        return zipfile.ZipFile(RemoteFile(self._transport, path, sizes[path], deadline))

    def _keep(self, found: Mapping[str, str]) -> None:
        """Adds labels to the cache, in memory and on disk; a write error only costs the next run time."""
        if not found:
            return
        self._kept = {**(self._kept or {}), **found}
        with suppress(OSError, LockTaken):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self._file}.lock", timeout=_LOCK_SECONDS):
                merged = {**_load(self._file), **found}
                labels = dict(list(merged.items())[-_KEPT:])
                new = self._file.with_suffix(".new")
                new.write_text(json.dumps(labels, ensure_ascii=False, indent=0), encoding="utf-8")
                new.replace(self._file)


class _Kept(RootModel[dict[str, str]]):
    """The cache file: labels by component, version, path and languages."""


def _load(file: Path) -> dict[str, str]:
    try:
        return _Kept.model_validate_json(file.read_bytes()).root
    except (OSError, ValidationError):
        return {}


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise ApkError(f"{name} is larger than any package's")
    return archive.read(name)

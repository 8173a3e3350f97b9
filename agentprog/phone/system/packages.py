"""The package manager: built-in apps, installed APKs, permissions, data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.kernel.apk import read_archive, write_archive
from agentprog.phone.records import PackageError, PackageInfo
from agentprog.phone.system.inside import System
from agentprog.phone.system.locale import translations
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import Widget
from agentprog.phone.widgets.layout import Column

_FILE = "/data/system/packages.json"
_BUILT = datetime(2023, 10, 1, tzinfo=UTC)


class PackageManager:
    """Built-in apps are classes; an installed APK is a file and a record, and shows no more than its name."""

    def __init__(self, phone: System, known: Sequence[type[App]]) -> None:
        self._phone = phone
        self._known = {app.package: app for app in known}
        self._uids = {
            app.package: 1000 if app.package == "com.android.settings" else 10101 + i for i, app in enumerate(known)
        }
        self._removed: set[str] = set()
        self._disabled: set[str] = set()
        self._granted: dict[str, dict[str, bool]] = {}
        self._installed: dict[str, dict[str, Any]] = {}
        self._plain: dict[str, type[App]] = {}

    @property
    def apps(self) -> dict[str, type[App]]:
        """The installed and enabled apps with screens."""
        return {name: app for name, app in self._with_screens.items() if name not in self._disabled}

    @property
    def _with_screens(self) -> dict[str, type[App]]:
        return {**self._built_in, **self._plain}

    @property
    def _built_in(self) -> dict[str, type[App]]:
        return {name: app for name, app in self._known.items() if name not in self._removed}

    def load(self) -> None:
        stored = self._phone.disk.host_path(_FILE)
        data = json.loads(stored.read_bytes()) if stored.is_file() else {}
        self._removed = set(data.get("removed", []))
        self._disabled = set(data.get("disabled", []))
        self._granted = data.get("granted", {})
        self._installed = data.get("installed", {})
        self._show_installed()

    def _show_installed(self) -> None:
        self._plain = {
            package: plain_app(package, str(record["label"]), launch)
            for package, record in self._installed.items()
            if (launch := str(record.get("launch", "")))
        }

    def save(self) -> None:
        data = {
            "removed": sorted(self._removed),
            "disabled": sorted(self._disabled),
            "granted": self._granted,
            "installed": self._installed,
        }
        self._phone.disk.write(_FILE, json.dumps(data, indent=1, sort_keys=True).encode())

    def keep_only(self, packages: Sequence[str]) -> None:
        """Keep only the image's optional apps; system apps always stay."""
        self._removed = {n for n, app in self._known.items() if not app.system and n not in packages}

    def write_files(self) -> None:
        """Write the package files of the built-in apps to the paths that `pm path` prints."""
        for app in self._built_in.values():
            apk = write_archive(
                app.package,
                {"": app.label, **translations(app.label)},
                launch=app.full(app.launch) if app.launch and not app.hidden else "",
                version_code=app.version_code,
                version_name=app.version_name,
            )
            self._phone.disk.write(self._path(app), apk)

    @staticmethod
    def _path(app: type[App]) -> str:
        folder = f"/system/app/{app.label.replace(' ', '')}" if app.system else f"/data/app/{app.package}-1"
        return f"{folder}/base.apk"

    def input_methods(self) -> dict[str, str]:
        """The labels of the keyboards that were installed, by the names that `ime` gives them."""
        return {
            f"{package}/{name.removeprefix(package) if name.startswith(package + '.') else name}": str(record["label"])
            for package, record in self._installed.items()
            for name in record.get("input_methods", ())
            if package not in self._disabled
        }

    def uid(self, package: str) -> int:
        if package in self._uids:
            return self._uids[package]
        names = sorted(self._installed)
        return 10300 + names.index(package) if package in names else 10001

    def list(self) -> tuple[PackageInfo, ...]:
        self._phone.settle()
        names = [*self._built_in, *self._installed]
        return tuple(info for info in map(self.get, names) if info is not None)

    def get(self, package: str) -> PackageInfo | None:
        if package in self._installed:
            return self._third_party(package)
        app = self._with_screens.get(package)
        if app is None:
            return None
        return PackageInfo(
            package=package,
            label=app.label,
            version_name=app.version_name,
            version_code=app.version_code,
            path=self._path(app),
            uid=self.uid(package),
            system=app.system,
            launch_activity=app.full(app.launch) if app.launch and not app.hidden else "",
            home_activity=app.full(app.launch) if package == self._phone.home_package else "",
            activities=tuple(app.full(s.name) for s in app.activities),
            permissions={p: self.granted(package, p) for p in (*app.permissions, *app.requests)},
            first_install=_BUILT,
            enabled=package not in self._disabled,
        )

    def _third_party(self, package: str) -> PackageInfo:
        record = self._installed[package]
        return PackageInfo(
            package=package,
            label=str(record["label"]),
            version_name=str(record["version_name"]),
            version_code=int(record["version_code"]),
            path=f"/data/app/{package}-1/base.apk",
            uid=self.uid(package),
            system=False,
            launch_activity=str(record.get("launch", "")),
            activities=tuple(filter(None, [str(record.get("launch", ""))])),
            permissions={p: self.granted(package, p) for p in record.get("permissions", ())},
            first_install=datetime.fromtimestamp(int(record["when"]), UTC),
            enabled=package not in self._disabled,
        )

    def granted(self, package: str, permission: str) -> bool:
        return self._granted.get(package, {}).get(permission, False)

    def asked(self, package: str, permission: str) -> bool:
        """True if the person has answered for this permission before."""
        return permission in self._granted.get(package, {})

    def install(self, apk: bytes) -> PackageInfo:
        self._phone.settle()
        archive = read_archive(apk, self._phone.locale.tag)
        manifest, package = archive.manifest, archive.manifest.package
        if package in self._known:
            self._removed.discard(package)
        else:
            self._phone.disk.write(f"/data/app/{package}-1/base.apk", apk)
            self._installed[package] = {
                "label": archive.label,
                "launch": archive.launch,
                "version_name": manifest.version_name,
                "version_code": manifest.version_code,
                "when": int(self._phone.clock.now().timestamp()),
                "input_methods": [*manifest.input_methods],
                "permissions": [*manifest.permissions],
            }
            self._show_installed()
        self._phone.disk.mkdir(f"/data/data/{package}", parents=True)
        self.save()
        self._phone.invalidate()
        info = self.get(package)
        if info is None:
            raise PackageError("INSTALL_FAILED_INTERNAL_ERROR", package)
        return info

    def uninstall(self, package: str) -> None:
        self._phone.settle()
        app = self._with_screens.get(package)
        if app is None and package not in self._installed:
            raise PackageError("DELETE_FAILED_INTERNAL_ERROR", f"not installed for 0: {package}")
        if app is not None and app.system:
            raise PackageError("DELETE_FAILED_INTERNAL_ERROR", "system package")
        self._phone.activities.force_stop(package)
        self._delete_data(package)
        if package in self._installed:
            del self._installed[package]
            self._show_installed()
            shutil.rmtree(self._phone.disk.host_path(f"/data/app/{package}-1"), ignore_errors=True)
        else:
            self._removed.add(package)
        self._granted.pop(package, None)
        self._disabled.discard(package)
        self._phone.ime_manager.forget(package)
        self.save()
        self._phone.invalidate()

    def clear(self, package: str) -> bool:
        self._phone.settle()
        if self.get(package) is None:
            return False
        self._phone.activities.force_stop(package)
        self._delete_data(package)
        self._granted.pop(package, None)
        self.save()
        return True

    def _delete_data(self, package: str) -> None:
        self._phone.activities.kill_readers(package)
        self._phone.providers.close()
        folder = self._phone.disk.host_path(f"/data/data/{package}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)

    def enable(self, package: str, *, enabled: bool = True) -> None:
        self._phone.settle()
        if enabled:
            self._disabled.discard(package)
        else:
            self._phone.activities.force_stop(package)
            self._disabled.add(package)
        self.save()
        self._phone.invalidate()

    def grant(self, package: str, permission: str, *, granted: bool = True) -> None:
        app = self._with_screens.get(package)
        if app is None and package not in self._installed:
            raise PackageError("java.lang.IllegalArgumentException", f"Unknown package: {package}")
        info = self.get(package)
        if info is None or permission not in info.permissions:
            text = f"Package {package} has not requested permission {permission}"
            raise PackageError("java.lang.SecurityException", text)
        self._granted.setdefault(package, {})[permission] = granted
        self.save()


class PlainScreen(Activity):
    """The activity that its icon starts."""

    def build(self) -> Widget:
        return Column([toolbar(self.t, self.app.label)])


def plain_app(package: str, label: str, launch: str) -> type[App]:
    """The app of a package whose manifest has an icon."""
    screen = type("InstalledScreen", (PlainScreen,), {"name": launch})
    members = {"package": package, "label": label, "launch": launch, "activities": (screen,)}
    return type("InstalledApp", (App,), members)

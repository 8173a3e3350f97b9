"""The phone's packages and icons: `pm list packages` and `cmd package query-activities`."""

from __future__ import annotations

import posixpath
import re

from agentprog.devices.prints.component import component_in
from agentprog.frozen import frozen

LAUNCHERS = "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
PACKAGES = "pm list packages"
PACKAGE_FILES = "pm list packages -f --show-versioncode"
_REQUESTED = re.compile(r"^ +requested permissions:\n((?: {6,}\S.*\n?)+)", re.MULTILINE)
_VERSION = re.compile(r"^ +versionCode=(\d+)\b", re.MULTILINE)
_FILE = re.compile(r"^package:(?P<path>/.*\.apk)=(?P<package>[\w.]+)(?:\s+versionCode:(?P<version>\d+))?\s*$")
_PACKAGE = re.compile(r"^package:(?:/\S*=)?(?P<package>[A-Za-z]\w*(?:\.\w+)*)(?:[ \t].*)?$", re.MULTILINE)
_WHOLE = re.compile(r"^\s*ActivityInfo:\s*$", re.MULTILINE)
_FIELD = re.compile(r"^\s+(name|packageName)=([\w.$]+)\s*$", re.MULTILINE)


@frozen
class Package:
    """The path of an installed package's file, and the cache key of its labels."""

    path: str
    version: str

    def split(self, language: str) -> str:
        """The path where a store puts the texts of one language, separate from the package itself."""
        return posixpath.join(posixpath.dirname(self.path), f"split_config.{language}.apk")


def parse_package_files(output: str) -> dict[str, Package]:
    """Parses the answer to PACKAGE_FILES; before Android 8 it has no versions."""
    matches = (_FILE.match(line) for line in output.splitlines())
    return {m["package"]: Package(path=m["path"], version=m["version"] or "") for m in matches if m is not None}


def parse_packages(output: str) -> tuple[str, ...]:
    """The package names in the list's order, without other columns."""
    return tuple(dict.fromkeys(_PACKAGE.findall(output.replace("\r", ""))))


def parse_permissions(output: str, package: str) -> frozenset[str] | None:
    """The permissions that a package requests, from `dumpsys package NAME`; None for an unknown package."""
    plain = output.replace("\r", "")
    head = plain.find(f"Package [{package}]")
    if head < 0:
        return None
    found = _REQUESTED.search(plain, head)
    return frozenset(line.split(":")[0].strip() for line in found[1].splitlines()) if found else frozenset()


def parse_version(output: str, package: str) -> str:
    """A package's version code, from `dumpsys package NAME`; empty if the phone does not report it."""
    plain = output.replace("\r", "")
    head = plain.find(f"Package [{package}]")
    if head < 0:
        return ""
    found = _VERSION.search(plain[head:].partition("\n  Package [")[0])
    return found[1] if found is not None else ""


def parse_launchers(output: str) -> dict[str, str]:
    """From package to its first launch activity. Some phones print at length despite `--brief`."""
    found: dict[str, str] = {}
    for line in output.splitlines():
        package, _, activity = component_in(line, whole=True).partition("/")
        if package:
            found.setdefault(package, activity)
    return found or _at_length(output)


def _at_length(output: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for block in _WHOLE.split(output)[1:]:
        # The application's fields follow in the same block and repeat both names; the first of each counts.
        fields: dict[str, str] = {}
        for name, value in _FIELD.findall(block):
            fields.setdefault(name, value)
        if "name" in fields and "packageName" in fields:
            found.setdefault(fields["packageName"], fields["name"])
    return found

"""The binary `AndroidManifest.xml` of a package."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from agentprog.apk.chunks import STRING_POOL, ApkError, Chunk, Strings, chunk_at, chunks, reading
from agentprog.frozen import field, frozen

Label = str | int | None
"""A text, the id of the resource that holds it, or nothing."""

_RESOURCE_MAP, _START, _END = 0x0180, 0x0102, 0x0103
_REFERENCE, _DYNAMIC_REFERENCE, _STRING = 0x01, 0x07, 0x03
_NAMES = {0x01010001: "label", 0x01010003: "name", 0x01010006: "permission", 0x0101021B: "versionCode",
          0x0101021C: "versionName",
          0x01010202: "targetActivity"}  # fmt: skip
"""Attributes by their public ids: packers that save space take the words away and leave the ids."""
_LAUNCHER = {"android.intent.action.MAIN", "android.intent.category.LAUNCHER"}

_INPUT_METHOD = "android.permission.BIND_INPUT_METHOD"

_Attributes = dict[str, str | int]


@frozen
class Activity:
    """An activity or an alias of one. `launcher`: it has an icon."""

    name: str
    label: Label = None
    launcher: bool = False


@frozen
class Manifest:
    """The contents of a manifest. `label` is the application's; an activity without a label of its own uses it."""

    package: str
    version_name: str = ""
    version_code: int = 0
    label: Label = None
    activities: Mapping[str, Activity] = field(default_factory=dict)
    input_methods: tuple[str, ...] = ()
    """Keyboards, by the full names of their services."""
    permissions: tuple[str, ...] = ()
    """The permissions that the app requests."""

    def label_of(self, activity: str) -> Label:
        """The label of an activity's icon; `activity` is in adb's form, with or without the package."""
        found = self.activities.get(self.full(activity))
        return self.label if found is None or found.label in (None, "") else found.label

    def full(self, name: str) -> str:
        """The full class name of an activity."""
        return self.package + name if name.startswith(".") else name if "." in name else f"{self.package}.{name}"


def read_manifest(data: bytes) -> Manifest:
    """Read the bytes of the file. Raises ApkError."""
    with reading("the manifest"):
        return _Walk(data).run()


class _Walk:
    """One way through the elements of a manifest."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._strings: Strings | None = None
        self._ids: tuple[int, ...] = ()
        self._head: _Attributes = {}
        self._application: _Attributes = {}
        self._activities: list[tuple[_Attributes, set[str]]] = []
        self._input_methods: list[str] = []
        self._permissions: list[str] = []

    def run(self) -> Manifest:
        whole = chunk_at(self._data, 0)
        inside: list[str] = []
        for chunk in chunks(self._data, whole.body, len(self._data)):
            if chunk.kind == STRING_POOL and self._strings is None:
                self._strings = Strings(self._data, chunk)
            elif chunk.kind == _RESOURCE_MAP:
                self._ids = struct.unpack_from(f"<{(chunk.end - chunk.body) // 4}I", self._data, chunk.body)
            elif chunk.kind == _START:
                name, attributes = self._element(chunk)
                inside.append(name)
                self._take(inside, attributes)
            elif chunk.kind == _END and inside:
                inside.pop()
        return self._manifest()

    def _take(self, inside: list[str], attributes: _Attributes) -> None:
        match inside[1:]:
            case []:
                self._head = attributes
            case ["uses-permission"]:
                self._permissions.append(str(attributes.get("name", "")))
            case ["application", "service"] if attributes.get("permission") == _INPUT_METHOD:
                self._input_methods.append(str(attributes.get("name", "")))
            case ["application"]:
                self._application = attributes
            case ["application", "activity" | "activity-alias"]:
                self._activities.append((attributes, set()))
            case ["application", "activity" | "activity-alias", "intent-filter", "action" | "category"]:
                self._activities[-1][1].add(str(attributes.get("name", "")))

    def _manifest(self) -> Manifest:
        package = self._head.get("package", "")
        if not package or not isinstance(package, str):
            raise ApkError("the manifest names no package")
        code, version = self._head.get("versionCode", 0), self._head.get("versionName", "")
        bare = Manifest(package=package)
        found = [
            Activity(
                name=bare.full(str(attributes.get("name", ""))),
                label=attributes.get("label"),
                launcher=filters >= _LAUNCHER,
            )
            for attributes, filters in self._activities
        ]
        return Manifest(
            package=package,
            version_name=version if isinstance(version, str) else "",
            version_code=code if isinstance(code, int) else 0,
            label=self._application.get("label"),
            input_methods=tuple(bare.full(name) for name in self._input_methods),
            permissions=tuple(self._permissions),
            activities={activity.name: activity for activity in found},
        )

    def _element(self, chunk: Chunk) -> tuple[str, _Attributes]:
        strings = self._strings
        if strings is None:
            raise ApkError("the manifest has no strings")
        _, name, start, size, count = struct.unpack_from("<IIHHH", self._data, chunk.body)
        found: _Attributes = {}
        for number in range(count):
            at = chunk.body + start + number * size
            _, key, raw, _, _, kind, value = struct.unpack_from("<IIIHBBI", self._data, at)
            if raw != 0xFFFFFFFF or kind == _STRING:
                found[self._name(key)] = strings[raw if raw != 0xFFFFFFFF else value]
            elif kind not in (_REFERENCE, _DYNAMIC_REFERENCE) or value:
                found[self._name(key)] = value
        return strings[name], found

    def _name(self, key: int) -> str:
        known = _NAMES.get(self._ids[key]) if key < len(self._ids) else None
        return known or (self._strings[key] if self._strings is not None else "")

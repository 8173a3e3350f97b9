"""Package files: the contents of installed ones, and those of the phone's own apps."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping, Sequence

from agentprog.apk import ApkError, Manifest, ResourceTable, read_manifest
from agentprog.frozen import frozen
from agentprog.phone.records import PackageError

_LABEL_ID = 0x7F010000
_ATTRIBUTES = {
    "label": 0x01010001,
    "name": 0x01010003,
    "permission": 0x01010006,
    "versionCode": 0x0101021B,
    "versionName": 0x0101021C,
}
_ANDROID = "http://schemas.android.com/apk/res/android"
_NONE = 0xFFFFFFFF
_REFERENCE, _STRING, _NUMBER = 0x01, 0x03, 0x10
_CONFIGURATION = 64

AttributeValue = str | int | tuple[int]
"""An attribute's value: a text, a number, or in a tuple the id of a resource."""


@frozen
class Archive:
    """An installed package file. `label` is its icon's text in the phone's language."""

    manifest: Manifest
    label: str
    launch: str


def read_archive(apk: bytes, language: str) -> Archive:
    """The contents of a package file. Raises PackageError if the data is not an APK."""
    import zipfile  # imports three compressors, which a phone without installs never needs

    try:
        with zipfile.ZipFile(io.BytesIO(apk)) as archive:
            manifest = read_manifest(archive.read("AndroidManifest.xml"))
            launch = next((activity.name for activity in manifest.activities.values() if activity.launcher), "")
            label = manifest.label_of(launch) if launch else manifest.label
            if isinstance(label, int):
                label = ResourceTable(archive.read("resources.arsc")).text(label, [language])
    except (zipfile.BadZipFile, KeyError, ApkError) as exc:
        raise PackageError("INSTALL_FAILED_INVALID_APK", "Failed to parse the manifest") from exc
    return Archive(manifest=manifest, label=label or manifest.package.rsplit(".", 1)[-1], launch=launch)


def write_archive(
    package: str,
    labels: Mapping[str, str],
    *,
    launch: str = "",
    version_code: int = 1,
    version_name: str = "1.0",
    input_method: str = "",
    permissions: Sequence[str] = (),
) -> bytes:
    """A package file as a compiler would make it, without code: `labels` by language, that of "" for all others."""
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(
            "AndroidManifest.xml", _manifest(package, launch, version_code, version_name, input_method, permissions)
        )
        archive.writestr("resources.arsc", _table(package, labels))
    return buffer.getvalue()


def _chunk(kind: int, head: bytes, body: bytes) -> bytes:
    return struct.pack("<HHI", kind, 8 + len(head), 8 + len(head) + len(body)) + head + body


def _pool(strings: Sequence[str]) -> bytes:
    """Strings as UTF-16, the form that every version of Android reads."""
    offsets, data = [], b""
    for string in strings:
        raw = string.encode("utf-16-le")
        offsets.append(len(data))
        data += struct.pack("<H", len(raw) // 2) + raw + b"\0\0"
    data += b"\0" * (-len(data) % 4)
    index = struct.pack(f"<{len(offsets)}I", *offsets)
    head = struct.pack("<IIIII", len(strings), 0, 0, 28 + len(index), 0)
    return _chunk(0x0001, head, index + data)


class _Xml:
    """Binary XML in the making. Attribute names come first in the pool, since their ids are found by their place."""

    def __init__(self) -> None:
        self._strings = list(_ATTRIBUTES)
        self._body = b""

    def open(self, element: str, **attributes: AttributeValue) -> None:
        # Attributes are looked up by bisection: they lie in the order of their ids.
        order = sorted(attributes, key=lambda key: _ATTRIBUTES.get(key, _NONE))
        written = b"".join(self._attribute(key, attributes[key]) for key in order)
        head = struct.pack("<IIHHHHHH", _NONE, self._index(element), 20, 20, len(attributes), 0, 0, 0)
        self._node(0x0102, head + written)

    def close(self, element: str) -> None:
        self._node(0x0103, struct.pack("<II", _NONE, self._index(element)))

    def whole(self) -> bytes:
        space = struct.pack("<II", self._index("android"), self._index(_ANDROID))
        head = struct.pack("<II", 1, _NONE)
        body = _chunk(0x0100, head, space) + self._body + _chunk(0x0101, head, space)
        ids = _chunk(0x0180, b"", struct.pack(f"<{len(_ATTRIBUTES)}I", *_ATTRIBUTES.values()))
        return _chunk(0x0003, b"", _pool(self._strings) + ids + body)

    def _node(self, kind: int, body: bytes) -> None:
        self._body += _chunk(kind, struct.pack("<II", 1, _NONE), body)

    def _index(self, string: str) -> int:
        if string not in self._strings:
            self._strings.append(string)
        return self._strings.index(string)

    def _attribute(self, key: str, value: AttributeValue) -> bytes:
        space = self._index(_ANDROID) if key in _ATTRIBUTES else _NONE
        if isinstance(value, str):
            raw = data = self._index(value)
            kind = _STRING
        else:
            raw, kind = _NONE, _NUMBER if isinstance(value, int) else _REFERENCE
            data = value if isinstance(value, int) else value[0]
        return struct.pack("<IIIHBBI", space, self._index(key), raw, 8, 0, kind, data)


def _manifest(
    package: str, launch: str, version_code: int, version_name: str, input_method: str, permissions: Sequence[str]
) -> bytes:
    xml = _Xml()
    xml.open("manifest", package=package, versionCode=version_code, versionName=version_name)
    for permission in permissions:
        xml.open("uses-permission", name=permission)
        xml.close("uses-permission")
    xml.open("application", label=(_LABEL_ID,))
    if launch:
        xml.open("activity", name=launch)
        xml.open("intent-filter")
        for kind, name in (("action", "android.intent.action.MAIN"), ("category", "android.intent.category.LAUNCHER")):
            xml.open(kind, name=name)
            xml.close(kind)
        xml.close("intent-filter")
        xml.close("activity")
    if input_method:
        xml.open("service", name=input_method, permission="android.permission.BIND_INPUT_METHOD")
        xml.close("service")
    xml.close("application")
    xml.close("manifest")
    return xml.whole()


def _table(package: str, labels: Mapping[str, str]) -> bytes:
    """One string resource, `app_name`, in each language."""
    types, keys = _pool(["string"]), _pool(["app_name"])
    spec = _chunk(0x0202, struct.pack("<BBHI", 1, 0, 0, 1), struct.pack("<I", 0x0004))  # it differs by locale
    values = b"".join(_in_language(language, number) for number, language in enumerate(labels))
    name = package.encode("utf-16-le")[:254].ljust(256, b"\0")
    start = 8 + 4 + 256 + 20
    head = struct.pack("<I", 0x7F) + name + struct.pack("<IIIII", start, 1, start + len(types), 1, 0)
    body = _pool(list(labels.values())) + _chunk(0x0200, head, types + keys + spec + values)
    return _chunk(0x0002, struct.pack("<I", 1), body)


def _in_language(language: str, number: int) -> bytes:
    code = language.encode("ascii")[:2].ljust(2, b"\0")
    configuration = struct.pack("<I4x2s", _CONFIGURATION, code).ljust(_CONFIGURATION, b"\0")
    head_size = 8 + 12 + _CONFIGURATION
    head = struct.pack("<BBHII", 1, 0, 0, 1, head_size + 4) + configuration
    entry = struct.pack("<HHIHBBI", 8, 0, 0, 8, 0, _STRING, number)
    return _chunk(0x0201, head, struct.pack("<I", 0) + entry)

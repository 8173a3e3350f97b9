"""Reads what an APK says of itself: package and version, from its binary manifest."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass

from agentprog.phone.records import PackageError

_STRING_POOL, _START_ELEMENT = 0x0001, 0x0102
_UTF8 = 0x100
_TYPE_STRING = 0x03


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    package: str
    version_name: str
    version_code: int


def read_manifest(apk: bytes) -> Manifest:
    """Raises PackageError when this is no APK."""
    import zipfile  # and with it three compressors, which a phone without installs never needs

    try:
        with zipfile.ZipFile(io.BytesIO(apk)) as archive:
            data = archive.read("AndroidManifest.xml")
        attributes = _manifest_attributes(data)
    except (zipfile.BadZipFile, KeyError, struct.error, IndexError, UnicodeDecodeError) as exc:
        raise PackageError("INSTALL_FAILED_INVALID_APK", "Failed to parse the manifest") from exc
    package = str(attributes.get("package", ""))
    if not package:
        raise PackageError("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", "no package name")
    code = attributes.get("versionCode", 0)
    return Manifest(
        package=package,
        version_name=str(attributes.get("versionName", "")),
        version_code=code if isinstance(code, int) else 0,
    )


def _manifest_attributes(data: bytes) -> dict[str, str | int]:
    """Attributes of the first element, which is `manifest`."""
    strings: list[str] = []
    offset = struct.unpack_from("<H", data, 2)[0]
    while offset < len(data):
        kind, header, size = struct.unpack_from("<HHI", data, offset)
        if kind == _STRING_POOL:
            strings = _string_pool(data, offset)
        elif kind == _START_ELEMENT:
            return _attributes(data, offset + header, strings)
        if size <= 0:
            break
        offset += size
    return {}


def _string_pool(data: bytes, at: int) -> list[str]:
    count, _, flags, start = struct.unpack_from("<IIII", data, at + 8)
    offsets = struct.unpack_from(f"<{count}I", data, at + 28)
    return [_string(data, at + start + offset, utf8=bool(flags & _UTF8)) for offset in offsets]


def _string(data: bytes, at: int, *, utf8: bool) -> str:
    if utf8:
        at += 2 if data[at] & 0x80 else 1
        length = data[at]
        if length & 0x80:
            length, at = (length & 0x7F) << 8 | data[at + 1], at + 1
        return data[at + 1 : at + 1 + length].decode("utf-8")
    length = struct.unpack_from("<H", data, at)[0]
    return data[at + 2 : at + 2 + 2 * length].decode("utf-16-le")


def _attributes(data: bytes, at: int, strings: list[str]) -> dict[str, str | int]:
    start, size, count = struct.unpack_from("<HHH", data, at + 8)
    found: dict[str, str | int] = {}
    for i in range(count):
        _, name, raw, _, _, kind, value = struct.unpack_from("<IIIHBBI", data, at + start + i * size)
        text = strings[raw] if raw != 0xFFFFFFFF else strings[value] if kind == _TYPE_STRING else None
        found[strings[name]] = value if text is None else text
    return found

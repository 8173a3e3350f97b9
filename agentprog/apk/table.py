"""The table of resources of a package (`resources.arsc`): the text behind an id, in the language wanted."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agentprog.apk.chunks import STRING_POOL, ApkError, Chunk, Strings, chunk_at, chunks, reading

_PACKAGE, _TYPE = 0x0200, 0x0201
_SPARSE, _SHORT_OFFSETS = 0x01, 0x02
_COMPLEX, _COMPACT = 0x0001, 0x0008
_REFERENCES, _STRING = (0x01, 0x07), 0x03
_NONE, _NONE_SHORT = 0xFFFFFFFF, 0xFFFF
_DEPTH = 8
"""Longest chain of references; a longer one counts as a circle."""
_OLD_CODES = {"iw": "he", "in": "id", "ji": "yi", "tl": "fil"}
_TRADITIONAL = ("TW", "HK", "MO")


class Locale(NamedTuple):
    """A language, as far as texts differ by it; empty if the table names none."""

    language: str = ""
    script: str = ""
    region: str = ""

    @classmethod
    def parse(cls, tag: str) -> Locale:
        """The locale of a tag like `de`, `zh-Hant-TW` or `pt_BR`."""
        first, *rest = tag.replace("_", "-").split("-")
        script = next((part.title() for part in rest if len(part) == 4 and part.isalpha()), "")
        region = next((part.upper() for part in rest if len(part) == 2 or (len(part) == 3 and part.isdigit())), "")
        language = first.lower()
        return cls(_OLD_CODES.get(language, language), script or _usual_script(language, region), region)

    def fits(self, asked_locale: Locale) -> int:
        """How well a text in this language serves who wants another: 0 not at all, 1 as the one for everybody."""
        if not self.language:
            return 3 if (asked_locale.language, asked_locale.region) == ("en", "US") else 1  # as Android takes it
        if self.language != asked_locale.language or self.script != asked_locale.script:
            return 0
        return 4 if self.region == asked_locale.region else 3 if not self.region else 2


def _usual_script(language: str, region: str) -> str:
    """The script where a tag leaves it out; only Chinese is written in two everywhere."""
    return "" if language != "zh" else "Hant" if region in _TRADITIONAL else "Hans"


class _Found(NamedTuple):
    """One value of a resource: for whom, whether for any kind of phone, its type and data, and the pool of its file."""

    locale: Locale
    plain: bool
    kind: int
    data: int
    strings: Strings


class _File(NamedTuple):
    """One file of resources: its bytes, its strings and its packages."""

    data: bytes
    strings: Strings
    packages: tuple[Chunk, ...]

    @classmethod
    def parse(cls, data: bytes) -> _File:
        whole = chunk_at(data, 0)
        parts = list(chunks(data, whole.body, whole.end))
        pool = next((part for part in parts if part.kind == STRING_POOL), None)
        if pool is None:
            raise ApkError("the resource table has no strings")
        return cls(data, Strings(data, pool), tuple(part for part in parts if part.kind == _PACKAGE))


class ResourceTable:
    """The resources of one app: of its package, and of the language packages that a store splits off.

    Raises ApkError for bytes that are no table.
    """

    def __init__(self, *files: bytes) -> None:
        with reading("the resource table"):
            self._files = [_File.parse(data) for data in files]

    def text(self, identifier: int, languages: Sequence[str]) -> str:
        """The text of a resource in the first of these languages that there is, else in the package's own; or "".

        `languages` are tags like `de-AT`.
        """
        with reading("the resource table"):
            return self._text(identifier, [Locale.parse(tag) for tag in languages], _DEPTH)

    def _text(self, identifier: int, locales: Sequence[Locale], depth: int) -> str:
        best = self._best(list(self._values(identifier)), locales)
        if best is None or depth == 0:
            return ""
        if best.kind in _REFERENCES:
            return self._text(best.data, locales, depth - 1) if best.data else ""
        return best.strings[best.data] if best.kind == _STRING else ""

    @staticmethod
    def _best(values: list[_Found], locales: Sequence[Locale]) -> _Found | None:
        values = [value for value in values if value.plain] or values
        for locale in locales:
            fit = max(values, key=lambda value: value.locale.fits(locale), default=None)
            if fit is not None and fit.locale.fits(locale) > 1:
                return fit
        neutral = next((value for value in values if not value.locale.language), None)
        return neutral or (values[0] if values else None)

    def _values(self, identifier: int) -> Iterator[_Found]:
        package, kind, entry = identifier >> 24, identifier >> 16 & 0xFF, identifier & 0xFFFF
        for file in self._files:
            for chunk in file.packages:
                if struct.unpack_from("<I", file.data, chunk.start + 8)[0] == package:
                    for part in chunks(file.data, chunk.body, chunk.end):
                        if part.kind == _TYPE and file.data[part.start + 8] == kind:
                            yield from _value(file, part, entry)


def _value(file: _File, chunk: Chunk, entry: int) -> Iterator[_Found]:
    """The value of an entry in one configuration, if that has it."""
    flags, count, start = struct.unpack_from("<xBxxII", file.data, chunk.start + 8)
    offset = _offset(file.data, chunk, flags, count, entry)
    if offset is None:
        return
    at = chunk.start + start + offset
    size, entry_flags, data = struct.unpack_from("<HHI", file.data, at)
    if entry_flags & _COMPACT:
        kind = entry_flags >> 8
    elif entry_flags & _COMPLEX:
        return
    else:
        kind, data = struct.unpack_from("<xxxBI", file.data, at + size)
    locale, plain = _configuration(file.data, chunk.start + 20)
    yield _Found(locale, plain, kind, data, file.strings)


def _offset(data: bytes, chunk: Chunk, flags: int, count: int, entry: int) -> int | None:
    """The offset of an entry after the first one, in bytes."""
    if flags & _SPARSE:
        pairs = struct.unpack_from(f"<{2 * count}H", data, chunk.body)
        return next((4 * pairs[i + 1] for i in range(0, len(pairs), 2) if pairs[i] == entry), None)
    if entry >= count:
        return None
    if flags & _SHORT_OFFSETS:
        short: int = struct.unpack_from("<H", data, chunk.body + 2 * entry)[0]
        return None if short == _NONE_SHORT else 4 * short
    found: int = struct.unpack_from("<I", data, chunk.body + 4 * entry)[0]
    return None if found == _NONE else found


def _configuration(data: bytes, at: int) -> tuple[Locale, bool]:
    """The language of a configuration, and whether it asks nothing else of the phone."""
    size = struct.unpack_from("<I", data, at)[0]
    raw = data[at : at + min(size, 48)].ljust(48, b"\0")
    language = _code(raw[8:10], ord("a"))
    language = _OLD_CODES.get(language, language)
    region = _code(raw[10:12], ord("0"))
    script = raw[36:40].rstrip(b"\0").decode("ascii", "replace") or _usual_script(language, region)
    other_qualifiers = raw[4:8] + raw[12:24] + raw[28:36]  # all but the language and the version of Android
    return Locale(language, script, region), not any(other_qualifiers)


def _code(raw: bytes, base: int) -> str:
    """Two letters as they are, or three packed into fifteen bits."""
    first, second = raw
    if not first & 0x80:
        return raw.rstrip(b"\0").decode("ascii", "replace")
    parts = (second & 0x1F, (second & 0xE0) >> 5 | (first & 0x03) << 3, (first & 0x7C) >> 2)
    return "".join(chr(base + part) for part in parts)

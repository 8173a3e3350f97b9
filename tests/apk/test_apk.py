"""Manifests and resources of package files: of the Android compiler, and of the simulated phone.

`plain.apk` and `sparse.apk` were linked by aapt2 2.19 from one folder of texts in eight languages; the second with
sparse encoding, where a configuration lists only the entries it has.
"""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path

import pytest

from agentprog.apk import ApkError, Label, Manifest, ResourceTable, read_manifest
from agentprog.phone.kernel.apk import read_archive, write_archive

FILES = Path(__file__).parent / "files"


def parts(name: str) -> tuple[bytes, bytes]:
    with zipfile.ZipFile(FILES / name) as archive:
        return archive.read("AndroidManifest.xml"), archive.read("resources.arsc")


def icon(name: str, language: str) -> str:
    manifest, table = parts(name)
    label = read_manifest(manifest).label_of(".Q")
    assert isinstance(label, int)
    return ResourceTable(table).text(label, [language])


def test_a_manifest_gives_package_version_and_the_activity_with_an_icon() -> None:
    found = read_manifest(parts("plain.apk")[0])
    assert (found.package, found.version_name, found.version_code) == ("com.x7q.zt", "4.1", 41)
    assert {name: activity.launcher for name, activity in found.activities.items()} == {
        "com.x7q.zt.Q": True,
        "com.x7q.other.Help": False,
    }


@pytest.mark.parametrize("activity", [".Q", "com.x7q.zt.Q", "Q"])
def test_an_icon_has_its_activitys_label_and_another_activity_the_applications(activity: str) -> None:
    manifest, table = parts("plain.apk")
    found = read_manifest(manifest)
    assert found.label_of(activity) != found.label == found.label_of("com.x7q.other.Help")
    texts = ResourceTable(table)
    assert texts.text(_number(found.label), ["en-US"]) == "Field Notes Suite"
    assert texts.text(_number(found.label_of(activity)), ["en-US"]) == "Field Notes"


def _number(label: Label) -> int:
    assert isinstance(label, int)
    return label


@pytest.mark.parametrize("name", ["plain.apk", "sparse.apk"])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en-US", "Field Notes"),
        ("en-GB", "Field Jottings"),
        ("de-AT", "Feldnotizen"),
        ("de", "Feldnotizen"),
        ("zh-CN", "田野笔记"),
        ("zh-Hans-SG", "田野笔记"),
        ("zh-TW", "田野筆記"),
        ("zh-Hant-HK", "田野筆記"),
        ("ar_EG", "ملاحظات ميدانية"),
        ("pt-PT", "Notas de campo"),
        ("sr-Latn-RS", "Beleške"),
        ("sr", "Field Notes"),
        ("sw", "Field Notes"),
        ("", "Field Notes"),
    ],
)
def test_a_label_follows_the_phones_language_by_androids_rules(name: str, language: str, text: str) -> None:
    """The label refers to another text; that text differs by language and when a phone lies on its side."""
    assert icon(name, language) == text


def test_a_second_language_counts_before_the_packages_own() -> None:
    manifest, table = parts("plain.apk")
    label = _number(read_manifest(manifest).label_of(".Q"))
    assert ResourceTable(table).text(label, ["sw", "de", "ar"]) == "Feldnotizen"


def test_texts_that_a_store_split_off_are_found_in_their_own_file() -> None:
    with_german = write_archive("a.b", {"de": "Notizen"})
    without = write_archive("a.b", {"": "Notes"}, launch="a.b.Main")
    assert read_archive(without, "de").label == "Notes"
    tables = [_table_of(apk) for apk in (without, with_german)]
    assert ResourceTable(*tables).text(0x7F010000, ["de-CH"]) == "Notizen"
    assert ResourceTable(*tables).text(0x7F010000, ["fr"]) == "Notes"


def _table_of(apk: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(apk)) as archive:
        return archive.read("resources.arsc")


def test_a_missing_resource_has_no_text() -> None:
    table = ResourceTable(parts("plain.apk")[1])
    assert [table.text(number, ["de"]) for number in (0, 0x01040000, 0x7F010FFF, 0x7FFF0000, 0xFFFFFFFF)] == [""] * 5


def test_references_in_a_circle_end() -> None:
    table = bytearray(_table_of(write_archive("a.b", {"": "Notes"})))
    at = table.index(struct.pack("<HBBI", 8, 0, 3, 0))
    table[at : at + 8] = struct.pack("<HBBI", 8, 0, 1, 0x7F010000)
    assert ResourceTable(bytes(table)).text(0x7F010000, ["en"]) == ""


@pytest.mark.parametrize("which", [0, 1])
def test_damaged_bytes_end_in_our_error_or_a_wrong_text(which: int) -> None:
    whole = parts("sparse.apk")[which]
    chance = random.Random(5)
    damaged = [whole[:cut] for cut in range(0, len(whole), 97)]
    for _ in range(300):
        some = bytearray(whole)
        for _ in range(4):
            some[chance.randrange(len(some))] = chance.randrange(256)
        damaged.append(bytes(some))
    read = 0
    for data in damaged:
        try:
            found = read_manifest(data) if which == 0 else ResourceTable(data).text(0x7F010002, ["de"])
        except ApkError:
            continue
        assert isinstance(found, Manifest | str)
        read += 1
    assert 0 < read < len(damaged)

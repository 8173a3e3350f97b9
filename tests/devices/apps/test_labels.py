"""App labels, read from the packages on the phone over the wire."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.devices import AdbDevice, open_device
from agentprog.devices.apps.labels import Labels
from agentprog.devices.apps.remote_file import RemoteFile
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.packages import Package, parse_package_files
from agentprog.errors import DeviceError
from agentprog.ports import OpenApp, StopApp

PACKAGE = "com.x7q.zt"
"""Its package name shows no app name, and no card names it."""
APK = Path(__file__).parents[2] / "apk" / "files" / "plain.apk"


@pytest.fixture
def phone(sim_phone: Any) -> Any:
    printed = sim_phone.adb("install", str(APK)).stdout
    assert b"Success" in printed, printed
    return sim_phone


@pytest.fixture
def device(phone: Any) -> Iterator[AdbDevice]:
    opened = open_device(phone.serial, env=_env(phone))
    yield opened
    opened.close()


def _env(phone: Any) -> dict[str, str]:
    return {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}


def _transport(phone: Any) -> Transport:
    return Transport(AdbServer.from_environment(_env(phone)), phone.serial, timeout=10.0)


def test_an_app_without_a_card_is_named_and_opened_by_its_icons_label(device: AdbDevice) -> None:
    assert {app.package: app.label for app in device.apps()}[PACKAGE] == "Field Notes"
    assert device.perform(OpenApp(name="field notes")).ok
    assert device.observe().package == PACKAGE
    assert device.perform(StopApp(name="Field Notes app")).ok
    refused = device.perform(OpenApp(name="Field Note"))
    assert (refused.ok, refused.detail) == (False, "no app called 'Field Note' is installed; near names: Field Notes")


def test_labels_are_stored_for_the_next_run_until_the_app_changes(phone: Any, tmp_path: Path) -> None:
    component = f"{PACKAGE}/.Q"
    assert Labels(_transport(phone), ["de-AT"], folder=tmp_path).read([component], 5.0) == {component: "Feldnotizen"}
    phone.handle.set_fault("apk_unreadable")
    assert Labels(_transport(phone), ["de-AT"], folder=tmp_path).read([component], 5.0) == {component: "Feldnotizen"}
    assert Labels(_transport(phone), ["ar"], folder=tmp_path).read([component], 5.0) == {}
    kept = json.loads((tmp_path / "labels.json").read_text(encoding="utf-8"))
    other = {key.replace(" 41 ", " 40 "): label for key, label in kept.items()}
    (tmp_path / "labels.json").write_text(json.dumps(other), encoding="utf-8")
    assert Labels(_transport(phone), ["de-AT"], folder=tmp_path).known([component]) == {}


def test_without_readable_packages_icons_are_found_on_the_launcher(
    phone: Any,
) -> None:
    phone.handle.set_fault("apk_unreadable")
    device = open_device(phone.serial, env=_env(phone))
    try:
        assert {app.package: app.label for app in device.apps()}[PACKAGE] == "Zt"
        opened = device.perform(OpenApp(name="Field Notes"))
        assert opened.ok, opened.detail
        assert device.observe().package == PACKAGE
    finally:
        device.close()


def test_a_phone_that_hangs_costs_no_more_than_the_time_given(phone: Any, tmp_path: Path) -> None:
    labels = Labels(_transport(phone), ["en-US"], folder=tmp_path)
    labels.known([])
    phone.handle.set_fault("adbd_frozen")
    began = time.monotonic()
    assert labels.read([f"{PACKAGE}/.Q"], 0.3) == {}
    assert labels.read([f"{PACKAGE}/.Q"], 60.0) == {}, "a phone that refused once is asked again"
    assert time.monotonic() - began < 20.0


def test_every_app_of_the_phone_has_a_file_with_its_label_in_the_phones_language(phone: Any, tmp_path: Path) -> None:
    names = {"com.google.android.contacts": ("Contacts", "通讯录"), "com.google.android.deskclock": ("Clock", "时钟")}
    components = [f"{package}/.Any" for package in names]
    for number, language in enumerate(("en-US", "zh-CN")):
        read = Labels(_transport(phone), [language], folder=tmp_path / language).read(components, 10.0)
        assert list(read.values()) == [labels[number] for labels in names.values()]


def test_a_damaged_store_of_labels_is_ignored(phone: Any, tmp_path: Path) -> None:
    component = f"{PACKAGE}/.Q"
    for text in ("", "[]", '{"a": 1}', "\0"):
        (tmp_path / "labels.json").write_text(text, encoding="utf-8")
        assert (
            Labels(_transport(phone), ["en-GB"], folder=tmp_path).read([component], 5.0)[component] == "Field Jottings"
        )


def test_a_file_on_the_phone_is_read_in_parts_anywhere(phone: Any) -> None:
    data = bytes(range(256)) * 1200
    path = "/data/local/tmp/a file's name.bin"
    phone.device.sync.push(data, path)
    file = RemoteFile(_transport(phone), path, len(data), Deadline(10.0, "reading"))
    for start, count in ((0, 10), (300_000, 7000), (4095, 2), (100_000, 150_000), (307_190, 100), (307_200, 5)):
        file.seek(start)
        assert file.read(count) == data[start : start + count]
    file.seek(-3, 2)
    assert (file.tell(), file.read()) == (len(data) - 3, data[-3:])
    with pytest.raises(DeviceError, match="does not give"):
        RemoteFile(_transport(phone), "/data/local/tmp/none", 10, Deadline(10.0, "reading"))


def test_the_list_of_packages_is_read_in_the_forms_of_old_and_new_phones() -> None:
    listing = (
        "package:/data/app/~~aB-_1==/org.a-x==/base.apk=org.a versionCode:41\n"
        "package:/system/app/Old/Old.apk=org.old\nWARNING: noise\npackage:org.bare\n"
    )
    assert parse_package_files(listing) == {
        "org.a": Package(path="/data/app/~~aB-_1==/org.a-x==/base.apk", version="41"),
        "org.old": Package(path="/system/app/Old/Old.apk", version=""),
    }

"""Phones of several makers, simulated, are understood as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agentprog.devices import AdbDevice, examine, open_device
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport
from agentprog.devices.witness import PhoneWitness
from agentprog.phone.client import start_phone
from agentprog.ports import CaptureKind, OpenApp, PressKey, Screen, Store, Tap, TypeText, Unread, Window

CONTACTS = "com.google.android.contacts"
HOME = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"


@pytest.fixture(
    scope="module", params=["oneui", "flip", "originos", "coloros", "miui", "hyperos", "magicos", "guarded"]
)
def phone(request: Any, adb_server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with start_phone(profile=request.param, lifetime="command") as handle:
            adb_server.connect(handle.serial)
            yield request.param, handle
            adb_server.run("disconnect", handle.serial)


@pytest.fixture
def device(phone: Any, adb_server: Any) -> Iterator[AdbDevice]:
    opened = open_device(phone[1].serial, env={"ANDROID_ADB_SERVER_PORT": str(adb_server.port)}, ocr=False)
    yield opened
    phone[1].clear_fault()
    opened.close()


def test_the_app_in_front_its_secrecy_and_the_lock_are_known(phone: Any, device: AdbDevice) -> None:
    _, handle = phone
    assert device.perform(OpenApp(name="Contacts")).ok
    assert device.observe().package == CONTACTS
    handle.set_fault("secure_window", {"package": CONTACTS})
    assert [issue.kind for issue in device.observe(screenshot=True).issues] == [CaptureKind.SECURE]
    handle.clear_fault()
    handle.set_fault("lock")
    locked = device.observe()
    assert CaptureKind.LOCKED in {issue.kind for issue in locked.issues}
    assert locked.package == "com.android.systemui"


def test_apps_are_opened_left_and_found_again_from_the_makers_home(phone: Any, device: AdbDevice) -> None:
    assert device.perform(PressKey(key="home")).ok
    home = device.observe()
    assert home.package == phone[1].shell(HOME)[1].splitlines()[-1].partition("/")[0]
    tap(device, home, "Contacts")
    assert device.observe().package == CONTACTS
    device.perform(PressKey(key="home"))
    assert device.observe().package == home.package
    device.perform(PressKey(key="recents"))
    recent = device.observe()
    assert recent.package == home.package
    tap(device, recent, "Contacts")
    assert device.observe().package == CONTACTS


def test_typing_shows_the_makers_keyboard_and_leaves_it_as_it_was(phone: Any, device: AdbDevice) -> None:
    keyboard = phone[1].shell("settings get secure default_input_method")[1]
    device.perform(PressKey(key="home"))
    assert device.perform(OpenApp(name="Contacts")).ok
    tap(device, device.observe(), "Create contact")
    tap(device, device.observe(), "Last name")
    shown = device.observe()
    assert shown.keyboard_shown
    keys = {element.package for element in shown.elements if element.window is Window.KEYBOARD}
    assert keys == {keyboard.partition("/")[0]}
    field = next(element for element in shown.elements if element.editable and element.label == "Last name")
    assert device.perform(TypeText(text="Sørensen 山田", target=field)).ok
    assert device.perform(PressKey(key="back")).ok
    hidden = device.observe()
    assert not hidden.keyboard_shown
    assert "Sørensen 山田" in {element.text for element in hidden.elements}
    assert phone[1].shell("settings get secure default_input_method")[1] == keyboard


def tap(device: AdbDevice, screen: Screen, label: str) -> None:
    assert device.perform(Tap(target=next(found for found in screen.elements if found.label == label))).ok


def test_the_doctor_names_the_peculiarities_of_a_maker(phone: Any, adb_server: Any) -> None:
    profile, handle = phone
    handle.shell("input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard")
    found = {check.name: check for check in examine(handle.serial, {"ANDROID_ADB_SERVER_PORT": str(adb_server.port)})}
    assert ("another display of 748x720" in found["device"].detail) is (profile == "flip")
    refused = {
        "coloros": "Disable permission monitoring",
        "miui": "USB debugging (Security settings)",
        "hyperos": "USB debugging (Security settings)",
    }
    assert found["settings"].ok is (None if profile in refused else True)
    assert refused.get(profile, "") in found["settings"].remedy
    kept = {"messages": "READ_SMS", "contacts": "READ_CONTACTS", "calendar": "READ_CALENDAR"}
    for store, permission in kept.items():
        check = found[f"records of {store}"]
        assert check.ok is (None if profile == "guarded" else True)
        assert (f"requires android.permission.{permission}" in check.detail) is (profile == "guarded")
        assert ("on the screen only" in check.remedy) is (profile == "guarded")
    assert found["records of alarms"].ok


def test_people_are_read_also_if_the_phone_prints_one_column_at_a_time(phone: Any, adb_server: Any) -> None:
    profile, handle = phone
    transport = Transport(AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(adb_server.port)}), handle.serial,
                          timeout=20.0)  # fmt: skip
    read = PhoneWitness(transport).read(Store.CONTACTS)
    if profile == "guarded":
        assert isinstance(read, Unread)
        return
    assert not isinstance(read, Unread)
    assert any(one.numbers for one in read)

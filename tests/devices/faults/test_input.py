"""Touches, texts, keyboards and settings that a phone refuses or loses, and its lock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from agentprog.devices import AdbDevice
from agentprog.devices.acting.keyboard import AUTOMATION_KEYBOARD
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.errors import DeviceError, DeviceLocked, InjectionDenied
from agentprog.ports import CaptureKind, OpenApp, PointTarget, PressKey, Tap, TypeText
from tests.devices.faults.reading import contacts, kinds, met, the

HARD = 'héllo "$x" 你好 😀'


def test_refused_input_is_an_error_with_the_switch_to_turn(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("injection_denied")
    with pytest.raises(InjectionDenied, match="USB debugging"):
        device.perform(Tap(target=PointTarget(x=500, y=500)))
    assert CaptureKind.INJECTION_DENIED in kinds(device.observe())
    assert met(device, Condition.INJECTION_DENIED)
    phone.handle.clear_fault()
    device.perform(PressKey(key="home"))
    assert CaptureKind.INJECTION_DENIED not in kinds(device.observe())


def test_a_phone_that_keeps_its_settings_from_adb_stays_on_all_the_same(
    connect: Callable[..., AdbDevice], phone: Any
) -> None:
    phone.handle.shell("settings put global stay_on_while_plugged_in 0; settings put system screen_off_timeout 5000")
    phone.handle.set_fault("settings_refused")
    device = connect()
    assert met(device, Condition.SETTINGS_REFUSED, mended=True)
    phone.handle.advance(4)
    time.sleep(2.5)  # by then the key was pressed
    phone.handle.advance(4)
    assert phone.handle.state()["awake"] is True


def test_a_phone_that_closes_its_keyboards_to_adb_reports_it_at_once(
    connect: Callable[..., AdbDevice], phone: Any
) -> None:
    device = connect()
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    field = the(device.observe(), "First name")
    for fault in ("set_text_ignored", "clipboard_denied", "settings_refused"):
        phone.handle.set_fault(fault)
    began = time.monotonic()
    result = device.perform(TypeText(text=HARD, target=field))
    assert not result.ok
    assert "refuses to change the keyboard" in result.detail
    assert met(device, Condition.KEYBOARD_REFUSED)
    assert time.monotonic() - began < 4
    assert device.perform(TypeText(text="plain", target=field)).ok


def test_a_lost_touch_is_noticed_by_its_missing_effect(device: AdbDevice, phone: Any) -> None:
    screen = contacts(device)
    phone.handle.set_fault("touches_lost", {"count": 1})
    result = device.perform(Tap(target=the(screen, "Create contact")))
    assert "nothing changed" in result.detail
    assert "there is no touchable window" in result.detail
    assert met(device, Condition.TOUCH_LOST)


def test_a_touch_that_arrives_and_changes_nothing_is_not_called_lost(device: AdbDevice, phone: Any) -> None:
    heading = the(contacts(device), "Contacts")
    phone.handle.set_fault("touches_lost", {"count": 1})
    device.perform(Tap(target=heading))
    lost = device.health
    for _ in range(2):
        result = device.perform(Tap(target=heading))
        assert result.detail == "the phone accepted the action, and nothing changed"
    assert device.health == lost


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (["set_text_ignored"], HARD),
        (["set_text_ignored", "clipboard_denied"], "plain text, 100 %s & 'quoted' $HOME"),
        (["set_text_ignored", "clipboard_denied", "text_dropped"], "every letter of this arrives"),
        (["set_text_ignored", "clipboard_denied"], HARD),
    ],
    ids=["clipboard", "keys", "dropped keys", "keyboard"],
)
def test_text_arrives_where_the_usual_way_is_closed(
    device: AdbDevice, phone: Any, faults: list[str], text: str
) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    keyboard = phone.shell("settings get secure default_input_method")
    for fault in faults:
        phone.handle.set_fault(fault)
    result = device.perform(TypeText(text=text, target=the(device.observe(), "First name")))
    assert result.ok, result.detail
    assert met(device, Condition.TEXT_LOST, mended=True)
    assert met(device, Condition.CLIPBOARD_DENIED, mended=True) is ("clipboard_denied" in faults)
    phone.handle.clear_fault()
    assert the(device.observe(), "First name").text == text
    assert phone.shell("settings get secure default_input_method") == keyboard


def test_a_lost_text_is_reported_and_the_keyboard_put_back(device: AdbDevice, phone: Any) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    keyboard = phone.shell("settings get secure default_input_method")
    for fault in ("set_text_ignored", "clipboard_denied", "install_restricted", "broadcast_ignored"):
        phone.handle.set_fault(fault)
    try:
        result = device.perform(TypeText(text=HARD, target=the(device.observe(), "First name")))
    except DeviceError as exc:
        assert exc.hint  # noqa: PT017
    else:
        assert not result.ok
        assert "did not arrive" in result.detail
        assert met(device, Condition.TEXT_LOST)
        assert met(device, Condition.CLIPBOARD_DENIED)
    assert phone.shell("settings get secure default_input_method") == keyboard


def test_a_keyboard_left_switched_by_a_killed_run_is_put_back(connect: Callable[[], AdbDevice], phone: Any) -> None:
    before = phone.shell("settings get secure default_input_method")
    lent = connect()
    with lent._keyboard.borrowed():
        assert phone.shell("settings get secure default_input_method") == AUTOMATION_KEYBOARD
        connect()
        assert phone.shell("settings get secure default_input_method") == before


def test_a_dark_screen_counts_as_asleep_and_has_no_elements(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("sleep")
    screen = device.observe(screenshot=True)
    assert CaptureKind.ASLEEP in kinds(screen)
    assert met(device, Condition.ASLEEP)
    assert screen.elements == ()
    assert screen.screenshot is None


def test_a_locked_screen_is_reported_and_unlocked_by_the_next_action(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("lock")
    assert CaptureKind.LOCKED in kinds(device.observe(screenshot=True))
    assert met(device, Condition.LOCKED)
    assert contacts(device).issues == ()


def test_a_missing_app_is_reported(device: AdbDevice) -> None:
    result = device.perform(OpenApp(name="Nonexistent Thing"))
    assert not result.ok
    assert "no app called" in result.detail
    assert met(device, Condition.APP_MISSING)


def test_a_lock_with_a_pin_is_the_owners_to_open(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("pin_lock")
    phone.handle.set_fault("sleep")
    assert CaptureKind.LOCKED in kinds(device.observe())
    with pytest.raises(DeviceLocked, match="only its owner") as caught:
        device.perform(PressKey(key="home"))
    assert of_error(caught.value) is Condition.LOCKED
    phone.handle.clear_fault("pin_lock")
    assert device.perform(PressKey(key="home")).ok

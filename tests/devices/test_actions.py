"""Every action on a simulated phone, over the wire: its effect, and its error."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from agentprog.devices import AdbDevice, open_device
from agentprog.ports import (
    ACTIONS,
    Drag,
    Element,
    OpenApp,
    OpenLink,
    OpenQuickSettings,
    Orientation,
    Pinch,
    PressKey,
    ReadClipboard,
    Role,
    Rotate,
    Screen,
    ScrollTo,
    SetClipboard,
    StopApp,
    Tap,
    WaitUntil,
    WakeUp,
)

CONTACTS = "com.google.android.contacts"


@pytest.fixture
def device(sim_phone: Any) -> Iterator[AdbDevice]:
    opened = open_device(sim_phone.serial, env={"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)})
    yield opened
    opened.close()


def opened(device: AdbDevice, app: str) -> Screen:
    result = device.perform(OpenApp(name=app))
    assert result.ok, result.detail
    return device.observe()


def named(screen: Screen, label: str) -> Element:
    return next(e for e in screen.elements if e.label == label)


def many_messages(sim_phone: Any, count: int = 14) -> None:
    for number in range(count):
        sim_phone.handle.incoming_sms(f"+1555010{number:02}", f"message {number}")


def test_every_action_has_a_way(device: AdbDevice) -> None:
    assert set(device._doer.ways) == set(ACTIONS)


def test_a_stopped_app_leaves_the_front_and_starts_afresh(device: AdbDevice, sim_phone: Any) -> None:
    screen = opened(device, "Contacts")
    device.perform(Tap(target=named(screen, "Create contact")))
    result = device.perform(StopApp(name="contacts"))
    assert (result.ok, result.detail) == (True, "")
    assert device.observe().package != CONTACTS
    assert sim_phone.shell(f"pidof {CONTACTS}") == ""
    assert opened(device, "Contacts").activity.endswith("PeopleActivity")


def test_stopping_a_missing_app_is_refused_with_near_names(device: AdbDevice) -> None:
    result = device.perform(StopApp(name="Contcts"))
    assert not result.ok
    assert "near names: Contacts" in result.detail


def test_a_link_opens_in_the_app_for_it(device: AdbDevice) -> None:
    result = device.perform(OpenLink(url="smsto:+15550100"))
    assert result.ok
    assert result.detail == "opened in SMS Messenger"
    assert device.observe().package == "com.simplemobiletools.smsmessenger"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nobody-knows:this", "no app on the phone opens nobody-knows: links"),
        ("intent:#Intent;action=android.intent.action.CALL;end", "not opened"),
        ("file:///sdcard/x.txt", "not opened"),
        ("hello world", "is not a link"),
        ("https://example.org/a b", "is not a link"),
    ],
)
def test_a_link_that_cannot_be_opened_names_the_reason(device: AdbDevice, url: str, why: str) -> None:
    result = device.perform(OpenLink(url=url))
    assert not result.ok
    assert why in result.detail


@pytest.mark.parametrize("text", ["plain", "two\nlines 😀 $(id) 'q' \"d\"", "שלום"])
def test_the_clipboard_returns_the_text_that_was_set(device: AdbDevice, text: str) -> None:
    assert device.perform(SetClipboard(text=text)).ok
    assert device.perform(ReadClipboard()).value == text


def test_a_clipboard_that_the_phone_denies_is_a_fact(device: AdbDevice, sim_phone: Any) -> None:
    sim_phone.handle.set_fault("clipboard_denied")
    for action in (SetClipboard(text="x"), ReadClipboard()):
        result = device.perform(action)
        assert not result.ok
        assert result.detail


def test_the_display_turns_and_touches_land_where_they_should(device: AdbDevice) -> None:
    screen = opened(device, "Contacts")
    assert device.perform(Rotate(orientation="landscape")).ok
    turned = device.observe(screenshot=True)
    assert (turned.width, turned.height, turned.rotation) == (screen.height, screen.width, 1)
    assert turned.screenshot is not None
    assert turned.screenshot.width == turned.width
    device.perform(Tap(target=named(turned, "Create contact")))
    assert device.observe().activity.endswith("ContactEditorActivity")
    assert device.perform(Rotate(orientation="portrait")).ok
    assert device.observe().width == screen.width


@pytest.mark.parametrize("orientation", ["landscape", "landscape right"])
def test_a_sideways_picture_is_set_upright(device: AdbDevice, sim_phone: Any, orientation: Orientation) -> None:
    opened(device, "Contacts")
    assert device.perform(Rotate(orientation=orientation)).ok
    right = device.observe(screenshot=True).screenshot
    sim_phone.handle.set_fault("screenshot_sideways")
    mended = device.observe(screenshot=True).screenshot
    device.perform(Rotate(orientation="portrait"))
    assert right is not None
    assert mended is not None
    assert (mended.width, mended.height) == (right.width, right.height)
    one, other = (Image.open(io.BytesIO(shot.data)).convert("L") for shot in (right, mended))
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 2


def test_a_sleeping_phone_is_woken(device: AdbDevice, sim_phone: Any) -> None:
    sim_phone.shell("input keyevent SLEEP")
    assert device.perform(WakeUp()).ok
    assert not device.observe().issues


def test_a_drag_carries_and_a_pinch_uses_two_fingers(device: AdbDevice, sim_phone: Any) -> None:
    screen = opened(device, "SMS Messenger")
    rows = [e for e in screen.elements if e.role is Role.ITEM]
    sim_phone.handle.clear_trace()
    assert device.perform(Drag(start=rows[0], end=rows[1])).ok
    (carried,) = sim_phone.handle.trace("swipe")
    assert carried.startswith("drag")
    for direction in ("in", "out"):
        assert device.perform(Pinch(direction=direction)).ok
    closing, opening = sim_phone.handle.trace("pinch")
    assert closing != opening


def test_scrolling_to_a_text_stops_where_it_is(device: AdbDevice, sim_phone: Any) -> None:
    many_messages(sim_phone)
    opened(device, "SMS Messenger")
    assert not device.observe().shows("message 0")
    result = device.perform(ScrollTo(text="message 0"))
    assert result.ok, result.detail
    assert "scroll" in result.detail
    assert device.observe().shows("message 0")
    assert device.perform(ScrollTo(text="message 0")).detail == "it is on the screen"


def test_scrolling_to_a_missing_text_ends_at_the_end(device: AdbDevice, sim_phone: Any) -> None:
    many_messages(sim_phone)
    opened(device, "SMS Messenger")
    result = device.perform(ScrollTo(text="nowhere to be found"))
    assert not result.ok
    assert "end of the list" in result.detail


def test_waiting_for_a_text_ends_when_it_appears_or_disappears(device: AdbDevice, sim_phone: Any) -> None:
    opened(device, "SMS Messenger")
    late = device.perform(WaitUntil(text="ping 🎉 there", seconds=0.3))
    assert not late.ok
    assert "did not appear within 0.3 s" in late.detail
    sim_phone.handle.incoming_sms("+15550100", "ping 🎉 there")
    came = device.perform(WaitUntil(text="ping 🎉 there", seconds=20))
    assert came.ok
    assert came.seconds < 10
    assert not device.perform(WaitUntil(text="ping 🎉 there", seconds=0.2, gone=True)).ok
    device.perform(PressKey(key="home"))
    assert device.perform(WaitUntil(text="ping 🎉 there", seconds=20, gone=True)).ok


def test_quick_settings_open(device: AdbDevice) -> None:
    before = device.observe()
    assert device.perform(OpenQuickSettings()).ok
    assert device.observe().signature != before.signature

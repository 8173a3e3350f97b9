"""Misleading windows, trees and focus of a real phone are read correctly or reported."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from agentprog.devices import AdbDevice
from agentprog.devices.automation.server import StockCaller
from agentprog.devices.link.conditions import Condition
from agentprog.ports import CaptureKind, OpenApp, Role, Tap, TypeText, Window
from tests.devices.faults.reading import contacts, kinds, met, the


@pytest.mark.parametrize(("fault", "unknown"), [("no_current_focus", False), ("focus_null", True)])
def test_the_app_in_front_is_known_without_a_focus_line(
    device: AdbDevice, phone: Any, fault: str, unknown: bool
) -> None:
    contacts(device)
    phone.handle.set_fault(fault)
    assert device.observe().package == "com.google.android.contacts"
    assert met(device, Condition.FOCUS_UNKNOWN) is unknown


def test_windows_in_any_order_read_the_same(device: AdbDevice, phone: Any) -> None:
    before = contacts(device)
    phone.handle.set_fault("shuffled_windows")
    time.sleep(0.3)
    after = device.observe()
    assert [e.descriptor for e in after.elements if e.window is Window.APP] == [
        e.descriptor for e in before.elements if e.window is Window.APP
    ]


@pytest.mark.parametrize(
    ("fault", "condition"),
    [
        ("empty_hierarchy", Condition.NULL_ROOT),
        ("empty_hierarchy_active", Condition.NO_NODES),
        ("stack_overflow", Condition.DEEP_TREE),
    ],
)
def test_a_missing_tree_is_an_issue(device: AdbDevice, phone: Any, fault: str, condition: Condition) -> None:
    contacts(device)
    phone.handle.set_fault(fault)
    time.sleep(0.3)
    screen = device.observe()
    assert CaptureKind.NO_TREE in kinds(screen)
    assert not [e for e in screen.elements if e.window is Window.APP]
    assert screen.package == "com.google.android.contacts"
    assert met(device, condition)


def test_a_tree_too_deep_for_the_server_is_read_less_deep(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("stack_overflow", times=1)
    time.sleep(0.3)
    assert the(device.observe(), "Create contact")
    assert met(device, Condition.DEEP_TREE, mended=True)


def test_an_app_without_nodes_is_an_issue_and_is_waited_for_only_once(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("no_nodes", {"package": "com.google.android.contacts"})
    time.sleep(0.3)
    assert CaptureKind.NO_TREE in kinds(device.observe())
    began = time.monotonic()
    assert CaptureKind.NO_TREE in kinds(device.observe())
    assert time.monotonic() - began < 1
    assert met(device, Condition.NO_NODES)


def test_a_stale_tree_is_noticed_and_repaired(connect: Callable[[], AdbDevice], phone: Any) -> None:
    phone.handle.set_fault("u2_killed")  # only an adb server of our own may be restarted
    device = connect()
    contacts(device)
    phone.handle.set_fault("stale_hierarchy")
    time.sleep(0.3)
    device.observe()  # the server keeps the first tree that it is asked for
    phone.handle.start_app("com.simplemobiletools.smsmessenger")
    phone.handle.advance(2)
    time.sleep(0.3)
    screen = device.observe()
    assert screen.package == "com.simplemobiletools.smsmessenger"
    assert met(device, Condition.STALE_TREE, mended=True)
    phone.handle.clear_fault()
    assert the(device.observe(), "conversations fab")


def test_a_permission_dialog_is_a_dialog_over_the_app(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault(
        "permission_dialog",
        {"package": "com.google.android.contacts", "permission": "android.permission.READ_CONTACTS"},
    )
    time.sleep(0.3)
    screen = device.observe()
    assert screen.package.endswith("permissioncontroller")
    assert met(device, Condition.PERMISSION_DIALOG)
    assert [e for e in screen.elements if e.window is Window.DIALOG and e.role is Role.BUTTON]


def test_an_app_that_does_not_respond_is_a_dialog_of_the_systems(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("anr", {"package": "com.google.android.contacts"})
    time.sleep(0.3)
    screen = device.observe()
    assert {"Close app", "Wait"} <= {e.label for e in screen.elements if e.window is Window.DIALOG}
    assert met(device, Condition.NOT_RESPONDING)


def test_a_screen_that_never_rests_is_read_all_the_same(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("never_idle")
    time.sleep(0.3)
    began = time.monotonic()
    assert the(device.observe(), "Create contact")
    assert time.monotonic() - began < 5


def test_a_stopwatch_that_never_stops_is_read_while_it_moves(device: AdbDevice, phone: Any) -> None:
    assert device.perform(OpenApp(name="Clock")).ok
    device.perform(Tap(target=the(device.observe(), "Stopwatch")))
    phone.handle.set_fault("u2_slow", {"milliseconds": 60})  # as slow as a real phone, or two reads fall in one tick
    device.perform(Tap(target=the(device.observe(), "Start")))
    assert the(device.observe(), "Pause")
    assert met(device, Condition.NEVER_IDLE, mended=True)


def test_a_turned_phone_has_its_width_and_height_exchanged(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("rotate", {"rotation": 1})
    time.sleep(0.3)
    screen = device.observe(screenshot=True)
    tapped = device.perform(Tap(target=the(screen, "Create contact")))
    opened = device.observe().activity
    phone.handle.set_fault("rotate", {"rotation": 0})
    assert tapped.ok
    assert opened.endswith("ContactEditorActivity")
    assert screen.screenshot is not None
    assert (screen.screenshot.width, screen.screenshot.height) == (2400, 1080)
    assert (screen.width, screen.height, screen.rotation) == (2400, 1080, 1)
    assert met(device, Condition.ROTATED)
    assert all(e.bounds.right <= 2400 and e.bounds.bottom <= 1080 for e in screen.elements)


def test_a_slow_link_only_takes_longer(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("slow_link", {"milliseconds": 150})
    assert the(contacts(device), "Create contact")


def test_the_windows_of_another_display_are_left_out(device: AdbDevice, phone: Any) -> None:
    before = contacts(device)
    phone.handle.set_fault("second_display")
    time.sleep(0.3)
    screen = device.observe()
    assert [e.descriptor for e in screen.elements] == [e.descriptor for e in before.elements]
    assert met(device, Condition.SEVERAL_DISPLAYS)


def test_a_hint_is_no_content(device: AdbDevice) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    field = the(device.observe(), "First name")
    assert (field.text, field.hint) == ("", "First name")
    assert met(device, Condition.HINT_AS_TEXT)


def test_emoji_that_the_dump_garbles_are_read(device: AdbDevice, phone: Any) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    assert device.perform(TypeText(text="Ada 😀", target=the(device.observe(), "First name"))).ok
    assert the(device.observe(), "First name").text == "Ada 😀"
    assert met(device, Condition.EMOJI_GARBLED, mended=True)


def test_a_phone_that_refuses_our_channel_is_driven_by_the_stock_client(device: AdbDevice, phone: Any) -> None:
    screen = contacts(device)
    phone.handle.set_fault("no_keep_alive")
    time.sleep(0.3)
    assert [e.descriptor for e in device.observe().elements] == [e.descriptor for e in screen.elements]
    assert isinstance(device._automation._caller, StockCaller)
    assert device.perform(Tap(target=the(screen, "Create contact"))).ok
    assert device.observe().activity.endswith("ContactEditorActivity")


@pytest.mark.parametrize("fault", ["dialog", "permission_dialog"])
def test_a_field_under_a_system_window_is_not_touched_again_and_named_as_covered(
    device: AdbDevice, phone: Any, fault: str
) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    field = the(device.observe(), "First name")
    phone.handle.set_fault(fault)
    time.sleep(0.3)
    phone.handle.clear_trace()
    typed = device.perform(TypeText(text="Ada", target=field))
    assert not typed.ok
    assert typed.detail == "'First name' is covered: a window of another app is in front"
    assert [call for call in phone.handle.trace("rpc") if "click" in call] == [], "a tap would reach the window above"
    assert device.observe().elements[0].window is Window.DIALOG

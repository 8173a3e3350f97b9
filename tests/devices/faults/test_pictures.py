"""A screenshot is right, taken another way or missing: never a black picture."""

from __future__ import annotations

from typing import Any

from agentprog.devices import AdbDevice
from agentprog.devices.link.conditions import Condition
from agentprog.ports import CaptureKind
from tests.devices.faults.reading import contacts, kinds, met, the


def test_a_secure_app_gives_its_tree_and_no_picture(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("secure_window", {"package": "com.google.android.contacts"})
    screen = device.observe(screenshot=True)
    assert screen.screenshot is None
    assert kinds(screen) == [CaptureKind.SECURE]
    assert met(device, Condition.SECURE)
    assert the(screen, "Create contact")


def test_a_null_screenshot_is_taken_another_way(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("screenshot_null")
    phone.handle.set_fault("screencap_garbage")
    screen = device.observe(screenshot=True)
    assert screen.screenshot is not None
    assert screen.screenshot.media_type == "image/png"


def test_a_failed_screenshot_is_an_issue_and_never_a_black_picture(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("screenshot_null")
    phone.handle.set_fault("screencap_fails")
    screen = device.observe(screenshot=True)
    assert screen.screenshot is None
    assert kinds(screen) == [CaptureKind.NO_SCREENSHOT]
    assert met(device, Condition.SCREENSHOT_FAILED)

"""Functions for the tests of traps: find texts on a screen and entries in a device's log."""

from __future__ import annotations

from agentprog.devices import AdbDevice
from agentprog.devices.link.conditions import Condition
from agentprog.ports import CaptureKind, Element, OpenApp, Screen


def kinds(screen: Screen) -> list[CaptureKind]:
    return [issue.kind for issue in screen.issues]


def the(screen: Screen, label: str) -> Element:
    return next(e for e in screen.elements if e.label == label)


def met(device: AdbDevice, condition: Condition, *, mended: bool = False) -> bool:
    """Whether the device has logged this trap."""
    return any(entry.condition is condition and entry.mended is mended for entry in device.health)


def contacts(device: AdbDevice) -> Screen:
    assert device.perform(OpenApp(name="Contacts")).ok
    return device.observe()

"""The shared parts of all checks: one opened phone, and the screens that checks may visit."""

from __future__ import annotations

from agentprog.devices.automation.server import Automation
from agentprog.devices.link.transport import Transport
from agentprog.devices.real_device import AdbDevice
from agentprog.frozen import frozen
from agentprog.ports import Element, PressKey, Role, Screen, Tap, Window

SETTINGS_PAGE = ("am", "start", "-a", "android.settings.SETTINGS", "-f", "0x10008000")
"""Starts Settings again, on its first page."""


class Failed(Exception):
    """A check failed; the message describes the phone's behaviour."""


class Unknown(Exception):
    """A check was not possible on this phone; the message says why."""


def must(condition: bool, otherwise: str) -> None:
    """Raises Failed unless the condition holds."""
    if not condition:
        raise Failed(otherwise)


@frozen
class Bench:
    """The run's device and the parts below it."""

    device: AdbDevice
    transport: Transport
    automation: Automation

    def home(self) -> Screen:
        """The launcher in front."""
        self.device.perform(PressKey(key="home"))
        return self.device.observe()

    def settings(self) -> Screen:
        """The first page of Settings: every phone has it, and reading it changes nothing."""
        answer = self.transport.shell(SETTINGS_PAGE)
        must("Error" not in answer.words, f"Settings does not start: {answer.words[:200]}")
        deadline = self.transport.deadline("waiting for Settings")
        while not deadline.over:
            screen = self.device.observe()
            if "settings" in screen.package:
                return screen
            deadline.pause(0.1)
        raise Failed("Settings was started and is not in front")

    def search_field(self) -> Element:
        """The search field of Settings, focused."""
        screen = self.settings()
        entry = _search_entry(screen)
        if entry is None:
            raise Unknown("Settings has no search on its first page")
        self.device.perform(Tap(target=entry))
        screen = self.device.observe()
        field = next((e for e in screen.elements if e.editable and e.window is not Window.KEYBOARD), None)
        if field is None:
            raise Unknown("the search of Settings opens no text field")
        return field


def _search_entry(screen: Screen) -> Element | None:
    """The search entry, found by its resource id, which is English in every language."""
    found = [e for e in screen.elements if "search" in e.resource_id.casefold() and (e.clickable or e.editable)]
    found += [e for e in screen.elements if e.editable or (e.role is Role.FIELD and e.clickable)]
    return found[0] if found else None

"""The phone's keyboards: identifies the user's and lends the automation keyboard without losing it."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from agentprog.devices.automation.server import quietly
from agentprog.devices.link.deadline import Deadline, run_bounded
from agentprog.devices.link.foreign import HINT_SETTINGS, mapped
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.input_method import COMMAND as INPUT_METHOD
from agentprog.devices.prints.input_method import parse_input_method
from agentprog.devices.prints.refusal import refusal_in
from agentprog.errors import DeviceError

AUTOMATION_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
_NOTE = "/data/local/tmp/agentprog.keyboard"
"""File on the phone with the user's keyboard while another is lent; a later start restores it after a kill."""
_NAME = re.compile(r"^[\w.]+/[\w.$]+$")
_APK = "/data/local/tmp/agentprog-keyboard.apk"
_INSTALL_SECONDS = 60.0
_SWITCH_SECONDS = 5.0
_BROADCAST = re.compile(r"result=(-?\d+)")


class KeyboardRefused(DeviceError):
    """The phone does not let adb install, enable or choose a keyboard."""


class Keyboard:
    """Input methods of one phone. Raises KeyboardRefused if the maker blocks adb."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def current(self) -> str:
        """The id of the current input method; empty if the phone does not report it."""
        name = self._transport.shell(["settings", "get", "secure", "default_input_method"]).out.strip()
        if _NAME.match(name):
            return name
        return parse_input_method(self._transport.shell(INPUT_METHOD).out).current

    def restore(self) -> bool:
        """Restores the user's keyboard after a killed run. True if that was necessary."""
        if self.current() != AUTOMATION_KEYBOARD:
            return False
        noted = self._transport.shell(["cat", _NOTE]).out.strip()
        if not _NAME.match(noted):
            noted = next((name for name in self._enabled() if name != AUTOMATION_KEYBOARD), "")
        if not noted:
            return False
        self._put_back(noted)
        return True

    def _enabled(self) -> list[str]:
        return [line for line in self._transport.shell(["ime", "list", "-s"]).out.split() if _NAME.match(line)]

    def _put_back(self, name: str) -> None:
        self._transport.shell(["ime", "enable", name])
        self._transport.shell(["ime", "set", name])
        self._transport.shell(["ime", "disable", AUTOMATION_KEYBOARD])
        self._transport.shell(["rm", "-f", _NOTE])

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        """Uses the automation keyboard until the block ends, installing it if necessary."""
        before = self.current()
        if before and before != AUTOMATION_KEYBOARD:
            self._transport.shell(f"echo {shlex.quote(before)} > {_NOTE}")
        try:
            self._install()
            yield
        finally:
            if before and before != AUTOMATION_KEYBOARD:
                quietly(lambda: self._put_back(before))

    def _install(self) -> None:
        """Switch to uiautomator2's automation keyboard, installing it first if it is missing."""
        if AUTOMATION_KEYBOARD not in self._ime("list", "-s", "-a").split():
            self._push()
            answer = self._transport.shell(["pm", "install", "-r", "-t", _APK], seconds=_INSTALL_SECONDS)
            self._transport.shell(["rm", "-f", _APK])
            if "Success" not in answer.out:
                raise KeyboardRefused(
                    "the phone refuses to install the automation keyboard",
                    hint='On Xiaomi phones allow "Install via USB" in the developer options.',
                    evidence=answer.words,
                )
        self._ime("enable", AUTOMATION_KEYBOARD)
        self._ime("set", AUTOMATION_KEYBOARD)
        ready = self._transport.deadline("switching the keyboard", _SWITCH_SECONDS)
        while self.current() != AUTOMATION_KEYBOARD:
            if ready.over:
                raise KeyboardRefused("the phone does not change to the automation keyboard", hint=HINT_SETTINGS)
            ready.pause(0.05)

    def _ime(self, *words: str) -> str:
        """The output of `ime`. Raises KeyboardRefused at once instead of waiting for a keyboard that cannot come."""
        answer = self._transport.shell(["ime", *words])
        if refused := refusal_in(answer.words):
            raise KeyboardRefused("the phone refuses to change the keyboard", hint=HINT_SETTINGS, evidence=refused)
        return answer.out

    def _push(self) -> None:
        transport = self._transport

        def push() -> None:
            with (
                mapped(transport.serial, "installing a keyboard"),
                as_file(files("uiautomator2") / "assets" / "app-uiautomator.apk") as apk,
            ):
                transport.stock().sync.push(apk, _APK)

        run_bounded(push, Deadline(_INSTALL_SECONDS, f"installing a keyboard on {transport.serial}"))

    def commit(self, text: str) -> bool:
        """Insert the text at the cursor through the automation keyboard."""
        encoded = base64.b64encode(text.encode("utf-8", errors="replace")).decode("ascii")
        answer = self._transport.shell(["am", "broadcast", "-a", "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded])
        found = _BROADCAST.search(answer.out)
        if found is None:
            raise DeviceError(
                "the automation keyboard does not answer",
                evidence=answer.words,
                hint="`agentprog doctor` shows the other ways to type on this phone.",
            )
        return found[1] == "-1"

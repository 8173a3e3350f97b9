"""AndroidWorld's own modules, imported on demand, and its environment with all errors mapped to ours."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from agentprog.errors import DeviceError, UsageError

_Result = TypeVar("_Result")


def android_world(name: str) -> Any:
    """A module of AndroidWorld, imported on demand. Raises UsageError if AndroidWorld is not installed."""
    try:
        return importlib.import_module(f"android_world.{name}")
    except ImportError as exc:
        raise UsageError(
            "AndroidWorld is not installed in this environment",
            hint="Install it from github.com/google-research/android_world, beside agentprog.",
            evidence=repr(exc),
        ) from exc


class World:
    """An environment of AndroidWorld. Every exception of it, from five libraries, becomes a DeviceError."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def do(self, **fields: Any) -> None:
        """Make one of AndroidWorld's JSON actions."""
        action = android_world("env.json_action").JSONAction(**fields)
        self.ask(f"do {fields['action_type']}", lambda: self.env.execute_action(action))

    def adb(self, *command: str) -> str:
        """Run an adb command on the environment's own connection, as its tasks do; returns its output."""
        utils = android_world("env.adb_utils")
        response = self.ask(command[0], lambda: utils.issue_generic_request(list(command), self.env.controller))
        if response.status != response.OK:
            raise DeviceError(f"adb {' '.join(command)} failed", evidence=str(response.error_message))
        return bytes(response.generic.output).decode("utf-8", "replace")

    def shell(self, *words: str) -> str:
        """Run a command in the phone's shell; returns its output."""
        return self.adb("shell", *words)

    def type(self, text: str) -> None:
        """Type ASCII text at the focus. A line break in the text presses Enter; none is added."""
        utils = android_world("env.adb_utils")
        self.ask("type", lambda: utils.type_text(text, self.env.controller, timeout_sec=30))

    def copy(self, text: str) -> None:
        """Put text on the clipboard, by AndroidWorld's helper app, which this brings to the front."""
        utils = android_world("env.adb_utils")
        self.ask("set the clipboard", lambda: utils.set_clipboard_contents(text, self.env.controller))

    def copied(self) -> str:
        """The clipboard's content, read by the helper app, which this brings to the front."""
        utils = android_world("env.adb_utils")
        return str(self.ask("read the clipboard", lambda: utils.get_clipboard_contents(self.env.controller)))

    def packages(self) -> Sequence[str]:
        """The installed packages."""
        utils = android_world("env.adb_utils")
        found: Sequence[str] = self.ask("list apps", lambda: utils.get_all_package_names(self.env.controller))
        return found

    def activity(self) -> str:
        """The activity in front, `package/name`; empty if the phone does not report it."""
        return str(self.ask("name the activity", lambda: self.env.foreground_activity_name) or "")

    def front(self) -> str:
        """The package in front."""
        return self.activity().partition("/")[0]

    def ask(self, doing: str, work: Callable[[], _Result]) -> _Result:
        """Call the environment. Raises DeviceError for every exception of it."""
        try:
            return work()
        except UsageError:
            raise
        except Exception as exc:
            raise DeviceError(f"AndroidWorld's environment could not {doing}", evidence=repr(exc)) from exc

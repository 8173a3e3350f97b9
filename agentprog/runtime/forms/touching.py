"""Actions of a snippet on the views it describes: touches, texts, keys, apps and the system's panels."""

from __future__ import annotations

from typing import Literal, cast, get_args

from agentprog import ports
from agentprog.runtime.compute.sandbox import Denied
from agentprog.runtime.forms.group import CODE, Group
from agentprog.runtime.forms.sight import number_of, text_of

_Key = Literal["back", "home", "enter", "recents", "delete", "search", "menu"]


class Touching(Group):
    """Each method is a function of `mobile`. The prompt lists its signature, with the first line of its docstring."""

    def start_app(self, app_name: str, expect: str = "") -> bool:
        return self._act(ports.OpenApp(name=text_of(app_name, "app_name")), expect)

    def kill_app(self, app_name: str) -> bool:
        return self._act(ports.StopApp(name=text_of(app_name, "app_name")))

    def open_link(self, url: str, expect: str = "") -> bool:
        return self._act(ports.OpenLink(url=text_of(url, "url")), expect)

    def back(self, expect: str = "") -> bool:
        return self._act(ports.PressKey(key="back"), expect)

    def home(self) -> bool:
        return self._act(ports.PressKey(key="home"))

    def press(self, key: str, expect: str = "") -> bool:
        """Keys are back, home, enter, recents, delete, search and menu."""
        if key not in get_args(_Key):
            raise Denied(f"there is no key {str(key)[:40]!r}, only {', '.join(get_args(_Key))}", ValueError)
        return self._act(ports.PressKey(key=cast(_Key, key)), expect)

    def click(self, view_description: str, expect: str = "") -> bool:
        return self._act(ports.Tap(target=self._sight.find(view_description)), expect)

    def double_click(self, view_description: str, expect: str = "") -> bool:
        return self._act(ports.DoubleTap(target=self._sight.find(view_description)), expect)

    def long_click(self, view_description: str, expect: str = "") -> bool:
        return self._act(ports.LongPress(target=self._sight.find(view_description)), expect)

    def drag(self, view_description: str, to: str) -> bool:
        return self._act(ports.Drag(start=self._sight.find(view_description), end=self._sight.find(to)))

    def pinch(self, direction: str = "out", view_description: str = "") -> bool:
        """Directions are "in" and "out"."""
        if direction not in ("in", "out"):
            raise Denied("direction must be 'in' or 'out'", ValueError)
        return self._act(
            ports.Pinch(direction=cast(Literal["in", "out"], direction), target=self._sight.view(view_description))
        )

    def input(self, view_description: str, text: str, expect: str = "") -> bool:
        """Replaces what the field holds."""
        field = self._sight.find(view_description, field=True)
        return self._act(ports.TypeText(text=text_of(text, "text"), target=field), expect)

    def clear(self, view_description: str) -> bool:
        return self._act(ports.ClearText(target=self._sight.find(view_description, field=True)))

    def input_by_pasting(self, view_description: str, text: str, expect: str = "") -> bool:
        """Type by the clipboard: copy the text, long-press the field, tap "Paste"; type it if no "Paste" comes up."""
        field = self._sight.find(view_description, field=True)
        self._act(ports.SetClipboard(text=text_of(text, "text")))
        if not field.text:
            self._act(ports.LongPress(target=field))
            paste = self._sight.labelled("Paste")
            if paste is not None:
                return self._act(ports.Tap(target=paste), expect)
        return self._act(ports.TypeText(text=text_of(text, "text"), target=field), expect)

    def get_clipboard(self) -> str:
        done = self._step.act(ports.ReadClipboard(), why=CODE)
        if not done.attempt.ok:
            raise Denied(done.attempt.detail or "the clipboard cannot be read")
        return str(self._step.resolve("clipboard value", lambda: done.value))

    def set_clipboard(self, text: str) -> bool:
        return self._act(ports.SetClipboard(text=text_of(text, "text")))

    def expand_notification_panel(self) -> bool:
        return self._act(ports.OpenNotifications())

    def open_quick_settings(self) -> bool:
        return self._act(ports.OpenQuickSettings())

    def rotate(self, orientation: str) -> bool:
        if orientation not in get_args(ports.Orientation):
            raise Denied(f"orientation must be one of {', '.join(get_args(ports.Orientation))}", ValueError)
        return self._act(ports.Rotate(orientation=cast(ports.Orientation, orientation)))

    def wake_up(self) -> bool:
        return self._act(ports.WakeUp())

    def wait(self, seconds: float = 1.0) -> bool:
        return self._act(ports.Wait(seconds=number_of(seconds, "seconds", most=30.0)))

"""Functions of a snippet that read the screen without changing it."""

from __future__ import annotations

from agentprog.ports import WaitUntil
from agentprog.runtime.compute.sandbox import Handle
from agentprog.runtime.forms.group import Group
from agentprog.runtime.forms.sight import number_of, text_of


class Looking(Group):
    """Each method is a function of `mobile`."""

    def check(self, description: str) -> bool:
        return self._sight.check(text_of(description, "description"))

    def wait_until(self, description: str, waitInterval: float = 0.5, timeout: float = 5) -> bool:
        """Look repeatedly until the screen matches the description. A quoted text or a label needs no model."""
        most = number_of(timeout, "timeout", most=60.0)
        return self._sight.wait(
            text_of(description, "description"), number_of(waitInterval, "waitInterval", most=10), most
        )

    def wait_for_text(self, text: str, timeout: float = 10, gone: bool = False) -> bool:
        return self._act(
            WaitUntil(text=text_of(text, "text"), seconds=number_of(timeout, "timeout", most=60), gone=bool(gone))
        )

    def get_input_field_text(self, view_description: str) -> str:
        found = self._sight.find(view_description, field=True)
        return "" if found.password else found.text

    def take_screenshot(self) -> Handle:
        return self._sight.picture()

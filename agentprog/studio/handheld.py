"""A phone on the page without a run: to view it, to get lines for its elements, and to record a person's actions."""

from __future__ import annotations

from contextlib import ExitStack

from agentprog.app.launching.opening import open_phone, open_simulated
from agentprog.app.session.phone import SharedPhone
from agentprog.app.settings.model import Settings
from agentprog.ports import Action, ActionResult, Screen

_RUN = "the studio"


class Handheld:
    """Opened and locked until `close`. The person controls it all the time."""

    yielded = True

    def __init__(self, settings: Settings) -> None:
        with ExitStack() as stack:
            if settings.sim:
                device = open_simulated(settings, stack, run=_RUN, root=None)
            else:
                device = open_phone(settings, stack, run=_RUN)
            self.phone = SharedPhone(device)
            self._stack = stack.pop_all()

    def touch(self, action: Action, *, by: str) -> ActionResult:
        """Performs the action at once. Raises DeviceError."""
        del by
        return self.phone.perform(action)

    def noticed(self, action: Action, *, by: str) -> None:
        """Ignores an action done on the phone itself: there is no journal here."""

    def look(self) -> Screen:
        """The screen once it has settled."""
        return self.phone.observe(screenshot=True)

    def close(self) -> None:
        """Closes the phone; a simulated one ends."""
        self.phone.gone = True
        self._stack.close()

"""Looks at the phone for a statement: the screen, the app in front, and the beliefs about them."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime

from agentprog.ports import App, Device, ReadClipboard, Screen, choose_app
from agentprog.runtime.handset.connection import Connection
from agentprog.runtime.journal.events import Observed
from agentprog.runtime.options import RunOptions
from agentprog.runtime.record import StepRecord
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import BeliefState, covered


def find_app(name: str, apps: tuple[App, ...]) -> App | None:
    """The installed app with this name; None if none or several fit."""
    found = choose_app(name, apps)
    return found if isinstance(found, App) else None


class Eyes:
    """Observes the phone for one run."""

    def __init__(self, connection: Connection, session: Session, options: RunOptions, beliefs: BeliefState) -> None:
        self._connection = connection
        self._session = session
        self._options = options
        self._beliefs = beliefs
        self._seen_by = -1
        self._seen_at = 0.0
        self._openings: dict[str, str] = {}
        self.last: Screen | None = None
        """The latest screen."""
        self.pages: dict[str, Screen] = {}
        """The latest screen of each page since the last lasting effect or the last time a person had the phone."""
        self.clipboard: str | None = None
        """The phone's clipboard, if a belief made the run read it."""

    @property
    def time(self) -> datetime | None:
        """The phone's clock at the last observation; None before the first."""
        return self.last.taken_at if self.last is not None else None

    @property
    def age(self) -> float:
        """Seconds since the last observation."""
        return self._session.clock.monotonic() - self._seen_at

    def observe(self, record: StepRecord) -> Screen:
        """Look at the phone now, and check the beliefs about it."""
        self._session.cancel.check()
        device = self._connection.open(record.row.line)
        before = self.last.signature if self.last is not None else ""
        screen = device.observe(screenshot=self._options.screenshots != "off")
        changed = screen.signature != before
        keep = self._options.screenshots == "all" or (self._options.screenshots == "changes" and changed)
        name = self._session.save_screen(screen, title=record.text) if keep else ""
        self._session.emit(
            Observed(
                at=0.0,
                step=record.step,
                signature=screen.signature,
                package=screen.package,
                activity=screen.activity,
                elements=len(screen.elements),
                issues=[issue.kind.value for issue in screen.issues],
                record=name,
            )
        )
        self.last = screen
        if not covered(screen):
            self.pages[screen.place] = replace(screen, screenshot=None, hierarchy="")
        self._seen_by = record.step
        self._seen_at = self._session.clock.monotonic()
        self.clipboard = _read_clipboard(device) if self._beliefs.wants_clipboard else None
        self._beliefs.observe(screen, self.clipboard)
        return screen

    def current(self, record: StepRecord) -> Screen:
        """This statement's latest screen; a new look if it has none."""
        if self.last is None or self._seen_by != record.step:
            return self.observe(record)
        return self.last

    def look_away(self) -> None:
        """Forget the last look: the next one is new, and decisions on the last screen are outdated."""
        self._seen_by = -1
        self._seen_at = -math.inf

    def handed_back(self) -> None:
        """A person worked on the phone, and the run did not see it."""
        self.pages.clear()
        self.look_away()

    def opened(self, screen: Screen) -> None:
        """Record that this run opened the app in front, and the app's first screen."""
        self._openings.setdefault(screen.package, screen.activity)

    def left_over(self, screen: Screen) -> bool:
        """True if an app that this run opened is in front, on another screen than its first."""
        opening = self._openings.get(screen.package)
        return opening is not None and opening != screen.activity

    def in_front(self, screen: Screen, line: int) -> str:
        """The name of the app in front: its label, else its package; empty if unknown."""
        apps = self._connection.apps(line) if screen.package else ()
        return next((app.label for app in apps if app.package == screen.package), screen.package)

    def is_aside(self, name: str | None, screen: Screen, line: int) -> bool:
        """True if an app other than the named one is in front; a system dialog over the named app counts as another
        app.
        """
        if name is None or not screen.package:
            return False
        app = find_app(name, self._connection.apps(line))
        return app is None or app.package != screen.package


def _read_clipboard(device: Device) -> str | None:
    """The clipboard's content, for beliefs about it; None if the phone does not reveal it."""
    result = device.perform(ReadClipboard())
    return result.value if result.ok else None

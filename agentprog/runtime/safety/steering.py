"""The reins of a run: a person pauses it, lets it take one step, tells it something, or takes the phone in hand.

Every call may come from any thread; the run looks at its reins before a statement, after an action, and before an
action that a model has just chosen. What was said and done is handed to the run in its own thread, which records it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Pace(StrEnum):
    """`STEP`: go on to the next place to stop at, and stop there."""

    GO = "go on"
    STEP = "one step"
    PAUSE = "pause"


@dataclass(frozen=True, kw_only=True, slots=True)
class Remark:
    """What a person told the run; `taken_over`: on handing back the phone, which they had in hand for so many seconds
    (then `text` may be empty).
    """

    text: str
    taken_over: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a run is paused: before the statement of this line, within it, or before this `action` for it."""

    line: int
    text: str
    action: str = ""
    within: bool = False

    @property
    def said(self) -> str:
        """As it is told to a person."""
        if self.action:
            return f"in line {self.line}, before: {self.action}"
        return f"{'in' if self.within else 'before'} line {self.line}: {self.text.strip()}"


Menu = Callable[["Steering", Place], None]
"""Asks the person, in the run's thread, what to do at a pause, and calls the reins accordingly."""


class Steering:
    """The reins of one run. With a `menu` a pause asks there; without one it waits for another thread."""

    def __init__(self, menu: Menu | None = None) -> None:
        self._menu = menu
        self._changed = threading.Condition()
        self._pace = Pace.GO
        self._asked = False
        self._remarks: list[Remark] = []
        self._in_hand = False

    @property
    def pace(self) -> Pace:
        with self._changed:
            return self._pace

    @property
    def in_hand(self) -> bool:
        """Whether a person has the phone."""
        with self._changed:
            return self._in_hand

    def pause(self) -> None:
        """Stop after the action at hand and wait."""
        self._set(Pace.PAUSE, asked=True)

    def resume(self) -> None:
        """Go on. Whoever has the phone hands it back."""
        self.hand_back()
        self._set(Pace.GO)

    def step(self) -> None:
        """Go on for one action of a step in plain words, or one statement of another kind, and pause again."""
        self.hand_back()
        self._set(Pace.STEP)

    def say(self, text: str) -> None:
        """Tell the run something: whoever grounds its steps reads it from now on. It pauses nothing."""
        if text.strip():
            self._add(Remark(text=" ".join(text.split())))

    def take_over(self) -> None:
        """Pause, and mark that a person works on the phone from then on."""
        with self._changed:
            self._in_hand = True
        self.pause()

    def hand_back(self, note: str = "", *, seconds: float = 0.0) -> None:
        """Give the phone back, with a word on what was done: the run looks at it afresh. No one had it: nothing."""
        with self._changed:
            had, self._in_hand = self._in_hand, False
        if had:
            self._add(Remark(text=" ".join(note.split()), taken_over=True, seconds=seconds))

    # ------------------------------------------------------------ the run's side

    def due(self, *, only_asked: bool = False) -> bool:
        """Whether the run stops here. `only_asked`: a place at which a single step does not end."""
        with self._changed:
            if only_asked:
                return self._pace is Pace.PAUSE and self._asked
            if self._pace is Pace.STEP:
                self._pace = Pace.PAUSE
            return self._pace is Pace.PAUSE

    @property
    def held(self) -> bool:
        with self._changed:
            return self._pace is Pace.PAUSE or self._in_hand

    def turn(self, place: Place, *, seconds: float = 0.1) -> None:
        """Let the person do one thing: ask the menu, or wait a moment for another thread."""
        if self._menu is not None:
            self._menu(self, place)
            return
        with self._changed:
            self._changed.wait_for(lambda: self._pace is not Pace.PAUSE and not self._in_hand, timeout=seconds)

    def drain(self) -> tuple[Remark, ...]:
        """What was said since the last time, in order."""
        with self._changed:
            said, self._remarks = tuple(self._remarks), []
        return said

    def _set(self, pace: Pace, *, asked: bool = False) -> None:
        with self._changed:
            self._pace, self._asked = pace, asked
            self._changed.notify_all()

    def _add(self, remark: Remark) -> None:
        with self._changed:
            self._remarks.append(remark)
            self._changed.notify_all()

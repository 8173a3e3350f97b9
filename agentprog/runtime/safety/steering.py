"""Controls of a run: a person pauses it, single-steps it, sends it a remark, takes the phone over, sets breakpoints,
and changes variables and program at a pause.

Every call may come from any thread. The run checks the controls before a statement, after an action, and before an
action that a model has just chosen. It receives remarks and changes in its own thread and records them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from agentprog.errors import AgentProgError, UsageError
from agentprog.frozen import frozen


class Pace(StrEnum):
    """`STEP`: continue to the next possible stop and pause there; `OVER`: to the next statement."""

    GO = "go on"
    STEP = "one step"
    OVER = "one statement"
    PAUSE = "pause"


class Moment(StrEnum):
    """Moments at which a breakpoint can pause the run, besides a line: before a question to a model or a person, before
    an action that may have a lasting effect, before a failure is handled.
    """

    FAILED = "failed check"
    PERSON = "needs a person"
    MODEL = "model call"
    EFFECT = "effect"


@frozen
class Remark:
    """A person's remark to the run. `taken_over` is the number of seconds for which they had taken the phone over (then
    `text` may be empty)."""

    text: str
    taken_over: bool = False
    seconds: float = 0.0


@frozen
class Place:
    """The place of a paused run: before the statement of this line, within it, or before this `action` of it. At a
    `moment`, `action` is the coming or failed action.
    """

    line: int
    text: str
    action: str = ""
    within: bool = False
    moment: Moment | None = None

    @property
    def said(self) -> str:
        """The place as a person reads it."""
        if self.moment is not None:
            return f"in line {self.line} ({self.moment}): {self.action}"
        if self.action:
            return f"in line {self.line}, before: {self.action}"
        return f"{'in' if self.within else 'before'} line {self.line}: {self.text.strip()}"


@frozen
class Breakpoint:
    """Pauses the run before the statement of this line, or at each `moment`, if its exact `condition` holds (empty:
    always). `once` removes it at the next pause, whatever the cause."""

    line: int = 0
    condition: str = ""
    moment: Moment | None = None
    once: bool = False


@frozen
class Assigned:
    """A request to set a variable, or a part of one (`guest.name`), to this value: plain data."""

    name: str
    value: Any


@frozen
class Rewritten:
    """A request to continue with this program text. The lines above the current one must be unchanged."""

    text: str


Change = Assigned | Rewritten
Apply = Callable[[Change], None]
"""Makes a change in the run's thread. Raises an AgentProgError if the change is impossible."""


@frozen
class AtWork:
    """The current statement: its place, whether an exact condition `holds` there, and how to forget earlier screens."""

    step: int
    place: Place
    holds: Callable[[str], bool]
    look_away: Callable[[], None]


Menu = Callable[["Steering", Place], None]
"""Asks the person, in the run's thread, how to continue after a pause, and calls the controls accordingly."""


class Steering:
    """The controls of one run. With a `menu` a pause asks there; without one it waits for another thread."""

    def __init__(self, menu: Menu | None = None) -> None:
        self._menu = menu
        self._changed = threading.Condition()
        self._pace = Pace.GO
        self._by_person = False
        self._remarks: list[Remark] = []
        self._deeds: list[dict[str, Any]] = []
        self._in_hand = False
        self._place: Place | None = None
        self._changes: list[tuple[Change, Future[None]]] = []
        self.breakpoints: tuple[Breakpoint, ...] = ()
        """Places where the run pauses; set as a whole."""

    @property
    def pace(self) -> Pace:
        with self._changed:
            return self._pace

    @property
    def in_hand(self) -> bool:
        """True while a person has the phone."""
        with self._changed:
            return self._in_hand

    @property
    def place(self) -> Place | None:
        """The place at which the run is paused; None while it runs."""
        with self._changed:
            return self._place

    def pause(self) -> None:
        """Pause the run after the current action."""
        self._set(Pace.PAUSE, by_person=True)

    def go_on(self) -> None:
        """Continue. If a person has the phone, they give it back."""
        self.hand_back()
        self._set(Pace.GO)

    def step(self) -> None:
        """Continue for one action of a step in plain words, or one statement of another kind, and pause again."""
        self.hand_back()
        self._set(Pace.STEP)

    def over(self) -> None:
        """Continue to the next statement, however many actions this one takes, and pause there."""
        self.hand_back()
        self._set(Pace.OVER)

    def run_to(self, line: int) -> None:
        """Continue, and pause before the statement of this line; an earlier pause for any reason also ends this."""
        self.breakpoints = (*self.breakpoints, Breakpoint(line=line, once=True))
        self.go_on()

    def tell(self, text: str) -> None:
        """Send the run a remark: the grounder of its steps reads it from now on. The run does not pause."""
        if text.strip():
            self._add(Remark(text=" ".join(text.split())))

    def take_over(self) -> None:
        """Pause, and mark that a person works on the phone from then on."""
        with self._changed:
            self._in_hand = True
        self.pause()

    def hand_back(self, note: str = "", *, seconds: float = 0.0) -> None:
        """Give the phone back, with a remark on what was done; the run looks at the phone again. Does nothing if nobody
        had it.
        """
        with self._changed:
            was_in_hand, self._in_hand = self._in_hand, False
        if was_in_hand:
            self._add(Remark(text=" ".join(note.split()), taken_over=True, seconds=seconds))

    def did(self, deed: dict[str, Any]) -> None:
        """Record an action that a person made on the phone through the run, as part of their turn with the phone."""
        with self._changed:
            self._deeds.append(deed)

    @property
    def waiting(self) -> bool:
        """True if changes wait to be made at the pause."""
        with self._changed:
            return bool(self._changes)

    def change(self, change: Change) -> Future[None]:
        """Let the run change something. The future completes when it has, or fails with the AgentProgError.

        Raises UsageError unless the run is held before a statement: nothing changes within a statement at work.
        """
        with self._changed:
            place = self._place
            if place is None or place.within or place.action:
                where = "goes on" if place is None else f"is {place.said}"
                raise UsageError(
                    f"the run {where}: it can be changed only before a statement",
                    hint="Pause it, or step to the next statement.",
                )
            done: Future[None] = Future()
            self._changes.append((change, done))
            self._changed.notify_all()
        return done

    # ------------------------------------------------------------ the run's side

    def reached(self, line: int, holds: Callable[[str], bool]) -> None:
        """The run is before the statement of this line: pause at a breakpoint here whose condition `holds`."""
        self._stop_at([point for point in self.breakpoints if point.line == line and point.moment is None], holds)

    def met(self, moment: Moment, holds: Callable[[str], bool]) -> bool:
        """True if a breakpoint pauses the run at this moment."""
        return self._stop_at([point for point in self.breakpoints if point.moment is moment], holds)

    def _stop_at(self, breakpoints: list[Breakpoint], holds: Callable[[str], bool]) -> bool:
        stops = any(not point.condition or holds(point.condition) for point in breakpoints)
        if stops:
            self.pause()
        return stops

    @contextmanager
    def held_at(self, place: Place) -> Iterator[None]:
        """The run is paused here and accepts changes until the block ends."""
        with self._changed:
            self._place = place
            self.breakpoints = tuple(point for point in self.breakpoints if not point.once)
        try:
            yield
        finally:
            with self._changed:
                self._place, left, self._changes = None, self._changes, []
            for _, done in left:
                done.set_exception(UsageError("the run went on before it could be changed", hint="Pause it again."))

    def make_changes(self, apply: Apply | None) -> None:
        """Make the waiting changes."""
        with self._changed:
            waiting, self._changes = self._changes, []
        for change, done in waiting:
            try:
                if apply is not None:
                    apply(change)
                done.set_result(None)
            except AgentProgError as exc:
                done.set_exception(exc)

    def due(self, *, only_asked: bool = False, within: bool = False) -> bool:
        """True if the run stops here. `only_asked`: a single step does not end at this place; `within`: a place inside
        a statement.
        """
        with self._changed:
            if self._pace is Pace.OVER and not within:
                self._pace = Pace.PAUSE
            if only_asked:
                return self._pace is Pace.PAUSE and self._by_person
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
            self._changed.wait_for(
                lambda: (self._pace is not Pace.PAUSE and not self._in_hand) or self._changes, timeout=seconds
            )

    def drain(self) -> tuple[Remark, ...]:
        """The remarks since the last call, in order."""
        with self._changed:
            remarks, self._remarks = tuple(self._remarks), []
        return remarks

    def deeds(self) -> list[dict[str, Any]]:
        """The person's actions on the phone since the last call, in order."""
        with self._changed:
            done, self._deeds = self._deeds, []
        return done

    def _set(self, pace: Pace, *, by_person: bool = False) -> None:
        with self._changed:
            self._pace, self._by_person = pace, by_person
            self._changed.notify_all()

    def _add(self, remark: Remark) -> None:
        with self._changed:
            self._remarks.append(remark)
            self._changed.notify_all()

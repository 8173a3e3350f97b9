"""The objects that one run shares from its first prompt to its last record: clock, budget, cancel, journal and
listeners."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from agentprog.errors import ModelError, RunError
from agentprog.ports import (
    Clock,
    Event,
    ModelReply,
    ModelRequest,
    RunListener,
    ScoreRequest,
    Scores,
    Screen,
    SystemClock,
    Usage,
)
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    Continued,
    ModelCalled,
    Paused,
    ProgramAmended,
    Remarked,
    Resolved,
    RunFinished,
    RunStarted,
    TookOver,
    ValueGiven,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.replay import Replay
from agentprog.runtime.record import StepRecord
from agentprog.runtime.safety.budget import CancelToken, Meter
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.steering import Apply, AtWork, Moment, Place, Remark, Steering
from agentprog.runtime.state.values import Value

_log = logging.getLogger(__name__)
_DURABLE = (RunStarted, ProgramAmended, ActionIntended, ActionDone, ValueGiven, Remarked, TookOver, RunFinished)
"""Events that must be on the disk before the run continues: a device action happens between two of them."""
_MOST_SAID = 5
"""Remarks of a person that prompts have, the latest."""

E = TypeVar("E", bound=Event)


class Session:
    """Make one for each run. Models report to `before_model_call` and `model_called`, so they are bounded and
    recorded.
    """

    def __init__(
        self,
        *,
        folder: RunFolder | None = None,
        listeners: Iterable[RunListener] = (),
        clock: Clock | None = None,
        cancel: CancelToken | None = None,
        limits: Limits | None = None,
        steering: Steering | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock or SystemClock()
        self.cancel = cancel or CancelToken()
        self.steering = steering or Steering()
        self.remarks: list[str] = []
        """A person's remarks during the run, the latest last: see `Steering.tell`."""
        self.meter = Meter(limits or Limits(), self.clock)
        self._listeners = tuple(listeners)
        self.manifest: dict[str, Any] | None = None
        """The program's expected effects; None before they are known."""
        self.pending: list[dict[str, Any]] = []
        """The part of it that needed approval before any action."""
        self.begun = False
        """True if the beginning or the continuation of the run is recorded."""
        self.at_work: AtWork | None = None
        """The statement that is being run; None before the first."""
        self.replay: Replay | None = None
        """The journal of this run's first life, while it is read again: see `Replay`."""

    def at(self) -> float:
        """Seconds since the run began, as events carry them."""
        return round(self.meter.elapsed, 4)

    def emit(self, event: E) -> E:
        """Stamp the event, write it to the journal, then show it to every listener.

        While a journal is read again, its events are neither written nor shown a second time.
        """
        if self.replaying is not None:
            self.replaying.follow(event)
            return event
        stamped = replace(event, at=self.at())
        if self.folder is not None:
            self.folder.append(stamped, durable=isinstance(stamped, _DURABLE))
        for listener in self._listeners:
            try:
                listener.on_event(stamped)
            except Exception:  # noqa: BLE001 - a listener is the user's code; whatever it raises must not end the run
                _log.warning("a run listener failed on %s", type(stamped).__name__, exc_info=True)
        return stamped

    @property
    def replaying(self) -> Replay | None:
        """The replay while it has something left, else None: the run is live."""
        return self.replay if self.replay is not None and self.replay.active else None

    def resolve(self, record: StepRecord, key: str, produce: Callable[[], Value]) -> Value:
        """An answer from outside the program: made and recorded once, read from the journal in a second life."""
        node = record.row.node.id
        if self.replaying is not None:
            found = self.replaying.take(Resolved, node)
            if found.what == key:
                return found.value
            raise RunError(f"line {record.row.line}: the journal has {found.what!r} where {key!r} belongs")
        value = produce()
        self.emit(Resolved(at=0.0, step=record.step, node=node, what=key, value=value))
        return value

    def prompt_remarks(self) -> list[str]:
        """The person's remarks so far, in the form that prompts show."""
        return [f"The user says: {text}" for text in self.remarks[-_MOST_SAID:]]

    def halt(self, step: int, place: Place, apply: Apply | None = None) -> tuple[Remark, ...]:
        """Wait while a person holds the run. Returns and records their remarks; `apply` makes their changes.

        Raises Cancelled. Nothing halts while a journal is replayed: remarks wait until the run is live.
        """
        if self.replaying is not None:
            return ()
        orders = list(self._remarks_here(step, place.line))
        if not self.steering.due(only_asked=bool(place.action), within=place.within):
            return tuple(orders)
        began = self.clock.monotonic()
        try:
            with self.steering.held_at(place):
                moment = place.moment.value if place.moment is not None else ""
                self.emit(
                    Paused(at=0.0, step=step, line=place.line, text=place.text, action=place.action, moment=moment)
                )
                while self.steering.held:
                    self.cancel.check()
                    self.steering.turn(place)
                    self.steering.make_changes(apply)
                    orders.extend(self._remarks_here(step, place.line))
            self.cancel.check()
            orders.extend(self._remarks_here(step, place.line))
        finally:
            seconds = self.clock.monotonic() - began
            self.meter.paused(seconds)
        pace = self.steering.pace.value
        self.emit(Continued(at=0.0, step=step, line=place.line, how=pace, seconds=round(seconds, 3)))
        return tuple(orders)

    def met(self, moment: Moment, description: str) -> None:
        """The current statement has come to this moment: pause the run if it has a breakpoint there. Raises
        Cancelled.
        """
        statement = self.at_work
        if statement is None or self.replaying is not None or not self.steering.met(moment, statement.holds):
            return
        order = self.halt(statement.step, replace(statement.place, action=description, moment=moment))
        if any(remark.taken_over for remark in order):
            statement.look_away()

    def _remarks_here(self, step: int, line: int) -> tuple[Remark, ...]:
        remarks = self.steering.drain()
        for remark in remarks:
            if remark.taken_over:
                self.took_over(step, line, note=remark.text, seconds=remark.seconds)
            else:
                self.emit(Remarked(at=0.0, step=step, line=line, text=remark.text))
                self.remarks.append(remark.text)
        return remarks

    def took_over(self, step: int, line: int, *, note: str, seconds: float, reason: str = "") -> None:
        """Record that a person worked on the phone; their remark is treated like any other."""
        did = self.steering.deeds()
        self.emit(
            TookOver(at=0.0, step=step, line=line, reason=reason, note=note, seconds=round(seconds, 3), actions=did)
        )
        if note:
            self.remarks.append(note)

    def save_screen(self, screen: Screen, *, title: str) -> str:
        """The name of the record in the run folder, empty when there is no folder."""
        return self.folder.save_screen(screen, title=title) if self.folder is not None else ""

    def close(self) -> None:
        """Close the record. Safe to call twice."""
        if self.folder is not None:
            self.folder.close()

    def before_model_call(self, at_most: float = 0.0, tokens: int = 0, *, purpose: str = "") -> None:
        """Raises Cancelled or OutOfBudget. Call it before every model call, with the most it may cost and use;
        `purpose` is shown to a person with a breakpoint on it.
        """
        self.met(Moment.MODEL, purpose)
        self.cancel.check()
        self.meter.before_model_call(at_most, tokens)

    def model_called(
        self,
        model: str,
        request: ModelRequest | ScoreRequest,
        reply: ModelReply | Scores | None,
        error: ModelError | None,
        money: float | None = None,
    ) -> None:
        """Charge, record and tell of a model call that ended, with its reply or the error in its place.

        `money` is in US dollars, None when nobody knows.
        """
        usage = reply.usage if reply is not None else Usage()
        self.meter.spent.charge(usage, money)
        words = "" if error is None else f"{error.message}\n{error.evidence}".strip()
        record = self.folder.save_model_call(model, request, reply, words) if self.folder is not None else ""
        self.emit(
            ModelCalled(
                at=0.0,
                model=model,
                purpose=request.purpose,
                prompt=usage.prompt,
                cached=usage.cached,
                completion=usage.completion,
                reasoning=usage.reasoning,
                money=None if money is None else round(money, 9),
                seconds=round(usage.seconds, 3),
                ok=error is None,
                detail="" if error is None else error.message,
                record=record,
            )
        )

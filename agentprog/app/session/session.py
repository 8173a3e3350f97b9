"""A run under control: any thread may pause it, change it and answer its questions; its events have the numbers of its
journal."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Any

from agentprog.app.launching.job import Job, RunResult
from agentprog.app.session.phone import SharedPhone, Sharing, none_in_hand, recorded
from agentprog.app.session.questions import Answer, Question, Questions
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.ports import Action, ActionResult, Event, Screen, describe
from agentprog.runtime.changing import exact_condition, variable
from agentprog.runtime.journal.codec import to_data
from agentprog.runtime.journal.events import RunStarted
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.steering import Assigned, Breakpoint, Change, Moment, Pace, Place, Rewritten

_MADE = 10.0
"""Seconds within which a paused run makes a change."""


@frozen
class Numbered:
    """An event and its number: the line of the journal that holds it, from 1."""

    n: int
    event: Event


class RunSession:
    """The session of one job, run once. `job` is the job with the session's questions, controls and events."""

    def __init__(self, job: Job) -> None:
        self.cancel_token, self.steering = job.cancel, job.steering
        self.attended = False
        """True if somebody may answer over a socket: questions then wait for an answer."""
        self._news = threading.Condition()
        self._events: list[Numbered] = []
        self._begun = False
        self._taken_at = time.monotonic()
        self._run = ""
        self._result: RunResult[Any] | None = None
        self._error: BaseException | None = None
        self._ended = False
        self.questions = Questions(job.interaction, job.cancel, elsewhere=lambda: self.attended, changed=self._change)
        self.phone: SharedPhone | None = None
        """The phone once it is open; it may be `gone`."""
        sharing = Sharing(job.layer, self._opened)
        self.job = replace(job, interaction=self.questions, listeners=(*job.listeners, self), layer=sharing)

    # ------------------------------------------------------------ the run

    def run(self, work: Callable[[Job], RunResult[Any]], *, past: RunFolder | None = None) -> RunResult[Any]:
        """Run it to its end in this thread: `work` is `launch`, or resumes the `past` run. Raises the
        exceptions of `work`.
        """
        with self._news:
            if self._begun:
                raise UsageError("this session has run already", hint="Make another for another run.")
            self._begun = True
        try:
            if past is not None:
                self._events = [Numbered(n=n, event=event) for n, event in enumerate(past.events(), 1)]
                self._run = past.name
            self._result = work(self.job)
            return self._result
        except BaseException as exc:
            self._error = exc
            raise
        finally:
            self._ended = True
            self._change()

    def start(self, work: Callable[[Job], RunResult[Any]], *, past: RunFolder | None = None) -> None:
        """Run it in a separate thread: see `wait`."""
        threading.Thread(target=self._quietly, args=(work, past), name="agentprog session", daemon=True).start()

    def _quietly(self, work: Callable[[Job], RunResult[Any]], past: RunFolder | None) -> None:
        try:
            self.run(work, past=past)
        except BaseException:  # noqa: BLE001 - `wait` raises it, in the thread of who waits
            return

    def wait(self, seconds: float | None = None) -> RunResult[Any] | None:
        """The run's result; None if it still runs after `seconds`. Raises the error that ended it before it began."""
        with self._news:
            self._news.wait_for(lambda: self._ended, seconds)
        if self._error is not None:
            raise self._error
        return self._result

    def on_event(self, event: Event) -> None:
        """Receives the events of its run as a listener."""
        with self._news:
            if isinstance(event, RunStarted):
                self._run = event.run
            self._events.append(Numbered(n=len(self._events) + 1, event=event))
            self._news.notify_all()

    def _opened(self, phone: SharedPhone) -> None:
        self.phone = phone
        self._change()

    def _change(self) -> None:
        with self._news:
            self._news.notify_all()

    # ------------------------------------------------------------ state

    @property
    def name(self) -> str:
        """The run's folder's name; empty until it has one."""
        return self._run

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def place(self) -> Place | None:
        """The place where the run is paused now."""
        return self.steering.place

    def events(self, since: int = 0) -> tuple[Numbered, ...]:
        """Events after this number."""
        with self._news:
            return tuple(self._events[max(0, since) :])

    def wait_for_news(self, known: Callable[[], bool], seconds: float) -> None:
        """Wait until something is new: `known` returns True if the caller has seen everything."""
        with self._news:
            self._news.wait_for(lambda: not known(), seconds)

    def state(self) -> dict[str, Any]:
        """The state without the events, as plain values."""
        place, result = self.place, self._result
        names = ("line", "text", "action", "within", "moment")
        place_data = {name: getattr(place, name) for name in names} if place is not None else None
        outcome = result.outcome if result is not None else None
        return {
            "run": self._run,
            "pace": self.steering.pace.value,
            "held": place_data,
            "in_hand": self.steering.in_hand,
            "breakpoints": [asdict(point) for point in self.steering.breakpoints],
            "questions": [question_data(question) for question in self.questions.open],
            "ended": self._ended,
            "outcome": outcome.kind.value if outcome is not None else None,
            "reason": outcome.reason if outcome is not None else str(self._error or ""),
        }

    # ------------------------------------------------------------ controls, from any thread

    @property
    def paused(self) -> bool:
        """True if the run is paused, or will be after its current action."""
        return self.steering.pace is Pace.PAUSE

    def pause(self) -> None:
        """Pause the run after its current action; before its beginning: at its first statement."""
        self.steering.pause()
        self._change()

    def go_on(self) -> None:
        """Continue after a pause. A person who has the phone gives it back."""
        self.steering.go_on()
        self._change()

    def step(self) -> None:
        """Continue for one action of a step in plain words, or one statement of another kind, and pause again."""
        self.steering.step()

    def over(self) -> None:
        """Continue to the next statement, however many actions this one takes, and pause there."""
        self.steering.over()

    def run_to(self, line: int) -> None:
        """Continue, and pause before the statement of this line; an earlier pause for any reason also ends this."""
        self.steering.run_to(line)

    def tell(self, text: str) -> None:
        """Send the run a remark: its prompts contain it from the next question on."""
        self.steering.tell(text)

    def take_over(self) -> None:
        """Pause the run, and let a person have the phone."""
        self._taken_at = time.monotonic()
        self.steering.take_over()
        self._change()

    def hand_back(self, note: str = "") -> None:
        """Give the phone back, with a remark on what was done, and continue: the run looks at the phone again."""
        self.steering.hand_back(note, seconds=time.monotonic() - self._taken_at)
        self.steering.go_on()

    @property
    def yielded(self) -> bool:
        """True if a person has the phone: the run is paused and they took it over, or it asked them to."""
        in_hand = self.steering.in_hand and self.place is not None
        return in_hand or any(question.kind == "take over" for question in self.questions.open)

    def touch(self, action: Action, *, by: str) -> ActionResult:
        """Make a person's action while they have the phone. It is recorded as theirs.

        Raises UsageError while the run has the phone, DeviceError if the phone cannot do it.
        """
        phone = self.phone
        if phone is None or phone.gone or not self.yielded:
            raise none_in_hand()
        done = phone.perform(action)
        shown = recorded(action, phone.last)
        self.steering.did({"text": describe(shown), "what": to_data(shown), "ok": done.ok, "by": by})
        return done

    def noticed(self, action: Action, *, by: str) -> None:
        """A person acted on the phone itself. It is recorded as theirs if they have taken it over."""
        if self.phone is not None and self.yielded:
            shown = recorded(action, self.phone.last)
            self.steering.did({"text": describe(shown), "what": to_data(shown), "ok": True, "by": by})

    def look(self) -> Screen:
        """The phone's current screen. While the run has the phone: its latest screen. Raises
        UsageError, DeviceError.
        """
        phone = self.phone
        if phone is None:
            raise UsageError("the run has no phone yet", hint="Look again when it has opened one.")
        if self.yielded and not phone.gone:
            return phone.observe(screenshot=True)
        if phone.last is None:
            raise UsageError("the run has not looked at its phone yet", hint="Look again in a moment.")
        return phone.last

    def cancel(self, reason: str = "cancelled") -> None:
        """Stop the run before its next action."""
        self.cancel_token.cancel(reason)

    def answer(self, id: str, value: str | bool, *, by: str) -> Answer:
        """Answer a question. Raises AnsweredAlready, UsageError."""
        return self.questions.answer(id, value, by=by)

    def break_at(self, breakpoints: Iterable[Breakpoint]) -> None:
        """Pause only before these lines and at these moments from now on. Raises UsageError for a wrong condition, and
        for a breakpoint without a line or a moment."""
        found = tuple(breakpoints)
        for point in found:
            if (point.line > 0) == (point.moment is not None):
                raise UsageError("a breakpoint waits for a line or for a moment", hint=f"Moments: {', '.join(Moment)}.")
            if point.condition:
                exact_condition(point.condition)
        self.steering.breakpoints = found
        self._change()

    def set(self, name: str, value: Any) -> None:
        """Set a variable, or a part of it. Raises UsageError unless the run is paused before a statement."""
        variable(name)
        self._changed(Assigned(name=name, value=value))

    def amend(self, text: str) -> None:
        """Continue with this text as the program, from the line at which the run is paused. Raises UsageError."""
        self._changed(Rewritten(text=text))

    def _changed(self, change: Change) -> None:
        done = self.steering.change(change)
        try:
            done.result(_MADE)
        except TimeoutError as exc:
            raise UsageError("the run does not answer", hint="A question may be open at its terminal.") from exc


def question_data(question: Question) -> dict[str, Any]:
    """The question as plain values."""
    return {"id": question.id, "kind": question.kind, "text": question.text, "about": dict(question.about)}

"""The phone, the person, the tools and the clock of a recorded run, played back from its record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from agentprog import errors
from agentprog.app.replays.recording import Recording, Turn
from agentprog.errors import DeviceError, NeedsHuman
from agentprog.ports import Action, ActionResult, App, DeviceInfo, OutcomeKind, ReadClipboard, Screen, describe
from agentprog.runtime.journal.events import Approved, Confirmed, Resolved, TookOver
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Proposal
from agentprog.runtime.state.values import from_json

_TICK = 0.001

T = TypeVar("T")


class Departed(NeedsHuman):
    """The run departs from the recorded one, so the result of its action is unknown."""


class OfflinePhone:
    """Shows the recorded screens one after the other, and lets only the recorded actions lead to the next ones."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._turn = 0
        self._looked = 0
        self._last: Screen | None = None

    @property
    def info(self) -> DeviceInfo:
        return self._recording.device

    def apps(self) -> tuple[App, ...]:
        return self._recording.apps

    def observe(self, *, screenshot: bool = False) -> Screen:
        looks = self._recording.turns[self._turn].looks
        if looks:
            look = looks[min(self._looked, len(looks) - 1)]
            self._looked += 1
            self._last = self._recording.screen(look) or self._last
        if self._last is None:
            raise Departed("the run reads the screen, and the recorded run did not do so here")
        return self._last if screenshot else replace(self._last, screenshot=None)

    def perform(self, action: Action) -> ActionResult:
        following = next(iter(self._recording.turns[self._turn + 1 :]), Turn())
        expected = following.action
        if isinstance(action, ReadClipboard) and (expected is None or expected.what.get("type") != "ReadClipboard"):
            return ActionResult(ok=False, detail="the recording does not hold the clipboard's text")
        if expected is None:
            raise Departed(f"the run goes on to {describe(action)}; the recorded run did nothing more")
        if describe(action) != expected.text:
            raise Departed(f"the run wants to {describe(action)}; the recorded run did this: {expected.text}")
        self._turn, self._looked = self._turn + 1, 0
        done = following.done
        if done is None:
            raise self._trouble()
        return ActionResult(ok=done.ok, detail=done.detail, seconds=done.seconds, value=following.value)

    def _trouble(self) -> Exception:
        """The error that ended the run, for an action without an outcome."""
        finished = self._recording.finished
        name, _, message = (finished.error if finished is not None else "").partition(": ")
        kind = getattr(errors, name, None)
        if isinstance(kind, type) and issubclass(kind, DeviceError):
            return kind(message)
        return Departed("the record ends in the middle of this action")

    def close(self) -> None:
        """Does nothing: no resource is open."""


class OfflinePerson:
    """Gives the recorded answers; nobody answers a question without a recorded answer."""

    def __init__(self, recording: Recording) -> None:
        resolved = [event for event in recording.events if isinstance(event, Resolved)]
        self._answers = deque(str(event.value) for event in resolved if event.what in ("asked", "help"))
        self._yes = deque(bool(event.value) for event in resolved if event.what in ("confirmed", "done"))
        questions = [event for event in recording.events if isinstance(event, Confirmed)]
        self._consents = deque(
            Consent(event.consent) if event.consent else Consent.of(event.allowed) for event in questions
        )
        self._approvals = deque(event.allowed for event in recording.events if isinstance(event, Approved))
        takeovers = [event for event in recording.events if isinstance(event, TookOver) and event.reason]
        self._notes = deque(event.note for event in takeovers)
        ended = recording.finished
        self._last = ended.reason if ended is not None and ended.outcome == OutcomeKind.NEEDS_HUMAN else ""

    def tell(self, text: str) -> None:
        """Does nothing: the events contain the message."""

    def ask(self, question: str) -> str:
        return self._next(self._answers, question)

    def confirm(self, question: str) -> bool:
        return self._next(self._yes, question)

    def permit(self, action: RiskyAction) -> Consent:
        return self._next(self._consents, action.question)

    def approve(self, proposal: Proposal) -> Approval:
        """The recorded answer; yes if there is none, since no action reaches a phone here."""
        del proposal
        return Approval(yes=self._approvals.popleft() if self._approvals else True)

    def take_over(self, reason: str) -> str:
        return self._next(self._notes, reason)

    def _next(self, left: deque[T], question: str) -> T:
        if not left:
            raise NeedsHuman(self._last or question)
        return left.popleft()


class OfflineTools(Mapping[str, Callable[..., Any]]):
    """Accepts every tool name: each call returns the result of the next recorded call."""

    def __init__(self, recording: Recording) -> None:
        resolved = (event for event in recording.events if isinstance(event, Resolved) and event.what == "tool")
        self._results = deque(from_json(event.value) for event in resolved)

    def __getitem__(self, name: str) -> Callable[..., Any]:
        def call(**_arguments: Any) -> Any:
            if not self._results:
                raise Departed(f'the run uses the tool "{name}" more often than the recorded one')
            return self._results.popleft()

        return call

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class OfflineClock:
    """Starts at the start of the recorded run; only sleeping advances it."""

    def __init__(self, start: str) -> None:
        self._start = datetime.fromisoformat(start) if start else datetime.now(UTC)
        self._seconds = 0.0

    def monotonic(self) -> float:
        self._seconds += _TICK
        return self._seconds

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._seconds)

    def sleep(self, seconds: float) -> None:
        self._seconds += max(0.0, seconds)

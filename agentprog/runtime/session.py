"""What one run shares from its first prompt to its last record: clock, budget, cancel, journal and listeners."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from agentprog.errors import ModelError
from agentprog.ports import (
    Capabilities,
    Clock,
    Event,
    Model,
    ModelReply,
    ModelRequest,
    RunListener,
    ScoreRequest,
    Scores,
    Screen,
    SystemClock,
    Usage,
)
from agentprog.runtime.budget import CancelToken, Limits, Meter
from agentprog.runtime.events import ActionDone, ActionIntended, ModelCalled, RunFinished, RunStarted
from agentprog.runtime.folder import RunFolder

_log = logging.getLogger(__name__)
_DURABLE = (RunStarted, ActionIntended, ActionDone, RunFinished)
"""Events that are on the disk itself before the run goes on: a device action happens between two of them."""

E = TypeVar("E", bound=Event)
R = TypeVar("R", ModelReply, Scores)


class Session:
    """Make one a run. Models wrapped by `watch` are counted, recorded and stopped with it."""

    def __init__(
        self,
        *,
        folder: RunFolder | None = None,
        listeners: Iterable[RunListener] = (),
        clock: Clock | None = None,
        cancel: CancelToken | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock or SystemClock()
        self.cancel = cancel or CancelToken()
        self.meter = Meter(limits or Limits(), self.clock)
        self._listeners = tuple(listeners)
        self.replaying = False
        """While a journal is read again, its events are neither written nor shown a second time."""

    def at(self) -> float:
        """Seconds since the run began, as events carry them."""
        return round(self.meter.elapsed, 4)

    def emit(self, event: E) -> E:
        """Stamp the event, write it to the journal, then show it to every listener."""
        if self.replaying:
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

    def save_screen(self, screen: Screen, *, title: str) -> str:
        """The name of the record in the run folder, empty when there is no folder."""
        return self.folder.save_screen(screen, title=title) if self.folder is not None else ""

    def watch(self, model: Model) -> Model:
        """The same model, but within this run's budget and record."""
        return _Watched(model, self)

    def before_model_call(self) -> None:
        """Raises Cancelled or OutOfBudget."""
        self.cancel.check()
        self.meter.before_model_call()


class _Watched:
    """A model whose every call is checked before, and charged, recorded and told of after."""

    def __init__(self, model: Model, session: Session) -> None:
        self._model = model
        self._session = session

    @property
    def id(self) -> str:
        return self._model.id

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        self._session.before_model_call()
        try:
            return self._record(request, self._model.complete(request))
        except ModelError as exc:
            self._failed(request, exc)
            raise

    def score(self, request: ScoreRequest) -> Scores:
        self._session.before_model_call()
        try:
            return self._record(request, self._model.score(request))
        except ModelError as exc:
            self._failed(request, exc)
            raise

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        self._model.close()

    def _record(self, request: ModelRequest | ScoreRequest, reply: R) -> R:
        session, usage = self._session, reply.usage
        session.meter.spent.model_calls += 1
        session.meter.spent.usage += usage
        record = session.folder.save_model_call(self.id, request, reply) if session.folder is not None else ""
        session.emit(self._event(request, usage, record=record))
        return reply

    def _failed(self, request: ModelRequest | ScoreRequest, error: ModelError) -> None:
        session = self._session
        session.meter.spent.model_calls += 1
        words = f"{error.message}\n{error.evidence}".strip()
        record = session.folder.save_model_call(self.id, request, None, words) if session.folder is not None else ""
        session.emit(self._event(request, Usage(), record=record, ok=False, detail=error.message))

    def _event(
        self, request: ModelRequest | ScoreRequest, usage: Usage, *, record: str, ok: bool = True, detail: str = ""
    ) -> ModelCalled:
        return ModelCalled(
            at=0.0,
            model=self.id,
            purpose=request.purpose,
            prompt=usage.prompt,
            cached=usage.cached,
            completion=usage.completion,
            seconds=round(usage.seconds, 3),
            ok=ok,
            detail=detail,
            record=record,
        )

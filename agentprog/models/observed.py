"""A wrapper that reports every call, for traces, cost accounts and budgets."""

from __future__ import annotations

import time
from collections.abc import Callable

from agentprog.errors import ModelError
from agentprog.frozen import frozen
from agentprog.models.layer import A, ModelLayer
from agentprog.ports import Model, ModelReply, ModelRequest, ScoreRequest, Scores, Usage


@frozen
class ModelCall:
    """One finished call: its answer or its error. `seconds` include waiting and retries."""

    model: str
    request: ModelRequest | ScoreRequest
    reply: ModelReply | Scores | None
    error: ModelError | None
    seconds: float

    @property
    def usage(self) -> Usage:
        return self.reply.usage if self.reply is not None else Usage(seconds=self.seconds)


class ObservedModel(ModelLayer):
    """Delegates calls. `before` may refuse one by raising (a spent budget); `after` receives each finished one."""

    def __init__(
        self,
        model: Model,
        *,
        after: Callable[[ModelCall], None],
        before: Callable[[ModelRequest | ScoreRequest], None] | None = None,
    ) -> None:
        super().__init__(model)
        self._after = after
        self._before = before

    def _ask(self, request: ModelRequest | ScoreRequest, ask: Callable[[Model], A]) -> A:
        if self._before:
            self._before(request)
        start = time.monotonic()
        try:
            reply = ask(self._model)
        except ModelError as error:
            self._report(request, None, error, start)
            raise
        self._report(request, reply, None, start)
        return reply

    def _report(
        self,
        request: ModelRequest | ScoreRequest,
        reply: ModelReply | Scores | None,
        error: ModelError | None,
        start: float,
    ) -> None:
        seconds = time.monotonic() - start
        self._after(ModelCall(model=self.id, request=request, reply=reply, error=error, seconds=seconds))

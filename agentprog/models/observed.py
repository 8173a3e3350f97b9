"""A wrapper that reports every call, for traces, cost accounts and budgets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from agentprog.errors import ModelError
from agentprog.ports import Capabilities, Model, ModelReply, ModelRequest, ScoreRequest, Scores, Usage

Q = TypeVar("Q", ModelRequest, ScoreRequest)
A = TypeVar("A", ModelReply, Scores)


@dataclass(frozen=True, kw_only=True, slots=True)
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


class ObservedModel:
    """Delegates calls. `before` may refuse one by raising (a spent budget); `after` receives each finished one."""

    def __init__(
        self,
        model: Model,
        *,
        after: Callable[[ModelCall], None],
        before: Callable[[ModelRequest | ScoreRequest], None] | None = None,
    ) -> None:
        self._model = model
        self._after = after
        self._before = before

    @property
    def id(self) -> str:
        return self._model.id

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        return self._observe(request, self._model.complete)

    def score(self, request: ScoreRequest) -> Scores:
        return self._observe(request, self._model.score)

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        self._model.close()

    def _observe(self, request: Q, ask: Callable[[Q], A]) -> A:
        if self._before:
            self._before(request)
        start = time.monotonic()
        try:
            reply = ask(request)
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

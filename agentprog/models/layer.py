"""A model that delegates to another one; wrappers change how a question is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agentprog.ports import Capabilities, Model, ModelReply, ModelRequest, ScoreRequest, Scores

A = TypeVar("A", ModelReply, Scores)


class ModelLayer:
    """Delegates everything. Both kinds of question pass through `_ask`, which a wrapper overrides."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def id(self) -> str:
        return self._model.id

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        return self._ask(request, lambda model: model.complete(request))

    def score(self, request: ScoreRequest) -> Scores:
        return self._ask(request, lambda model: model.score(request))

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        self._model.close()

    def _ask(self, request: ModelRequest | ScoreRequest, ask: Callable[[Model], A]) -> A:
        """The answer to `request`; `ask` puts it to a model."""
        del request
        return ask(self._model)

"""A wrapper that retries an unanswered question, then asks another model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agentprog.errors import ModelUnreachable
from agentprog.ports import Capabilities, ImagePart, Model, ModelReply, ModelRequest, ScoreRequest, Scores

A = TypeVar("A")

_TRIES = 2


class SteadfastModel:
    """Asks an unreachable model once more, then the model that `other` opens, which stays first from then on.

    A question that the other model cannot take stays with the first. It wraps the counter of calls: the run's budget
    bounds every try, and every try is recorded. Raises ModelUnreachable if no model answered.
    """

    def __init__(self, model: Model, other: Callable[[], Model] | None = None) -> None:
        self._model = model
        self._open_other = other
        self._other: Model | None = None
        self._moved = False

    @property
    def id(self) -> str:
        return self._model.id

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        return self._ask(lambda model: model.complete(request), lambda able: _takes(able, request))

    def score(self, request: ScoreRequest) -> Scores:
        return self._ask(lambda model: model.score(request), lambda able: able.scoring)

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        self._model.close()
        if self._other is not None:
            self._other.close()

    def _ask(self, ask: Callable[[Model], A], able: Callable[[Capabilities], bool]) -> A:
        try:
            return _persist(self._turn(able), ask)
        except ModelUnreachable:
            if self._other is None and self._open_other is not None:
                self._other = self._open_other()
            if self._other is None or not able(self._other.capabilities):
                raise
            self._moved = not self._moved
        return _persist(self._turn(able), ask)

    def _turn(self, able: Callable[[Capabilities], bool]) -> Model:
        """The next model among those that can take this question."""
        other = self._other if self._moved else None
        return other if other is not None and able(other.capabilities) else self._model


def _persist(model: Model, ask: Callable[[Model], A]) -> A:
    for _ in range(_TRIES - 1):
        try:
            return ask(model)
        except ModelUnreachable:
            continue
    return ask(model)


def _takes(able: Capabilities, request: ModelRequest) -> bool:
    pictures = any(isinstance(part, ImagePart) for message in request.messages for part in message.parts)
    return (
        (able.vision or not pictures)
        and (able.schema or request.schema is None)
        and (able.grammar or request.grammar is None)
        and (able.prefill or request.messages[-1].role != "assistant")
    )

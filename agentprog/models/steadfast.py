"""A wrapper that retries an unanswered question, then asks another model."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.errors import ModelUnreachable
from agentprog.models.layer import A, ModelLayer
from agentprog.ports import Capabilities, ImagePart, Model, ModelRequest, ScoreRequest

_TRIES = 2


class SteadfastModel(ModelLayer):
    """Asks an unreachable model once more, then the model that `other` opens, which stays first from then on.

    A question that the other model cannot take stays with the first. It wraps the counter of calls: the run's budget
    bounds every try, and every try is recorded. Raises ModelUnreachable if no model answered.
    """

    def __init__(self, model: Model, open_substitute: Callable[[], Model] | None = None) -> None:
        super().__init__(model)
        self._open_other = open_substitute
        self._other: Model | None = None
        self._moved = False

    def close(self) -> None:
        super().close()
        if self._other is not None:
            self._other.close()

    def _ask(self, request: ModelRequest | ScoreRequest, ask: Callable[[Model], A]) -> A:
        try:
            return _persist(self._turn(request), ask)
        except ModelUnreachable:
            if self._other is None and self._open_other is not None:
                self._other = self._open_other()
            if self._other is None or not _takes(self._other.capabilities, request):
                raise
            self._moved = not self._moved
        return _persist(self._turn(request), ask)

    def _turn(self, request: ModelRequest | ScoreRequest) -> Model:
        """The next model that can take this question."""
        substitute = self._other if self._moved else None
        return substitute if substitute is not None and _takes(substitute.capabilities, request) else self._model


def _persist(model: Model, ask: Callable[[Model], A]) -> A:
    for _ in range(_TRIES - 1):
        try:
            return ask(model)
        except ModelUnreachable:
            continue
    return ask(model)


def _takes(able: Capabilities, request: ModelRequest | ScoreRequest) -> bool:
    if isinstance(request, ScoreRequest):
        return able.scoring
    pictures = any(isinstance(part, ImagePart) for message in request.messages for part in message.parts)
    return (
        (able.vision or not pictures)
        and (able.schema or request.schema is None)
        and (able.grammar or request.grammar is None)
        and (able.prefill or request.messages[-1].role != "assistant")
    )

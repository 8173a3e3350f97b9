"""A wrapper that abandons a question as soon as the run is cancelled, even if the provider is still busy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from agentprog.errors import Cancelled
from agentprog.ports import Capabilities, Model, ModelReply, ModelRequest, ScoreRequest, Scores

A = TypeVar("A")

_LOOK = 0.05
"""Seconds between two checks whether the run was cancelled."""


class InterruptibleModel:
    """Asks in a thread of its own. When `cancelled` returns true, the model is closed, which ends its work (a
    connection, the process of a local model), and Cancelled is raised.
    """

    def __init__(self, model: Model, cancelled: Callable[[], bool]) -> None:
        self._model = model
        self._cancelled = cancelled

    @property
    def id(self) -> str:
        return self._model.id

    @property
    def capabilities(self) -> Capabilities:
        return self._model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        return self._ask(lambda: self._model.complete(request))

    def score(self, request: ScoreRequest) -> Scores:
        return self._ask(lambda: self._model.score(request))

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        self._model.close()

    def _ask(self, ask: Callable[[], A]) -> A:
        answers: list[A] = []
        troubles: list[BaseException] = []
        ended = threading.Event()

        def work() -> None:
            try:
                answers.append(ask())
            except BaseException as exc:  # noqa: BLE001 - raised again in the thread that asked
                troubles.append(exc)
            finally:
                ended.set()

        threading.Thread(target=work, name=f"asking {self.id}", daemon=True).start()
        while not ended.wait(_LOOK):
            if self._cancelled():
                self._model.close()
                raise Cancelled("cancelled while the model was answering")
        if troubles:
            raise troubles[0]
        return answers[0]

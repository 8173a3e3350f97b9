"""A wrapper that abandons a question as soon as the run is cancelled, even if the provider is still busy."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agentprog.errors import Cancelled
from agentprog.models.layer import A, ModelLayer
from agentprog.ports import Model, ModelRequest, ScoreRequest

_LOOK = 0.05
"""Seconds between two checks whether the run was cancelled."""


class InterruptibleModel(ModelLayer):
    """Asks in a thread of its own. When `cancelled` returns true, the model is closed, which ends its work (a
    connection, the process of a local model), and Cancelled is raised.
    """

    def __init__(self, model: Model, cancelled: Callable[[], bool]) -> None:
        super().__init__(model)
        self._cancelled = cancelled

    def _ask(self, request: ModelRequest | ScoreRequest, ask: Callable[[Model], A]) -> A:
        answers: list[A] = []
        troubles: list[BaseException] = []
        ended = threading.Event()

        def work() -> None:
            try:
                answers.append(super(InterruptibleModel, self)._ask(request, ask))
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

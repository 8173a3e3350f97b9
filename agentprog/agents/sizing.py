"""How long a text is for the model that is asked."""

from __future__ import annotations

from agentprog.ports import Model


class ModelTokens:
    """Counts with the model's own tokenizer where it has one at hand, else by its estimate."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def tokenizer(self) -> str:
        return self._model.id if self._model.capabilities.tokenizer else ""

    @property
    def context(self) -> int:
        return self._model.capabilities.context

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

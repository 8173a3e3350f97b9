"""What models behind an API over HTTP have in common: what they cannot do, and errors without the key."""

from __future__ import annotations

from abc import ABC, abstractmethod

from agentprog.errors import ModelError, ModelRejected
from agentprog.models.cloud.transport import without_keys
from agentprog.ports import ModelReply, ModelRequest, ScoreRequest, Scores


class RemoteModel(ABC):
    """A model that is asked for whole answers only. `key` is kept out of every error."""

    def __init__(self, id: str, key: str) -> None:
        self._id = id
        self._key = key

    @property
    def id(self) -> str:
        return self._id

    def complete(self, request: ModelRequest) -> ModelReply:
        """Raises ModelRejected for what these APIs cannot do: a grammar, or continuing the assistant's last message."""
        if request.grammar is not None:
            raise ModelRejected(f"{self._id} takes no grammar", hint="Use a JSON schema, or a llamacpp: model.")
        if request.messages[-1].role == "assistant":
            raise ModelRejected(f"{self._id} cannot continue an answer that is already begun")
        try:
            return self._answer(request)
        except ModelError as exc:
            raise without_keys(exc, [self._key]) from None

    @abstractmethod
    def _answer(self, request: ModelRequest) -> ModelReply: ...

    def score(self, request: ScoreRequest) -> Scores:
        raise ModelError(f"{self._id} cannot score candidates (asked for {request.purpose})")

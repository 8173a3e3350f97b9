"""Common parts of models behind an API over HTTP: missing abilities, retries, and errors without the key."""

from __future__ import annotations

import os
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypedDict

from agentprog.errors import Cancelled, ModelError, ModelNotConfigured, ModelRejected
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused
from agentprog.models.cloud.retry import persist
from agentprog.models.cloud.transport import CLOSED, without_keys
from agentprog.models.families import Family, family
from agentprog.models.thoughts import thinks_aloud, without_thoughts
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import (
    THOUGHTS,
    Capabilities,
    Clock,
    ModelReply,
    ModelRequest,
    ScoreRequest,
    Scores,
    SystemClock,
    Usage,
)

TIMEOUT = 300.0
_LESSONS = 10


class Access(TypedDict, total=False):
    """Unusual ways to reach a model: its id, another address, another key, the time limit of a question in seconds
    including retries, and the clock.
    """

    id: str | None
    base_url: str | None
    api_key: str | None
    timeout: float | None
    clock: Clock | None


class Client(Protocol):
    """Sends questions to a host."""

    def close(self) -> None: ...


class RemoteModel(ABC):
    """A model that is asked for whole answers only. It removes `key` from every error. Closing the model closes its
    `client`."""

    def __init__(self, host: Host, key: str, client: Client, access: Access, *, known: Family | None = None) -> None:
        self._host = host
        self._key = key
        self._line = client
        self._seconds = access.get("timeout") or TIMEOUT
        self._clock = access.get("clock") or SystemClock()
        self._draws = random.Random()
        self._family = known or family(host.model)
        self._thinks = self._family.thinks
        self._closed = False

    @property
    def id(self) -> str:
        return self._host.id

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            context=self._family.context,
            vision=self._family.vision,
            schema=True,
            small=self._family.small,
            space=self._family.space,
            thinks=self._thinks,
        )

    def complete(self, request: ModelRequest) -> ModelReply:
        """Raises ModelRejected for requests that these APIs cannot serve: a grammar, or continuing the assistant's last
        message."""
        if request.grammar is not None:
            raise ModelRejected(f"{self.id} takes no grammar", hint="Use a JSON schema, or a llamacpp: model.")
        if request.messages[-1].role == "assistant":
            raise ModelRejected(f"{self.id} cannot continue an answer that is already begun")
        try:
            reply = self._taught(request)
        except ModelError as exc:
            raise without_keys(exc, [self._key]) from None
        if reply.usage.reasoning or thinks_aloud(reply.text):
            self._thinks = True
        return without_thoughts(reply, headless=self._family.headless)

    def score(self, request: ScoreRequest) -> Scores:
        raise ModelError(f"{self.id} cannot score candidates (asked for {request.purpose})")

    def room(self, request: ModelRequest) -> int:
        """The number of tokens for thoughts, in addition to the answer's."""
        return THOUGHTS[request.effort] if self._thinks else 0

    def _taught(self, request: ModelRequest) -> ModelReply:
        """Ask, and ask again without the parameters that the provider refuses."""
        for _ in range(_LESSONS):
            ask = self._timed(self._way(request))
            try:
                return persist(ask, seconds=self._seconds, clock=self._clock, draws=self._draws)
            except Refused as exc:
                if exc.refusal.meaning is Meaning.USED_UP:
                    return ModelReply(text="", usage=Usage(), finish="length")
                if not self._learns(exc, request):
                    raise self._host.error(exc.refusal) from exc
        raise ModelRejected(f"{self._host.name} refuses every form of the question")

    def _timed(self, ask: Callable[[float], ModelReply]) -> Callable[[float], ModelReply]:
        """The same, with the time of the answer. Raises Cancelled once the model is closed."""

        def timed(left: float) -> ModelReply:
            if self._closed:
                raise Cancelled(CLOSED)
            start = time.monotonic()
            reply = ask(left)
            return replace(reply, usage=replace(reply.usage, seconds=time.monotonic() - start))

        return timed

    def close(self) -> None:
        """A pending question in another thread ends with Cancelled."""
        self._closed = True
        self._line.close()

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    @abstractmethod
    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        """The current way to ask: a call that takes the seconds left. It raises Transient or Refused."""

    @abstractmethod
    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """True if the request was changed after this refusal and can be sent again."""


def key_of(id: str, given_key: str | None, variables: tuple[str, ...]) -> str:
    """The given key, or the first in the environment's `variables`. Raises ModelNotConfigured if there is none."""
    for key in (given_key, *(os.environ.get(name) for name in variables)):
        if key:
            return key
    raise ModelNotConfigured(f"{id} needs an API key", hint=f"Set {variables[0]}.")

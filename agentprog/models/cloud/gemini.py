"""Google's Gemini models."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agentprog.errors import ModelNotConfigured
from agentprog.models.cloud import gemini_api
from agentprog.models.cloud.dialect import effort_word
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused
from agentprog.models.cloud.remote import RemoteModel
from agentprog.models.cloud.wire import Wire
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Clock, Effort, ModelReply, ModelRequest

KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
_URL = "https://generativelanguage.googleapis.com"
_VERSION = "v1beta"
_BUDGETS = {Effort.LOW: 2048, Effort.MEDIUM: 8192, Effort.HIGH: 24576}
"""Tokens of thought, where a model is told a number."""
_BARE = "Request contains an invalid argument."
"""All that Gemini says of some schemas that it cannot serve."""


class GeminiModel(RemoteModel):
    """One Gemini model."""

    def __init__(
        self,
        name: str,
        *,
        id: str | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        id = id or f"gemini:{name}"
        url = (base_url or _URL).rstrip("/")
        host = Host(model=name, id=id, url=url, key=" or ".join(KEY_VARIABLES), local=url != _URL)
        super().__init__(host, _key(id, api_key), timeout=timeout, clock=clock)
        self._address = f"{url}/{_VERSION}/models/{name.removeprefix('models/')}:streamGenerateContent?alt=sse"
        self._by_schema = True
        self._schema_doubted = False
        self._told_to_think = True
        self._wire = Wire(host, {"x-goog-api-key": self._key})

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """A question that is being answered in another thread ends with Cancelled."""
        self._closed = True
        self._wire.close()

    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        thinking = self._thinking(request.effort) if self._told_to_think else None
        sent = gemini_api.body(request, room=self.room(request), by_schema=self._by_schema, thinking=thinking)

        def ask(left: float) -> ModelReply:
            self._check_open()
            start = time.monotonic()
            reply = self._wire.ask(self._address, sent, left, lambda events: gemini_api.read(events, id=self.id))
            return replace(reply, usage=replace(reply.usage, seconds=time.monotonic() - start))

        return ask

    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """What a refusal teaches is kept: to put schemas in words, to say nothing of thinking. A bare one only makes
        the schema doubtful: it is sent again where leaving it out did not help."""
        refusal, bare = exc.refusal, exc.refusal.sentence == _BARE
        if refusal.meaning is Meaning.REFUSED and self._told_to_think and "thinking" in refusal.sentence.lower():
            self._told_to_think = False
            return True
        if bare and self._schema_doubted:
            self._by_schema, self._schema_doubted = True, False
            return False
        if (bare or refusal.meaning is Meaning.SCHEMA) and request.schema is not None and self._by_schema:
            self._by_schema, self._schema_doubted = False, bare
            return True
        return False

    def _thinking(self, effort: Effort) -> dict[str, Any] | None:
        """How long to think, in the form of this generation; None where it is not known."""
        if self._family.budget is not None:
            least, most = self._family.budget
            return {"thinkingBudget": max(least, min(most, _BUDGETS.get(effort, least)))}
        if self._family.efforts:
            return {"thinkingLevel": effort_word(effort, self._family.efforts)}
        return None


def _key(id: str, given: str | None) -> str:
    for key in (given, *(os.environ.get(name) for name in KEY_VARIABLES)):
        if key:
            return key
    raise ModelNotConfigured(f"{id} needs an API key", hint=f"Set {KEY_VARIABLES[0]}.")

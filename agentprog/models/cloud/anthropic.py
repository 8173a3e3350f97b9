"""Anthropic's Claude models."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace

from agentprog.errors import ModelNotConfigured
from agentprog.models.cloud import messages_api
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused
from agentprog.models.cloud.remote import RemoteModel
from agentprog.models.cloud.wire import Wire
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Clock, ModelReply, ModelRequest

KEY_VARIABLE = "ANTHROPIC_API_KEY"
URL_VARIABLE = "ANTHROPIC_BASE_URL"
_URL = "https://api.anthropic.com"
_VERSION = "2023-06-01"


class ClaudeModel(RemoteModel):
    """One Claude model. It thinks only where it is asked to, and is not."""

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
        id = id or f"anthropic:{name}"
        url = (base_url or os.environ.get(URL_VARIABLE) or _URL).rstrip("/").removesuffix("/v1")
        host = Host(model=name, id=id, url=url, key=KEY_VARIABLE, local=url != _URL)
        super().__init__(host, _key(id, api_key), timeout=timeout, clock=clock)
        self._address = f"{url}/v1/messages"
        self._by_schema = True
        self._temperature = True
        self._wire = Wire(host, {"x-api-key": self._key, "anthropic-version": _VERSION})

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """A question that is being answered in another thread ends with Cancelled."""
        self._closed = True
        self._wire.close()

    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        sent = messages_api.body(self._host.model, request, by_schema=self._by_schema, temperature=self._temperature)

        def ask(left: float) -> ModelReply:
            self._check_open()
            start = time.monotonic()
            reply = self._wire.ask(self._address, sent, left, lambda events: messages_api.read(events, id=self.id))
            return replace(reply, usage=replace(reply.usage, seconds=time.monotonic() - start))

        return ask

    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """What a refusal teaches is kept: to put schemas in words, to leave the temperature out."""
        refusal = exc.refusal
        if refusal.meaning is Meaning.SCHEMA and request.schema is not None and self._by_schema:
            self._by_schema = False
            return True
        if refusal.meaning is Meaning.REFUSED and self._temperature and "temperature" in refusal.sentence:
            self._temperature = False
            return True
        return False


def _key(id: str, given: str | None) -> str:
    key = given or os.environ.get(KEY_VARIABLE)
    if not key:
        raise ModelNotConfigured(f"{id} needs an API key", hint=f"Set {KEY_VARIABLE}.")
    return key

"""Anthropic's Claude models."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Unpack

from agentprog.models.cloud import messages_api
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused
from agentprog.models.cloud.remote import Access, RemoteModel, key_of
from agentprog.models.cloud.wire import Wire
from agentprog.ports import ModelReply, ModelRequest

KEY_VARIABLE = "ANTHROPIC_API_KEY"
URL_VARIABLE = "ANTHROPIC_BASE_URL"
_URL = "https://api.anthropic.com"
_VERSION = "2023-06-01"


class ClaudeModel(RemoteModel):
    """One Claude model. Its thinking is not requested, so it is off."""

    def __init__(self, name: str, **access: Unpack[Access]) -> None:
        id = access.get("id") or f"anthropic:{name}"
        url = (access.get("base_url") or os.environ.get(URL_VARIABLE) or _URL).rstrip("/").removesuffix("/v1")
        host = Host(model=name, id=id, url=url, key=KEY_VARIABLE, local=url != _URL)
        key = key_of(id, access.get("api_key"), (KEY_VARIABLE,))
        self._wire = Wire({"x-api-key": key, "anthropic-version": _VERSION})
        super().__init__(host, key, self._wire, access)
        self._address = f"{url}/v1/messages"
        self._by_schema = True
        self._temperature = True

    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        sent = messages_api.body(self._host.model, request, by_schema=self._by_schema, temperature=self._temperature)

        def ask(left: float) -> ModelReply | None:
            return self._wire.ask(self._address, sent, left, lambda events: messages_api.read(events, id=self.id))

        return lambda left: self._host.asked(lambda: ask(left), left)

    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """Adapt to a refusal: from now on send schemas in words, or send no temperature."""
        refusal = exc.refusal
        if refusal.meaning is Meaning.SCHEMA and request.schema is not None and self._by_schema:
            self._by_schema = False
            return True
        if refusal.meaning is Meaning.REFUSED and self._temperature and "temperature" in refusal.sentence:
            self._temperature = False
            return True
        return False

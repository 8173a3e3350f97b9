"""Google's Gemini models through google-genai (extra `gemini`).

It asks the client for the raw body of an answer, which `gemini_api` reads: the client's own types fail on numeric
reasons, as Vertex sends them (google-genai 3.4). The client returns raw bodies of whole answers only, not of streams.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Unpack

import httpx

from agentprog.errors import ModelNotConfigured, ModelRejected
from agentprog.models.cloud import gemini_api
from agentprog.models.cloud.dialect import effort_word
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused
from agentprog.models.cloud.remote import Access, RemoteModel, key_of
from agentprog.models.cloud.transport import MEDIA_TYPE, certificates, events, http_client, lines
from agentprog.ports import Effort, ModelReply, ModelRequest

try:
    from google import genai
    from google.genai import types
except ModuleNotFoundError as exc:
    raise ModelNotConfigured(
        "gemini: models need google-genai, which is not installed",
        hint='Install the extra: pip install "agentprog[gemini]"',
    ) from exc

KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
_URL = "https://generativelanguage.googleapis.com"
_VERSION = "v1beta"
_BUDGETS = {Effort.LOW: 2048, Effort.MEDIUM: 8192, Effort.HIGH: 24576}
"""Limits of thought in tokens, for models whose limit is a number."""
_BARE = "Request contains an invalid argument."
"""Gemini's only message for some schemas that it cannot handle."""


class GeminiModel(RemoteModel):
    """One Gemini model."""

    def __init__(self, name: str, **access: Unpack[Access]) -> None:
        id = access.get("id") or f"gemini:{name}"
        url = (access.get("base_url") or _URL).rstrip("/")
        host = Host(model=name, id=id, url=url, key=" or ".join(KEY_VARIABLES), local=url != _URL)
        key = key_of(id, access.get("api_key"), KEY_VARIABLES)
        self._http = http_client()
        super().__init__(host, key, self._http, access)
        self._client = _client(url, key, self._http)
        self._by_schema = True
        self._schema_doubted = False
        self._told_to_think = True

    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        thinking = self._thinking(request.effort) if self._told_to_think else None
        sent = gemini_api.body(request, room=self.room(request), by_schema=self._by_schema, thinking=thinking)

        def ask(left: float) -> ModelReply | None:
            return gemini_api.read(self._answer(sent, left), id=self.id)

        return lambda left: self._host.asked(lambda: ask(left), left)

    def _answer(self, sent: Mapping[str, Any], left: float) -> Iterable[str]:
        """The answer's body, or its events if a gateway made a stream of it."""
        milliseconds = max(1, int(left * 1000))
        options = {
            **sent["generationConfig"],
            "systemInstruction": sent.get("systemInstruction"),
            "automaticFunctionCalling": {"disable": True},
            "shouldReturnHttpResponse": True,
            "httpOptions": {"timeout": milliseconds},
        }
        try:
            reply = self._client.models.generate_content(
                model=self._host.model, contents=sent["contents"], config=types.GenerateContentConfig(**options)
            )
        except ValueError as exc:
            words = f"google-genai does not send this to {self.id}"
            raise ModelRejected(words, hint="Check the model's name.", evidence=str(exc)) from exc
        raw = reply.sdk_http_response or types.HttpResponse()
        body = raw.body or ""
        streamed = MEDIA_TYPE in (raw.headers or {}).get("content-type", "")
        return events(lines((body,))) if streamed else (body,)

    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """Learn from a refusal: send schemas in words, or no limit of thinking. A refusal without a reason only makes
        the schema suspect: it is sent again if leaving it out did not help."""
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
        """The limit of thinking, in the form of this generation; None for an unknown one."""
        if self._family.budget is not None:
            least, most = self._family.budget
            return {"thinkingBudget": max(least, min(most, _BUDGETS.get(effort, least)))}
        if self._family.efforts:
            return {"thinkingLevel": effort_word(effort, self._family.efforts)}
        return None


def _client(url: str, key: str, http: httpx.Client) -> genai.Client:
    """A client that ignores the environment; its values come from this package."""
    # With two key variables set, the client warns that it takes the other one; it uses the key given here.
    logging.getLogger("google_genai").setLevel(logging.ERROR)
    # It also creates clients that are unused here, each of which would read all certificates.
    unused = {"verify": certificates(), "ssl": certificates()}
    options = types.HttpOptions(base_url=url, api_version=_VERSION, httpx_client=http, async_client_args=unused)
    return genai.Client(vertexai=False, api_key=key, http_options=options)

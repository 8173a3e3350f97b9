"""Any server that speaks OpenAI's Responses or Chat Completions: OpenAI, vLLM, Ollama, OpenRouter, llama-server."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

import openai

from agentprog.errors import Cancelled, ConfigError, ModelNotConfigured, ModelRejected
from agentprog.models.cloud import chat_api, responses_api
from agentprog.models.cloud.dialect import Api, Dialect, SchemaMode, is_json
from agentprog.models.cloud.openai_errors import KEY_VARIABLE, NO_SUCH_API, OFFICIAL, Server, too_long
from agentprog.models.cloud.remote import RemoteModel
from agentprog.models.cloud.retry import persist
from agentprog.models.cloud.transport import CLOSED, MEDIA_TYPE, TooSlow, events, transport_errors, within
from agentprog.models.families import family
from agentprog.models.tokens import encoding_counter, estimate_tokens, estimated_prompt
from agentprog.ports import Capabilities, Clock, ModelReply, ModelRequest, SystemClock

URL_VARIABLE = "OPENAI_BASE_URL"
TIMEOUT = 300.0
_PASTED = ("/chat/completions", "/responses")
_LESSONS = 8
_GATEWAY = "openrouter.ai"
_APIS = {"chat": chat_api, "responses": responses_api}


class OpenAIModel(RemoteModel):
    """One model of one server. `timeout` bounds a question in seconds, retries included.

    Without `api`, OpenAI itself is asked by its Responses API and others by Chat Completions; where the one is not
    there, the other is tried. Answers come as streams, so that a connection that breaks is noticed.
    """

    def __init__(
        self,
        name: str,
        *,
        id: str | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
        api: Api | None = None,
        timeout: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        id = id or f"openai:{name}"
        self._url = _base_url(base_url)
        super().__init__(id, _key(api_key, id, self._url))
        self._name = name
        self._seconds = timeout or TIMEOUT
        self._clock = clock or SystemClock()
        self._draws = random.Random()
        self._server = Server(model=name, id=id, url=self._url)
        self._dialect = _first_dialect(self._url, name, api)
        self._other_api = api is None
        self._closed = False
        self._count = encoding_counter(family(name).tokenizer)
        # Retries are ours: the client's would neither know the deadline nor the budget.
        self._client = openai.OpenAI(api_key=self._key, base_url=self._url, max_retries=0)

    @property
    def capabilities(self) -> Capabilities:
        known = family(self._name)
        return Capabilities(
            context=known.context,
            vision=known.vision,
            schema=True,
            small=known.small,
            space=known.space,
            tokenizer=self._count is not None,
        )

    def count_tokens(self, text: str) -> int:
        return self._count(text) if self._count is not None else estimate_tokens(text)

    def close(self) -> None:
        """A question that is being answered in another thread ends with Cancelled."""
        self._closed = True
        self._client.close()

    def _answer(self, request: ModelRequest) -> ModelReply:
        reply = self._taught(request)
        if request.schema is not None and reply.finish == "stop" and not is_json(reply.text):
            # Some servers take a schema and ignore it in silence; they may heed it in words.
            looser = self._dialect.looser() if self._dialect.schema is SchemaMode.SCHEMA else None
            if looser is not None:
                self._dialect = looser
                again = self._taught(request)
                return ModelReply(text=again.text, usage=reply.usage + again.usage, finish=again.finish)
        return reply

    def _taught(self, request: ModelRequest) -> ModelReply:
        """Asks, and asks again without what the server says it does not know."""
        for _ in range(_LESSONS):
            dialect = self._dialect
            try:
                return persist(
                    lambda left, spoken=dialect: self._ask(request, spoken, left),  # type: ignore[misc]
                    seconds=self._seconds,
                    clock=self._clock,
                    draws=self._draws,
                )
            except _EmptyStream:
                self._dialect = replace(dialect, stream=False)
            except openai.APIStatusError as exc:
                lesson = self._lesson(exc, dialect)
                if lesson is None:
                    raise self._server.refused(exc) from exc
                self._dialect = lesson
        raise ModelRejected(f"{self._server.name} refuses every form of the question")

    def _lesson(self, exc: openai.APIStatusError, dialect: Dialect) -> Dialect | None:
        """What a refusal teaches: to leave something out, or to try the other API; None when it is final."""
        if exc.status_code in NO_SUCH_API:
            about_model = exc.code == "model_not_found" or self._name in exc.message
            if about_model or not self._other_api:
                return None
            self._other_api = False
            return dialect.other()
        return None if too_long(exc) else dialect.without(str(exc.param or ""), str(exc))

    def _ask(self, request: ModelRequest, dialect: Dialect, left: float) -> ModelReply:
        if self._closed:
            raise Cancelled(CLOSED)
        start = time.monotonic()
        api = _APIS[dialect.api]
        sent = api.body(self._name, request, dialect)
        resource: Any = self._client.responses if dialect.api == "responses" else self._client.chat.completions
        try:
            with resource.with_streaming_response.create(**sent, timeout=left) as response:
                told: dict[str, Any] = {"who": self._server.name, "stop": request.stop, "seconds": 0.0}
                lines = within(response.iter_lines(), start + left)
                if MEDIA_TYPE in response.headers.get("content-type", ""):
                    reply = api.read_stream(_begun(events(lines), dialect), **told)
                else:
                    reply = api.read("\n".join(lines), **told)
        except openai.APIError as exc:
            self._server.translate(exc, left)
        except TooSlow:
            raise self._server.silent(left) from None
        except transport_errors() as exc:
            raise self._server.broken(exc, left) from exc
        if reply is None:
            raise self._server.broken(EOFError("the stream ended in the middle of the answer"), left)
        usage = replace(reply.usage, seconds=time.monotonic() - start)
        if dialect.stream and usage.prompt == 0:
            # Not every server counts what it streams; from now on it is asked for whole answers, which it does count.
            self._dialect = replace(self._dialect, stream=False)
            prompt = estimated_prompt(request.messages, self.count_tokens)
            usage = replace(usage, prompt=prompt, completion=self.count_tokens(reply.text))
        return ModelReply(text=reply.text, usage=usage, finish=reply.finish)


class _EmptyStream(Exception):
    """What goes wrong after a stream began, some servers tell nobody: asked for a whole answer, they do."""


def _begun(stream: Iterator[str], dialect: Dialect) -> Iterable[str]:
    """The same events. Raises _EmptyStream when there is none at all."""
    first = next(stream, None)
    if first is None:
        if dialect.stream:
            raise _EmptyStream
        return ()
    return chain((first,), stream)


def _first_dialect(url: str, name: str, api: Api | None) -> Dialect:
    official = url == OFFICIAL
    return Dialect(
        api=api or ("responses" if official else "chat"),
        limit="max_completion_tokens" if official else "max_tokens",
        cache_key=official,
        # Behind the gateway these models cache a prefix only up to where it is marked.
        cache_control=urlsplit(url).netloc.endswith(_GATEWAY) and name.startswith("anthropic/"),
    )


def _key(given: str | None, id: str, url: str) -> str:
    key = given or os.environ.get(KEY_VARIABLE, "")
    if key:
        return key
    if url == OFFICIAL:
        raise ModelNotConfigured(
            f"{id} needs an API key",
            hint=f"Set {KEY_VARIABLE}; for a server of your own also {URL_VARIABLE} or --base-url.",
        )
    # Local servers ask for none, the client insists on one.
    return "none"


def _base_url(given: str | None) -> str:
    url = (given or os.environ.get(URL_VARIABLE, "") or OFFICIAL).rstrip("/")
    source = "--base-url" if given else URL_VARIABLE
    for pasted in _PASTED:
        if url.endswith(pasted):
            hint = f"Cut it in {source}: {url.removesuffix(pasted)}"
            raise ConfigError(f"the base URL {url} names the endpoint itself", hint=hint)
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise ConfigError(f"{url!r} is no web address", hint=f"{source} is like http://localhost:8000/v1.")
    return url

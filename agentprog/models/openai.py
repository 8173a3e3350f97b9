"""Any server that speaks OpenAI's Chat Completions: OpenAI, vLLM, Ollama, OpenRouter, llama-server."""

from __future__ import annotations

import os
import random
import time
from typing import NoReturn
from urllib.parse import urlsplit

import openai

from agentprog.errors import ConfigError, ModelError, ModelNotConfigured, ModelRejected, ModelUnreachable
from agentprog.models import chat_api
from agentprog.models.chat_api import Dialect, SchemaMode
from agentprog.models.families import family
from agentprog.models.retry import Transient, persist, retry_after
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Capabilities, Clock, ModelReply, ModelRequest, ScoreRequest, Scores, SystemClock

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OFFICIAL = "https://api.openai.com/v1"
TIMEOUT = 300.0
_CONNECTION_TRIES = 3
_PASTED = "/chat/completions"
_LESSONS = 6
_TOO_LONG = (
    "context_length_exceeded",
    "context length",
    "context window",
    "maximum context",
    "too many tokens",
    "too long",
)


class OpenAIModel:
    """One model of one server. `timeout` bounds a question in seconds, retries included."""

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
        self._name = name
        self._id = id or f"openai:{name}"
        self._url = _base_url(base_url)
        self._seconds = timeout or TIMEOUT
        self._clock = clock or SystemClock()
        self._draws = random.Random()
        self._dialect = Dialect(limit="max_completion_tokens" if self._url == OFFICIAL else "max_tokens")
        # Retries are ours: the client's would neither know the deadline nor the budget.
        self._client = openai.OpenAI(api_key=self._key(api_key), base_url=self._url, max_retries=0)

    @property
    def id(self) -> str:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        known = family(self._name)
        return Capabilities(context=known.context, vision=known.vision, schema=True, small=known.small)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Raises ModelRejected for what this API cannot do: a grammar, or continuing the assistant's last message."""
        if request.grammar is not None:
            raise ModelRejected(f"{self._id} takes no grammar", hint="Use a JSON schema, or a llamacpp: model.")
        if request.messages[-1].role == "assistant":
            raise ModelRejected(f"{self._id} cannot continue an answer that is already begun")
        reply = self._taught(request)
        if request.schema is not None and reply.finish == "stop" and not chat_api.is_json(reply.text):
            # Some servers take a schema and ignore it in silence; they may heed it in words.
            looser = self._dialect.looser() if self._dialect.schema is SchemaMode.SCHEMA else None
            if looser is not None:
                self._dialect = looser
                again = self._taught(request)
                return ModelReply(text=again.text, usage=reply.usage + again.usage, finish=again.finish)
        return reply

    def score(self, request: ScoreRequest) -> Scores:
        raise ModelError(f"{self._id} cannot score candidates (asked for {request.purpose})")

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        self._client.close()

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
            except (openai.BadRequestError, openai.UnprocessableEntityError) as exc:
                lesson = None if _too_long(exc) else dialect.without(str(exc.param or ""), str(exc))
                if lesson is None:
                    raise self._refused(exc) from exc
                self._dialect = lesson
        raise ModelRejected(f"{self._who()} refuses every form of the question")

    def _ask(self, request: ModelRequest, dialect: Dialect, left: float) -> ModelReply:
        sent = chat_api.body(self._name, request, dialect)
        start = time.monotonic()
        try:
            response = self._client.chat.completions.with_raw_response.create(**sent, timeout=left)
            raw = response.http_response.text
        except openai.APIError as exc:
            self._translate(exc, left)
        seconds = time.monotonic() - start
        return chat_api.read(raw, who=self._who(), seconds=seconds, stop=request.stop)

    def _translate(self, exc: openai.APIError, left: float) -> NoReturn:
        """Maps what may pass to Transient, what the caller may adapt to itself, and the rest to a ModelError."""
        if isinstance(exc, openai.APITimeoutError):
            error = ModelUnreachable(f"{self._who()} did not answer within {left:.0f} s", evidence=str(exc))
            raise Transient(error) from exc
        if isinstance(exc, openai.APIConnectionError):
            raise Transient(self._no_connection(exc), tries=_CONNECTION_TRIES) from exc
        if isinstance(exc, openai.APIStatusError):
            if isinstance(exc, (openai.BadRequestError, openai.UnprocessableEntityError)):
                raise exc
            self._translate_status(exc)
        raise ModelUnreachable(f"{self._who()} failed: {exc}", evidence=repr(exc)) from exc

    def _translate_status(self, exc: openai.APIStatusError) -> NoReturn:
        status = exc.status_code
        words = exc.response.text
        if status == 429 and exc.code != "insufficient_quota":
            error: ModelError = ModelRejected(f"{self._who()} limits the rate of requests (429)", evidence=words)
            raise Transient(error, after=retry_after(exc.response.headers)) from exc
        if status in (408, 409) or status >= 500:
            error = ModelUnreachable(f"{self._who()} failed ({status})", evidence=words)
            raise Transient(error, after=retry_after(exc.response.headers)) from exc
        raise self._refused(exc) from exc

    def _refused(self, exc: openai.APIStatusError) -> ModelRejected:
        status, words, hint = exc.status_code, exc.response.text, ""
        if status == 401:
            message, hint = f"{self._who()} does not accept the API key", f"Check {KEY_VARIABLE}."
        elif status == 403:
            message = f"{self._who()} does not allow this"
        elif status == 404:
            message = f"{self._who()} knows no model {self._name!r}, or nothing at this address"
            hint = "Check the model's name, and that the base URL ends in /v1."
        elif status == 429:
            message, hint = f"the quota at {self._who()} is used up", "Check plan and billing there."
        elif _too_long(exc):
            message = f"the prompt is longer than the context of {self._id}"
        else:
            message = f"{self._who()} refuses the request ({status})"
        return ModelRejected(message, hint=hint, evidence=words)

    def _no_connection(self, exc: openai.APIConnectionError) -> ModelUnreachable:
        cause = exc.__cause__ or exc
        hint = "Is the server running?" if self._url != OFFICIAL else "Is this computer online?"
        return ModelUnreachable(
            f"{self._who()} cannot be reached: {cause}", hint=f"{hint} Address: {self._url}", evidence=repr(cause)
        )

    def _who(self) -> str:
        return urlsplit(self._url).netloc

    def _key(self, given: str | None) -> str:
        key = given or os.environ.get(KEY_VARIABLE, "")
        if key:
            return key
        if self._url == OFFICIAL:
            raise ModelNotConfigured(
                f"{self._id} needs an API key",
                hint=f"Set {KEY_VARIABLE}; for a server of your own also {URL_VARIABLE} or --base-url.",
            )
        # Local servers ask for none, the client insists on one.
        return "none"


def _base_url(given: str | None) -> str:
    url = (given or os.environ.get(URL_VARIABLE, "") or OFFICIAL).rstrip("/")
    source = "--base-url" if given else URL_VARIABLE
    if url.endswith(_PASTED):
        raise ConfigError(
            f"the base URL {url} names the endpoint itself", hint=f"Cut it in {source}: {url.removesuffix(_PASTED)}"
        )
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise ConfigError(f"{url!r} is no web address", hint=f"{source} is like http://localhost:8000/v1.")
    return url


def _too_long(exc: openai.APIStatusError) -> bool:
    words = f"{exc.code} {exc.message}".lower()
    return any(sign in words for sign in _TOO_LONG)

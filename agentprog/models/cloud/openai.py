"""Any server that speaks OpenAI's Responses or Chat Completions: OpenAI, OpenRouter, vLLM, Ollama, llama-server."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NoReturn, Unpack
from urllib.parse import urlsplit

import openai

from agentprog.errors import ConfigError, ModelNotConfigured
from agentprog.frozen import frozen, replace
from agentprog.models.cloud import chat_api, responses_api
from agentprog.models.cloud.dialect import Api, Dialect
from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Meaning, Refused, read_refusal
from agentprog.models.cloud.remote import Access, RemoteModel
from agentprog.models.cloud.transport import MEDIA_TYPE, events, lines, within
from agentprog.models.families import Family, family
from agentprog.models.tokens import encoding_counter, estimated_prompt
from agentprog.ports import Capabilities, ModelReply, ModelRequest

_PASTED = ("/chat/completions", "/responses")
_APIS = {"chat": chat_api, "responses": responses_api}
_GATEWAY_EFFORTS = ("minimal", "low", "medium", "high")
"""OpenRouter converts these for each model."""


@frozen
class Service:
    """Default address of `provider:` ids, and the environment variables for address and key."""

    provider: str
    url: str
    key_variable: str
    url_variable: str = ""


OPENAI = Service(
    provider="openai",
    url="https://api.openai.com/v1",
    key_variable="OPENAI_API_KEY",
    url_variable="OPENAI_BASE_URL",
)
OPENROUTER = Service(provider="openrouter", url="https://openrouter.ai/api/v1", key_variable="OPENROUTER_API_KEY")


class OpenAIModel(RemoteModel):
    """One model of one server.

    Without `api`, OpenAI is called by its Responses API and other servers by Chat Completions; if an address has only
    the other API, that one is used. Answers are streamed, so that a broken connection is noticed.
    """

    def __init__(
        self,
        name: str,
        *,
        api: Api | None = None,
        service: Service = OPENAI,
        **access: Unpack[Access],
    ) -> None:
        id = access.get("id") or f"{service.provider}:{name}"
        url = _base_url(access.get("base_url"), service)
        known = family(name)
        host = Host(model=name, id=id, url=url, key=service.key_variable, local=url != service.url)
        key = _key(access.get("api_key"), id, url, service)
        # agentprog retries itself: the client knows neither the deadline nor the budget.
        self._client = openai.OpenAI(api_key=key, base_url=url, max_retries=0)
        super().__init__(host, key, self._client, access, known=known)
        self._name = name
        self._dialect = first_dialect(url, name, api, known)
        self._other_api = api is None
        self._count = encoding_counter(known.tokenizer)

    @property
    def capabilities(self) -> Capabilities:
        return replace(super().capabilities, tokenizer=self._count is not None)

    def count_tokens(self, text: str) -> int:
        return self._count(text) if self._count is not None else super().count_tokens(text)

    def _way(self, request: ModelRequest) -> Callable[[float], ModelReply]:
        dialect = self._dialect

        def ask(left: float) -> ModelReply:
            # An earlier try may have shown that the server does not stream.
            return self._ask(request, replace(dialect, stream=dialect.stream and self._dialect.stream), left)

        return ask

    def _learns(self, exc: Refused, request: ModelRequest) -> bool:
        """Learn from a refusal: leave a parameter out, change it, or use the other API."""
        refusal, dialect = exc.refusal, self._dialect
        lesson: Dialect | None = None
        match refusal.meaning:
            case Meaning.ABSENT if self._other_api:
                self._other_api = False
                lesson = dialect.other()
            case Meaning.CONTEXT if dialect.room and self.room(request):
                # The limit for thoughts may be too high: servers count it with the prompt.
                lesson = replace(dialect, room=False)
            case Meaning.SCHEMA if request.schema is not None:
                lesson = dialect.looser()
            case Meaning.REFUSED | Meaning.UNVERIFIED if refusal.status >= 400:
                lesson = dialect.without(refusal.param, refusal.sentence)
        if lesson is None or lesson == dialect:
            return False
        self._dialect = lesson
        return True

    def _ask(self, request: ModelRequest, dialect: Dialect, left: float) -> ModelReply:
        try:
            reply = self._host.asked(lambda: self._exchange(request, dialect, left), left)
        except openai.APIError as exc:
            self._translate(exc, left)
        except _EmptyStream:
            self._dialect = replace(self._dialect, stream=False)
            return self._ask(request, replace(dialect, stream=False), left)
        usage = reply.usage
        if dialect.stream and usage.prompt == 0:
            # Some servers count no tokens of streamed answers; from now on ask for whole answers, which they do count.
            self._dialect = replace(self._dialect, stream=False)
            prompt = estimated_prompt(request.messages, self.count_tokens)
            usage = replace(usage, prompt=prompt, completion=self.count_tokens(reply.text))
        return replace(reply, usage=usage)

    def _exchange(self, request: ModelRequest, dialect: Dialect, left: float) -> ModelReply | None:
        """One question and its answer; None if a stream broke off."""
        end = time.monotonic() + left
        api = _APIS[dialect.api]
        sent = api.body(self._name, request, dialect, room=self.room(request) if dialect.room else 0)
        resource: Any = self._client.responses
        if dialect.api == "chat":
            resource = self._client.chat.completions
            if "reasoning" in sent:  # OpenRouter's own field, unknown to the client
                sent["extra_body"] = {"reasoning": sent.pop("reasoning")}
        arguments: dict[str, Any] = {"service": self._host.name, "stop": request.stop, "seconds": 0.0}
        with resource.with_streaming_response.create(**sent, timeout=left) as response:
            texts = within(response.iter_text(), end)
            if MEDIA_TYPE in response.headers.get("content-type", ""):
                reply: ModelReply | None = api.read_stream(_begun(events(lines(texts)), dialect), **arguments)
            else:
                reply = api.read("".join(texts), **arguments)
        return reply

    def _translate(self, exc: openai.APIError, left: float) -> NoReturn:
        """Raises the error behind an exception of the client."""
        if isinstance(exc, openai.APITimeoutError):
            raise self._host.silent(left, str(exc)) from exc
        if isinstance(exc, openai.APIConnectionError):
            raise self._host.broken(exc.__cause__ or exc, left) from exc
        if isinstance(exc, openai.APIStatusError):
            self._host.told(read_refusal(exc.status_code, exc.response.headers, exc.response.text))
        self._host.told(read_refusal(None, {}, str(exc)))


class _EmptyStream(Exception):
    """A stream without an event. Some servers report an error after the start of a stream to nobody; asked for a whole
    answer, they report it."""


def _begun(stream: Iterator[str], dialect: Dialect) -> Iterable[str]:
    """The same events. Raises _EmptyStream if there are none."""
    first = next(stream, None)
    if first is None:
        if dialect.stream:
            raise _EmptyStream
        return ()
    return chain((first,), stream)


def first_dialect(url: str, name: str, api: Api | None, known: Family) -> Dialect:
    """Known facts about a server and a model before the first question."""
    official, gateway = url == OPENAI.url, url == OPENROUTER.url
    spoken: Api = api or ("responses" if official else "chat")
    return Dialect(
        api=spoken,
        limit="max_completion_tokens" if official else "max_tokens",
        temperature=known.sampling,
        stop=known.sampling,
        cache_key=official,
        # Behind the gateway these models cache a prefix only up to a mark.
        cache_control=gateway and name.startswith("anthropic/"),
        effort="reasoning" if spoken == "responses" or gateway else "reasoning_effort",
        efforts=(known.efforts or _GATEWAY_EFFORTS) if gateway and known.thinks else known.efforts,
    )


def _key(given_key: str | None, id: str, url: str, service: Service) -> str:
    key = given_key or os.environ.get(service.key_variable, "")
    if key:
        return key
    if url == service.url:
        alternative = (
            f"; for a server of your own also {service.url_variable} or --base-url" if service.url_variable else ""
        )
        raise ModelNotConfigured(f"{id} needs an API key", hint=f"Set {service.key_variable}{alternative}.")
    # Local servers need no key, but the client requires one.
    return "none"


def _base_url(given_url: str | None, service: Service) -> str:
    url_of_environment = os.environ.get(service.url_variable, "") if service.url_variable else ""
    url = (given_url or url_of_environment or service.url).rstrip("/")
    source = "--base-url" if given_url else service.url_variable
    for pasted in _PASTED:
        if url.endswith(pasted):
            hint = f"Shorten it in {source}: {url.removesuffix(pasted)}"
            raise ConfigError(f"the base URL {url} names the endpoint itself", hint=hint)
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        raise ConfigError(f"{url!r} is no web address", hint=f"{source} is like http://localhost:8000/v1.")
    return url

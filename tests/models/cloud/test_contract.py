"""The contract of every provider over HTTP: the same answers, errors and patience, whole or streamed, for every API."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from agentprog.errors import ModelError, ModelRejected, ModelReplyInvalid, ModelUnreachable
from agentprog.models.cloud.anthropic import ClaudeModel
from agentprog.models.cloud.gemini import GeminiModel
from agentprog.models.cloud.openai import OPENROUTER, OpenAIModel
from agentprog.models.cloud.remote import Access
from agentprog.models.registry import key_variables, providers
from agentprog.ports import Clock, ImagePart, Message, Model, ModelRequest, SystemClock, TextPart
from tests.models.doubles import Answer, FastClock, Server, closed_later

KEY = "sk-very-secret-1234567890"
WORDS = ("Tap ", "the ", "blue ", "button")
TEXT = "".join(WORDS)
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


def chat_whole(text: str = TEXT, finish: str = "stop") -> Answer:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    return Answer.json({"choices": [choice], "usage": _chat_usage()})


def chat_stream(text: str = TEXT, finish: str | None = "stop", **fields: Any) -> Answer:
    pieces = [{"choices": [{"index": 0, "delta": {"content": word}}]} for word in _pieces(text)]
    end = [{"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}] if finish else []
    return Answer.events(*pieces, *end, {"choices": [], "usage": _chat_usage()}, done=finish is not None, **fields)


def _chat_usage() -> dict[str, Any]:
    return {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "prompt_tokens_details": {"cached_tokens": 60},
        "completion_tokens_details": {"reasoning_tokens": 12},
    }


def response(text: str, finish: str) -> dict[str, Any]:
    thought = {"type": "reasoning", "summary": []}
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed" if finish == "stop" else "incomplete",
        "incomplete_details": None if finish == "stop" else {"reason": "max_output_tokens"},
        "output": [thought, message],
        "usage": {
            "input_tokens": 100,
            "output_tokens": 20,
            "input_tokens_details": {"cached_tokens": 60},
            "output_tokens_details": {"reasoning_tokens": 12},
        },
    }


def responses_whole(text: str = TEXT, finish: str = "stop") -> Answer:
    return Answer.json(response(text, finish))


def responses_stream(text: str = TEXT, finish: str | None = "stop", **fields: Any) -> Answer:
    pieces = [{"type": "response.output_text.delta", "delta": word} for word in _pieces(text)]
    kind = "response.completed" if finish == "stop" else "response.incomplete"
    end = [{"type": kind, "response": response(text, finish)}] if finish else []
    return Answer.events({"type": "response.created"}, *pieces, *end, done=False, **fields)


GEMINI_COUNTS = {
    "promptTokenCount": 100,
    "cachedContentTokenCount": 60,
    "candidatesTokenCount": 8,
    "thoughtsTokenCount": 12,
}


def gemini_whole(text: str = TEXT, finish: str = "stop", **fields: Any) -> Answer:
    candidate = {
        "content": {"role": "model", "parts": [{"text": text}]},
        "finishReason": "STOP" if finish == "stop" else "MAX_TOKENS",
    }
    body = json.dumps({"candidates": [candidate], "usageMetadata": GEMINI_COUNTS}, indent=1)
    return Answer(body=body.encode(), **fields)


def gemini_stream(text: str = TEXT, finish: str | None = "stop", **fields: Any) -> Answer:
    """A gateway may answer in this way: it makes streams of all."""
    pieces: list[dict[str, Any]] = [
        {"candidates": [{"content": {"role": "model", "parts": [{"text": word}]}}]} for word in _pieces(text)
    ]
    if finish:
        pieces[-1]["candidates"][0]["finishReason"] = "STOP" if finish == "stop" else "MAX_TOKENS"
    pieces[-1]["usageMetadata"] = GEMINI_COUNTS
    return Answer.events(*pieces, done=False, **fields)


def claude_stream(text: str = TEXT, finish: str | None = "stop", **fields: Any) -> Answer:
    begun = {"input_tokens": 30, "cache_read_input_tokens": 60, "cache_creation_input_tokens": 10, "output_tokens": 1}
    pieces = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}}
        for word in _pieces(text)
    ]
    reason = "end_turn" if finish == "stop" else "max_tokens"
    end = (
        [{"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 20}}] if finish else []
    )
    return Answer.events(
        {"type": "message_start", "message": {"type": "message", "content": [], "usage": begun}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *pieces,
        *end,
        {"type": "message_stop"},
        done=False,
        **fields,
    )


def _pieces(text: str) -> list[str]:
    return [text[start : start + 5] for start in range(0, len(text), 5)] or [""]


@dataclass(frozen=True)
class Provider:
    """One API: its model, its answers, and the places of the important fields in its requests."""

    name: str
    path: str
    streams: bool
    answer: Callable[..., Answer]
    reasoning: int = 12
    provider: str = "openai"
    """The name before the colon in a model's id."""

    def model(self, server: Server, clock: Clock | None = None, timeout: float | None = None) -> Model:
        clock = clock or FastClock()  # type: ignore[assignment]
        if self.provider == "gemini":
            return closed_later(GeminiModel("gemini-x", base_url=server.url, api_key=KEY, clock=clock, timeout=timeout))
        if self.provider == "anthropic":
            return closed_later(ClaudeModel("claude-x", base_url=server.url, api_key=KEY, clock=clock, timeout=timeout))
        access: Access = {"base_url": f"{server.url}/v1", "api_key": KEY, "timeout": timeout}
        if self.provider == "openrouter":
            return closed_later(OpenAIModel("vendor/m-1", service=OPENROUTER, clock=clock, **access))
        api: Any = self.name.split()[0]
        return closed_later(OpenAIModel("m-1", api=api, clock=clock, **access))


PROVIDERS = (
    Provider("chat", "/v1/chat/completions", False, chat_whole),
    Provider("chat streamed", "/v1/chat/completions", True, chat_stream),
    Provider("responses", "/v1/responses", False, responses_whole),
    Provider("responses streamed", "/v1/responses", True, responses_stream),
    Provider("gemini", "/v1beta/models/gemini-x:generateContent", False, gemini_whole, provider="gemini"),
    Provider("gemini streamed", "/v1beta/models/gemini-x:generateContent", True, gemini_stream, provider="gemini"),
    Provider("anthropic streamed", "/v1/messages", True, claude_stream, reasoning=0, provider="anthropic"),
    Provider("openrouter streamed", "/v1/chat/completions", True, chat_stream, provider="openrouter"),
)
"""The forms of the APIs, at least one for each provider that needs a key."""
STREAMED = tuple(provider for provider in PROVIDERS if provider.streams)

each = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda p: p.name)
each_streamed = pytest.mark.parametrize("provider", STREAMED, ids=lambda p: p.name)


def ask(**fields: Any) -> ModelRequest:
    parts = (TextPart(text="What now?"), ImagePart(data=b"\x89PNG"))
    messages = (Message.of("system", "Be brief."), Message(role="user", parts=parts))
    return ModelRequest(messages=messages, purpose="ground", **fields)


def test_every_provider_that_needs_a_key_is_tried() -> None:
    needing = {name for name in providers() if key_variables(f"{name}:x")}
    assert needing == {provider.provider for provider in PROVIDERS}


@each
def test_the_answer_comes_with_its_usage(server: Server, provider: Provider) -> None:
    server.queue = [provider.answer()]
    reply = provider.model(server).complete(ask(max_tokens=77))
    assert (reply.text, reply.finish) == (TEXT, "stop")
    assert reply.usage.seconds > 0
    usage = reply.usage
    assert (usage.prompt, usage.cached, usage.completion) == (100, 60, 20)
    assert usage.reasoning == provider.reasoning
    (asked,) = server.asked
    assert provider.path in asked.path
    assert str(77 + (1024 if provider.provider == "gemini" else 0)) in json.dumps(asked.body)
    assert "iVBORw" in json.dumps(asked.body), "the picture is sent"


@each
def test_an_answer_cut_by_its_limit_is_marked(server: Server, provider: Provider) -> None:
    server.queue = [provider.answer(finish="length")]
    assert provider.model(server).complete(ask()).finish == "length"


@each
def test_a_schema_is_sent_and_heeded(server: Server, provider: Provider) -> None:
    server.queue = [provider.answer('{"a": 1}')]
    assert json.loads(provider.model(server).complete(ask(schema=SCHEMA)).text) == {"a": 1}
    assert '"additionalProperties": false' in json.dumps(server.asked[0].body)


@each
def test_a_rate_limit_is_waited_out_as_asked(server: Server, provider: Provider, clock: FastClock) -> None:
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "9s"}
    body = {"error": {"code": 429, "message": "slow down", "details": [info]}}
    server.queue = [Answer.json(body, status=429, Retry_After="9"), provider.answer()]
    assert provider.model(server, clock).complete(ask()).text == TEXT  # type: ignore[arg-type]
    assert 9 <= clock.slept[0] <= 10


@each
def test_a_server_error_is_tried_again_and_then_reported(server: Server, provider: Provider, clock: FastClock) -> None:
    server.queue = [Answer(status=500, body=b"oops"), Answer(status=503, body=b"oops"), provider.answer()]
    assert provider.model(server, clock).complete(ask()).text == TEXT  # type: ignore[arg-type]
    server.reply = lambda _: Answer(status=502, body=b"<html>bad gateway</html>", headers={"Content-Type": "text/html"})
    with pytest.raises(ModelUnreachable, match=r"502.*bad gateway.*tried \d\d times in 2\d\d s") as caught:
        provider.model(server, clock).complete(ask())  # type: ignore[arg-type]
    assert "bad gateway" in caught.value.evidence


@each
@pytest.mark.parametrize(
    "body", [b"<html>It works!</html>", b'{"choices": [', b'{"hello": "world"}', b"\xff\xfe\x00\x01"]
)
def test_a_malformed_reply_is_an_error_of_ours(server: Server, provider: Provider, body: bytes) -> None:
    server.reply = lambda _: Answer(body=body)
    with pytest.raises(ModelError) as caught:
        provider.model(server).complete(ask())
    assert isinstance(caught.value, ModelReplyInvalid | ModelUnreachable)


@each_streamed
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_lines_of_a_stream_end_only_at_standard_line_ends(server: Server, provider: Provider, ends: bytes) -> None:
    text = "one\u2028two\x85three\u2029four"
    whole = provider.answer(text)
    raw = whole.body.decode().replace("\\u2028", "\u2028").replace("\\u0085", "\x85").replace("\\u2029", "\u2029")
    assert "\u2028" in raw
    server.queue = [Answer(body=raw.encode().replace(b"\n", ends), headers=whole.headers)]
    assert provider.model(server).complete(ask()).text == text


@each_streamed
def test_garbage_in_the_middle_of_a_stream_is_an_error_of_ours(server: Server, provider: Provider) -> None:
    whole = provider.answer()
    head = whole.body.split(b"\n\n")[0]
    server.reply = lambda _: Answer(body=head + b"\n\ndata: {nonsense\n\n", headers=whole.headers)
    with pytest.raises((ModelReplyInvalid, ModelUnreachable)):
        provider.model(server).complete(ask())


@each
def test_a_connection_cut_in_the_middle_is_tried_again(server: Server, provider: Provider, clock: FastClock) -> None:
    whole = provider.answer()
    cut = Answer(body=whole.body, headers=whole.headers, cut=len(whole.body) // 2)
    server.queue = [cut, provider.answer()]
    assert provider.model(server, clock).complete(ask()).text == TEXT, "no half an answer"  # type: ignore[arg-type]
    server.reply = lambda _: cut
    with pytest.raises(ModelUnreachable, match="3 times"):
        provider.model(server, clock).complete(ask())  # type: ignore[arg-type]


@each_streamed
def test_a_stream_that_ends_before_the_answer_is_no_answer(server: Server, provider: Provider) -> None:
    server.queue = [provider.answer(finish=None), provider.answer()]
    assert provider.model(server).complete(ask()).text == TEXT
    assert len(server.asked) == 2


@pytest.mark.parametrize("provider", [*STREAMED, PROVIDERS[4]], ids=lambda p: p.name)
def test_an_answer_that_dribbles_in_meets_the_deadline(server: Server, provider: Provider) -> None:
    server.reply = lambda _: provider.answer(drip=0.15)
    start = time.monotonic()
    with pytest.raises(ModelUnreachable, match="did not answer"):
        provider.model(server, SystemClock(), timeout=0.5).complete(ask())  # type: ignore[arg-type]
    assert time.monotonic() - start < 5


@each
def test_a_silent_server_meets_the_deadline(server: Server, provider: Provider) -> None:
    server.reply = lambda _: Answer(wait=30)
    start = time.monotonic()
    with pytest.raises(ModelUnreachable):
        provider.model(server, SystemClock(), timeout=0.4).complete(ask())  # type: ignore[arg-type]
    assert time.monotonic() - start < 5


@each
def test_the_key_is_in_no_error(server: Server, provider: Provider) -> None:
    server.reply = lambda _: Answer.json({"error": {"code": 401, "message": f"bad API key {KEY}"}}, status=401)
    with pytest.raises(ModelRejected, match="API key") as caught:
        provider.model(server).complete(ask())
    error = caught.value
    assert KEY in str(server.asked[0].headers), "it was sent"
    assert KEY not in f"{error} {error.evidence} {error!r} {error.__cause__!r}"


def test_a_missing_endpoint_is_replaced_by_the_other_api(server: Server) -> None:
    def reply(asked: Any) -> Answer:
        return responses_stream() if asked.path.endswith("/responses") else Answer(status=404, body=b"no such route")

    server.reply = reply
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1"))
    assert model.complete(ask()).text == TEXT
    assert model.complete(ask()).text == TEXT
    assert [asked.path for asked in server.asked] == ["/v1/chat/completions", "/v1/responses", "/v1/responses"]
    assert server.asked[-1].body["store"] is False


def test_without_any_api_the_address_is_doubted(server: Server) -> None:
    server.reply = lambda _: Answer(status=404, body=b"nothing here")
    with pytest.raises(ModelRejected, match="nothing at this address"):
        closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1")).complete(ask())
    assert len(server.asked) == 2


def test_a_named_api_is_the_only_one_tried(server: Server) -> None:
    server.reply = lambda _: Answer(status=404, body=b"no such route")
    with pytest.raises(ModelRejected):
        closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1", api="chat")).complete(ask())
    assert len(server.asked) == 1


def test_a_server_that_cannot_stream_is_asked_whole(server: Server) -> None:
    def reply(asked: Any) -> Answer:
        for name in ("stream_options", "stream"):
            if name in asked.body:
                return Answer.json({"error": {"message": f"unknown field {name}", "param": name}}, status=400)
        return chat_whole()

    server.reply = reply
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1"))
    assert model.complete(ask()).text == TEXT
    assert model.complete(ask()).text == TEXT
    assert len(server.asked) == 4, "both lessons are kept"


@pytest.mark.parametrize("provider", STREAMED[:2], ids=lambda p: p.name)
def test_a_stream_without_a_single_event_is_asked_for_whole(server: Server, provider: Provider) -> None:
    """llama-cpp-python 0.3.36 answers like this to a too long prompt; without a stream its error names the cause."""
    error = {"error": {"message": "maximum context length is 512 tokens", "code": "context_length_exceeded"}}

    def reply(asked: Any) -> Answer:
        return Answer.events(done=False) if "stream" in asked.body else Answer.json(error, status=400)

    server.reply = reply
    with pytest.raises(ModelRejected, match="longer than the context"):
        provider.model(server).complete(ask())
    assert len(server.asked) == 2


def test_the_refusal_of_a_response_is_a_rejection(server: Server) -> None:
    data = response("", "stop")
    data["output"][1]["content"] = [{"type": "refusal", "refusal": "I would rather not."}]
    server.queue = [Answer.json(data)]
    with pytest.raises(ModelRejected, match="declined") as caught:
        closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1", api="responses")).complete(ask())
    assert caught.value.evidence == "I would rather not."


def test_a_used_up_limit_is_waited_for_by_its_headers(server: Server, clock: FastClock) -> None:
    headers = {
        "x-ratelimit-remaining-requests": "12",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "1m2.5s",
    }
    server.queue = [Answer(status=429, body=b"{}", headers=headers), chat_stream()]
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1", clock=clock))
    assert model.complete(ask()).text == TEXT
    assert 62.5 <= clock.slept[0] <= 63.5


def test_a_request_tells_the_gateway_where_the_cached_part_ends(server: Server) -> None:
    from agentprog.models.cloud import chat_api
    from agentprog.models.cloud.openai import first_dialect
    from agentprog.models.families import family

    name = "anthropic/claude-sonnet-4"
    dialect = first_dialect("https://openrouter.ai/api/v1", name, None, family(name))
    messages = (
        Message.of("system", "Be brief.", stable=True),
        Message.of("user", "Hello?", stable=True),
        Message.of("assistant", "Hi.", stable=True),
        Message.of("user", "How are you?"),
    )
    sent = chat_api.body(name, ModelRequest(messages=messages, purpose="chat"), dialect)
    assert sent["messages"][2]["content"][-1]["cache_control"] == {"type": "ephemeral"}
    assert json.dumps(sent).count("cache_control") == 1
    assert first_dialect("https://api.openai.com/v1", "gpt-5-mini", None, family("gpt-5-mini")).cache_key
    assert not first_dialect(server.url, "gpt-5-mini", None, family("gpt-5-mini")).cache_key


def test_a_server_that_does_not_count_its_stream_is_asked_without_streaming_from_then_on(server: Server) -> None:
    def reply(asked: Any) -> Answer:
        if "stream" not in asked.body:
            return chat_whole()
        event = {"choices": [{"index": 0, "delta": {"content": TEXT}, "finish_reason": "stop"}]}
        return Answer.events(event)

    server.reply = reply
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1"))
    first = model.complete(ask()).usage
    assert (first.prompt, first.completion) == (1000 + 6, 6), "estimated: a picture, four words, and the answer"
    assert model.complete(ask()).usage.prompt == 100, "counted"


def test_a_refusal_sent_as_a_server_error_is_remembered(server: Server) -> None:
    """llama-cpp-python 0.3.36 answers 500 to a response_format that it does not know."""
    message = "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}]"

    def reply(asked: Any) -> Answer:
        if asked.body.get("response_format", {}).get("type") == "json_schema":
            return Answer.json({"error": {"message": message, "type": "internal_server_error"}}, status=500)
        return chat_stream('{"a": 1}')

    server.reply = reply
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1"))
    assert json.loads(model.complete(ask(schema=SCHEMA)).text) == {"a": 1}
    assert len(server.asked) == 2

"""The Gemini adapter over real HTTP, against a server that answers as Google's does."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from agentprog.errors import ModelNotConfigured, ModelRejected, ModelReplyInvalid, ModelUnreachable
from agentprog.models.cloud.gemini import GeminiModel
from agentprog.models.registry import ModelOptions, open_model
from agentprog.ports import ImagePart, Message, ModelRequest, TextPart
from tests.models.doubles import Answer, Asked, FastClock, Server, closed_later


def ask(**fields: Any) -> ModelRequest:
    messages = (
        Message.of("system", "Be brief."),
        Message.of("user", "one"),
        Message.of("assistant", "two"),
        Message(role="user", parts=(TextPart(text="three"), ImagePart(data=b"\x89PNG"))),
    )
    return ModelRequest(messages=messages, purpose="test", **fields)


def answer(text: str, reason: str = "STOP") -> Answer:
    return Answer.json(
        {
            "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason}],
            "usageMetadata": {
                "promptTokenCount": 10,
                "cachedContentTokenCount": 4,
                "candidatesTokenCount": 3,
                "thoughtsTokenCount": 5,
            },
        }
    )


def failure(code: int, message: str, details: list[Any] | None = None) -> Answer:
    return Answer.json({"error": {"code": code, "message": message, "status": "X", "details": details or []}}, code)


def opened(server: Server, clock: FastClock | None = None) -> GeminiModel:
    return closed_later(GeminiModel("gemini-x", base_url=server.url, api_key="key-1", clock=clock or FastClock()))


def test_sends_the_question_and_reads_text_and_usage(server: Server) -> None:
    server.queue = [answer("hi")]
    reply = opened(server).complete(ask(max_tokens=7, stop=("END",)))
    assert (reply.text, reply.finish) == ("hi", "stop")
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.completion) == (10, 4, 8)
    (asked,) = server.asked
    assert asked.path == "/v1beta/models/gemini-x:generateContent"
    assert asked.headers["x-goog-api-key"] == "key-1"
    assert [content["role"] for content in asked.body["contents"]] == ["user", "model", "user"]
    assert asked.body["systemInstruction"]["parts"][0]["text"] == "Be brief."
    config = asked.body["generationConfig"]
    assert (config["maxOutputTokens"], config["stopSequences"], config["temperature"]) == (7 + 1024, ["END"], 0.0)


def test_a_schema_is_sent_and_put_in_words_if_refused(server: Server) -> None:
    def reply(asked: Asked) -> Answer:
        if "responseMimeType" in asked.body["generationConfig"]:
            return failure(400, "JSON mode is not enabled for this model")
        return answer('{"a": 1}')

    server.reply = reply
    model = opened(server)
    properties = {"a": {"type": "integer"}}
    schema = {"type": "object", "properties": properties, "required": ["a"], "additionalProperties": False}
    assert model.complete(ask(schema=schema)).text == '{"a": 1}'
    assert "responseJsonSchema" in server.asked[0].body["generationConfig"]
    assert "JSON schema" in server.asked[1].body["systemInstruction"]["parts"][0]["text"]
    model.complete(ask(schema=schema))
    assert len(server.asked) == 3


def test_a_rate_limit_is_waited_out_as_asked(server: Server, clock: FastClock) -> None:
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17s"}
    server.queue = [failure(429, "slow down", [info]), answer("hi")]
    assert opened(server, clock).complete(ask()).text == "hi"
    assert 17 <= clock.slept[0] <= 18


def test_server_errors_are_retried_then_reported(server: Server) -> None:
    server.queue = [failure(503, "overloaded"), answer("hi")]
    assert opened(server).complete(ask()).text == "hi"
    server.reply = lambda _: failure(500, "broken inside")
    with pytest.raises(ModelUnreachable, match=r"500.*broken inside.*tried 6 times") as caught:
        opened(server).complete(ask())
    assert "broken inside" in caught.value.evidence


@pytest.mark.parametrize(
    ("code", "message", "words"),
    [
        (400, "API key not valid. Please pass a valid API key.", "API key"),
        (403, "denied", "does not allow this"),
        (404, "models/gemini-x is not found", "knows no model 'gemini-x'"),
        (400, "The input token count (9) exceeds the maximum number of tokens allowed", "longer than the context"),
        (400, "what?", "refuses the request"),
    ],
)
def test_each_refusal_has_its_own_message(server: Server, code: int, message: str, words: str) -> None:
    server.queue = [failure(code, message)]
    with pytest.raises(ModelRejected, match=words) as caught:
        opened(server).complete(ask())
    assert message in caught.value.evidence


def test_blocked_and_empty_answers_are_not_successes(server: Server) -> None:
    server.queue = [
        Answer.json({"promptFeedback": {"blockReason": "SAFETY"}}),
        Answer.json({"candidates": [{"finishReason": "SAFETY"}]}),
        Answer.json({}),
        Answer(body=b"<html>", headers={"Content-Type": "text/html"}),
    ]
    model = opened(server)
    for expected in (ModelRejected, ModelRejected, ModelReplyInvalid, ModelReplyInvalid):
        with pytest.raises(expected):
            model.complete(ask())


def test_a_cut_connection_is_tried_again(server: Server) -> None:
    server.queue = [Answer(body=b'{"candidates": []}', cut=5), answer("hi")]
    assert opened(server).complete(ask()).text == "hi"


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "agentprog.models.cloud.gemini")
    monkeypatch.setitem(sys.modules, "google.genai", None)
    with pytest.raises(ModelNotConfigured, match="google-genai, which is not installed") as caught:
        open_model("gemini:gemini-2.5-flash", options=ModelOptions(api_key="key-1"))
    assert 'pip install "agentprog[gemini]"' in caught.value.hint


def test_a_refusal_by_the_client_library_is_an_error_of_ours(server: Server) -> None:
    model = closed_later(GeminiModel("gemini?x", base_url=server.url, api_key="key-1"))
    with pytest.raises(ModelRejected, match=r"google-genai does not send this to gemini:gemini\?x") as caught:
        model.complete(ask())
    assert caught.value.evidence == "invalid model parameter."
    assert server.asked == []


def test_a_redirect_is_no_answer(server: Server) -> None:
    server.queue = [Answer(status=302, body=b"<p>moved</p>", headers={"Location": "/elsewhere"})]
    with pytest.raises(ModelRejected, match="refuses the request"):
        opened(server).complete(ask())
    assert len(server.asked) == 1


def test_two_keys_in_the_environment_cause_no_warning(
    monkeypatch: pytest.MonkeyPatch, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "second")
    monkeypatch.setenv("GEMINI_API_KEY", "first")
    server.queue = [answer("hi")]
    closed_later(GeminiModel("gemini-x", base_url=server.url)).complete(ask())
    assert server.asked[0].headers["x-goog-api-key"] == "first"
    assert caplog.records == []


def test_the_environment_of_the_client_moves_no_question(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_GENAI_API_VERSION", "v9")
    monkeypatch.setenv("GOOGLE_GENAI_HTTP_CLIENT", "httpx2")
    server.queue = [answer("hi")]
    assert opened(server).complete(ask()).text == "hi"
    assert server.asked[0].path == "/v1beta/models/gemini-x:generateContent"


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    with pytest.raises(ModelNotConfigured, match="API key") as caught:
        closed_later(GeminiModel("gemini-x"))
    assert "GEMINI_API_KEY" in caught.value.hint
    monkeypatch.setenv("GOOGLE_API_KEY", "second")
    monkeypatch.setenv("GEMINI_API_KEY", "first")
    server.queue = [answer("hi")]
    closed_later(GeminiModel("gemini-x", base_url=server.url)).complete(ask())
    assert server.asked[0].headers["x-goog-api-key"] == "first"

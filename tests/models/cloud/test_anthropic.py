"""The Messages API over real HTTP, against a server that answers as Anthropic documents."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.errors import ModelNotConfigured, ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.anthropic import ClaudeModel
from agentprog.ports import ImagePart, Message, ModelRequest, TextPart
from tests.models.cloud.test_contract import claude_stream
from tests.models.doubles import Answer, Asked, FastClock, Server, closed_later

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


def ask(**fields: Any) -> ModelRequest:
    messages = (
        Message.of("system", "Be brief.", stable=True),
        Message.of("user", "one", stable=True),
        Message.of("assistant", "two", stable=True),
        Message(role="user", parts=(TextPart(text="three"), ImagePart(data=b"\x89PNG"))),
    )
    return ModelRequest(messages=messages, purpose="test", **fields)


def failure(status: int, kind: str, message: str) -> Answer:
    return Answer.json({"type": "error", "error": {"type": kind, "message": message}}, status)


def opened(server: Server, name: str = "claude-x") -> ClaudeModel:
    return closed_later(ClaudeModel(name, base_url=server.url, api_key="key-of-nobody", clock=FastClock()))


def test_a_request_has_the_question_and_marks_its_constant_part(server: Server) -> None:
    server.queue = [claude_stream("hi")]
    reply = opened(server).complete(ask(max_tokens=7, stop=("END",), schema=SCHEMA))
    assert (reply.text, reply.finish) == ("hi", "stop")
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.stored, reply.usage.completion) == (100, 60, 10, 20)
    (asked,) = server.asked
    assert asked.path == "/v1/messages"
    assert asked.headers["x-api-key"] == "key-of-nobody"
    assert asked.headers["anthropic-version"] == "2023-06-01"
    assert asked.body["system"] == [{"type": "text", "text": "Be brief."}]
    assert [message["role"] for message in asked.body["messages"]] == ["user", "assistant", "user"]
    assert asked.body["messages"][1]["content"][-1]["cache_control"] == {"type": "ephemeral"}
    assert asked.body["messages"][2]["content"][1]["source"]["data"] == "iVBORw=="
    assert asked.body["output_config"] == {"format": {"type": "json_schema", "schema": SCHEMA}}
    assert (asked.body["max_tokens"], asked.body["stop_sequences"], asked.body["temperature"]) == (7, ["END"], 0.0)


@pytest.mark.parametrize(
    ("message", "left_out"),
    [
        ("output_config: Extra inputs are not permitted", "output_config"),
        ("`temperature` is deprecated for this model.", "temperature"),
    ],
)
def test_an_option_that_a_model_refuses_is_left_out_from_then_on(server: Server, message: str, left_out: str) -> None:
    def reply(asked: Asked) -> Answer:
        return failure(400, "invalid_request_error", message) if left_out in asked.body else claude_stream('{"a": 1}')

    server.reply = reply
    model = opened(server)
    model.complete(ask(schema=SCHEMA))
    model.complete(ask(schema=SCHEMA))
    assert [left_out in asked.body for asked in server.asked] == [True, False, False]
    prompt = server.asked[-1].body["messages"][-1]["content"][-1].get("text", "")
    assert ("JSON schema" in prompt) == (left_out == "output_config"), "then it goes along in words"


def test_a_schema_that_is_not_closed_goes_along_in_words(server: Server) -> None:
    server.reply = lambda _: claude_stream("{}")
    opened(server).complete(ask(schema={"type": "object", "additionalProperties": {"type": "string"}}))
    assert "output_config" not in server.asked[0].body
    assert "JSON schema" in server.asked[0].body["messages"][-1]["content"][-1]["text"]


@pytest.mark.parametrize(
    ("status", "kind", "message", "words"),
    [
        (401, "authentication_error", "invalid x-api-key", "does not accept the API key.*invalid x-api-key"),
        (404, "not_found_error", "model: claude-y", "knows no model 'claude-x'"),
        (400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum", "longer than the context"),
        (400, "invalid_request_error", "Your credit balance is too low", "not enough credits"),
        (403, "permission_error", "not for you", "does not allow this"),
    ],
)
def test_each_refusal_has_its_own_message(server: Server, status: int, kind: str, message: str, words: str) -> None:
    server.reply = lambda _: failure(status, kind, message)
    with pytest.raises(ModelRejected, match=words):
        opened(server).complete(ask())
    assert len(server.asked) == 1


def test_a_cut_off_or_declined_or_empty_reply_is_handled(server: Server) -> None:
    def ended(reason: str) -> Answer:
        return Answer.json({"type": "message", "content": [{"type": "text", "text": "half"}], "stop_reason": reason})

    server.queue = [ended("max_tokens"), ended("pause_turn"), ended("refusal"), Answer(body=b"<html>")]
    model = opened(server)
    assert [model.complete(ask()).finish for _ in range(2)] == ["length", "cut"]
    with pytest.raises(ModelRejected, match="declined"):
        model.complete(ask())
    with pytest.raises(ModelReplyInvalid):
        model.complete(ask())


def test_the_key_comes_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelNotConfigured, match="API key"):
        ClaudeModel("claude-x")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key-of-env")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{server.url}/v1")
    server.queue = [claude_stream("hi")]
    assert closed_later(ClaudeModel("claude-x")).complete(ask()).text == "hi"
    assert (server.asked[0].path, server.asked[0].headers["x-api-key"]) == ("/v1/messages", "key-of-env")

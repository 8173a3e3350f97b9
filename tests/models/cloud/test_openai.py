"""The OpenAI adapter over real HTTP, against a server that answers as servers do."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Any

import pytest

from agentprog.errors import (
    ConfigError,
    ModelError,
    ModelNotConfigured,
    ModelRejected,
    ModelReplyInvalid,
    ModelUnreachable,
)
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.ports import ImagePart, Message, ModelRequest, ScoreRequest, SystemClock, TextPart
from tests.models.doubles import Answer, Asked, FastClock, Server, closed_later

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def ask(text: str = "hello", **fields: Any) -> ModelRequest:
    return ModelRequest(messages=(Message.of("user", text),), purpose="test", **fields)


def completion(text: str | None, finish: str = "stop", **usage: Any) -> dict[str, Any]:
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13, **usage},
    }


def refusal(message: str, status: int = 400, **fields: Any) -> Answer:
    return Answer.json({"error": {"message": message, "type": "invalid_request_error", **fields}}, status=status)


def opened(server: Server, clock: FastClock | None = None, **fields: Any) -> OpenAIModel:
    return closed_later(OpenAIModel("some-model", base_url=f"{server.url}/v1", clock=clock or FastClock(), **fields))


def test_sends_the_question_and_reads_text_and_usage(server: Server) -> None:
    server.queue = [Answer.json(completion("hi", prompt_tokens_details={"cached_tokens": 4}))]
    messages = (
        Message.of("system", "Be brief."),
        Message(role="user", parts=(TextPart(text="Look:"), ImagePart(data=b"\x89PNG"))),
    )
    request = ModelRequest(messages=messages, purpose="test", max_tokens=7, temperature=0.5, stop=("END",))
    reply = opened(server, api_key="sk-1").complete(request)
    assert (reply.text, reply.finish) == ("hi", "stop")
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.completion) == (10, 4, 3)
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == "Bearer sk-1"
    assert asked.body["model"] == "some-model"
    assert (asked.body["max_tokens"], asked.body["temperature"], asked.body["stop"]) == (7, 0.5, ["END"])
    assert asked.body["messages"][0] == {"role": "system", "content": "Be brief."}
    text, image = asked.body["messages"][1]["content"]
    assert text == {"type": "text", "text": "Look:"}
    assert image["image_url"]["url"] == "data:image/png;base64,iVBORw=="


def test_a_cut_answer_is_marked_and_an_empty_answer_is_empty(server: Server) -> None:
    server.queue = [Answer.json(completion("abc", "length")), Answer.json(completion(None, "length"))]
    model = opened(server)
    assert model.complete(ask()).finish == "length"
    assert model.complete(ask()).text == ""


def test_only_a_strict_schema_is_sent_as_strict(server: Server) -> None:
    server.reply = lambda _: Answer.json(completion('{"answer": "x"}'))
    model = opened(server)
    model.complete(ask(schema=SCHEMA))
    model.complete(ask(schema={"type": "object", "properties": {"a": {}}}))
    sent = [asked.body["response_format"]["json_schema"] for asked in server.asked]
    assert [(one["name"], one["strict"]) for one in sent] == [("test", True), ("test", False)]
    assert sent[0]["schema"] == SCHEMA


def test_a_server_that_refuses_schemas_is_asked_in_words_from_then_on(server: Server) -> None:
    def reply(asked: Asked) -> Answer:
        if "response_format" in asked.body:
            return refusal("response_format of this type is unavailable", param="response_format")
        return Answer.json(completion('{"answer": "x"}'))

    server.reply = reply
    model = opened(server)
    assert json.loads(model.complete(ask(schema=SCHEMA)).text) == {"answer": "x"}
    kinds = [asked.body.get("response_format", {}).get("type") for asked in server.asked]
    assert kinds == ["json_schema", "json_object", "json_object", None]
    assert server.asked[1].body["response_format"]["schema"] == SCHEMA, "as llama.cpp's servers want it"
    assert "JSON schema" in server.asked[-1].body["messages"][-1]["content"]
    model.complete(ask(schema=SCHEMA))
    assert len(server.asked) == 5, "the lesson is kept"


def test_an_answer_that_is_no_json_does_not_lower_how_schemas_are_asked_for(server: Server) -> None:
    """Only an error about the schema drops it: one slip of a model cost every later answer its guarantee."""
    server.queue = [Answer.json(completion("Sure! Here is your answer.")), Answer.json(completion('{"answer": "x"}'))]
    model = opened(server)
    assert model.complete(ask(schema=SCHEMA)).text.startswith("Sure")
    assert json.loads(model.complete(ask(schema=SCHEMA)).text) == {"answer": "x"}
    assert [asked.body["response_format"]["type"] for asked in server.asked] == ["json_schema", "json_schema"]


def test_parameters_a_model_does_not_know_are_left_out(server: Server) -> None:
    def reply(asked: Asked) -> Answer:
        if "max_tokens" in asked.body:
            return refusal("Unsupported parameter: use 'max_completion_tokens' instead.", param="max_tokens")
        if "temperature" in asked.body:
            return refusal("Unsupported value: 'temperature' does not support 0.", param="temperature")
        if "stop" in asked.body:
            return refusal("Unsupported parameter: 'stop' is not supported.", param="stop")
        return Answer.json(completion("one END two"))

    server.reply = reply
    assert opened(server).complete(ask(stop=("END",))).text == "one ", "the stop text is then applied here"
    assert "max_completion_tokens" in server.asked[-1].body


def test_a_rate_limit_is_waited_out_as_asked(server: Server, clock: FastClock) -> None:
    server.queue = [
        Answer.json({"error": {"message": "slow down"}}, status=429, Retry_After="7"),
        Answer.json({"error": {"message": "slow down"}}, status=429, retry_after_ms="1500"),
        Answer.json(completion("hi")),
    ]
    assert opened(server, clock).complete(ask()).text == "hi"
    assert 7 <= clock.slept[0] <= 8
    assert 1.5 <= clock.slept[1] <= 2.5


def test_a_rate_limit_beyond_the_deadline_is_reported(server: Server, clock: FastClock) -> None:
    server.reply = lambda _: Answer.json({"error": {"message": "wait for it"}}, status=429, Retry_After="900")
    with pytest.raises(ModelRejected, match=r"429.*wait 900 s") as caught:
        opened(server, clock, timeout=60.0).complete(ask())
    assert "wait for it" in caught.value.evidence
    assert clock.slept == []


def test_a_used_up_quota_is_not_retried(server: Server) -> None:
    server.queue = [refusal("You exceeded your current quota", 429, code="insufficient_quota")]
    with pytest.raises(ModelRejected, match="quota"):
        opened(server).complete(ask())


def test_server_errors_are_retried_with_growing_pauses_then_reported(server: Server, clock: FastClock) -> None:
    server.reply = lambda _: Answer(status=503, body=b"<html>overloaded</html>", headers={"Content-Type": "text/html"})
    with pytest.raises(ModelUnreachable, match=r"503.*overloaded.*tried \d\d times in 2\d\d s") as caught:
        opened(server, clock).complete(ask())
    assert "overloaded" in caught.value.evidence
    assert len(server.asked) == len(clock.slept) + 1
    assert sum(clock.slept) > 250, "as long as the allowance"
    for number, pause in enumerate(clock.slept):
        grown = min(30.0, 0.5 * 2**number)
        assert grown / 2 <= pause <= grown


def test_one_server_error_costs_one_retry(server: Server) -> None:
    server.queue = [Answer(status=500), Answer.json(completion("hi"))]
    assert opened(server).complete(ask()).text == "hi"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (refusal("Incorrect API key provided", 401), "API key"),
        (refusal("not yours", 403), "does not allow"),
        (refusal("The model `some-model` does not exist", 404), "knows no model 'some-model'"),
        (
            refusal("maximum context length is 8192 tokens", 400, code="context_length_exceeded"),
            "longer than the context",
        ),
        (refusal("what?", 400), "refuses the request"),
    ],
)
def test_each_refusal_has_its_own_message_and_the_providers_words(server: Server, answer: Answer, words: str) -> None:
    server.queue = [answer]
    with pytest.raises(ModelRejected, match=words) as caught:
        opened(server).complete(ask())
    assert caught.value.evidence == answer.body.decode()
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        Answer(body=b"<html>It works!</html>", headers={"Content-Type": "text/html"}),
        Answer(body=b'{"choices": [', headers={"Content-Type": "application/json"}),
        Answer.json({"hello": "world"}),
        Answer.json({"choices": []}),
        Answer.json([]),
        Answer(body=b"\xff\xfe\x00"),
    ],
    ids=["html", "broken", "other", "empty", "list", "bytes"],
)
def test_garbage_is_an_invalid_reply(server: Server, answer: Answer) -> None:
    server.queue = [answer]
    with pytest.raises(ModelReplyInvalid):
        opened(server).complete(ask())


def test_a_model_that_declines_is_rejected_with_its_words(server: Server) -> None:
    data = completion(None)
    data["choices"][0]["message"]["refusal"] = "I would rather not."
    server.queue = [Answer.json(data)]
    with pytest.raises(ModelRejected, match="declined") as caught:
        opened(server).complete(ask())
    assert caught.value.evidence == "I would rather not."


def test_a_cut_connection_is_tried_again(server: Server) -> None:
    server.queue = [Answer(body=b'{"choices": []}', cut=5), Answer.json(completion("hi"))]
    assert opened(server).complete(ask()).text == "hi"
    server.reply = lambda _: Answer(body=b'{"choices": []}', cut=5)
    with pytest.raises(ModelUnreachable, match="cannot be reached"):
        opened(server).complete(ask())


def test_a_slow_server_meets_the_deadline(server: Server) -> None:
    server.reply = lambda _: Answer(wait=30)
    start = time.monotonic()
    with pytest.raises(ModelUnreachable, match="did not answer"):
        opened(server, clock=SystemClock(), timeout=0.5).complete(ask())  # type: ignore[arg-type]
    assert time.monotonic() - start < 5


def test_an_unreachable_server_is_reported_with_its_address(clock: FastClock) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = closed_later(OpenAIModel("m", base_url=f"http://127.0.0.1:{port}/v1", clock=clock))
    with pytest.raises(ModelUnreachable, match="cannot be reached") as caught:
        model.complete(ask())
    assert str(port) in caught.value.hint
    assert sum(clock.slept) < 3


def test_closing_one_model_twice_leaves_the_other_open(server: Server) -> None:
    server.reply = lambda _: Answer.json(completion("hi"))
    first, second = opened(server), opened(server)
    first.close()
    first.close()
    results: list[str] = []
    thread = threading.Thread(target=lambda: results.append(second.complete(ask()).text))
    thread.start()
    thread.join(10)
    assert results == ["hi"]


def test_keys_and_addresses_come_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelNotConfigured, match="API key") as caught:
        closed_later(OpenAIModel("gpt-x"))
    assert "OPENAI_API_KEY" in caught.value.hint
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1/")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-env")
    server.queue = [Answer.json(completion("hi"))]
    assert closed_later(OpenAIModel("gpt-x")).complete(ask()).text == "hi"
    assert server.asked[0].headers["authorization"] == "Bearer sk-env"


@pytest.mark.parametrize("url", ["http://x:1/v1/chat/completions", "http://x:1/v1/chat/completions/", "x:1/v1", "/v1"])
def test_a_wrong_base_url_is_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        closed_later(OpenAIModel("m", base_url=url))
    assert "--base-url" in caught.value.hint


def test_a_feature_that_the_api_lacks_is_refused(server: Server) -> None:
    model = opened(server)
    with pytest.raises(ModelRejected, match="grammar"):
        model.complete(ask(grammar='root ::= "a"'))
    begun = (Message.of("user", "hi"), Message.of("assistant", "He"))
    with pytest.raises(ModelRejected, match="continue"):
        model.complete(ModelRequest(messages=begun, purpose="x"))
    with pytest.raises(ModelError, match="score"):
        model.score(ScoreRequest(messages=begun, candidates=("a",), purpose="x"))
    capabilities = model.capabilities
    assert not any((capabilities.grammar, capabilities.scoring, capabilities.prefill))
    assert server.asked == []

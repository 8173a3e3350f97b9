"""Models that think: their thinking budget, the room for it, and the parameters that they do not receive."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agentprog.errors import ModelRejected
from agentprog.models.cloud.gemini import GeminiModel
from agentprog.models.cloud.openai import OPENROUTER, OpenAIModel, first_dialect
from agentprog.models.families import family
from agentprog.ports import Effort, Message, ModelRequest
from tests.models.cloud.test_contract import chat_stream, gemini_stream, responses_stream
from tests.models.doubles import Answer, Asked, FastClock, Server, closed_later


def ask(effort: Effort = Effort.LEAST, **fields: Any) -> ModelRequest:
    return ModelRequest(messages=(Message.of("user", "What now?"),), purpose="ground", effort=effort, **fields)


def refusal(message: str, param: str, **fields: Any) -> Answer:
    error = {"message": message, "param": param, "type": "invalid_request_error", **fields}
    return Answer.json({"error": error}, status=400)


def opened(server: Server, name: str, api: Any = "responses") -> OpenAIModel:
    return closed_later(OpenAIModel(name, base_url=f"{server.url}/v1", api_key="key-1", api=api, clock=FastClock()))


@pytest.mark.parametrize(
    ("name", "effort", "word"),
    [
        ("gpt-5-mini", Effort.LEAST, "minimal"),
        ("gpt-5-mini-2025-08-07", Effort.MEDIUM, "medium"),
        ("gpt-5.1", Effort.LEAST, "none"),
        ("gpt-5.1", Effort.LOW, "low"),
        ("gpt-5-pro", Effort.LEAST, "high"),
        ("gpt-5.2-pro", Effort.LOW, "medium"),
        ("o3", Effort.LEAST, "low"),
        ("o4-mini", Effort.HIGH, "high"),
        ("gpt-4.1-mini", Effort.HIGH, None),
        ("gpt-5-chat-latest", Effort.LEAST, None),
    ],
)
def test_the_thinking_effort_is_sent_in_each_models_own_words(
    server: Server, name: str, effort: Effort, word: str | None
) -> None:
    server.reply = lambda _: responses_stream()
    opened(server, name).complete(ask(effort))
    sent = server.asked[0].body
    assert sent.get("reasoning") == (None if word is None else {"effort": word})


def test_chat_completions_and_the_gateway_have_other_parameters_for_effort(server: Server) -> None:
    server.reply = lambda _: chat_stream()
    opened(server, "gpt-5-mini", "chat").complete(ask())
    assert server.asked[0].body["reasoning_effort"] == "minimal"
    gateway = first_dialect(OPENROUTER.url, "deepseek/deepseek-r1", None, family("deepseek/deepseek-r1"))
    assert gateway.effort_of(Effort.LEAST) == {"reasoning": {"effort": "minimal"}}
    plain = first_dialect(OPENROUTER.url, "openai/gpt-4o", None, family("openai/gpt-4o"))
    assert plain.effort_of(Effort.HIGH) == {}


def test_only_thinking_models_get_room_for_thoughts_besides_the_answer(server: Server) -> None:
    server.reply = lambda _: responses_stream()
    opened(server, "gpt-5-mini").complete(ask(max_tokens=100))
    opened(server, "gpt-5-mini").complete(ask(Effort.MEDIUM, max_tokens=100))
    opened(server, "gpt-4.1").complete(ask(max_tokens=100))
    assert [asked.body["max_output_tokens"] for asked in server.asked] == [100 + 1024, 100 + 16384, 100]


def test_a_model_that_turns_out_to_think_gets_room_from_then_on(server: Server) -> None:
    server.queue = [chat_stream("<think>hm</think>yes"), chat_stream("yes")]
    model = opened(server, "some-model", "chat")
    assert not model.capabilities.thinks
    assert model.complete(ask(max_tokens=100)).text == "yes"
    model.complete(ask(max_tokens=100))
    assert model.capabilities.thinks
    assert [asked.body["max_tokens"] for asked in server.asked] == [100, 1124]


@pytest.mark.parametrize("name", ["gpt-5-mini", "o3", "gpt-5.1"])
def test_nothing_is_sent_first_that_these_models_refuse(server: Server, name: str) -> None:
    """The temperature went to gpt-5 first: one wasted call a process."""
    server.reply = lambda _: chat_stream()
    opened(server, name, "chat").complete(ask(stop=("END",)))
    assert not {"temperature", "stop"} & set(server.asked[0].body)


def test_the_efforts_that_a_refusal_lists_are_learnt(server: Server) -> None:
    message = (
        "Unsupported value: 'minimal' is not supported with this model. Supported values are: 'low', 'medium', 'high'."
    )

    def reply(asked: Asked) -> Answer:
        if asked.body.get("reasoning", {}).get("effort") == "minimal":
            return refusal(message, "reasoning.effort", code="unsupported_value")
        return responses_stream()

    server.reply = reply
    model = opened(server, "gpt-5-mini")
    model.complete(ask())
    model.complete(ask())
    assert [asked.body["reasoning"]["effort"] for asked in server.asked] == ["minimal", "low", "low"]


def test_a_server_without_thinking_effort_gets_none(server: Server) -> None:
    def reply(asked: Asked) -> Answer:
        if "reasoning_effort" in asked.body:
            detail = [{"type": "extra_forbidden", "loc": ["body", "reasoning_effort"], "msg": "Extra inputs"}]
            return Answer.json({"detail": detail}, status=422)
        return chat_stream()

    server.reply = reply
    model = opened(server, "gpt-oss-20b", "chat")
    model.complete(ask())
    model.complete(ask())
    assert ["reasoning_effort" in asked.body for asked in server.asked] == [True, False, False]


def test_too_much_room_for_thoughts_is_left_out(server: Server) -> None:
    """A person's own server counts the limit with the prompt."""

    def reply(asked: Asked) -> Answer:
        if asked.body["max_tokens"] > 1000:
            return refusal("This model's maximum context length is 4096 tokens.", "", code=400)
        return chat_stream()

    server.reply = reply
    model = opened(server, "qwen3-8b", "chat")
    model.complete(ask(max_tokens=500))
    assert [asked.body["max_tokens"] for asked in server.asked] == [1524, 500]
    server.reply = lambda _: refusal("This model's maximum context length is 4096 tokens.", "", code=400)
    with pytest.raises(ModelRejected, match="longer than the context"):
        model.complete(ask(max_tokens=500))


@pytest.mark.parametrize(
    ("name", "effort", "expected"),
    [
        ("gemini-2.5-flash", Effort.LEAST, {"thinking_budget": 0}),
        ("gemini-2.5-pro", Effort.LEAST, {"thinking_budget": 128}),
        ("gemini-2.5-pro", Effort.MEDIUM, {"thinking_budget": 8192}),
        ("gemini-3-flash-preview", Effort.LEAST, {"thinking_level": "MINIMAL"}),
        ("gemini-3-pro-preview", Effort.MEDIUM, {"thinking_level": "HIGH"}),
        ("gemini-2.0-flash", Effort.HIGH, None),
        ("gemini-flash-latest", Effort.HIGH, None),
    ],
)
def test_each_generation_of_gemini_gets_the_effort_in_its_own_form(
    server: Server, name: str, effort: Effort, expected: dict[str, Any] | None
) -> None:
    server.reply = lambda _: gemini_stream()
    closed_later(GeminiModel(name, base_url=server.url, api_key="key-1")).complete(ask(effort))
    assert server.asked[0].body["generationConfig"].get("thinkingConfig") == expected


def test_a_gemini_that_refuses_the_effort_gets_it_no_more(server: Server) -> None:
    def reply(asked: Asked) -> Answer:
        if "thinkingConfig" in json.dumps(asked.body):
            error = {"code": 400, "message": "Thinking is not enabled for this model", "status": "INVALID_ARGUMENT"}
            return Answer.json({"error": error}, status=400)
        return gemini_stream()

    server.reply = reply
    model = closed_later(GeminiModel("gemini-2.5-flash", base_url=server.url, api_key="key-1"))
    model.complete(ask())
    model.complete(ask())
    assert len(server.asked) == 3


def test_a_limit_that_thoughts_used_up_is_a_cut_off_answer_and_no_error(server: Server) -> None:
    server.reply = lambda _: refusal(
        "Could not finish the message because max_tokens or model output limit was reached.", ""
    )
    reply = opened(server, "gpt-5-mini", "chat").complete(ask())
    assert (reply.text, reply.finish) == ("", "length")

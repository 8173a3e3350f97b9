"""Cancelling a question that is being answered, for providers that never finish."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from agentprog.errors import Cancelled, ModelRejected
from agentprog.models.cloud.gemini import GeminiModel
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.models.interruptible import InterruptibleModel
from agentprog.ports import Message, Model, ModelRequest, ScoreRequest
from tests.models.doubles import Answer, Server, closed_later

MESSAGES = (Message.of("user", "hello"),)
REQUEST = ModelRequest(messages=MESSAGES, purpose="test")


def openai_at(server: Server) -> Model:
    return closed_later(OpenAIModel("m", base_url=f"{server.url}/v1"))


def gemini_at(server: Server) -> Model:
    return closed_later(GeminiModel("gemini-m", base_url=server.url, api_key="key-123456"))


@pytest.mark.parametrize("opened", [openai_at, gemini_at])
@pytest.mark.parametrize(
    "answer",
    [Answer(wait=60), Answer(status=429, headers={"Retry-After": "60"})],
    ids=["silent", "waiting for a rate limit"],
)
def test_a_question_is_given_up_when_the_run_is_cancelled(
    server: Server, opened: Callable[[Server], Model], answer: Answer
) -> None:
    server.reply = lambda _: answer
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    start = time.monotonic()
    with pytest.raises(Cancelled):
        InterruptibleModel(opened(server), stop.is_set).complete(REQUEST)
    assert 0.2 < time.monotonic() - start < 5
    assert len(server.asked) == 1


@pytest.mark.parametrize("opened", [openai_at, gemini_at])
def test_closing_from_another_thread_ends_a_question_with_cancelled(
    server: Server, opened: Callable[[Server], Model]
) -> None:
    server.reply = lambda _: Answer(status=503, headers={"Retry-After": "1"})
    model = opened(server)
    threading.Timer(0.2, model.close).start()
    with pytest.raises(Cancelled):
        model.complete(REQUEST)
    assert len(server.asked) == 1


def test_answers_and_errors_come_through(server: Server) -> None:
    model = InterruptibleModel(openai_at(server), lambda: False)
    server.queue = [
        Answer.json({"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}),
        Answer(status=403, body=b"no"),
    ]
    assert model.complete(REQUEST).text == "hi"
    with pytest.raises(ModelRejected, match="does not allow"):
        model.complete(REQUEST)
    with pytest.raises(Exception, match="cannot score"):
        model.score(ScoreRequest(messages=MESSAGES, candidates=("a",), purpose="test"))
    assert model.count_tokens("hello") > 0
    assert (model.id, model.capabilities.scoring) == ("openai:m", False)
    model.close()

"""Answers that were recorded from 25 model hosts, and errors as hosts describe them, replayed through our adapters.

The recordings are other people's and not ours to pass on; they may be in a folder beside the checkout.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.errors import ModelError, ModelRejected, ModelReplyInvalid, ModelUnreachable
from agentprog.models.cloud.gemini import GeminiModel
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.ports import Message, Model, ModelRequest
from tests.models.doubles import Answer, FastClock, Server, closed_later

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).resolve().parents[3].parent / "shared" / "recorded_models"
ASKED = ModelRequest(messages=(Message.of("user", "Answer."),), purpose="test")

ERRORS = (
    # A part of the recording's name, and the expected words of its error. The first match counts.
    ("verify", "organisation verified"),
    ("region|location", "does not serve the place"),
    ("toolarge|413", "larger than"),
    ("gemini-400-toolong", "longer than the context"),
    ("context|together-422", "longer than the context"),
    ("quota|billing|free-zero", "quota at .* is used up"),
    ("402|xai-403-credits", "not enough credits"),
    ("400-filter|invalid-prompt", "content filter"),
    ("length-reached", "no error: the limit was used up"),
    ("404-endpoints|noimage|mmproj", "takes no pictures"),
    ("404-policy", "privacy settings"),
    ("-401|400-key|suspended", "API key"),
    ("jsonvalidate", "did not write the JSON"),
    ("ollama-500", "too little memory"),
    ("404|403-model|badmodel", "knows no model"),
    ("429|498|3940213faecd", "limits the rate"),
    ("50[0234]", "failed"),
    ("403-disabled", "does not allow"),
    ("schema|states|nesting", "does not take the form"),
    ("400|422", "refuses the request"),
)
RECORDED_ERRORS = {
    "azure-chat-8f7e1009ee17": "knows no model",
    "gemini-gemini-28bb9645a5de": "knows no model",
    "groq-chat-72278b4092ba": "knows no model",
    "groq-chat-e02140ac7c9c": "knows no model",
    "openai-chat-8de70ac68ea7": "knows no model",
    "openai-responses-83b85682260b": "knows no model",
    "vertex-gemini-997b713068ad": "knows no model",
    "deepseek-responses-00a4c9ee6251": "refuses the request",
    "groq-chat-6eff2b4cb5b6": "refuses the request",
    "openai-chat-99ee982f9bba": "refuses the request",
    "vertex-gemini-1c7098dc1f88": "refuses the request",
    "vertex-gemini-2560beb3b169": "refuses the request",
    "openrouter-chat-3940213faecd": "limits the rate",
}
INSIDE = {
    "azure-chat-cb8150d891ae": "content filter",
    "t-gemini-stream-503": "failed",
    "t-llama-server-200-context": "longer than the context",
    "t-llama-server-200-context-sse": "longer than the context",
    "t-lmstudio-200-context": "longer than the context",
    "t-lmstudio-sse-error": "longer than the context",
    "t-openai-responses-stream-context": "longer than the context",
    "t-openai-responses-stream-ratelimit": "limits the rate",
    "t-openai-responses-stream-servererror": "failed",
    "t-openrouter-200-error": "failed",
    "t-openrouter-json-choice-error": "failed",
    "t-openrouter-stream-error": "failed",
}


def recordings() -> Iterator[Any]:
    index = FOLDER / "INDEX.json"
    if not index.is_file():
        yield pytest.param(None, id="none", marks=pytest.mark.skip(f"no recorded answers in {FOLDER}"))
        return
    for entry in json.loads(index.read_text(encoding="utf-8")):
        yield pytest.param(entry, id=entry["id"])


def replayed(entry: dict[str, Any], server: Server, clock: FastClock) -> Model:
    """A model whose host gives the recorded answer to everything."""
    headers = {**entry["headers"], "Content-Type": entry["headers"].get("content-type", "application/json")}
    headers = {name: value for name, value in headers.items() if name != "content-type"}
    answer = Answer(status=entry["status"], body=(FOLDER / "bodies" / entry["id"]).read_bytes(), headers=headers)
    server.reply = lambda _: answer
    name = entry["model"].rpartition("/")[2] or "some-model"
    if entry["api"] == "gemini":
        return closed_later(GeminiModel(name, base_url=server.url, api_key="key-of-nobody", clock=clock))
    return closed_later(
        OpenAIModel(name, base_url=f"{server.url}/v1", api_key="key-of-nobody", api=entry["api"], clock=clock)
    )


@pytest.mark.parametrize("entry", list(recordings()))
def test_a_recorded_answer_has_its_expected_reading(entry: dict[str, Any], server: Server, clock: FastClock) -> None:
    expected = entry["expected"]
    model = replayed(entry, server, clock)
    match expected["kind"]:
        case "http-error" | "body-error":
            refused(entry, model)
        case "refusal" | "blocked":
            with pytest.raises(ModelRejected, match="declined"):
                model.complete(ASKED)
        case "other":
            with pytest.raises(ModelReplyInvalid):
                model.complete(ASKED)
        case "broken-stream":
            broken(entry, model)
        case "no-text":
            replied_nothing(entry, model)
        case _:
            answered(entry, model)


def refused(entry: dict[str, Any], model: Model) -> None:
    """The error explains itself and quotes the provider; a permanent fault is not retried."""
    stem = entry["id"].rpartition(".")[0]
    words = {**RECORDED_ERRORS, **INSIDE}.get(stem)
    if words is None and entry["status"] >= 400:
        words = next(words for pattern, words in ERRORS if re.search(pattern, stem))
    if words == "no error: the limit was used up":
        reply = model.complete(ASKED)
        assert (reply.text, reply.finish) == ("", "length")
        return
    with pytest.raises(ModelError, match=words or "refuses the request") as caught:
        model.complete(ASKED)
    sentence = own_words(entry)
    assert sentence
    assert " ".join(sentence.split())[:60] in caught.value.message
    if "rate" not in (words or "") and "failed" not in (words or "") and "JSON" not in (words or ""):
        assert "tried" not in caught.value.message


def own_words(entry: dict[str, Any]) -> str:
    """The host's words for people, found without our reader."""
    body = (FOLDER / "bodies" / entry["id"]).read_text(encoding="utf-8")
    if body.lstrip().startswith("<"):
        return re.search(r"<title>(.*?)(?:!!1)?</title>", body).group(1)  # type: ignore[union-attr]
    found = re.findall(r'"(?:message|error|detail|msg)": ?"((?:[^"\\]|\\.)*)"', body)
    return str(json.loads(f'"{found[0]}"')) if found else ""


def broken(entry: dict[str, Any], model: Model) -> None:
    """A stream without an end is no answer, but a properly closed one is: Snowflake gives no reason."""
    if entry["provider"] == "snowflake":
        reply = model.complete(ASKED)
        assert reply.finish == "stop"
        body = (FOLDER / "bodies" / entry["id"]).read_text(encoding="utf-8")
        assert reply.text == "".join(json.loads(f'"{part}"') for part in re.findall(r'"content":"([^"]*)"', body))
        assert reply.usage.prompt in (22, 45)
        return
    with pytest.raises(ModelError) as caught:
        model.complete(ASKED)
    assert "sse" not in INSIDE or isinstance(caught.value, ModelUnreachable | ModelReplyInvalid | ModelRejected)


def replied_nothing(entry: dict[str, Any], model: Model) -> None:
    body = (FOLDER / "bodies" / entry["id"]).read_text(encoding="utf-8")
    reason = re.search(r'"finishReason": ?"(\w+)"', body)
    if reason is not None and reason.group(1) != "STOP":
        with pytest.raises(ModelRejected, match=f"declined.*{reason.group(1)}"):
            model.complete(ASKED)
    elif '"status": "queued"' in body:
        with pytest.raises(ModelReplyInvalid, match="not finished"):
            model.complete(ASKED)
    else:
        answered(entry, model)


def answered(entry: dict[str, Any], model: Model) -> None:
    expected = entry["expected"]
    reply = model.complete(ASKED)
    assert reply.text == re.sub(r"\A\s*<think>(?:.*</think>\s*|.*\Z)", "", expected["text"], flags=re.DOTALL)
    assert reply.finish == ("cut" if expected["kind"] == "text-cut-other" else expected["finish"])
    if "u" in expected:
        prompt, cached, completion, reasoning = expected["u"]
        # xAI bills thoughts beside the answer, and its total includes them.
        completion += reasoning if reasoning > completion else 0
        used = reply.usage
        assert (used.prompt, used.cached, used.completion, used.reasoning) == (prompt, cached, completion, reasoning)


def test_the_cost_of_a_call_is_read_from_every_providers_form(server: Server, clock: FastClock) -> None:
    """OpenRouter: dollars. Perplexity: with its parts. xAI: ticks; their arithmetic agrees with its price list."""
    forms = {
        '"cost": 0.0042': 0.0042,
        '"cost": {"input_tokens_cost": 0.001, "total_cost": 0.006}': 0.006,
        '"cost_in_usd_ticks": 1466250': 0.000146625,
        '"cost": 0.001, "is_byok": true, "cost_details": {"upstream_inference_cost": 0.02}': 0.021,
        '"cost": 0.02, "is_byok": false, "cost_details": {"upstream_inference_cost": 0.02}': 0.02,
        '"total_tokens": 13': None,
    }
    for usage, cost in forms.items():
        body = (
            '{"choices": [{"finish_reason": "stop", "message": {"content": "hi"}}], '
            f'"usage": {{"prompt_tokens": 10, "completion_tokens": 3, {usage}}}}}'
        )
        server.queue = [Answer(body=body.encode())]
        model = closed_later(OpenAIModel("m", base_url=f"{server.url}/v1", clock=clock))
        assert model.complete(ASKED).usage.cost == (None if cost is None else pytest.approx(cost))

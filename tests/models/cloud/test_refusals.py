"""The meaning of refusals, in the forms that hosts send (`forms.toml`)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from agentprog.errors import ModelRejected, ModelUnreachable
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.models.cloud.refusals import Meaning, read_refusal
from agentprog.models.cloud.retry import asked_in_words
from agentprog.ports import Message, ModelRequest
from tests.models.cloud.test_contract import PROVIDERS, STREAMED, Provider, chat_whole
from tests.models.doubles import Answer, FastClock, Server, closed_later

ASKED = ModelRequest(messages=(Message.of("user", "hello"),), purpose="test")


def error(message: str, **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, **fields}}


FORMS = tomllib.loads((Path(__file__).parent / "forms.toml").read_text(encoding="utf-8"))["form"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["name"])
def test_each_form_of_a_refusal_has_its_meaning(form: dict[str, Any]) -> None:
    assert read_refusal(form["status"], {}, form["body"]).meaning is Meaning(form["meaning"])


def test_every_meaning_but_one_has_a_form() -> None:
    """The limit that thoughts used up is no error in the end (test_thinking)."""
    assert {form["meaning"] for form in FORMS} == set(Meaning) - {Meaning.USED_UP}


@pytest.mark.parametrize(
    ("body", "meaning"),
    [
        (error("The service has failed", code="server_error"), Meaning.FAILED),
        (error("Too many of them", code="rate_limit_exceeded"), Meaning.RATE),
        (error("Provider returned error", code=502, metadata={"raw": "upstream gone"}), Meaning.FAILED),
        ({"type": "error", **error("Overloaded", type="overloaded_error")}, Meaning.FAILED),
        (error("It is too long", code="context_length_exceeded"), Meaning.CONTEXT),
        (error("No.", code="tool_use_failed", status_code=400), Meaning.REFUSED),
    ],
)
def test_an_error_inside_a_good_answer_means_the_same(body: Any, meaning: Meaning) -> None:
    assert read_refusal(None, {}, json.dumps(body)).meaning is meaning


def test_a_refusal_inside_a_gateways_error_is_read_too() -> None:
    inner = json.dumps(error("maximum context length is 8192 tokens", code="context_length_exceeded"))
    refusal = read_refusal(400, {}, json.dumps(error("Provider returned error", metadata={"raw": inner})))
    assert refusal.meaning is Meaning.CONTEXT
    assert refusal.sentence == "Provider returned error: maximum context length is 8192 tokens"


def test_the_sentence_is_short_on_one_line_and_without_keys() -> None:
    refusal = read_refusal(400, {}, json.dumps(error(f"Your key\nsk-abcdefghij0123456789 {'is wrong ' * 80}")))
    assert refusal.sentence.startswith("Your key (a key) is wrong")
    assert len(refusal.sentence) < 310
    assert refusal.sentence.endswith("...")
    page = read_refusal(502, {}, "<html><style>p {}</style><title>502 Bad Gateway</title><p>nginx</html>")
    assert page.sentence == "502 Bad Gateway nginx"


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Please try again in 12.5s.", 12.5),
        ("Please try again in 5m45.6s. Visit us.", 345.6),
        ("Please retry in 20.04466179s.", 20.04466179),
        ("Please retry after 22 seconds.", 22),
        ("Please try again in 900ms.", 0.9),
        ("Please try again later.", None),
    ],
)
def test_how_long_to_wait_is_read_from_the_sentence(words: str, seconds: float | None) -> None:
    assert asked_in_words(words) == (None if seconds is None else pytest.approx(seconds))
    assert read_refusal(429, {"retry-after": "3"}, json.dumps(error(words))).after == 3, "a header comes first"


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda p: p.name)
def test_a_permanent_limit_is_not_waited_for(server: Server, provider: Provider, clock: FastClock) -> None:
    server.reply = lambda _: Answer.json(error("Request too large: Limit 10, Requested 20", code=429), status=429)
    with pytest.raises(ModelRejected, match=r"larger than .* ever takes.*Limit 10, Requested 20"):
        provider.model(server, clock).complete(ASKED)
    assert clock.slept == []
    assert len(server.asked) == 1


@pytest.mark.parametrize("provider", STREAMED, ids=lambda p: p.name)
def test_an_error_inside_a_stream_is_tried_again_like_another(
    server: Server, provider: Provider, clock: FastClock
) -> None:
    failed: dict[str, Any] = {
        "chat streamed": error("gone", code=502),
        "responses streamed": {
            "type": "response.failed",
            "response": {"status": "failed", "output": [], **error("gone", code="server_error")},
        },
        "gemini streamed": error("gone", code=503, status="UNAVAILABLE"),
        "openrouter streamed": error("gone", code=502),
        "anthropic streamed": {"type": "error", **error("gone", type="overloaded_error")},
    }
    begun = provider.answer().body.split(b"\n\n")[0] + b"\n\n"
    answer = Answer.events(failed[provider.name])
    server.queue = [Answer(body=begun + answer.body, headers=answer.headers), provider.answer()]
    assert provider.model(server, clock).complete(ASKED).text == "Tap the blue button"
    assert len(clock.slept) == 1


def test_a_model_that_does_not_write_json_is_let_try_again(server: Server, clock: FastClock) -> None:
    """Groq checks the JSON itself, and answers 400."""
    bad = Answer.json(error("Failed to generate JSON.", code="json_validate_failed"), status=400)
    server.queue = [bad, chat_whole("{}")]
    model = closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1", clock=clock))
    assert model.complete(ASKED).text == "{}"


def test_a_server_of_ones_own_that_breaks_is_not_waited_for_long(server: Server, clock: FastClock) -> None:
    server.reply = lambda _: Answer.json(error("division by zero"), status=500)
    with pytest.raises(ModelUnreachable, match=r"division by zero.*6 times"):
        closed_later(OpenAIModel("m-1", base_url=f"{server.url}/v1", clock=clock)).complete(ASKED)

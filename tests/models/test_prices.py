"""Prices: known ones by id, the user's own first, and unknown ones said so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.models.prices import Price, price_of
from agentprog.models.tokens import MESSAGE_TOKENS, most_of_call, most_of_prompt
from agentprog.ports import ImagePart, Message, ModelRequest, ScoreRequest, TextPart, Usage


def test_a_call_costs_its_fresh_its_cached_and_its_written_tokens() -> None:
    price = Price(input=2.0, cached=0.5, output=8.0)
    usage = Usage(prompt=1_000_000, cached=400_000, completion=100_000, reasoning=60_000)
    assert price.of(usage) == pytest.approx(0.6 * 2.0 + 0.4 * 0.5 + 0.1 * 8.0), "reasoning is part of what is written"


def test_without_a_price_for_cached_tokens_they_cost_like_others() -> None:
    assert Price(input=2.0, output=8.0).of(Usage(prompt=1000, cached=1000)) == pytest.approx(0.002)


def test_beyond_its_length_a_price_is_unknown() -> None:
    price = Price(input=1.0, output=1.0, up_to=1000)
    assert price.of(Usage(prompt=1000)) is not None
    assert price.of(Usage(prompt=1001)) is None


def test_what_a_call_may_cost_is_never_less_than_what_it_costs() -> None:
    price = Price(input=10.0, cached=1.0, output=20.0)
    parts = (TextPart(text="word " * 1000), ImagePart(data=b""))
    request = ModelRequest(messages=(Message(role="user", parts=parts),), purpose="ground", max_tokens=100)
    around = 2 * MESSAGE_TOKENS
    assert price.at_most(request) == pytest.approx(((2000 + around) * 10 + 100 * 20) / 1e6)
    asked = ScoreRequest(messages=request.messages, candidates=("a", "b"), purpose="ground")
    assert price.at_most(asked) == pytest.approx((2000 + around) * 10 / 1e6)
    assert price.at_most(asked, lambda text: 7) == pytest.approx((1007 + around) * 10 / 1e6), "counted, not bounded"
    shaped = replace(request, schema={"type": "object"})
    assert price.at_most(shaped) > price.at_most(request), "a schema is part of the prompt"


@pytest.mark.parametrize(
    ("id", "known"),
    [
        ("openai:gpt-5-mini", 0.25),
        ("openai:gpt-5-mini-2025-08-07", 0.25),
        ("gemini:gemini-2.5-flash", 0.3),
        ("llamacpp:qwen2.5-coder-1.5b", 0.0),
        ("scripted:rules.toml", 0.0),
        ("openai:gpt-5-pro", None),
        ("openai:gpt-4.1-turbo-of-tomorrow", None),
        ("openai:some/other", None),
    ],
)
def test_an_id_has_its_own_price_or_none(id: str, known: float | None) -> None:
    price = price_of(id)
    assert (None if price is None else price.input) == known


def test_another_address_has_other_prices() -> None:
    assert price_of("openai:gpt-5-mini", elsewhere=True) is None
    own = {"openai:gpt-5-mini": Price(input=0.1, output=0.2)}
    found = price_of("openai:gpt-5-mini", elsewhere=True, own=own)
    assert found is not None
    assert found.input == 0.1


def test_every_shipped_price_has_a_date_and_a_source() -> None:
    from agentprog.models import prices

    rows = prices._table()
    assert len(rows) > 10
    assert all(row.price.dated is not None and row.price.source for row in rows)
    assert all(row.price.cached is not None and row.price.cached <= row.price.input for row in rows)


def test_a_call_takes_its_prompt_and_the_longest_answer_at_most() -> None:
    messages = (Message.of("user", "one two three"),)

    def words(text: str) -> int:
        return len(text.split())

    written = ModelRequest(messages=messages, purpose="x", max_tokens=50)
    prompt = most_of_prompt(written, words)
    assert most_of_call(written, words) == prompt + 50
    scored = ScoreRequest(messages=messages, candidates=("tap it", "done"), purpose="x")
    assert most_of_call(scored, words) == prompt + 3 + 2
    assert most_of_call(replace(scored, baseline=messages), words) == 2 * (prompt + 3 + 2)

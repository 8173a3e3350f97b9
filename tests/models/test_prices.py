"""Prices: known ones by id, the user's own first, unknown ones reported as unknown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.models.price import Price
from agentprog.models.prices import FlatRate, price_of
from agentprog.models.tokens import MESSAGE_TOKENS, most_of_call, most_of_prompt
from agentprog.ports import Effort, ImagePart, Message, ModelRequest, ScoreRequest, TextPart, Usage


def test_a_call_costs_its_fresh_its_cached_and_its_written_tokens() -> None:
    price = FlatRate(price=Price(input=2.0, cached=0.5, output=8.0))
    usage = Usage(prompt=1_000_000, cached=400_000, completion=100_000, reasoning=60_000)
    assert price.of(usage) == pytest.approx(0.6 * 2.0 + 0.4 * 0.5 + 0.1 * 8.0), "reasoning is part of what is written"


def test_cached_tokens_without_a_price_cost_like_others() -> None:
    rate = FlatRate(price=Price(input=2.0, output=8.0))
    assert rate.of(Usage(prompt=1000, cached=1000)) == pytest.approx(0.002)


def test_beyond_its_length_a_price_is_unknown() -> None:
    price = FlatRate(price=Price(input=1.0, output=1.0, up_to=1000))
    assert price.of(Usage(prompt=1000)) is not None
    assert price.of(Usage(prompt=1001)) is None


def test_the_estimated_maximum_of_a_call_is_never_less_than_its_cost() -> None:
    price = FlatRate(price=Price(input=10.0, cached=1.0, output=20.0))
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
        ("openai:gpt-5.1", 1.25),
        ("openai:o3-mini", 1.1),
        ("gemini:gemini-2.0-flash", 0.1),
        ("anthropic:claude-sonnet-4-5", 3.0),
        ("openrouter:anthropic/claude-sonnet-4.5", 3.0),
        ("openai:gpt-4.1-turbo-of-tomorrow", None),
        ("openai:some/other", None),
    ],
)
def test_an_unknown_id_has_no_price(id: str, known: float | None) -> None:
    price = price_of(id)
    assert (None if price is None else price.of(Usage(prompt=1_000_000 // 10))) == (
        None if known is None else pytest.approx(known / 10)
    )


def test_another_address_has_other_prices() -> None:
    assert price_of("openai:gpt-5-mini", elsewhere=True) is None
    own = {"openai:gpt-5-mini": Price(input=0.1, output=0.2)}
    assert price_of("openai:gpt-5-mini", elsewhere=True, own_prices=own) == FlatRate(price=own["openai:gpt-5-mini"])


def test_every_price_has_its_source_and_date() -> None:
    from agentprog.models import prices

    assert all(row.price.dated is not None and row.price.source for row in prices._table())


def test_a_listed_price_knows_of_caches_and_of_long_prompts() -> None:
    """By Anthropic's list of 2025-10: 3 dollars in, a tenth of it from the cache, a quarter more into it, 15 out."""
    claude = price_of("anthropic:claude-sonnet-4-5")
    assert claude is not None
    used = Usage(prompt=100_000, cached=60_000, stored=30_000, completion=1_000)
    assert claude.of(used) == pytest.approx((10_000 * 3 + 60_000 * 0.3 + 30_000 * 3.75 + 1_000 * 15) / 1e6)
    gemini = price_of("gemini:gemini-2.5-pro")
    assert gemini is not None
    assert gemini.of(Usage(prompt=300_000)) == pytest.approx(300_000 * 2.5 / 1e6), "dearer beyond 200,000 tokens"


def test_the_maximum_of_a_call_counts_thoughts_and_the_cached_part() -> None:
    asked = ModelRequest(messages=(Message.of("user", "word " * 100),), purpose="plan", max_tokens=2000)
    for id in ("openai:gpt-5-mini", "anthropic:claude-sonnet-4-5"):
        price = price_of(id)
        assert price is not None
        prompt = most_of_prompt(asked)
        dearest = Usage(prompt=prompt, stored=prompt if id.startswith("anthropic") else 0, completion=2000 + 1024)
        assert price.at_most(asked, thinks=True) == pytest.approx(price.of(dearest))
        assert price.at_most(asked) < price.at_most(asked, thinks=True)
        harder = replace(asked, effort=Effort.MEDIUM)
        assert price.at_most(harder, thinks=True) > price.at_most(asked, thinks=True)


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

"""The tokens of a text: counted by OpenAI's own encodings if they are installed, else estimated or bounded."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.models.cloud.openai import OpenAIModel
from agentprog.models.tokens import encoding_counter, estimate_tokens, most_tokens
from agentprog.ports import Model
from tests.models.doubles import closed_later

LOCAL = "http://127.0.0.1:9/v1"
COUNTED = {
    "": 0,
    "hello world": 2,
    'tap button "Save"': 5,
    "給媽媽發短信說我晚點到": 9,
    "Привет, как дела? Открой настройки": 10,
    "👩‍👧 ok": 6,
    "<|endoftext|>": 7,
    "+1 066 290 8339": 9,
}
"""By OpenAI's tiktoken 0.14 with the vocabulary of o200k_base as it publishes it (SHA-256 446a9538...fb1a2d)."""


@pytest.fixture
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The surroundings without the extra `tokens`."""
    monkeypatch.setitem(sys.modules, "toktok", None)
    encoding_counter.cache_clear()
    yield
    encoding_counter.cache_clear()


def opened(name: str) -> Model:
    return closed_later(OpenAIModel(name, base_url=LOCAL))


def test_the_encodings_count_as_openais_own_tokenizer() -> None:
    count = encoding_counter("o200k_base")
    assert count is not None
    assert {text: count(text) for text in COUNTED} == COUNTED
    assert count("half a character: \ud83d") > 3, "what no encoding holds is counted all the same"


@pytest.mark.parametrize("name", ["gpt-5-mini", "gpt-4o", "openai/gpt-4.1-nano", "o4-mini", "gpt-oss-20b"])
def test_a_model_of_openai_counts_by_its_own_tokenizer(name: str) -> None:
    model = opened(name)
    assert model.capabilities.tokenizer
    assert model.count_tokens("hello world") == 2


@pytest.mark.parametrize("name", ["qwen2.5-7b-instruct", "claude-sonnet-4", "something-new"])
def test_any_other_model_estimates_and_is_marked_so(name: str) -> None:
    model = opened(name)
    assert not model.capabilities.tokenizer
    assert model.count_tokens("hello world") == estimate_tokens("hello world")


def test_without_the_extra_all_estimate(no_tokenizer: None) -> None:
    assert not opened("gpt-5-mini").capabilities.tokenizer
    assert opened("gpt-5-mini").count_tokens("hello world") == 4


def test_estimates_know_other_scripts() -> None:
    assert [estimate_tokens(text) for text in ("", "a", "abcdefg", "abcdefgh")] == [0, 1, 2, 3]
    chinese = "给妈妈发短信说我晚点到" * 10
    assert 0.6 * len(chinese) < estimate_tokens(chinese) < 1.5 * len(chinese)


def test_the_bound_that_limits_rely_on_holds_for_prompts_programs_and_screens(checkout: Path) -> None:
    count = encoding_counter("o200k_base")
    assert count is not None
    paths = [*(checkout / "tests/golden").rglob("*.txt"), *(checkout / "examples").rglob("*.stp")]
    texts = [path.read_text(encoding="utf-8") for path in [*paths, *(checkout / "docs").glob("*.md")]]
    texts += [
        *COUNTED,
        json.dumps({"a": [1, 2, 3], "x": "y"}),
        '[12] 1,234.50 € "+1 066 290 8339"',
        "\x00\x01",
        " \n\n  x",
    ]
    assert len(texts) > 40
    for text in texts:
        assert count(text) <= most_tokens(text) <= 2 * len(text.encode()), text[:80]

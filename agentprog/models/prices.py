"""Prices of calls by model id: the user's own, then `prices.toml`, then those of the package genai-prices.

A missing price is unknown, never guessed.
"""

from __future__ import annotations

import fnmatch
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from agentprog.frozen import frozen
from agentprog.models.price import Price
from agentprog.models.tokens import most_of_answer, most_of_prompt
from agentprog.ports import ModelRequest, ScoreRequest, Usage

_FILE = Path(__file__).resolve().parent / "prices.toml"
_MILLION = 1_000_000
_SOLD_BY = {"openai": "openai", "gemini": "google", "anthropic": "anthropic", "openrouter": "openrouter"}
"""The seller of each provider's models, by its name in the package."""


class Tariff(ABC):
    """The price of a model's calls."""

    @abstractmethod
    def of(self, usage: Usage) -> float | None:
        """The cost of one call in US dollars; None if it is not known."""

    def at_most(
        self,
        request: ModelRequest | ScoreRequest,
        count: Callable[[str], int] | None = None,
        *,
        thinks: bool = False,
    ) -> float:
        """The largest possible cost of a call in US dollars: its prompt, uncached, and the longest answer allowed.

        `count`, the model's own tokenizer, counts the prompt; without it an upper bound is used.
        """
        return self._dearest(most_of_prompt(request, count), most_of_answer(request, thinks=thinks))

    @abstractmethod
    def _dearest(self, prompt: int, answer: int) -> float:
        """The largest possible cost of this number of tokens, in US dollars."""


@frozen
class FlatRate(Tariff):
    """A price that does not change with time."""

    price: Price

    def of(self, usage: Usage) -> float | None:
        """The cost of a usage in US dollars; None if the prompt is longer than the price covers."""
        price = self.price
        if price.up_to is not None and usage.prompt > price.up_to:
            return None
        cached = price.input if price.cached is None else price.cached
        fresh = max(0, usage.prompt - usage.cached)
        return (fresh * price.input + usage.cached * cached + usage.completion * price.output) / _MILLION

    def _dearest(self, prompt: int, answer: int) -> float:
        return (prompt * self.price.input + answer * self.price.output) / _MILLION


@frozen
class ListedPrice(Tariff):
    """A price of the package, with its tiers, dates and cache prices."""

    provider: Any
    model: Any

    def of(self, usage: Usage) -> float | None:
        """The cost of a usage in US dollars; None if the list has no price for it."""
        return self._calculated(
            input_tokens=usage.prompt,
            cache_read_tokens=usage.cached,
            cache_write_tokens=usage.stored,
            output_tokens=usage.completion,
        )

    def _dearest(self, prompt: int, answer: int) -> float:
        read = self._calculated(input_tokens=prompt, output_tokens=answer)
        written = self._calculated(input_tokens=prompt, cache_write_tokens=prompt, output_tokens=answer)
        return max(read, written)

    def _calculated(self, **tokens: int) -> float:
        from genai_prices import Usage as Used

        used = Used(**{name: number for name, number in tokens.items() if number})
        return float(self.model.calc_price(used, self.provider).total_price)


@frozen
class _Row:
    ids: tuple[str, ...]
    price: Price


def price_of(id: str, *, elsewhere: bool = False, own_prices: Mapping[str, Price] | None = None) -> Tariff | None:
    """The price of a model, None if unknown. The user's prices (`own_prices`, by id) come first.

    `elsewhere`: the model is served at another address than its maker's, so the maker's prices do not apply.
    """
    for pattern, price in (own_prices or {}).items():
        if fnmatch.fnmatchcase(id, pattern):
            return FlatRate(price=price)
    if elsewhere:
        return None
    ours = (FlatRate(price=row.price) for row in _table() if any(fnmatch.fnmatchcase(id, known) for known in row.ids))
    return next(ours, None) or _listed(id)


@cache
def _listed(id: str) -> ListedPrice | None:
    provider, _, name = id.partition(":")
    if provider not in _SOLD_BY:
        return None
    from genai_prices.data_snapshot import get_snapshot  # it takes a while, and local models need no prices

    try:
        seller, model = get_snapshot().find_provider_model(name, None, _SOLD_BY[provider], None)
    except LookupError:
        return None
    return ListedPrice(provider=seller, model=model)


@cache
def _table() -> tuple[_Row, ...]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        _Row(ids=tuple(row["ids"]), price=Price.model_validate({k: v for k, v in row.items() if k != "ids"}))
        for row in data["price"]
    )

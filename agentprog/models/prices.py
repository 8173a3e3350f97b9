"""What calls cost: `prices.toml`, by model id, and what the user says instead. No price is no guess: it is unknown."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from agentprog.models.tokens import most_of_prompt
from agentprog.ports import ModelRequest, ScoreRequest, Usage

_FILE = Path(__file__).resolve().parent / "prices.toml"
_MILLION = 1_000_000


class Price(BaseModel):
    """US dollars per million tokens, as they were on `dated`; `up_to` tokens of prompt, beyond it is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    output: float = Field(ge=0)
    up_to: int | None = Field(default=None, gt=0)
    dated: date | None = None
    source: str = ""

    def of(self, usage: Usage) -> float | None:
        """US dollars of one call; None where the price does not hold for a prompt of this length."""
        if self.up_to is not None and usage.prompt > self.up_to:
            return None
        cached = self.input if self.cached is None else self.cached
        fresh = max(0, usage.prompt - usage.cached)
        return (fresh * self.input + usage.cached * cached + usage.completion * self.output) / _MILLION

    def at_most(self, request: ModelRequest | ScoreRequest, count: Callable[[str], int] | None = None) -> float:
        """US dollars that a call may cost: its prompt, uncached, and the longest answer allowed. The prompt is counted
        by `count`, the model's own tokenizer; without one it is taken for longer than it will be."""
        prompt = most_of_prompt(request, count)
        answer = request.max_tokens if isinstance(request, ModelRequest) else 0
        return (prompt * self.input + answer * self.output) / _MILLION


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    ids: tuple[str, ...]
    price: Price


def price_of(id: str, *, elsewhere: bool = False, own: Mapping[str, Price] | None = None) -> Price | None:
    """The price of a model, None when it is not known.

    `own` are the user's prices by id, and come first. `elsewhere`: the model is asked at another address than its
    maker's, whose prices then say nothing.
    """
    for wanted, price in (own or {}).items():
        if fnmatch.fnmatchcase(id, wanted):
            return price
    if elsewhere:
        return None
    return next((row.price for row in _table() if any(fnmatch.fnmatchcase(id, known) for known in row.ids)), None)


@cache
def _table() -> tuple[_Row, ...]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        _Row(ids=tuple(row["ids"]), price=Price.model_validate({k: v for k, v in row.items() if k != "ids"}))
        for row in data["price"]
    )

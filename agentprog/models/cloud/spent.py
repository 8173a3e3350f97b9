"""Usage and cost of an answer, in the formats of Chat Completions, the Responses API and compatible servers."""

from __future__ import annotations

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agentprog.ports import Usage

_TICKS = 10_000_000_000


class Lenient(BaseModel):
    """Base of providers' replies: unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _CachedTokens(Lenient):
    """Tokens of a prompt that came from the provider's cache."""

    cached_tokens: int | None = None


class _ReasoningTokens(Lenient):
    """Tokens of an answer that are hidden thoughts."""

    reasoning_tokens: int | None = None


class _Cost(Lenient):
    """US dollars, as Perplexity writes them."""

    total_cost: float | None = None


class _CostDetails(Lenient):
    """US dollars that the maker charges for a call over OpenRouter, beside OpenRouter's own."""

    upstream_inference_cost: float | None = None


class Spent(Lenient):
    """The figures of one answer. `prompt_cache_hit_tokens` is DeepSeek's name; `cost` is OpenRouter's and Perplexity's,
    in US dollars; xAI counts ten thousand million ticks a dollar."""

    into: int | None = Field(None, validation_alias=AliasChoices("prompt_tokens", "input_tokens"))
    out: int | None = Field(None, validation_alias=AliasChoices("completion_tokens", "output_tokens"))
    total: int | None = Field(None, validation_alias="total_tokens")
    into_details: _CachedTokens | None = Field(
        None, validation_alias=AliasChoices("prompt_tokens_details", "input_tokens_details")
    )
    out_details: _ReasoningTokens | None = Field(
        None, validation_alias=AliasChoices("completion_tokens_details", "output_tokens_details")
    )
    cache_hit: int | None = Field(None, validation_alias="prompt_cache_hit_tokens")
    cost: float | _Cost | None = None
    cost_details: _CostDetails | None = None
    is_byok: bool | None = None
    ticks: int | None = Field(None, validation_alias="cost_in_usd_ticks")

    def usage(self, seconds: float) -> Usage:
        """The usage in the port's terms: thoughts are part of the completion.

        xAI counts thoughts in addition to the answer, which its total shows.
        """
        prompt, written = self.into or 0, self.out or 0
        thought = (self.out_details.reasoning_tokens if self.out_details else None) or 0
        beside = self.total is not None and thought > 0 and self.total == prompt + written + thought
        return Usage(
            prompt=prompt,
            cached=(self.into_details.cached_tokens if self.into_details else None) or self.cache_hit or 0,
            completion=written + (thought if beside else 0),
            reasoning=thought,
            cost=self._dollars(),
            seconds=seconds,
        )

    def _dollars(self) -> float | None:
        """The charge: with the user's own key (`is_byok`) the maker charges too."""
        if self.ticks is not None:
            return self.ticks / _TICKS
        if isinstance(self.cost, _Cost):
            return self.cost.total_cost
        upstream = self.cost_details.upstream_inference_cost if self.cost_details and self.is_byok else None
        return self.cost if self.cost is None or upstream is None else self.cost + upstream

"""What replies of providers are read into: fields that are not known are passed over."""

from __future__ import annotations

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from agentprog.ports import Usage


class Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _CachedTokens(Lenient):
    """Of a prompt's tokens, those that came from the provider's cache."""

    cached_tokens: int | None = None


class _ReasoningTokens(Lenient):
    """Of an answer's tokens, those that nobody sees."""

    reasoning_tokens: int | None = None


class Spent(Lenient):
    """What an answer took. Chat Completions and the Responses API have a name each for the same figure."""

    into: int = Field(0, validation_alias=AliasChoices("prompt_tokens", "input_tokens"))
    out: int = Field(0, validation_alias=AliasChoices("completion_tokens", "output_tokens"))
    into_details: _CachedTokens | None = Field(
        None, validation_alias=AliasChoices("prompt_tokens_details", "input_tokens_details")
    )
    out_details: _ReasoningTokens | None = Field(
        None, validation_alias=AliasChoices("completion_tokens_details", "output_tokens_details")
    )


def usage_of(spent: Spent | None, seconds: float) -> Usage:
    if spent is None:
        return Usage(seconds=seconds)
    return Usage(
        prompt=spent.into,
        cached=(spent.into_details.cached_tokens or 0) if spent.into_details else 0,
        completion=spent.out,
        reasoning=(spent.out_details.reasoning_tokens or 0) if spent.out_details else 0,
        seconds=seconds,
    )

"""What replies of providers are read into: fields that are not known are passed over."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class CachedTokens(Lenient):
    """Of a prompt's tokens, those that came from the provider's cache."""

    cached_tokens: int | None = None


class ReasoningTokens(Lenient):
    """Of an answer's tokens, those that nobody sees."""

    reasoning_tokens: int | None = None

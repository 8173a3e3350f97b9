"""A user's price per million tokens. Imports no model code: every command reads the settings, which use it."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field


class Price(BaseModel):
    """US dollars per million tokens on the day `dated`; beyond `up_to` prompt tokens the price is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    output: float = Field(ge=0)
    up_to: int | None = Field(default=None, gt=0)
    dated: date | None = None
    source: str = ""

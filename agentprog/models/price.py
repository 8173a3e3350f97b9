"""A price as the user writes it, per million tokens.

Imports nothing of a model: the settings are made of it, and every command reads those.
"""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field


class Price(BaseModel):
    """US dollars per million tokens, as they were on `dated`; `up_to` tokens of prompt, beyond it is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    output: float = Field(ge=0)
    up_to: int | None = Field(default=None, gt=0)
    dated: date | None = None
    source: str = ""

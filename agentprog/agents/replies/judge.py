"""Whether something is so, with the text that shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class VerdictReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    evidence: str = Field(
        description="The text on the screen that decides it, copied exactly; empty when there is none"
    )
    holds: Literal["yes", "no", "unknown"]

"""Where the program counter goes, as a model says it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class OperationReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    judgement: str = Field(description="One sentence: what the last action came to, and what the step still lacks")
    operation: Literal["hold", "continue", "break", "return"]
    evidence: str = Field(default="", description="A text on the screen that proves that the step is done, copied")

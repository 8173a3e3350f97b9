"""Which element is meant."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class LocateReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    element: int | None = Field(description="The number of the element; null when none is meant")

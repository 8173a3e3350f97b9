"""The plan of a hierarchical planner."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class AgendaReply(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    plan: tuple[Annotated[str, Field(max_length=400)], ...] = Field(max_length=60)
    progress: str = Field(default="", max_length=2000)

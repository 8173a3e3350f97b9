"""The answer to a question of code: any value, checked by the runtime against the type that was asked for."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class QueryReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    value: Any

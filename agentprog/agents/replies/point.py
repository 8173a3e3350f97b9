"""A place on a picture."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _pair(value: object) -> object:
    """Models write [x, y], {"x": .., "y": ..}, or a box [left, top, right, bottom], whose middle is meant."""
    if isinstance(value, dict) and {"x", "y"} <= set(value):
        return (value["x"], value["y"])
    if isinstance(value, list) and len(value) == 4 and all(isinstance(part, int | float) for part in value):
        return ((value[0] + value[2]) / 2, (value[1] + value[3]) / 2)
    return value


class PointReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    point: Annotated[tuple[float, float] | None, BeforeValidator(_pair)] = Field(
        description="Its middle, from the left and from the top; null when it is not there"
    )

"""What a model says of one screen: verdicts, data read off it, the element that is meant, a place on its picture.

`found` comes before a value, so that a small model decides it before it begins to write one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class VerdictReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    evidence: str = Field(
        description="The text on the screen that decides it, copied exactly; empty when there is none"
    )
    holds: Literal["yes", "no", "unknown"]


class TextReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    found: bool
    value: str


class NumberReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    found: bool
    value: float


class RowsReply(BaseModel):
    """Rows of a table: each an object of texts, one field a column."""

    model_config = ConfigDict(extra="ignore")

    found: bool
    value: list[dict[str, str]]


class ListReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    found: bool
    value: list[str]


class LocateReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    element: int | None = Field(description="The number of the element; null when none is meant")


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

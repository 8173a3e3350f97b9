"""Data read off one screen. `found` comes first, so that a small model decides it before it begins to write a value."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


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

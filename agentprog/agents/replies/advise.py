"""What a model says to a question of the program, in the kind of value that is wanted."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class TextAdvice(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answer: str


class NumberAdvice(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answer: float


class TruthAdvice(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answer: bool


class ListAdvice(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answer: list[str]

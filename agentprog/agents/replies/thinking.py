"""Answers in words and values: to a question of the program or of its code, and the plan of a hierarchical planner."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


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


class AgendaReply(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    plan: tuple[Annotated[str, Field(max_length=400)], ...] = Field(max_length=60)
    progress: str = Field(default="", max_length=2000)


class QueryReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    value: Any

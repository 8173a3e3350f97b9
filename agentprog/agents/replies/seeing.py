"""Replies about one screen: verdicts, values, the target element, a place on the picture.

`found` comes before a value, so that a small model decides it before it begins to write one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, create_model, model_validator

from agentprog.lang.shapes import Part
from agentprog.runtime.state.durations import unit_in


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
    """Rows of a table. Each has the texts of its columns, in order; models also write a list of objects."""

    model_config = ConfigDict(extra="ignore")

    found: bool
    columns: list[str]
    rows: list[list[str]]

    @model_validator(mode="before")
    @classmethod
    def _of_objects(cls, data: object) -> object:
        value = data.get("value") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(value, list) or "rows" in data:
            return data
        if not all(isinstance(row, dict) for row in value):
            raise ValueError("value is no list of objects")
        columns = list(dict.fromkeys(str(name) for row in value for name in row))
        return {**data, "columns": columns, "rows": [[row.get(name, "") for name in columns] for row in value]}

    @model_validator(mode="after")
    def _square(self) -> RowsReply:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("each row has one text a column")
        return self

    @property
    def value(self) -> list[dict[str, str]]:
        """Each row as an object of texts, one field for each column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@lru_cache(maxsize=64)
def rows_reply(parts: tuple[Part, ...]) -> type[RowsReply]:
    """Rows with these columns; they may have further columns."""
    names = [part.name for part in parts]

    class OpenRows(RowsReply):
        @model_validator(mode="after")
        def _complete(self) -> OpenRows:
            lacking = [name for name in names if name not in self.columns]
            if self.rows and lacking:
                raise ValueError(f"columns lacks {', '.join(lacking)}")
            return self

    return OpenRows


class RecordReply(BaseModel):
    """One object with named parts; `parts_reply` makes its subclasses."""

    model_config = ConfigDict(extra="ignore")

    found: bool
    value: BaseModel


class RecordsReply(BaseModel):
    """Several of these objects, in the order of the screen."""

    model_config = ConfigDict(extra="ignore")

    found: bool
    value: list[BaseModel]


@lru_cache(maxsize=64)
def parts_reply(parts: tuple[Part, ...], several: bool) -> type[RecordReply] | type[RecordsReply]:
    """The form of an answer with these parts: texts as the screen shows them, or lists of texts."""
    fields: dict[str, Any] = {
        f"part_{number}": (
            list[str] if part.kind == "list" else str,
            Field(alias=part.name, description=_notation(part)),
        )
        for number, part in enumerate(parts)
    }
    model = create_model("Parts", **fields)
    if several:
        return create_model("Records", __base__=RecordsReply, value=(list[model], ...))  # type: ignore[valid-type]
    return create_model("Record", __base__=RecordReply, value=(model, ...))


@lru_cache(maxsize=64)
def leading(reply: type[BaseModel]) -> type[BaseModel]:
    """The form of an answer that may also name the way to a value which the screen does not have."""
    return create_model(f"Leading{reply.__name__}", __base__=reply, way=(list[str], Field(default_factory=list)))


def _notation(part: Part) -> str | None:
    if part.kind == "number" and unit_in(part.name):
        return "as the screen shows it; where that is 3:45, with what it means: 3:45 min or 3:45 h"
    return {"date": "YYYY-MM-DD", "number": "the figure as the screen shows it"}.get(part.kind)


class ListReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    found: bool
    value: list[str]


class LocateReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    element: int | None = Field(description="The number of the element; null when none is meant")


def _pair(value: object) -> object:
    """Accepts [x, y], {"x": .., "y": ..}, or a box [left, top, right, bottom], of which it takes the middle."""
    if isinstance(value, dict) and {"x", "y"} <= set(value):
        return [value["x"], value["y"]]
    if isinstance(value, list) and len(value) == 4 and all(isinstance(part, int | float) for part in value):
        return [(value[0] + value[2]) / 2, (value[1] + value[3]) / 2]
    return value


def _two(value: list[float] | None) -> list[float] | None:
    if value is not None and len(value) != 2:
        raise ValueError("a point has two numbers")
    return value


class PointReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    point: Annotated[list[float] | None, BeforeValidator(_pair), AfterValidator(_two)] = Field(
        description="Its middle, from the left and from the top; null when it is not there"
    )

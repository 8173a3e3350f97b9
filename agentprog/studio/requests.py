"""What only the page asks over its socket, beside the requests of a session."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agentprog.studio.touching import Key, Point, Typed, Way


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = 0


class Answered(_Asked):
    """`seen` is the fingerprint of the question that the person had before their eyes."""

    do: Literal["answer"]
    question: str
    value: str | bool
    seen: str


class TakeOver(_Asked):
    do: Literal["take_over"]


class HandBack(_Asked):
    do: Literal["hand_back"]
    note: str = Field(default="", max_length=2000)


class Touched(_Asked):
    do: Literal["touch"]
    touch: Annotated[Point | Way | Typed | Key, Field(discriminator="kind")]


class Look(_Asked):
    """`known`: the number of looks that the page has seen; where there was a later one, that is what is wanted."""

    do: Literal["look"]
    known: int | None = Field(default=None, ge=0)


class Lines(_Asked):
    """The exact lines for the element of this index on the screen that was looked at last."""

    do: Literal["lines"]
    index: int = Field(ge=1)


class Record(_Asked):
    do: Literal["record"]
    on: bool


class Expect(_Asked):
    """This text has to be seen here."""

    do: Literal["expect"]
    text: str = Field(min_length=1, max_length=500)


class Purpose(_Asked):
    """What was done since the last such word was for this, in plain words."""

    do: Literal["purpose"]
    text: str = Field(min_length=1, max_length=500)


class Forget(_Asked):
    do: Literal["forget"]


class Recorded(_Asked):
    """What was recorded so far, as a program; `steps`: sentences in plain words with exact lines under them;
    `into`: within that program, before its line `before`, or at its end."""

    do: Literal["recorded"]
    loop: bool = False
    inputs: bool = False
    steps: bool = False
    into: str = Field(default="", max_length=500_000)
    before: int = Field(default=0, ge=0)


class Drawn(_Asked):
    """The last picture is on the page: the next may come."""

    do: Literal["drawn"]


RECORDING = ("record", "expect", "purpose", "forget", "recorded")
Asked = Answered | TakeOver | HandBack | Touched | Look | Lines | Record | Expect | Purpose | Forget | Recorded | Drawn
OURS: TypeAdapter[Asked] = TypeAdapter(Annotated[Asked, Field(discriminator="do")])
NAMES = ("answer", "take_over", "hand_back", "touch", "look", "lines", "drawn", *RECORDING)

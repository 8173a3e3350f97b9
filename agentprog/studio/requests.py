"""Requests of the page alone, in addition to those of a session."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agentprog.studio.touching import Key, Point, Typed, Way


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = 0


class Answered(_Asked):
    """An answer; `seen` is the fingerprint of the question on the page."""

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
    """A request for the screen.

    `known` is the number of the page's last look; a later look is returned if there is one.
    """

    do: Literal["look"]
    known: int | None = Field(default=None, ge=0)


class Lines(_Asked):
    """A request for the exact lines of the element with this index on the last screen."""

    do: Literal["lines"]
    index: int = Field(ge=1)


class Record(_Asked):
    do: Literal["record"]
    on: bool


class Expect(_Asked):
    """Adds a check to the recording: this text must be visible here."""

    do: Literal["expect"]
    text: str = Field(min_length=1, max_length=500)


class Purpose(_Asked):
    """Names the purpose, in plain words, of the actions since the last purpose."""

    do: Literal["purpose"]
    text: str = Field(min_length=1, max_length=500)


class Forget(_Asked):
    do: Literal["forget"]


class Recorded(_Asked):
    """A request for the recording as a program.

    `steps`: sentences in plain words with exact lines under them; `into`: inserted into that program before line
    `before`, or at its end.
    """

    do: Literal["recorded"]
    loop: bool = False
    inputs: bool = False
    steps: bool = False
    into: str = Field(default="", max_length=500_000)
    before: int = Field(default=0, ge=0)


class Drawn(_Asked):
    """The page has drawn the last picture; the next may come."""

    do: Literal["drawn"]


RECORDING = ("record", "expect", "purpose", "forget", "recorded")
Asked = Answered | TakeOver | HandBack | Touched | Look | Lines | Record | Expect | Purpose | Forget | Recorded | Drawn
OURS: TypeAdapter[Asked] = TypeAdapter(Annotated[Asked, Field(discriminator="do")])
NAMES = ("answer", "take_over", "hand_back", "touch", "look", "lines", "drawn", *RECORDING)

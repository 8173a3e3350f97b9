"""The reply of an acting model: the next move, its beliefs, and the program counter's operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agentprog.agents.acting import MOVES
from agentprog.runtime.roles import BeliefChange

if TYPE_CHECKING:
    _Move = str
    _Later = str
else:
    _Move = Literal[(*MOVES, "done", "stuck")]
    _Later = Literal[(*(name for name, move in MOVES.items() if move.later), "done")]


def _none(value: object) -> object:
    """None for the words that models write instead of leaving a value out."""
    return None if value in ("", "none", "null") else value


_Check = Literal["text", "field", "foreground", "clipboard", "setting"]


class BeliefReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    change: Literal["add", "revise", "confirm", "refute", "drop"]
    id: str = ""
    text: str = ""
    scope: Literal["screen", "app", "run"] = "app"
    check: Annotated[_Check | None, BeforeValidator(_none)] = None
    name: str = ""
    value: str = ""

    def change_of(self) -> BeliefChange:
        """The change in the runtime's form."""
        return BeliefChange(
            kind=self.change, id=self.id.strip("[] "), text=self.text, scope=self.scope, predicate=self._predicate()
        )

    def _predicate(self) -> dict[str, str] | None:
        if not self.check or not self.value:
            return None
        if self.check in ("field", "setting"):
            return {self.check: self.name, "value": self.value} if self.name else None
        return {self.check: self.value}


class RevisionReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    gap: str = Field(default="", description="What is not as it was believed to be; empty when nothing is")
    routine: Literal["none", "dismiss dialog", "relaunch app", "navigate back", "redo", "rewind"] = "none"
    changes: list[BeliefReply] = Field(default_factory=list)


class LaterMove(BaseModel):
    """A move after the first in an answer."""

    model_config = ConfigDict(extra="ignore")

    action: _Later
    element: int | None = None
    label: str = ""
    text: str = ""
    direction: Literal["up", "down", "left", "right"] | None = None
    expectation: str = ""
    gone: str = ""
    step: str = ""


class Unreadable(BaseModel):
    """Replaces an invalid later move; the moves after it are unknown."""

    why: str


def _as_far_as_read(value: object) -> object:
    """The later moves before the first invalid one; the invalid one does not affect them."""
    moves: list[LaterMove | Unreadable] = []
    for item in value if isinstance(value, list) else ():
        try:
            moves.append(LaterMove.model_validate(item))
        except ValidationError as exc:
            first = exc.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            moves.append(Unreadable(why=f"{where}: {first['msg']}"))
            break
    return moves if isinstance(value, list) else value


class MoveReply(BaseModel):
    """The prompts explain each field; the schema, which goes with every call, does not repeat that."""

    model_config = ConfigDict(extra="ignore")

    judgement: str
    action: _Move
    element: int | None = None
    place: str = ""
    to: int | None = None
    text: str = ""
    direction: Literal["up", "down", "left", "right", "in", "out"] | None = None
    expectation: str = ""
    step: str = ""
    proof: str = ""
    gone: str = ""
    value: str = ""
    because: str = ""
    leave: Annotated[Literal["loop", "task"] | None, BeforeValidator(_none)] = None
    beliefs: list[BeliefReply] = Field(default_factory=list)
    more: Annotated[
        list[LaterMove | Unreadable], BeforeValidator(_as_far_as_read, json_schema_input_type=list[LaterMove])
    ] = Field(default_factory=list)


class OperationReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    judgement: str = Field(description="One sentence: what the last action came to, and what the step still lacks")
    operation: Literal["hold", "continue", "break", "return"]
    evidence: str = Field(default="", description="A text on the screen that proves that the step is done, copied")

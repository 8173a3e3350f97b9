"""The next move as a model writes it, what it then believes, and where the program counter goes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from agentprog.runtime.roles import BeliefChange


def _none(value: object) -> object:
    """Models write an empty text, or that there is none, where nothing is to be said."""
    return None if value in ("", "none", "null") else value


class BeliefReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    change: Literal["add", "revise", "confirm", "refute", "drop"]
    id: str = Field(default="", description="Which one, such as b3; empty for add")
    text: str = Field(default="", description="For add and revise: one sentence about the phone")
    scope: Literal["screen", "app", "run"] = Field(default="app", description="How long it is of interest")
    check: Annotated[Literal["text", "field", "foreground", "clipboard", "setting"] | None, BeforeValidator(_none)] = (
        Field(default=None, description="For add: how the phone itself can tell, where it can")
    )
    name: str = Field(default="", description="The label of the field or the setting")
    value: str = Field(default="", description="The text, the content of the field, the package, on or off")

    def change_of(self) -> BeliefChange:
        """As the runtime takes it."""
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
    """A move behind the first of an answer."""

    model_config = ConfigDict(extra="ignore")

    action: Literal[
        "tap",
        "long_press",
        "double_tap",
        "type",
        "clear",
        "scroll",
        "swipe",
        "scroll_to",
        "press",
        "wait",
        "wait_until",
        "wait_gone",
        "done",
    ]
    element: int | None = None
    label: str = ""
    text: str = ""
    direction: Literal["up", "down", "left", "right"] | None = None
    expectation: str = ""
    gone: str = ""


class MoveReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    judgement: str = Field(description="One sentence: did the last move work, and what is still missing?")
    action: Literal[
        "tap",
        "long_press",
        "double_tap",
        "type",
        "clear",
        "scroll",
        "swipe",
        "scroll_to",
        "drag",
        "pinch",
        "press",
        "open_app",
        "stop_app",
        "open_link",
        "notifications",
        "quick_settings",
        "set_clipboard",
        "read_clipboard",
        "rotate",
        "wake_up",
        "wait",
        "wait_until",
        "wait_gone",
        "done",
        "stuck",
    ]
    element: int | None = Field(default=None, description="Number of the element, for tap, type, clear, scroll, swipe")
    place: str = Field(default="", description="Only where what is meant has no number: what it looks like and where")
    to: int | None = Field(default=None, description="For drag: the number of the element to let go on")
    text: str = Field(
        default="", description="What to type, copy, find or wait for, the app, the link, or the key: back, home, enter"
    )
    direction: Literal["up", "down", "left", "right", "in", "out"] | None = Field(
        default=None, description="For scroll and swipe; in or out for pinch"
    )
    expectation: str = Field(
        default="", description="A text that will be readable afterwards; for done, a text on the screen that proves it"
    )
    step: str = Field(
        default="",
        description="Empty: the move is for the step now. Else the name of the step that may follow it is for",
    )
    proof: str = Field(default="", description="With step: a text on the screen that proves the step now to be done")
    gone: str = Field(default="", description="With done or step: a text that was there and has gone, which proves it")
    leave: Annotated[Literal["loop", "task"] | None, BeforeValidator(_none)] = Field(
        default=None, description="With done, when the step says so: what is left"
    )
    beliefs: list[BeliefReply] = Field(default_factory=list, description="Changes to what is believed, if any")
    more: list[LaterMove] = Field(default_factory=list, description="Moves behind this one, done one by one")


class OperationReply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    judgement: str = Field(description="One sentence: what the last action came to, and what the step still lacks")
    operation: Literal["hold", "continue", "break", "return"]
    evidence: str = Field(default="", description="A text on the screen that proves that the step is done, copied")

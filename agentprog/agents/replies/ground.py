"""The next move, as a model that can number elements writes it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agentprog.agents.replies.belief import BeliefReply


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
    leave: Literal["", "loop", "task"] = Field(default="", description="With done, when the step says so: what is left")
    beliefs: list[BeliefReply] = Field(default_factory=list, description="Changes to what is believed, if any")

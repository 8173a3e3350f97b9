"""Turns a person's gestures on the phone's picture into actions."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agentprog.ports import Action, Drag, LongPress, PointTarget, PressKey, Swipe, Tap, TypeText

_HELD = 500
"""Milliseconds after which a moving finger drags instead of swiping."""


class _Touch(BaseModel):
    """A touch; coordinates are the phone's pixels."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    x: int = Field(default=0, ge=0, le=20_000)
    y: int = Field(default=0, ge=0, le=20_000)


class Point(_Touch):
    kind: Literal["tap", "long press"]


class Way(_Touch):
    """A stroke from `x`, `y` to `to_x`, `to_y`; `held` is the rest before it moved, in milliseconds."""

    kind: Literal["drag"]
    to_x: int = Field(ge=0, le=20_000)
    to_y: int = Field(ge=0, le=20_000)
    held: int = Field(default=0, ge=0)


class Typed(_Touch):
    """Text appended in the focused field."""

    kind: Literal["type"]
    text: str = Field(max_length=10_000)


class Key(_Touch):
    kind: Literal["key"]
    key: Literal["back", "home", "enter", "recents", "delete"]


Touch = Point | Way | Typed | Key


def action_of(touch: Touch) -> Action:
    """The action of a gesture."""
    place = PointTarget(x=touch.x, y=touch.y)
    match touch:
        case Point(kind="tap"):
            return Tap(target=place)
        case Point():
            return LongPress(target=place)
        case Way():
            return _way(touch, place)
        case Typed():
            return TypeText(text=touch.text, replace=False)
        case Key():
            return PressKey(key=touch.key)


def _way(touch: Way, start: PointTarget) -> Action:
    if touch.held >= _HELD:
        return Drag(start=start, end=PointTarget(x=touch.to_x, y=touch.to_y))
    dx, dy = touch.to_x - touch.x, touch.to_y - touch.y
    if abs(dx) > abs(dy):
        return Swipe(direction="right" if dx > 0 else "left", target=start)
    return Swipe(direction="down" if dy > 0 else "up", target=start)

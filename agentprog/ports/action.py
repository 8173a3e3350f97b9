"""What can be done to a phone. One frozen class per action; `Action` is their union."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agentprog.ports.screen import Element

Direction = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PointTarget:
    """A place in native pixels, for what has no element."""

    x: int
    y: int


Target = Element | PointTarget


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenApp:
    """Bring an app to the front by the name a person uses, or by its package."""

    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tap:
    target: Target


@dataclass(frozen=True, kw_only=True, slots=True)
class DoubleTap:
    target: Target


@dataclass(frozen=True, kw_only=True, slots=True)
class LongPress:
    target: Target


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeText:
    """Type into `target`, or into the focused field when it is None. `replace` empties the field first."""

    text: str
    target: Target | None = None
    replace: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class ClearText:
    target: Target | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PressKey:
    key: Literal["back", "home", "enter", "recents", "delete", "search", "menu"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Swipe:
    """A finger movement in that direction, over the target or the middle of the screen."""

    direction: Direction
    target: Target | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Scroll:
    """Reveal content that lies in that direction: `down` shows what is below (the finger moves up)."""

    direction: Direction
    target: Target | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenNotifications:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait:
    seconds: float


Action = (
    OpenApp | Tap | DoubleTap | LongPress | TypeText | ClearText | PressKey | Swipe | Scroll | OpenNotifications | Wait
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionResult:
    """What came of an action. `ok` is what the phone said; whether it had the wished effect, the next screen says."""

    ok: bool
    detail: str = ""
    seconds: float = 0.0


def _name(target: Target | None) -> str:
    if target is None:
        return ""
    if isinstance(target, PointTarget):
        return f"({target.x}, {target.y})"
    return target.descriptor


def describe(action: Action) -> str:
    """The action in one short line, as histories, traces and prompts show it."""
    match action:
        case OpenApp(name=name):
            return f'open app "{name}"'
        case Tap(target=target):
            return f"tap {_name(target)}"
        case DoubleTap(target=target):
            return f"double tap {_name(target)}"
        case LongPress(target=target):
            return f"long press {_name(target)}"
        case TypeText(text=text, target=None):
            return f'type "{text}"'
        case TypeText(text=text, target=target):
            return f'type "{text}" into {_name(target)}'
        case ClearText(target=target):
            return f"clear {_name(target)}".strip()
        case PressKey(key=key):
            return f"press {key}"
        case Swipe(direction=direction, target=target):
            return f"swipe {direction} {_name(target)}".strip()
        case Scroll(direction=direction, target=target):
            return f"scroll {direction} {_name(target)}".strip()
        case OpenNotifications():
            return "open notifications"
        case Wait(seconds=seconds):
            return f"wait {seconds:g} s"


def is_effect(action: Action) -> bool:
    """Whether the action can change what the phone keeps. Looking around (scroll, wait, home) cannot."""
    return isinstance(action, Tap | DoubleTap | LongPress | TypeText | ClearText) or (
        isinstance(action, PressKey) and action.key in ("enter", "delete")
    )

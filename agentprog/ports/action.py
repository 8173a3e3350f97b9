"""The actions on a phone: one frozen class each; `Action` is their union."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from typing import Literal, get_args

from agentprog.frozen import frozen
from agentprog.ports.screen import Element

Direction = Literal["up", "down", "left", "right"]
Orientation = Literal["portrait", "landscape", "upside down", "landscape right"]
"""How the phone is held: upright, on its left side, upside down, on its right side."""


@frozen
class PointTarget:
    """A place in native pixels, for targets without an element."""

    x: int
    y: int


Target = Element | PointTarget


@frozen
class OpenApp:
    """Bring an app to the front by the name a person uses, or by its package."""

    name: str


@frozen
class StopApp:
    """Stop an app and its background work, by its name or package."""

    name: str


@frozen
class OpenLink:
    """Open a web or deep link in the app that handles it."""

    url: str


@frozen
class Tap:
    target: Target


@frozen
class DoubleTap:
    target: Target


@frozen
class LongPress:
    target: Target


@frozen
class TypeText:
    """Type into `target`, or into the focused field if it is None. `replace` empties the field first."""

    text: str
    target: Target | None = None
    replace: bool = True


@frozen
class ClearText:
    target: Target | None = None


@frozen
class PressKey:
    key: Literal["back", "home", "enter", "recents", "delete", "search", "menu"]


@frozen
class Swipe:
    """Swipe in this direction, over the target or the middle of the screen."""

    direction: Direction
    target: Target | None = None


@frozen
class Scroll:
    """Reveal content in this direction: `down` shows the content below (the finger moves up)."""

    direction: Direction
    target: Target | None = None


@frozen
class ScrollTo:
    """Scroll in this direction until the text is visible or the list ends."""

    text: str
    direction: Direction = "down"
    target: Target | None = None


@frozen
class Drag:
    """Long-press at `start` until the item lifts, carry it to `end` and release."""

    start: Target
    end: Target


@frozen
class Pinch:
    """Pinch over the target or the middle of the screen: `out` spreads two fingers (magnifies), `in` closes them."""

    direction: Literal["in", "out"]
    target: Target | None = None


@frozen
class OpenNotifications:
    pass


@frozen
class OpenQuickSettings:
    pass


@frozen
class SetClipboard:
    text: str


@frozen
class ReadClipboard:
    """Read the clipboard; its text is the result's `value`."""


@frozen
class Rotate:
    """Rotate the display and keep it there: automatic rotation is off afterwards."""

    orientation: Orientation


@frozen
class WakeUp:
    """Turn the screen on and dismiss a lock without credentials."""


@frozen
class Wait:
    seconds: float


@frozen
class WaitUntil:
    """Wait until the text is visible, or with `gone` until it is not, at most this long."""

    text: str
    seconds: float = 10.0
    gone: bool = False


Action = (
    OpenApp
    | StopApp
    | OpenLink
    | Tap
    | DoubleTap
    | LongPress
    | TypeText
    | ClearText
    | PressKey
    | Swipe
    | Scroll
    | ScrollTo
    | Drag
    | Pinch
    | OpenNotifications
    | OpenQuickSettings
    | SetClipboard
    | ReadClipboard
    | Rotate
    | WakeUp
    | Wait
    | WaitUntil
)
ACTIONS: tuple[type[Action], ...] = get_args(Action)
"""Every class of the union."""


class ActionTrait(Flag):
    """Properties that actions share."""

    NONE = 0
    EFFECT = auto()
    """May change the phone's data."""
    REPEATABLE = auto()
    """Done twice, it has the effect of once."""
    SHIFTS = auto()
    """May scroll or narrow a list."""
    LOOKS = auto()
    """Only looks or waits: a run may do it in every app."""


_T = ActionTrait
TRAITS: Mapping[type[Action], ActionTrait] = {
    OpenApp: _T.NONE,
    StopApp: _T.EFFECT | _T.REPEATABLE,
    OpenLink: _T.NONE,
    Tap: _T.EFFECT,
    DoubleTap: _T.EFFECT,
    LongPress: _T.EFFECT,
    TypeText: _T.EFFECT | _T.SHIFTS,
    ClearText: _T.EFFECT | _T.REPEATABLE | _T.SHIFTS,
    PressKey: _T.NONE,
    Swipe: _T.SHIFTS | _T.LOOKS,
    Scroll: _T.SHIFTS | _T.LOOKS,
    ScrollTo: _T.SHIFTS | _T.LOOKS,
    Drag: _T.EFFECT | _T.SHIFTS,
    Pinch: _T.SHIFTS | _T.LOOKS,
    OpenNotifications: _T.NONE,
    OpenQuickSettings: _T.NONE,
    SetClipboard: _T.EFFECT | _T.REPEATABLE,
    ReadClipboard: _T.NONE,
    Rotate: _T.EFFECT | _T.REPEATABLE,
    WakeUp: _T.LOOKS,
    Wait: _T.LOOKS,
    WaitUntil: _T.LOOKS,
}
"""The properties of every action, except those that depend on its content: the pressed key, `replace` of a text."""


@frozen
class ActionResult:
    """The result of an action. `ok` is the phone's report; the next screen shows the effect.

    `value` is the text that the action read (the clipboard).
    """

    ok: bool
    detail: str = ""
    seconds: float = 0.0
    value: str = ""


def _name(target: Target | None) -> str:
    if target is None:
        return ""
    if isinstance(target, PointTarget):
        return f"({target.x}, {target.y})"
    return target.descriptor


def describe(action: Action) -> str:
    """The action in one short line, for histories, traces and prompts."""
    match action:
        case OpenApp(name=name):
            return f'open app "{name}"'
        case StopApp(name=name):
            return f'stop app "{name}"'
        case OpenLink(url=url):
            return f'open link "{url}"'
        case OpenNotifications():
            return "open notifications"
        case OpenQuickSettings():
            return "open quick settings"
        case PressKey(key=key):
            return f"press {key}"
        case SetClipboard(text=text):
            return f'put "{text}" on the clipboard'
        case ReadClipboard():
            return "read the clipboard"
        case Rotate(orientation=orientation):
            return f"rotate to {orientation}"
        case WakeUp():
            return "wake up"
        case Wait(seconds=seconds):
            return f"wait {seconds:g} s"
        case WaitUntil(text=text, gone=gone):
            return f'wait until "{text}" {"is gone" if gone else "appears"}'
        case _:
            return _describe_touch(action)


def _describe_touch(
    action: Tap | DoubleTap | LongPress | TypeText | ClearText | Swipe | Scroll | ScrollTo | Drag | Pinch,
) -> str:
    match action:
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
        case Swipe(direction=direction, target=target):
            return f"swipe {direction} {_name(target)}".strip()
        case Scroll(direction=direction, target=target):
            return f"scroll {direction} {_name(target)}".strip()
        case ScrollTo(text=text, direction=direction):
            return f'scroll {direction} to "{text}"'
        case Drag(start=start, end=end):
            return f"drag {_name(start)} to {_name(end)}"
        case Pinch(direction=direction, target=target):
            return f"pinch {direction} {_name(target)}".strip()


def is_effect(action: Action) -> bool:
    """True if the action can change the phone's data. Looking around (scroll, wait, home) cannot."""
    if isinstance(action, PressKey):
        return action.key in ("enter", "delete")
    return ActionTrait.EFFECT in TRAITS[type(action)]


def repeatable(action: Action) -> bool:
    """True if doing the action twice has the effect of doing it once."""
    if isinstance(action, TypeText):
        return action.replace
    if isinstance(action, PressKey):
        return action.key == "home"
    return ActionTrait.REPEATABLE in TRAITS[type(action)] or not is_effect(action)


def landing(action: Action) -> Target | None:
    """Where a touch has its effect: its target, or the end of a drag. None for other actions."""
    match action:
        case Tap(target=target) | DoubleTap(target=target) | LongPress(target=target) | Drag(end=target):
            return target
    return None

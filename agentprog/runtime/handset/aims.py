"""What an action is aimed at: whether that is still where it was, and whether doing it twice does it once."""

from __future__ import annotations

from agentprog.ports import (
    Action,
    ClearText,
    Element,
    PressKey,
    Rotate,
    Screen,
    SetClipboard,
    StopApp,
    TypeText,
    is_effect,
)


def still_there(action: Action, screen: Screen) -> bool:
    """Whether what an action was meant for is where it was, if it was meant for one place."""
    match getattr(action, "target", None):
        case None:
            return True
        case Element() as meant:
            return any((one.bounds, one.label) == (meant.bounds, meant.label) for one in screen.elements)
        case _:
            return False


def repeatable(action: Action) -> bool:
    """Whether doing it twice is the same as doing it once."""
    if isinstance(action, TypeText):
        return action.replace
    if isinstance(action, PressKey):
        return action.key == "home"
    return isinstance(action, ClearText | StopApp | SetClipboard | Rotate) or not is_effect(action)

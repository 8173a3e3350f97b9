"""Decides whether a screen is similar enough to the recorded one to repeat an action there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace

from agentprog.ports import Action, Element, PointTarget, Screen, Window, describe

_ALIKE = 0.5
"""Share of the names on the recorded screen that must be there where an action has no target."""
_SAME_PICTURE = 0.9
"""The same share for an action at a point without an element."""


class Unlike(Exception):
    """The screen differs from the recorded one; the message says how."""


def aligned(action: Action, recorded: Screen | None, screen: Screen) -> Action:
    """The action with its elements found again on today's screen. Raises Unlike."""
    if recorded is not None:
        _same_place(recorded, screen)
    found = {
        field.name: _find(target, screen)
        for field in fields(action)
        if isinstance(target := getattr(action, field.name), Element)
    }
    at_point = any(isinstance(getattr(action, field.name), PointTarget) for field in fields(action))
    if recorded is not None and (at_point or not found):
        alike(recorded, screen, at_least=_SAME_PICTURE if at_point else _ALIKE, action=describe(action))
    return replace(action, **found) if found else action  # type: ignore[arg-type]


def alike(recorded: Screen, screen: Screen, *, at_least: float = _ALIKE, action: str = "") -> None:
    """Raises Unlike if the screen belongs to another app, or lacks too many of the recorded elements."""
    _same_place(recorded, screen)
    recorded_names, names = set(_names(recorded)), set(_names(screen))
    share = len(recorded_names & names) / len(recorded_names) if recorded_names else 1.0
    if share < at_least:
        missing = ", ".join(f'"{name}"' for name in sorted(recorded_names - names)[:4])
        before = f" before it would {action}" if action else ""
        raise Unlike(f"the screen{before} lacks {missing}")


def reads_the_same(looks: Iterable[Screen], screen: Screen) -> bool:
    """True if one of the recorded screens has exactly the readable texts of this screen."""
    now = sorted(_texts(screen))
    return any(look.package == screen.package and sorted(_texts(look)) == now for look in looks)


def _same_place(recorded: Screen, screen: Screen) -> None:
    if recorded.package != screen.package:
        raise Unlike(f"{screen.package or 'no app'} is in front, not {recorded.package or 'the launcher'}")
    asks, dialog = _dialog(screen), _dialog(recorded)
    if asks and not dialog:
        raise Unlike(f'a dialog is in the way: "{asks}"')
    if dialog and not asks:
        raise Unlike(f'the dialog "{dialog}" is not there')


def _dialog(screen: Screen) -> str:
    return next((e.label for e in screen.elements if e.window is Window.DIALOG and e.label), "")


def _find(recorded: Element, screen: Screen) -> Element:
    """The element with that descriptor; a renamed field is found by its id. Raises Unlike."""
    like = [e for e in screen.elements if e.descriptor == recorded.descriptor and e.window is recorded.window]
    if not like and recorded.editable and recorded.resource_id:
        like = [e for e in screen.elements if e.editable and e.resource_id == recorded.resource_id]
    if len(like) > 1:
        like = [e for e in like if e.bounds == recorded.bounds and e.resource_id == recorded.resource_id]
    if len(like) != 1:
        shown = ", ".join([e.descriptor for e in screen.elements if e.clickable and e.label][:6])
        raise Unlike(
            f"there is no {recorded.descriptor} on the screen of {screen.package}; there is {shown or 'nothing'}"
        )
    return like[0]


def _names(screen: Screen) -> list[str]:
    return [
        f"{e.role.value} {e.label}"
        for e in screen.elements
        if e.label and e.window not in (Window.SYSTEM, Window.KEYBOARD)
    ]


def _texts(screen: Screen) -> list[str]:
    elements = [e for e in screen.elements if e.window not in (Window.SYSTEM, Window.KEYBOARD)]
    return [f"{e.role.value}|{e.label}|{e.text}|{e.checked}|{e.selected}" for e in elements]

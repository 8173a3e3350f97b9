"""An action's target: whether it is still in place, and whether the action changed it."""

from __future__ import annotations

from collections import Counter

from agentprog.ports import (
    Action,
    DoubleTap,
    Element,
    LongPress,
    Screen,
    Tap,
    TypeText,
    Window,
)
from agentprog.runtime.state.predicates import FieldValue, check


def still_there(action: Action, screen: Screen) -> bool:
    """True if the action's target is still at the same position; also true without a target."""
    match getattr(action, "target", None):
        case None:
            return True
        case Element() as target:
            return any((element.bounds, element.label) == (target.bounds, target.label) for element in screen.elements)
        case _:
            return False


def came_of_it(action: Action, before: Screen, after: Screen) -> bool:
    """True if an action changed the screen. A touch outside a field moves focus and opens keyboards only by accident:
    these changes do not count, nor does what the keyboard covers.
    """
    if before.signature == after.signature:
        return False
    target = getattr(action, "target", None)
    if not isinstance(action, Tap | DoubleTap | LongPress) or not isinstance(target, Element) or target.editable:
        return True
    if (before.package, before.activity) != (after.package, after.activity):
        return True
    old, new = _shown(before), _shown(after)
    return bool(new - old) if after.keyboard_shown and not before.keyboard_shown else new != old


def _shown(screen: Screen) -> Counter[tuple[object, ...]]:
    """The contents of a screen's pages, without positions and focus."""
    return Counter(
        (e.window, e.role, e.label, e.text, e.checked, e.selected, e.enabled)
        for e in screen.elements
        if e.window in (Window.APP, Window.DIALOG)
    )


def came_into_its_field(action: Action, screen: Screen) -> bool | None:
    """True if the field holds the replacement text; None for other actions, and if no screen shows the field."""
    match action:
        case TypeText(text=text, target=Element() as field, replace=True):
            return check(FieldValue(label=field.label, value=text, resource_id=field.resource_id), screen)
    return None

"""Shows from two screens whether a touch opened a form or left one. Opening a form saves and sends nothing."""

from __future__ import annotations

from enum import StrEnum

from agentprog.ports import Action, DoubleTap, Element, LongPress, Role, Screen, Tap, Window
from agentprog.runtime.safety.committing import is_search, shape_of


class Entry(StrEnum):
    """An action's relation to a form."""

    NONE = ""
    EMPTY = "empty"
    """A touch opened a form without entries."""
    FILLED = "filled"
    """A touch opened a form with entries."""
    LEFT = "left"
    """The form of the screen before is gone."""


def entry_of(action: Action, before: Screen, after: Screen) -> Entry:
    """Whether an action opened a form, empty or filled, or left one. Touches on a page with entries, on a row, or on a
    button that commits open no form: they may send or save something and show a form afterwards.
    """
    fields_before, fields_after = _fields(before), _fields(after)
    if fields_before and not fields_after:
        covered = any(e.window is Window.DIALOG for e in after.elements)
        return Entry.NONE if covered else Entry.LEFT
    if not isinstance(action, Tap | DoubleTap | LongPress) or not isinstance(target := action.target, Element):
        return Entry.NONE
    new = [field for key, field in fields_after.items() if key not in fields_before]
    filled = any(field.text.strip() for field in fields_before.values())
    if not new or filled or target.editable or target.role is Role.ITEM or shape_of(target, before):
        return Entry.NONE
    return Entry.FILLED if any(field.text.strip() for field in new) else Entry.EMPTY


def _fields(screen: Screen) -> dict[tuple[str, str], Element]:
    """The fields of a screen's pages that do not search, by id and placeholder."""
    fields = (e for e in screen.elements if e.editable and e.window in (Window.APP, Window.DIALOG))
    return {(e.resource_id, e.hint or e.label): e for e in fields if not is_search(e)}

"""Finds touches that save, send or remove something, by their place; the button's words are not used here.

The page of a committing touch has contents to commit (a filled field, a selection, a question, a sum), or the touch is
on the page's main button. Rows, tabs, fields, keys and the way back commit nothing by their place.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from agentprog import resources
from agentprog.identity import says
from agentprog.lang.effects.amounts import amounts_in
from agentprog.ports import Bounds, Element, Role, Screen, Window

_BAR = 0.14
"""The part of the height, from the top and from the bottom, in which bars of actions stand."""
_CORNER = 0.18
"""Share of the width in which the back button lies."""
_END = 0.35
"""The share of the width in which a bar ends."""
_WIDE = 0.55
"""Least width of a main button, as a share of the screen's."""
_FLAT = 0.12
"""Greatest height of a main button, as a share of the screen's."""
_LOWER = 0.4
"""Share of the height above which no main button lies."""
_PASSIVE = (Role.TAB, Role.FIELD, Role.LIST, Role.SLIDER, Role.SPINNER, Role.TEXT)


class Shape(StrEnum):
    """Places where a touch commits something."""

    DIALOG = "the positive button of a dialog"
    COMMAND = "an entry of a menu"
    BESIDE = "a button beside a filled field"
    FORM = "a button of a page with filled fields"
    SELECTION = "an action on what is selected"
    SWITCH = "a switch"
    PAYMENT = "the main button of a page that shows a sum"
    MAIN = "the main button of a page"
    CARD = "a button that this app is known to commit with"


def shape_of(target: Element, screen: Screen, *, selection: bool = False) -> Shape | None:
    """The place of a touch if the touch commits something; None if it only navigates. `selection`: the run has selected
    rows, even if the tree does not show it.
    """
    if target.window in (Window.KEYBOARD, Window.SYSTEM) or target.editable or target.role in _PASSIVE:
        return None
    around = [e for e in screen.elements if e.window is target.window and e is not target]
    if target.window is Window.DIALOG:
        return _in_dialog(target, around)
    if target.checkable:
        return Shape.SWITCH
    if target.role is Role.ITEM or _is_way_back(target, screen):
        return None
    if (selection or _selected(around)) and _on_bar(target, screen):
        return Shape.SELECTION
    filled = [e for e in around if e.editable and e.text.strip() and not is_search(e)]
    if any(_inside(target.bounds, field.bounds) for field in filled):  # clears the field, or reveals its text
        return None
    if any(_on_line(target.bounds, field.bounds) for field in filled):
        return Shape.BESIDE
    if filled and (_below(target, filled) or _at_the_end_of_the_bar(target, screen)):
        return Shape.FORM
    if _is_main(target, screen) and not any(_alike(target, e) for e in around):
        sums = amounts_in(" ".join(f"{e.label} {e.text}" for e in (target, *around)), prices=False)
        return Shape.PAYMENT if sums else Shape.MAIN
    return None


@cache
def _searching() -> tuple[str, ...]:
    return tuple(tomllib.loads(resources.read_text("devices/policy.toml"))["sink"]["searching"])


def is_search(field: Element) -> bool:
    """True if a field searches in the app itself."""
    field_words = f"{field.label} {field.hint} {field.resource_id.rpartition('/')[2].replace('_', ' ')}"
    return any(says(field_words, word) for word in _searching())


def _in_dialog(target: Element, around: Sequence[Element]) -> Shape | None:
    standard = target.resource_id.removeprefix("android:id/")
    if standard in ("button2", "button3"):
        return None
    if standard == "button1":
        return Shape.DIALOG
    if not any(e.label and not e.clickable and not e.scrollable for e in around):
        return None if target.checkable or not around else Shape.COMMAND
    if target.checkable or target.role is Role.ITEM:
        return None
    other_buttons = [e for e in around if e.clickable and e.role is Role.BUTTON and not e.editable]
    if not other_buttons:
        return None
    line = [e for e in other_buttons if _on_line(e.bounds, target.bounds)]
    if not line:  # stacked buttons: the last one cancels
        return Shape.DIALOG if any(e.bounds.top >= target.bounds.bottom for e in other_buttons) else None
    leftward = _is_leftward(target.label)
    first = all((e.bounds.left < target.bounds.left) is leftward for e in line)
    return None if first else Shape.DIALOG


def _is_leftward(label: str) -> bool:
    """True if a label's script is written from right to left."""
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in label)


def _is_way_back(target: Element, screen: Screen) -> bool:
    """True if the element is in a top corner, on the side of the back button, and no wider than an icon."""
    bounds = target.bounds
    corner = bounds.right <= screen.width * _CORNER or (
        bounds.left >= screen.width * (1 - _CORNER) and _is_leftward(target.label)
    )
    return corner and bounds.bottom <= screen.height * _BAR


def _below(target: Element, fields: Sequence[Element]) -> bool:
    """True if the element is below every filled field; elements between them belong to the form."""
    return target.bounds.top >= max(field.bounds.top for field in fields)


def _at_the_end_of_the_bar(target: Element, screen: Screen) -> bool:
    """True if the element is at the end of a top bar, where a form has its save button."""
    bounds = target.bounds
    if bounds.bottom > screen.height * _BAR:
        return False
    if _is_leftward(target.label):
        return bounds.right <= screen.width * _END
    return bounds.left >= screen.width * (1 - _END)


def _alike(first: Element, second: Element) -> bool:
    """True if two elements are rows of one list: with equal width and height, one below the other."""
    a, b = first.bounds, second.bounds
    return second.clickable and (a.left, a.width, a.height) == (b.left, b.width, b.height)


def _selected(around: Sequence[Element]) -> bool:
    return any(e.selected and (e.role is Role.ITEM or e.long_clickable) and e.window is Window.APP for e in around)


def _on_bar(target: Element, screen: Screen) -> bool:
    bounds = target.bounds
    return bounds.bottom <= screen.height * _BAR or bounds.top >= screen.height * (1 - _BAR)


def _is_main(target: Element, screen: Screen) -> bool:
    bounds = target.bounds
    wide = bounds.width >= screen.width * _WIDE and bounds.height <= screen.height * _FLAT
    return target.role is Role.BUTTON and wide and bounds.top >= screen.height * _LOWER


def _on_line(first: Bounds, second: Bounds) -> bool:
    """True if two elements are on one line: the middle of each is within the other, or nearly."""
    overlap = min(first.bottom, second.bottom) - max(first.top, second.top)
    return overlap * 2 >= min(first.height, second.height)


def _inside(inner: Bounds, outer: Bounds) -> bool:
    x, y = inner.center
    return outer.contains(x, y)

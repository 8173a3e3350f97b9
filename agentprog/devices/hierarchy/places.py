"""Words that distinguish elements with equal role and label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from agentprog.devices.hierarchy.drafts import Draft
from agentprog.devices.hierarchy.words import shorten
from agentprog.ports import Bounds, Role, Window

_WINDOWS = {Window.KEYBOARD: "on the keyboard", Window.SYSTEM: "in the system bar"}
_NAMING = frozenset({Role.TEXT, Role.ITEM, Role.FIELD, Role.BUTTON})
_NAME_LIMIT = 40
_MOST_ROWS = 60
"""More equal elements than this are only numbered: searching a row for each takes long and helps little."""


def tell_apart(drafts: list[Draft]) -> None:
    """Give a `place` to every element that shares role and label with another, so that the combination is unique."""
    by_label: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        by_label[draft.label].append(draft)
    shared = [group for by_place in by_label.values() if len(by_place) > 1 for group in _by_role(by_place)]
    for group in shared:
        _by_window(group)
    namers = [draft for draft in drafts if draft.role in _NAMING] if shared else []
    for group in shared:
        by_place = defaultdict(list)
        for draft in group:
            by_place[draft.place].append(draft)
        for alike in by_place.values():
            if len(alike) > 1:
                _within_window(alike, namers)


def _by_role(drafts: list[Draft]) -> list[list[Draft]]:
    """Groups of elements with equal role, if there are several."""
    groups: dict[Role, list[Draft]] = defaultdict(list)
    for draft in drafts:
        groups[draft.role].append(draft)
    return [group for group in groups.values() if len(group) > 1]


def _by_window(group: list[Draft]) -> None:
    """Elements of keyboard and system bars name their window; an element without a window name is in the app."""
    kinds = {draft.window for draft in group}
    if len(kinds) == 1:
        return
    for draft in group:
        if draft.window in _WINDOWS:
            draft.place = _WINDOWS[draft.window]
        elif draft.window is Window.APP and Window.DIALOG in kinds:
            draft.place = "behind the dialog"


def _within_window(alike: list[Draft], namers: list[Draft]) -> None:
    before = alike[0].place
    rows = [_row_name(draft, namers) for draft in alike] if len(alike) <= _MOST_ROWS else [""]
    if all(rows) and len(set(rows)) == len(rows):
        places = [f"row of '{name}'" for name in rows]
    else:
        places = _ordinals([draft.bounds for draft in alike])
    for draft, place in zip(alike, places, strict=True):
        draft.place = f"{place}, {before}" if before else place


def _row_name(draft: Draft, namers: Iterable[Draft]) -> str:
    """The label of the row around the element, or of a text beside it in its row."""
    bounds = draft.bounds
    top, bottom = bounds.top, bounds.bottom
    best, name = 0, ""
    for namer in namers:
        namer_bounds = namer.bounds
        if namer_bounds.top >= bottom or namer_bounds.bottom <= top or namer.label == draft.label:
            continue
        if namer.window is not draft.window:
            continue
        if namer_bounds.clip(bounds) == bounds:
            size = namer_bounds.width * namer_bounds.height
        elif namer.role is not Role.BUTTON and namer.container is draft.container and _beside(bounds, namer_bounds):
            size = abs(namer_bounds.center[0] - bounds.center[0]) * bounds.height * 2
        else:
            continue
        if not name or size < best:
            best, name = size, namer.label
    return shorten(name, _NAME_LIMIT)


def _beside(first: Bounds, second: Bounds) -> bool:
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    return shared * 10 > max(first.height, second.height) * 6


def _ordinals(bounds: list[Bounds]) -> list[str]:
    """1st, 2nd ... in the direction of the elements' layout."""
    tops, lefts = {b.top for b in bounds}, {b.left for b in bounds}
    if len(tops) == len(bounds):
        order, side = sorted(range(len(bounds)), key=lambda i: bounds[i].top), "from top"
    elif len(tops) == 1 and len(lefts) == len(bounds):
        order, side = sorted(range(len(bounds)), key=lambda i: bounds[i].left), "from left"
    else:
        order, side = list(range(len(bounds))), f"of {len(bounds)}"
    words = [""] * len(bounds)
    for number, i in enumerate(order, start=1):
        words[i] = f"{_nth(number)} {side}"
    return words


def _nth(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"

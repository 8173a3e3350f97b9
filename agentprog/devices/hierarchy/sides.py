"""The sides of messages in a conversation: own messages at one edge, other people's at the other."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Literal

from agentprog.devices.hierarchy.drafts import Draft
from agentprog.devices.hierarchy.roles import IMAGE
from agentprog.ports import Bounds, Role

_GAP = 0.12
"""Share of the list's width that a message leaves free on its other side."""
PART = "in the message above"
_TIMES = 3
"""The free space is at least this many times the space on its own side."""
_SPEAKS = (Role.TEXT, Role.ITEM, Role.OTHER)
_RIGHT_TO_LEFT = ("R", "AL")


def mark_sides(drafts: Sequence[Draft]) -> bool:
    """Set the side of messages, in lists in which a message stands alone in its row on the far side. True if any
    list is of this kind. A row cut off at the list's edge does not count.

    The far side is the right, or either side if both are used: text in a right-to-left script stands on the right
    anyway.
    """
    lists: dict[Bounds, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.rows is not None and draft.role is not IMAGE and draft.label:
            lists[draft.rows].append(draft)
    sided = False
    for holder, inside in lists.items():
        parts = _parts(inside)
        alone = [
            draft
            for draft in _alone([draft_inside for draft_inside in inside if id(draft_inside) not in parts])
            if draft.role in _SPEAKS
        ]
        within = {id(row): [part.bounds for part in inside if parts.get(id(part)) is row] for row in parts.values()}
        found = {id(draft): _side(_spoken(draft, within.get(id(draft), ())), holder) for draft in alone}
        sides = {found[id(draft)] for draft in alone if not _is_cut(draft, holder, alone)}
        if "right" in sides and ("left" in sides or any(found[id(d)] == "right" and _stands(d) for d in alone)):
            sided = True
            for draft in alone:
                draft.side = found[id(draft)]
            for draft in inside:
                if id(draft) in parts and (side := parts[id(draft)].side):
                    draft.side, draft.marks = side, (PART,)
    return sided


def _parts(inside: Sequence[Draft]) -> dict[int, Draft]:
    """Active parts within a row, such as a quoted message, by row."""
    found: dict[int, Draft] = {}
    for before, part in pairwise(inside):
        row = found.get(id(before), before)
        if row.node.children and row.bounds.clip(part.bounds) == part.bounds:
            found[id(part)] = row
    return found


def _alone(inside: list[Draft]) -> Iterator[Draft]:
    """The drafts without another part of the list beside them."""
    downwards = sorted(inside, key=lambda draft: draft.bounds.top)
    above = downwards[0].bounds.top
    for draft, following in zip_longest(downwards, downwards[1:]):
        bounds = draft.bounds
        if above <= bounds.top and (following is None or bounds.bottom <= following.bounds.top):
            yield draft
        above = max(above, bounds.bottom)


def _is_cut(draft: Draft, holder: Bounds, rows: Sequence[Draft]) -> bool:
    """True if the list's edge hides texts of it: it is at the edge and has fewer texts than every other row of its
    kind."""
    if draft.bounds.top > holder.top and draft.bounds.bottom < holder.bottom:
        return False
    kind, texts = _kind(draft), _texts(draft)
    alike = [_texts(row) for row in rows if row is not draft and _kind(row) == kind]
    return bool(alike) and all(texts < whole for whole in alike)


def _kind(draft: Draft) -> tuple[str, str]:
    return draft.node.class_name, draft.node.resource_id


def _texts(draft: Draft) -> set[str]:
    """The ids of the texts in it."""
    return {node.resource_id for node in draft.node.walk() if node.text and not node.children}


def _spoken(draft: Draft, parts: Iterable[Bounds]) -> Bounds:
    """Bounds of a message's words and parts, since a long-pressable row is as wide as its list."""
    words = [node.bounds for node in draft.node.walk() if node.text and not node.children and not node.bounds.empty]
    boxes = [*words, *parts]
    if not boxes or not draft.node.children:
        return draft.bounds
    found = Bounds(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
    return found.clip(draft.bounds)


def _side(inner: Bounds, outer: Bounds) -> Literal["", "left", "right"]:
    left, right = inner.left - outer.left, outer.right - inner.right
    least = outer.width * _GAP
    if left >= least and left >= _TIMES * right:
        return "right"
    return "left" if right >= least and right >= _TIMES * left else ""


def _stands(draft: Draft) -> bool:
    """True if it stands on its side by itself: neither text of a wide row nor text that runs to the left."""
    strong = (unicodedata.bidirectional(sign) for sign in draft.label if sign.isalpha())
    return not draft.node.children and next(strong, "L") not in _RIGHT_TO_LEFT

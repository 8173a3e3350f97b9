"""On which side what is said stands in a conversation: own messages at one edge, those of others at the other."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from agentprog.devices.hierarchy.drafts import Draft
from agentprog.ports import Bounds, Role

_GAP = 0.12
"""Of the list's width: what stands on a side leaves at least so much of it free on the other."""
_TIMES = 3
"""The free room is at least so many times that of its own side."""
_SPEAKS = (Role.TEXT, Role.ITEM, Role.OTHER)
_MOST = 200
_RIGHT_TO_LEFT = ("R", "AL")


def mark_sides(drafts: Sequence[Draft]) -> None:
    """Give a side to what stands on one, alone in its row, in lists where something stands on the far side.

    The far side is the right, or either one where both are taken: a text of a script that runs to the left stands on
    the right by itself, which says nothing.
    """
    lists: dict[Bounds, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.rows is not None and draft.role is not Role.IMAGE and draft.label:
            lists[draft.rows].append(draft)
    for holder, inside in lists.items():
        if len(inside) > _MOST:
            continue
        alone = [draft for draft in inside if draft.role in _SPEAKS and not _shares_row(draft, inside)]
        found = {id(draft): _side(draft.bounds, holder) for draft in alone}
        sides = set(found.values())
        if "right" in sides and ("left" in sides or any(found[id(d)] == "right" and not _runs_left(d) for d in alone)):
            for draft in alone:
                draft.side = found[id(draft)]


def _shares_row(draft: Draft, others: Sequence[Draft]) -> bool:
    here = draft.bounds
    return any(
        other is not draft and other.bounds.top < here.bottom and here.top < other.bounds.bottom for other in others
    )


def _side(inner: Bounds, outer: Bounds) -> Literal["", "left", "right"]:
    left, right = inner.left - outer.left, outer.right - inner.right
    least = outer.width * _GAP
    if left >= least and left >= _TIMES * right:
        return "right"
    return "left" if right >= least and right >= _TIMES * left else ""


def _runs_left(draft: Draft) -> bool:
    strong = (unicodedata.bidirectional(sign) for sign in draft.label if sign.isalpha())
    return next(strong, "L") in _RIGHT_TO_LEFT

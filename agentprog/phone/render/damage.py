"""Finds the part of the screen that two display lists draw differently."""

from __future__ import annotations

from functools import lru_cache

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import ClipOp, DisplayList, LineOp, Op, ShadowOp, TextOp

NOTHING = Rect(0, 0, 0, 0)


@lru_cache(maxsize=1024)
def extent(op: Op) -> Rect:
    """The pixels that an operation may change. The end of a clip changes none."""
    match op:
        case TextOp():
            line, reach = fonts.line_height(op.size, op.weight), op.size // 2
            right = op.x + fonts.width(op.text, op.size, op.weight)
            return Rect(op.x - reach, op.y - reach, right + reach, op.y + line + reach)
        case LineOp():
            xs, ys = [x for x, _ in op.points], [y for _, y in op.points]
            return Rect(min(xs) - op.width, min(ys) - op.width, max(xs) + op.width + 1, max(ys) + op.width + 1)
        case ShadowOp():
            r, far = op.rect, 3 * op.depth
            return Rect(r.left - far, r.top - far, r.right + far, r.bottom + far)
        case ClipOp():
            return op.rect or NOTHING
        case _:
            return op.rect


def damaged(before: DisplayList, after: DisplayList, screen: Rect) -> Rect:
    """A rectangle within the screen that contains all differences; empty if the lists are equal.

    It ignores the common beginning and end of the lists. A changed clip counts with its rectangle, which contains its
    effects; a moved end of a clip counts as everything.
    """
    if before == after:
        return NOTHING
    shorter = min(len(before), len(after))
    start = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    end = next((i for i in range(shorter - start) if before[-1 - i] != after[-1 - i]), shorter - start)
    changed = (*before[start : len(before) - end], *after[start : len(after) - end])
    if ClipOp(None) in changed:
        return screen
    boxes = [extent(op) for op in changed]
    return Rect(
        max(screen.left, min(box.left for box in boxes)),
        max(screen.top, min(box.top for box in boxes)),
        min(screen.right, max(box.right for box in boxes)),
        min(screen.bottom, max(box.bottom for box in boxes)),
    )


def apart(box: Rect, area: Rect) -> bool:
    """True if two rectangles share no pixel."""
    return box.left >= area.right or box.right <= area.left or box.top >= area.bottom or box.bottom <= area.top

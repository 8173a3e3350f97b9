"""Containers: Column, Row and Stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agentprog.phone.records import Rect
from agentprog.phone.widgets.base import MATCH, Align, Metrics, Widget


def _outer(m: Metrics, child: Widget, max_width: int, max_height: int) -> tuple[int, int]:
    """Size of a child with its margins."""
    g = child.margin
    mw, mh = m.px(g.left) + m.px(g.right), m.px(g.top) + m.px(g.bottom)
    w, h = child.measure(m, max(0, max_width - mw), max(0, max_height - mh))
    return w + mw, h + mh


def _offset(align: Align, free: int) -> int:
    return free // 2 if align == "center" else free if align == "end" else 0


@dataclass(eq=False, kw_only=True)
class Column(Widget):
    """Children from top to bottom, `gap` dp apart. `pack` places them if none has a weight."""

    class_name: str = "android.widget.LinearLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    gap: float = 0
    pack: Align = "start"

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        width, used = 0, self._gaps(m)
        for child in self.children:
            if child.weight:
                width = max(width, _outer(m, child, max_width, max_height)[0])
                used = max_height if max_height < 1 << 24 else used + _outer(m, child, max_width, max_height)[1]
                continue
            w, h = _outer(m, child, max_width, max(0, max_height - used))
            width, used = max(width, w), used + h
        return min(width, max_width), min(used, max_height)

    def _gaps(self, m: Metrics) -> int:
        return m.px(self.gap) * max(0, len(self.children) - 1)

    def arrange(self, m: Metrics, inner: Rect) -> None:
        width, height = inner.right - inner.left, inner.bottom - inner.top
        left = height - self._gaps(m)
        sizes: dict[int, int] = {}
        for i, child in enumerate(self.children):
            if not child.weight:
                sizes[i] = _outer(m, child, width, max(0, left))[1]
                left -= sizes[i]
        shares = sum(child.weight for child in self.children)
        y = inner.top + (0 if shares else _offset(self.pack, max(0, left)))
        for i, child in enumerate(self.children):
            h = sizes[i] if i in sizes else max(0, round(left * child.weight / shares))
            self._place(m, child, Rect(inner.left, y, inner.right, y + h))
            y += h + m.px(self.gap)

    def _place(self, m: Metrics, child: Widget, slot: Rect) -> None:
        box = m.inner(slot, child.margin)
        w = box.right - box.left
        if child.width != MATCH:
            w = min(w, child.measure(m, w, max(0, box.bottom - box.top))[0])
        x = box.left + _offset(child.align, box.right - box.left - w)
        child.place(m, Rect(x, box.top, x + w, box.bottom))


@dataclass(eq=False, kw_only=True)
class Row(Widget):
    """Children from left to right, vertically centred unless `cross` says otherwise."""

    class_name: str = "android.widget.LinearLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    gap: float = 0
    pack: Align = "start"
    cross: Align = "center"

    def _widths(self, m: Metrics, width: int, height: int) -> list[int]:
        left = width - m.px(self.gap) * max(0, len(self.children) - 1)
        widths = [0] * len(self.children)
        for i, child in enumerate(self.children):
            if not child.weight:
                widths[i] = _outer(m, child, max(0, left), height)[0]
                left -= widths[i]
        shares = sum(child.weight for child in self.children)
        for i, child in enumerate(self.children):
            if child.weight:
                widths[i] = max(0, round(left * child.weight / shares))
        return widths

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        widths = self._widths(m, max_width, max_height)
        height = 0
        for child, w in zip(self.children, widths, strict=True):
            height = max(height, _outer(m, child, w, max_height)[1])
        gaps = m.px(self.gap) * max(0, len(self.children) - 1)
        return min(max_width, sum(widths) + gaps), height

    def arrange(self, m: Metrics, inner: Rect) -> None:
        width, height = inner.right - inner.left, inner.bottom - inner.top
        widths = self._widths(m, width, height)
        gaps = m.px(self.gap) * max(0, len(self.children) - 1)
        x = inner.left + _offset(self.pack, max(0, width - sum(widths) - gaps))
        for child, w in zip(self.children, widths, strict=True):
            box = m.inner(Rect(x, inner.top, x + w, inner.bottom), child.margin)
            room = max(0, box.bottom - box.top)
            h = room if child.height == MATCH else min(room, child.measure(m, max(0, box.right - box.left), room)[1])
            y = box.top + _offset(self.cross, room - h)
            child.place(m, Rect(box.left, y, box.right, y + h))
            x += w + m.px(self.gap)


@dataclass(eq=False, kw_only=True)
class Stack(Widget):
    """Children on top of each other, each aligned by its own `align` and `align_vertical`."""

    class_name: str = "android.widget.FrameLayout"
    children: Sequence[Widget] = field(default=(), kw_only=False)

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        sizes = [_outer(m, child, max_width, max_height) for child in self.children]
        return max((w for w, _ in sizes), default=0), max((h for _, h in sizes), default=0)

    def arrange(self, m: Metrics, inner: Rect) -> None:
        for child in self.children:
            box = m.inner(inner, child.margin)
            room_w, room_h = max(0, box.right - box.left), max(0, box.bottom - box.top)
            w, h = child.measure(m, room_w, room_h)
            w = room_w if child.width == MATCH else w
            h = room_h if child.height == MATCH else h
            x, y = box.left + _offset(child.align, room_w - w), box.top + _offset(child.align_vertical, room_h - h)
            child.place(m, Rect(x, y, x + w, y + h))


@dataclass(eq=False, kw_only=True)
class Flow(Widget):
    """Children in rows that wrap, such as chips; all rows have the tallest child's height."""

    class_name: str = "android.view.ViewGroup"
    children: Sequence[Widget] = field(default=(), kw_only=False)
    gap: float = 8

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        boxes = self._boxes(m, max_width)
        return max_width, max((b.bottom for b in boxes), default=0)

    def _boxes(self, m: Metrics, width: int) -> list[Rect]:
        gap, x, y, row, boxes = m.px(self.gap), 0, 0, 0, []
        for child in self.children:
            w, h = _outer(m, child, width, 1 << 24)
            if x and x + w > width:
                x, y, row = 0, y + row + gap, 0
            boxes.append(Rect(x, y, x + w, y + h))
            x, row = x + w + gap, max(row, h)
        return boxes

    def arrange(self, m: Metrics, inner: Rect) -> None:
        for child, b in zip(self.children, self._boxes(m, inner.right - inner.left), strict=True):
            slot = Rect(inner.left + b.left, inner.top + b.top, inner.left + b.right, inner.top + b.bottom)
            child.place(m, m.inner(slot, child.margin))


def spacer(*, width: float = 0, height: float = 0, weight: float = 0) -> Widget:
    """Empty space without an accessibility node."""
    return Widget(class_name="android.widget.Space", width=width, height=height, weight=weight, accessible=False)

"""Containers that scroll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from agentprog.phone.records import Rect
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, UNBOUNDED, Metrics, Widget
from agentprog.phone.widgets.states import ScrollState


@dataclass(eq=False, kw_only=True)
class ScrollView(Widget):
    """One child, possibly taller than the view. `fill_view` stretches a short child."""

    class_name: str = "android.widget.ScrollView"
    child: Widget = field(kw_only=False)
    width: float = MATCH
    height: float = MATCH
    fill_view: bool = False

    def __post_init__(self) -> None:
        if self.scroll is None:
            raise ValueError("a ScrollView needs a ScrollState")
        self.children = [self.child]

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        w, h = self.child.measure(m, max_width, UNBOUNDED)
        return w, min(h, max_height)

    def arrange(self, m: Metrics, inner: Rect) -> None:
        state = self.scroll
        if state is None:
            return
        width, viewport = inner.right - inner.left, max(0, inner.bottom - inner.top)
        height = self.child.measure(m, width, UNBOUNDED)[1]
        if self.fill_view:
            height = max(height, viewport)
        state.limit, state.viewport = max(0, height - viewport), viewport
        _follow(state)
        top = inner.top - round(state.offset)
        self.child.place(m, Rect(inner.left, top, inner.right, top + height))

    def paint(self, canvas: Canvas, m: Metrics) -> None:
        self.paint_box(canvas, m)
        canvas.clip(self.rect)
        self.child.paint(canvas, m)
        canvas.unclip()


@dataclass(eq=False, kw_only=True)
class HorizontalScroll(Widget):
    """One child, possibly wider than the view."""

    class_name: str = "android.widget.HorizontalScrollView"
    child: Widget = field(kw_only=False)
    width: float = MATCH

    def __post_init__(self) -> None:
        if self.scroll is None:
            raise ValueError("a HorizontalScroll needs a ScrollState")
        self.scroll.axis = "horizontal"
        self.children = [self.child]

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        w, h = self.child.measure(m, UNBOUNDED, max_height)
        return min(w, max_width), h

    def arrange(self, m: Metrics, inner: Rect) -> None:
        state = self.scroll
        if state is None:
            return
        height, viewport = inner.bottom - inner.top, max(0, inner.right - inner.left)
        width = self.child.measure(m, UNBOUNDED, height)[0]
        state.limit, state.viewport = max(0, width - viewport), viewport
        _follow(state)
        left = inner.left - round(state.offset)
        self.child.place(m, Rect(left, inner.top, left + width, inner.bottom))

    def paint(self, canvas: Canvas, m: Metrics) -> None:
        self.paint_box(canvas, m)
        canvas.clip(self.rect)
        self.child.paint(canvas, m)
        canvas.unclip()


@dataclass(eq=False, kw_only=True)
class ListView(Widget):
    """Rows that exist only while visible, as in a RecyclerView."""

    class_name: str = "androidx.recyclerview.widget.RecyclerView"
    build: Callable[[int], Widget] = field(kw_only=False)
    count: int = 0
    row_height: float = 0
    width: float = MATCH
    height: float = MATCH
    _rows: list[tuple[Widget, int]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if self.scroll is None:
            raise ValueError("a ListView needs a ScrollState")

    def _heights(self, m: Metrics, width: int) -> list[int]:
        if self.row_height:
            return [m.px(self.row_height)] * self.count
        if not self._rows:
            for i in range(self.count):
                row = self.build(i)
                g = row.margin
                inner = width - m.px(g.left) - m.px(g.right)
                height = row.measure(m, inner, UNBOUNDED)[1] + m.px(g.top) + m.px(g.bottom)
                self._rows.append((row, height))
        return [height for _, height in self._rows]

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        return max_width, min(max_height, sum(self._heights(m, max_width)))

    def arrange(self, m: Metrics, inner: Rect) -> None:
        state = self.scroll
        if state is None:
            return
        width = inner.right - inner.left
        viewport = max(0, inner.bottom - inner.top)
        heights = self._heights(m, width)
        state.limit, state.viewport = max(0, sum(heights) - viewport), viewport
        if state.reveal is not None:
            state.offset = float(sum(heights[: state.reveal]))
            state.reveal = None
        _follow(state)
        rows, y = [], inner.top - round(state.offset)
        for i, height in enumerate(heights):
            if y + height > self.rect.top and y < self.rect.bottom:
                row = self._rows[i][0] if self._rows else self.build(i)
                row.place(m, m.inner(Rect(inner.left, y, inner.right, y + height), row.margin))
                rows.append(row)
            y += height
        self.children = rows

    def paint(self, canvas: Canvas, m: Metrics) -> None:
        self.paint_box(canvas, m)
        canvas.clip(self.rect)
        for child in self.children:
            child.paint(canvas, m)
        canvas.unclip()


def _follow(state: ScrollState) -> None:
    if state.to_end:
        state.offset, state.to_end = float(state.limit), False
    state.clamp()

"""Scrolling: the state that outlives a rebuild, its fling, and the containers that show a part of their content."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from agentprog.phone.records import Rect
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, UNBOUNDED, Metrics, Widget

# Android's fling physics (OverScroller): friction, and the exponent of its deceleration curve.
_FRICTION = 0.015
_DECELERATION = math.log(0.78) / math.log(0.9)


@dataclass(eq=False, kw_only=True)
class Fling:
    """A running fling: where it began and how far and long it goes."""

    began: float
    origin: float
    distance: float
    seconds: float


@dataclass(eq=False, kw_only=True)
class ScrollState:
    """How far a container is scrolled, in pixels. `limit` and `viewport` are set by layout."""

    offset: float = 0
    limit: float = 0
    viewport: int = 0
    axis: Literal["vertical", "horizontal"] = "vertical"
    to_end: bool = False
    reveal: int | None = None
    fling: Fling | None = None

    def clamp(self) -> None:
        self.offset = min(max(0.0, self.offset), max(0.0, self.limit))

    def by(self, pixels: float) -> bool:
        """Scroll, as far as there is something; True when it moved."""
        before = self.offset
        self.offset += pixels
        self.clamp()
        return self.offset != before

    def throw(self, velocity: float, now: float, density: int) -> None:
        """Start a fling with a velocity in pixels a second (positive: content moves towards its end)."""
        coefficient = 9.80665 * 39.37 * density * 0.84
        strength = math.log(max(1e-6, 0.35 * abs(velocity) / (_FRICTION * coefficient)))
        seconds = math.exp(strength / (_DECELERATION - 1))
        distance = _FRICTION * coefficient * math.exp(_DECELERATION / (_DECELERATION - 1) * strength)
        self.fling = Fling(
            began=now,
            origin=self.offset,
            distance=math.copysign(distance, velocity),
            seconds=min(max(seconds, 0.02), 3.0),
        )

    def animate(self, now: float) -> bool:
        """Move a running fling to a time; True while it runs."""
        fling = self.fling
        if fling is None:
            return False
        part = min(1.0, max(0.0, (now - fling.began) / fling.seconds))
        self.offset = fling.origin + fling.distance * (1 - (1 - part) ** 2.4)
        self.clamp()
        if part >= 1.0 or self.offset in (0.0, float(self.limit)):
            self.fling = None
        return self.fling is not None


@dataclass(eq=False, kw_only=True)
class ScrollView(Widget):
    """One child, taller than the view perhaps. `fill_view` stretches a short child."""

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
    """One child, wider than the view perhaps."""

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
    """Rows that exist only while they are in sight, as a RecyclerView has them."""

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

"""The widget: one object with layout, touch, accessibility and drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agentprog.phone.records import Rect
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.states import EditState, ScrollState

MATCH = -1.0
WRAP = -2.0
UNBOUNDED = 1 << 24
NOWHERE = Rect(0, 0, 0, 0)

Direction = Literal["up", "down", "left", "right"]
Align = Literal["start", "center", "end"]
Callback = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Insets:
    """Space in dp on each side."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


NO_INSETS = Insets()


def pad(
    horizontal: float = 0,
    vertical: float = 0,
    *,
    left: float | None = None,
    top: float | None = None,
    right: float | None = None,
    bottom: float | None = None,
) -> Insets:
    """Insets by axis, with single sides overridden."""
    return Insets(
        horizontal if left is None else left,
        vertical if top is None else top,
        horizontal if right is None else right,
        vertical if bottom is None else bottom,
    )


@dataclass(frozen=True, slots=True)
class Metrics:
    """Converts dp to pixels; `font_scale` multiplies text sizes only."""

    density: int
    font_scale: float = 1.0

    def px(self, dp: float) -> int:
        return round(dp * self.density / 160)

    def sp(self, sp: float) -> int:
        return max(1, round(sp * self.density / 160 * self.font_scale))

    def inner(self, rect: Rect, insets: Insets) -> Rect:
        return Rect(
            rect.left + self.px(insets.left),
            rect.top + self.px(insets.top),
            rect.right - self.px(insets.right),
            rect.bottom - self.px(insets.bottom),
        )


@dataclass(frozen=True, slots=True)
class Fill:
    """A box's colour, corner radius and shadow in dp, and outline."""

    color: str = ""
    radius: float = 0
    outline: str = ""
    elevation: float = 0


@dataclass(eq=False, kw_only=True)
class Widget:
    """A node. Sizes are dp, MATCH or WRAP; `weight` shares the space left in a Column or Row.

    `accessible=False` hides the node and its descendants from accessibility (it is still drawn and tapped);
    `important=False` hides the node from compressed trees only; `absorbs` keeps touches from the widgets behind.
    """

    class_name: str = "android.view.View"
    id: str = ""
    text: str = ""
    desc: str = ""
    hint: str = ""
    width: float = WRAP
    height: float = WRAP
    min_width: float = 0
    min_height: float = 0
    weight: float = 0
    padding: Insets = NO_INSETS
    margin: Insets = NO_INSETS
    align: Align = "start"
    align_vertical: Align = "start"
    fill: Fill | None = None
    on_click: Callback | None = None
    on_long_click: Callback | None = None
    on_swipe: Callable[[Direction], object] | None = None
    swipes: str = "lrud"
    on_drag: Callable[[float, float], object] | None = None
    enabled: bool = True
    focusable: bool | None = None
    selected: bool = False
    checkable: bool = False
    checked: bool = False
    password: bool = False
    accessible: bool = True
    important: bool = True
    absorbs: bool = False
    package: str = ""
    children: Sequence[Widget] = ()
    scroll: ScrollState | None = None
    edit: EditState | None = None
    rect: Rect = field(default=NOWHERE, init=False)
    mirrored: bool = field(default=False, init=False)
    _memo: tuple[int, int, int, int] | None = field(default=None, init=False, repr=False)

    def measure(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        """Outer size without margins, at most the given maximum."""
        if self._memo and self._memo[:2] == (max_width, max_height):
            return self._memo[2], self._memo[3]
        p = self.padding
        extra_w, extra_h = m.px(p.left) + m.px(p.right), m.px(p.top) + m.px(p.bottom)
        width = self._given(m, self.width, max_width)
        height = self._given(m, self.height, max_height)
        if width is None or height is None:
            inner_w = max(0, (max_width if width is None else width) - extra_w)
            inner_h = max(0, (max_height if height is None else height) - extra_h)
            content = self.content_size(m, inner_w, inner_h)
            if width is None:
                width = min(max_width, max(content[0] + extra_w, m.px(self.min_width)))
            if height is None:
                height = min(max_height, max(content[1] + extra_h, m.px(self.min_height)))
        self._memo = (max_width, max_height, width, height)
        return width, height

    @staticmethod
    def _given(m: Metrics, size: float, limit: int) -> int | None:
        if size == MATCH:
            return None if limit >= UNBOUNDED else limit
        return None if size == WRAP else min(limit, m.px(size))

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        """Size inside the padding."""
        return 0, 0

    def place(self, m: Metrics, rect: Rect) -> None:
        self.rect, self.mirrored = rect, False
        self.arrange(m, m.inner(rect, self.padding))

    def arrange(self, m: Metrics, inner: Rect) -> None:
        """Place the children inside the padding."""

    def paint(self, canvas: Canvas, m: Metrics) -> None:
        self.paint_box(canvas, m)
        self.draw(canvas, m)
        for child in self.children:
            child.paint(canvas, m)

    def paint_box(self, canvas: Canvas, m: Metrics) -> None:
        fill = self.fill
        if fill is None:
            return
        radius = m.px(fill.radius)
        if fill.elevation:
            canvas.shadow(self.rect, radius=radius, depth=m.px(fill.elevation))
        if fill.color:
            canvas.fill(self.rect, fill.color, radius)
        if fill.outline:
            canvas.border(self.rect, fill.outline, radius=radius, width=max(1, m.px(1)))

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        """Draw this widget's own content over its box."""

    @property
    def is_focusable(self) -> bool:
        if self.focusable is not None:
            return self.focusable
        return self.on_click is not None or self.on_long_click is not None or self.edit is not None or self.checkable

    @property
    def takes_touch(self) -> bool:
        return (
            self.on_click is not None
            or self.on_long_click is not None
            or self.edit is not None
            or self.on_drag is not None
            or self.absorbs
        )

    def accessible_text(self) -> str:
        """The node's text for clients."""
        return self.text

    def walk(self) -> Iterator[Widget]:
        yield self
        for child in self.children:
            yield from child.walk()

"""Leaves: text, icons, buttons, check marks, switches, chips, dividers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, Align, Callback, Fill, Insets, Metrics, Widget, pad
from agentprog.phone.widgets.layout import Stack
from agentprog.phone.widgets.theme import LIGHT, Theme

_MIRRORED_ICONS = {"back": "forward", "forward": "back", "left": "right", "right": "left"}
DEFAULT_ICON_COLOR = "#49454F"


@dataclass(eq=False, kw_only=True)
class Text(Widget):
    """A TextView. `lines` above 0 cuts with an ellipsis; `text_align` places lines inside the box."""

    class_name: str = "android.widget.TextView"
    text: str = field(default="", kw_only=False)
    size: float = 14
    font_weight: fonts.Weight = "regular"
    color: str = "#1D1B20"
    lines: int = 0
    text_align: Align = "start"
    line_spacing: float = 1.0

    def _wrapped(self, m: Metrics, width: int) -> tuple[str, ...]:
        return fonts.wrap(self.text, m.sp(self.size), self.font_weight, max(1, width), self.lines)

    def _line(self, m: Metrics) -> int:
        return round(fonts.line_height(m.sp(self.size), self.font_weight) * self.line_spacing)

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        size = m.sp(self.size)
        lines = self._wrapped(m, max_width)
        width = max(fonts.width(line, size, self.font_weight) for line in lines)
        return min(max_width, width + 1), len(lines) * self._line(m)

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        inner, size, line = m.inner(self.rect, self.padding), m.sp(self.size), self._line(m)
        lines = self._wrapped(m, inner.right - inner.left)
        y = inner.top + max(0, (inner.bottom - inner.top - line * len(lines)) // 2)
        for text in lines:
            free = inner.right - inner.left - fonts.width(text, size, self.font_weight)
            # "start" is the right side in mirrored layouts, and for right-to-left words in other layouts.
            at_end = (self.text_align == "end") != (self.mirrored or fonts.base_direction(text) == "rtl")
            x = inner.left + (free // 2 if self.text_align == "center" else free if at_end else 0)
            canvas.text(x, y, text, size=size, weight=self.font_weight, color=self.color)
            y += line


@dataclass(eq=False, kw_only=True)
class Icon(Widget):
    """A drawn symbol by name (see `render.icons`)."""

    class_name: str = "android.widget.ImageView"
    name: str = field(default="", kw_only=False)
    size: float = 24
    color: str = DEFAULT_ICON_COLOR

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        return m.px(self.size), m.px(self.size)

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        inner, side = m.inner(self.rect, self.padding), m.px(self.size)
        x = inner.left + (inner.right - inner.left - side) // 2
        y = inner.top + (inner.bottom - inner.top - side) // 2
        name = _MIRRORED_ICONS.get(self.name, self.name) if self.mirrored else self.name
        canvas.icon(name, Rect(x, y, x + side, y + side), self.color)


@dataclass(eq=False, kw_only=True)
class Picture(Widget):
    """A picture file, cropped to fill the box, or `whole` in its middle. Accessibility gets no description of it."""

    class_name: str = "android.widget.ImageView"
    data: bytes = field(default=b"", kw_only=False)
    whole: bool = False

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        canvas.picture(m.inner(self.rect, self.padding), self.data, whole=self.whole)


@dataclass(eq=False, kw_only=True)
class Button(Widget):
    """A Button with a label. `kind` is `text`, `filled` or `tonal`; colours come from the theme."""

    class_name: str = "android.widget.Button"
    text: str = field(default="", kw_only=False)
    theme: Theme = field(default=LIGHT, kw_only=False)
    kind: str = "text"
    size: float = 14
    icon: str = ""
    color: str = ""
    min_height: float = 48
    min_width: float = 48
    padding: Insets = field(default_factory=lambda: pad(16, 4))

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        icon = m.px(26) if self.icon else 0
        return fonts.width(self.text, m.sp(self.size), "medium") + 1 + icon, m.px(40)

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        t = self.theme
        color = self.color or t.primary
        gap = m.px(4)
        box = Rect(self.rect.left, self.rect.top + gap, self.rect.right, self.rect.bottom - gap)
        if self.kind == "filled":
            canvas.fill(box, color if self.enabled else t.raised, (box.bottom - box.top) // 2)
            color = t.on_primary if self.enabled else t.hint
        elif self.kind == "tonal":
            canvas.fill(box, t.container, (box.bottom - box.top) // 2)
            color = t.on_container if not t.dark else t.text
        if not self.enabled:
            color = t.hint
        size, line = m.sp(self.size), fonts.line_height(m.sp(self.size), "medium")
        icon = m.px(18) if self.icon else 0
        width = fonts.width(self.text, size, "medium") + (icon + m.px(8) if icon else 0)
        x = (self.rect.left + self.rect.right - width) // 2
        middle = (self.rect.top + self.rect.bottom) // 2
        if icon:
            canvas.icon(self.icon, Rect(x, middle - icon // 2, x + icon, middle - icon // 2 + icon), color)
            x += icon + m.px(8)
        canvas.text(x, middle - line // 2, self.text, size=size, weight="medium", color=color)


@dataclass(eq=False, kw_only=True)
class Toggle(Widget):
    """A CheckBox, RadioButton or Switch, by `look`. Without `on_click`, taps go to the row around it."""

    theme: Theme = field(kw_only=False)
    look: str = field(default="checkbox", kw_only=False)
    checkable: bool = True
    size: float = 14
    min_height: float = 40

    def __post_init__(self) -> None:
        names = {"checkbox": "CheckBox", "radio": "RadioButton", "switch": "Switch"}
        self.class_name = f"android.widget.{names[self.look]}"

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        label = fonts.width(self.text, m.sp(self.size), "regular") + m.px(12) if self.text else 0
        return min(max_width, m.px(52 if self.look == "switch" else 24) + label), m.px(32)

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        inner = m.inner(self.rect, self.padding)
        middle = (inner.top + inner.bottom) // 2
        mark = m.px(52 if self.look == "switch" else 24)
        at_right = (self.look == "switch") != self.mirrored
        x = inner.right - mark if at_right else inner.left
        {"checkbox": self._check, "radio": self._radio, "switch": self._switch}[self.look](canvas, m, x, middle)
        if self.text:
            line = fonts.line_height(m.sp(self.size), "regular")
            left = inner.left if at_right else inner.left + mark + m.px(12)
            if self.mirrored:
                reach = inner.right - mark - m.px(12) if at_right else inner.right
                left = reach - fonts.width(self.text, m.sp(self.size), "regular")
            color = self.theme.text if self.enabled else self.theme.hint
            canvas.text(left, middle - line // 2, self.text, size=m.sp(self.size), weight="regular", color=color)

    def _check(self, canvas: Canvas, m: Metrics, x: int, middle: int) -> None:
        half = m.px(9)
        box = Rect(x + m.px(3), middle - half, x + m.px(3) + 2 * half, middle + half)
        if self.checked:
            canvas.fill(box, self.theme.primary, m.px(2))
            canvas.icon("check", box, self.theme.on_primary)
        else:
            canvas.border(box, self.theme.muted, radius=m.px(2), width=m.px(2))

    def _radio(self, canvas: Canvas, m: Metrics, x: int, middle: int) -> None:
        half, dot = m.px(10), m.px(5)
        color = self.theme.primary if self.checked else self.theme.muted
        cx = x + m.px(2) + half
        canvas.border(Rect(cx - half, middle - half, cx + half, middle + half), color, radius=half, width=m.px(2))
        if self.checked:
            canvas.fill(Rect(cx - dot, middle - dot, cx + dot, middle + dot), color, dot)

    def _switch(self, canvas: Canvas, m: Metrics, x: int, middle: int) -> None:
        half, width = m.px(16), m.px(52)
        track = Rect(x, middle - half, x + width, middle + half)
        t = self.theme
        if self.checked:
            canvas.fill(track, t.primary if self.enabled else t.hint, half)
            knob, cx, color = m.px(12), track.right - half, t.on_primary
        else:
            canvas.fill(track, t.raised, half)
            canvas.border(track, t.hint, radius=half, width=m.px(2))
            knob, cx, color = m.px(8), track.left + half, t.hint
        canvas.fill(Rect(cx - knob, middle - knob, cx + knob, middle + knob), color, knob)


def icon_button(
    name: str,
    desc: str,
    on_click: Callback | None,
    *,
    color: str = DEFAULT_ICON_COLOR,
    id: str = "",
    class_name: str = "android.widget.Button",
    side: float = 48,
    size: float = 24,
) -> Icon:
    """A toolbar action: a square symbol with a content description instead of a text."""
    return Icon(
        name,
        desc=desc,
        on_click=on_click,
        color=color,
        id=id,
        class_name=class_name,
        width=side,
        height=side,
        size=size,
    )


def fab(theme: Theme, icon: str, desc: str, on_click: Callback, *, id: str = "", side: float = 56) -> Icon:
    """A floating action button, bottom right of a Stack."""
    return Icon(
        icon,
        desc=desc,
        on_click=on_click,
        id=id,
        class_name="android.widget.ImageButton",
        color=theme.on_container if not theme.dark else theme.text,
        width=side,
        height=side,
        margin=pad(16, 16),
        align="end",
        align_vertical="end",
        fill=Fill(theme.container, radius=16, elevation=4),
    )


def divider(theme: Theme, *, inset: float = 0) -> Widget:
    return Widget(height=1, width=MATCH, fill=Fill(theme.divider), margin=pad(left=inset), accessible=False)


_AVATARS = ("#7E57C2", "#00897B", "#D81B60", "#3949AB", "#F4511E", "#43A047", "#1E88E5", "#8D6E63", "#C0A000")


def avatar(name: str, *, size: float = 40, id: str = "", accessible: bool = False) -> Stack:
    """A coloured disc with the first letter of a name."""
    color = _AVATARS[sum(map(ord, name)) % len(_AVATARS)]
    first = next((c for c in name if c.isalnum()), "")
    inside: Widget = (
        Text(first.upper(), size=size * 0.48, color="#FFFFFF", align="center", align_vertical="center")
        if first.isalpha()
        else Icon("person", size=size * 0.6, color="#FFFFFF", align="center", align_vertical="center")
    )
    inside.accessible = False
    return Stack(
        [inside],
        class_name="android.widget.ImageView",
        id=id,
        width=size,
        height=size,
        fill=Fill(color, radius=size / 2),
        accessible=accessible,
    )


def chip(theme: Theme, text: str, on_click: Callback, *, selected: bool = False) -> Widget:
    """A small rounded button for a choice."""
    return Button(
        text,
        theme,
        kind="tonal" if selected else "text",
        on_click=on_click,
        class_name="android.widget.CompoundButton",
        checkable=True,
        checked=selected,
        min_height=40,
        fill=None if selected else Fill(outline=theme.divider, radius=20),
    )


@dataclass(eq=False, kw_only=True)
class Slider(Widget):
    """A SeekBar from 0 to 1."""

    class_name: str = "android.widget.SeekBar"
    theme: Theme = field(kw_only=False)
    value: float = field(default=0, kw_only=False)
    on_change: Callable[[float], object] | None = None
    width: float = MATCH
    height: float = 48

    def __post_init__(self) -> None:
        self.on_drag = self._dragged
        self.text = f"{self.value * 100:.1f}"

    def _dragged(self, x: float, y: float) -> None:
        if self.on_change:
            self.on_change(min(1.0, max(0.0, 1 - x if self.mirrored else x)))

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        r, half = self.rect, m.px(8)
        part = 1 - self.value if self.mirrored else self.value
        middle, x = (r.top + r.bottom) // 2, round(r.left + (r.right - r.left) * part)
        done = Rect(min(x, r.right - 2 * half), 0, r.right, 0) if self.mirrored else Rect(r.left, 0, x, 0)
        canvas.fill(Rect(r.left, middle - half, r.right, middle + half), self.theme.raised, half)
        right = max(done.right, done.left + 2 * half)
        canvas.fill(Rect(done.left, middle - half, right, middle + half), self.theme.primary, half)
        canvas.fill(Rect(x - m.px(2), r.top + m.px(4), x + m.px(2), r.bottom - m.px(4)), self.theme.primary, m.px(2))

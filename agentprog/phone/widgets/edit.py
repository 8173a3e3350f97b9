"""The editable text field."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, NO_INSETS, Metrics, Widget, pad
from agentprog.phone.widgets.states import EditState


@dataclass(eq=False, kw_only=True)
class TextField(Widget):
    """An EditText. `look` is `line` (underlined), `box` (outlined), `filled` or `plain`."""

    class_name: str = "android.widget.EditText"
    edit: EditState | None = field(default=None, kw_only=False)
    width: float = MATCH
    size: float = 16
    color: str = "#1D1B20"
    hint_color: str = "#6F6B75"
    accent: str = "#6750A4"
    look: Literal["line", "box", "filled", "plain"] = "line"
    error: str = ""
    min_lines: int = 1
    max_lines: int = 8
    weight_name: fonts.Weight = "regular"
    focused: bool = False
    accent_error: str = "#B3261E"

    def __post_init__(self) -> None:
        if self.edit is None:
            raise ValueError("a TextField needs an EditState")
        self.text = self.edit.shown()
        self.password = self.edit.input_type == "password"
        if self.padding is NO_INSETS:
            self.padding = pad(0, 8) if self.look == "plain" else pad(16 if self.look != "line" else 4, 12)

    def accessible_text(self) -> str:
        return self.text or self.hint

    def _lines(self, m: Metrics, width: int) -> tuple[str, ...]:
        size = m.sp(self.size)
        if self.edit is not None and self.edit.multi_line:
            return fonts.wrap(self.text or self.hint, size, self.weight_name, width)
        return ((self.text or self.hint).replace("\n", " "),)

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        line = fonts.line_height(m.sp(self.size), self.weight_name)
        count = max(self.min_lines, len(self._lines(m, max_width)))
        if self.max_lines:
            count = min(count, self.max_lines)
        extra = fonts.line_height(m.sp(12), "regular") if self.error else 0
        return max_width, count * line + extra

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        inner = m.inner(self.rect, self.padding)
        size, line = m.sp(self.size), fonts.line_height(m.sp(self.size), self.weight_name)
        color = self.color if self.text else self.hint_color
        self._draw_look(canvas, m)
        multi = self.edit is not None and self.edit.multi_line
        lines = self._lines(m, inner.right - inner.left)
        top = inner.top if multi else inner.top + max(0, (inner.bottom - inner.top - line) // 2)
        visible = max(1, (inner.bottom - inner.top) // line)
        first, shift = self._view(m, lines, visible, inner, size)
        canvas.clip(self.rect)
        selected = self.focused and self.edit is not None and self.edit.start != self.edit.end
        if selected:
            self._draw_selection(canvas, m, lines, first, (inner.left - shift, top, line))
        for i, text in enumerate(lines[first : first + visible + 1]):
            canvas.text(
                self._left(text, inner, size) - shift,
                top + i * line,
                text,
                size=size,
                weight=self.weight_name,
                color=color,
            )
        if self.focused and not selected:
            self._draw_cursor(canvas, m, lines, (first, shift), inner, (top, line))
        canvas.unclip()
        if self.error:
            y = self.rect.bottom - fonts.line_height(m.sp(12), "regular") - m.px(2)
            canvas.text(inner.left, y, self.error, size=m.sp(12), weight="regular", color=self.accent_error)

    def _left(self, text: str, inner: Rect, size: int) -> int:
        """The left position of a line: right-to-left text ends at the right edge."""
        if fonts.base_direction(text) == "ltr":
            return inner.left
        return max(inner.left, inner.right - fonts.width(text, size, self.weight_name))

    def _view(self, m: Metrics, lines: tuple[str, ...], visible: int, inner: Rect, size: int) -> tuple[int, int]:
        """First visible line and sideways shift that keep the cursor visible."""
        if self.edit is None or not self.focused:
            return 0, 0
        if self.edit.multi_line:
            return max(0, self._cursor(lines)[0] - visible + 1), 0
        cursor = fonts.width(self.text[: self.edit.end], size, self.weight_name)
        return 0, max(0, cursor - (inner.right - inner.left) + m.px(2))

    def _cursor(self, lines: tuple[str, ...]) -> tuple[int, int]:
        """Line and column of the cursor in wrapped text."""
        left = 0 if not self.text or self.edit is None else self.edit.end
        position = 0
        for i, text in enumerate(lines):
            if left <= position + len(text):
                return i, left - position
            position += len(text)
            if position < len(self.text) and self.text[position] in " \n":
                position += 1
        return len(lines) - 1, len(lines[-1])

    def _draw_selection(
        self, canvas: Canvas, m: Metrics, lines: tuple[str, ...], first: int, box: tuple[int, int, int]
    ) -> None:
        """Draw a tint behind the selected characters of all visible lines."""
        if self.edit is None or not self.text:
            return
        left, top, line = box
        low, high = sorted((self.edit.start, self.edit.end))
        size, position, tint = m.sp(self.size), 0, _tint(self.accent, self.color)
        for i, text in enumerate(lines):
            a, b = max(0, low - position), min(len(text), high - position)
            if a < b and i >= first:
                x = left + fonts.width(text[:a], size, self.weight_name)
                y = top + (i - first) * line
                canvas.fill(Rect(x, y, x + fonts.width(text[a:b], size, self.weight_name), y + line), tint)
            position += len(text)
            if position < len(self.text) and self.text[position] in " \n":
                position += 1

    def _draw_cursor(
        self,
        canvas: Canvas,
        m: Metrics,
        lines: tuple[str, ...],
        view: tuple[int, int],
        inner: Rect,
        at: tuple[int, int],
    ) -> None:
        (first, shift), (top, line), size = view, at, m.sp(self.size)
        multi = self.edit is not None and self.edit.multi_line
        row, column = self._cursor(lines) if multi else (0, self.edit.end if self.edit else 0)
        whole = lines[row] if multi else self.text
        before = fonts.width(whole[:column], size, self.weight_name)
        x = self._left(whole, inner, size) + before
        if fonts.base_direction(whole or self.hint) == "rtl":
            x = inner.right - before - m.px(2)
        y = top + (row - first) * line
        canvas.fill(Rect(x - shift, y, x - shift + m.px(2), y + line), self.accent)

    def _draw_look(self, canvas: Canvas, m: Metrics) -> None:
        r = self.rect
        color = self.accent_error if self.error else self.accent if self.focused else "#79747E"
        if self.look == "line":
            y = r.bottom - m.px(6)
            canvas.fill(Rect(r.left + m.px(4), y, r.right - m.px(4), y + m.px(2 if self.focused else 1)), color)
        elif self.look == "box":
            canvas.border(r, color, radius=m.px(4), width=m.px(2 if self.focused else 1))
        elif self.look == "filled" and self.fill is None:
            canvas.fill(r, "#ECE6F0", m.px(28))


def _tint(accent: str, ink: str) -> str:
    """The accent, lightened or darkened until ink is readable on it."""
    target = 0 if int(ink[1:3], 16) > 128 else 255
    parts = (round(int(accent[i : i + 2], 16) * 0.35 + target * 0.65) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)

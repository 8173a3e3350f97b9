"""Flowing text of a web page; each run of one style is a node of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import MATCH, Metrics, Widget


@dataclass(eq=False, kw_only=True)
class InlineRun(Widget):
    """Text of one style. Its rectangle is the union of its pieces, as a WebView reports it."""

    class_name: str = "android.widget.TextView"
    text: str = field(default="", kw_only=False)
    size: float = 16
    font_weight: fonts.Weight = "regular"
    color: str = "#202124"
    underline: bool = False
    pieces: list[tuple[int, int, str]] = field(default_factory=list, init=False)

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        size = m.sp(self.size)
        for x, y, words in self.pieces:
            canvas.text(x, y, words, size=size, weight=self.font_weight, color=self.color)
            if self.underline:
                y1 = y + round(fonts.line_height(size, self.font_weight) * 0.9)
                right = x + fonts.width(words.rstrip(), size, self.font_weight)
                canvas.fill(Rect(x, y1, right, y1 + max(1, m.px(1))), self.color)


@dataclass(eq=False, kw_only=True)
class Paragraph(Widget):
    """Runs one after the other; a newline in a run breaks the line."""

    class_name: str = "android.view.View"
    children: Sequence[InlineRun] = field(default=(), kw_only=False)
    width: float = MATCH

    def content_size(self, m: Metrics, max_width: int, max_height: int) -> tuple[int, int]:
        return max_width, self._flow(m, Rect(0, 0, max_width, 0))

    def arrange(self, m: Metrics, inner: Rect) -> None:
        self._flow(m, inner)

    def _line(self, m: Metrics) -> int:
        return max((fonts.line_height(m.sp(r.size), r.font_weight) for r in self.children), default=0)

    def _flow(self, m: Metrics, inner: Rect) -> int:
        """Lay out the runs in lines. Returns the used height."""
        limit, line = inner.right - inner.left, self._line(m)
        x, y = 0, 0
        for run in self.children:
            size, weight = m.sp(run.size), run.font_weight
            run.pieces = []
            for word in _words(run.text):
                if word == "\n":
                    x, y = 0, y + line
                    continue
                for piece in fonts.wrap(word.rstrip(), size, weight, limit):
                    width = fonts.width(piece, size, weight)
                    if x and x + width > limit:
                        x, y = 0, y + line
                    if piece or x:
                        _add(run.pieces, inner.left + x, inner.top + y, piece)
                    x += width
                if word.endswith(" ") and x:
                    x += fonts.width(" ", size, weight)
            self._frame(m, run, line)
        return y + line if self.children else 0

    @staticmethod
    def _frame(m: Metrics, run: InlineRun, line: int) -> None:
        size, weight = m.sp(run.size), run.font_weight
        boxes = [Rect(x, y, x + fonts.width(words, size, weight), y + line) for x, y, words in run.pieces]
        if not boxes:
            run.place(m, Rect(0, 0, 0, 0))
            return
        left, top = min(b.left for b in boxes), min(b.top for b in boxes)
        run.place(m, Rect(left, top, max(b.right for b in boxes), max(b.bottom for b in boxes)))


def _add(pieces: list[tuple[int, int, str]], x: int, y: int, words: str) -> None:
    """Add a word; on the same line it joins the last piece."""
    if pieces and pieces[-1][1] == y:
        left, _, before = pieces[-1]
        pieces[-1] = (left, y, f"{before} {words}")
    else:
        pieces.append((x, y, words))


def _words(text: str) -> list[str]:
    """Words, each with its trailing space; line breaks are separate."""
    found: list[str] = []
    for i, line in enumerate(text.split("\n")):
        if i:
            found.append("\n")
        for word in line.split(" "):
            found.append(word + " ")
        if found and found[-1].endswith(" ") and line:
            found[-1] = found[-1][:-1]
        elif found and not line:
            found.pop()
    return found

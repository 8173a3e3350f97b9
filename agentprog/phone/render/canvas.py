"""A display list: the widgets' drawing operations as comparable values, so that an unchanged window is not redrawn."""

from __future__ import annotations

from typing import NamedTuple

from agentprog.phone.records import Rect
from agentprog.phone.render.fonts import Weight


class FillOp(NamedTuple):
    rect: Rect
    color: str
    radius: int


class BorderOp(NamedTuple):
    rect: Rect
    color: str
    radius: int
    width: int


class TextOp(NamedTuple):
    x: int
    y: int
    text: str
    size: int
    weight: Weight
    color: str


class IconOp(NamedTuple):
    name: str
    rect: Rect
    color: str


class LineOp(NamedTuple):
    points: tuple[tuple[int, int], ...]
    color: str
    width: int


class ShadowOp(NamedTuple):
    rect: Rect
    radius: int
    depth: int


class PictureOp(NamedTuple):
    """A picture file, either whole in the middle of the rectangle, or cropped to fill it."""

    rect: Rect
    data: bytes
    whole: bool


class ShadeOp(NamedTuple):
    """Darken everything drawn so far, for the background of a dialog."""

    rect: Rect
    amount: int


class WallpaperOp(NamedTuple):
    rect: Rect


class ClipOp(NamedTuple):
    """Restrict drawing to a rectangle; None ends the innermost restriction."""

    rect: Rect | None


Op = FillOp | BorderOp | TextOp | IconOp | LineOp | ShadowOp | PictureOp | ShadeOp | WallpaperOp | ClipOp
DisplayList = tuple[Op, ...]


class Canvas:
    """Collects operations in drawing order."""

    def __init__(self) -> None:
        self._ops: list[Op] = []

    def finish(self) -> DisplayList:
        return tuple(self._ops)

    def fill(self, rect: Rect, color: str, radius: int = 0) -> None:
        if not rect.empty:
            self._ops.append(FillOp(rect, color, min(radius, (rect.right - rect.left) // 2)))

    def border(self, rect: Rect, color: str, *, radius: int = 0, width: int = 2) -> None:
        if not rect.empty:
            self._ops.append(BorderOp(rect, color, radius, width))

    def text(self, x: int, y: int, text: str, *, size: int, weight: Weight, color: str) -> None:
        if text.strip():
            self._ops.append(TextOp(x, y, text, size, weight, color))

    def icon(self, name: str, rect: Rect, color: str) -> None:
        self._ops.append(IconOp(name, rect, color))

    def line(self, points: tuple[tuple[int, int], ...], color: str, width: int = 2) -> None:
        self._ops.append(LineOp(points, color, width))

    def picture(self, rect: Rect, data: bytes, *, whole: bool) -> None:
        if not rect.empty:
            self._ops.append(PictureOp(rect, data, whole))

    def shadow(self, rect: Rect, *, radius: int, depth: int) -> None:
        self._ops.append(ShadowOp(rect, radius, depth))

    def shade(self, rect: Rect, amount: int = 96) -> None:
        self._ops.append(ShadeOp(rect, amount))

    def wallpaper(self, rect: Rect) -> None:
        self._ops.append(WallpaperOp(rect))

    def clip(self, rect: Rect) -> None:
        self._ops.append(ClipOp(rect))

    def unclip(self) -> None:
        self._ops.append(ClipOp(None))

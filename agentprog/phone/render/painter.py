"""Draws display lists on images."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageColor, ImageDraw, ImageFilter, ImageOps

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts, icons
from agentprog.phone.render.canvas import (
    BorderOp,
    ClipOp,
    DisplayList,
    FillOp,
    IconOp,
    LineOp,
    Op,
    PictureOp,
    ShadeOp,
    ShadowOp,
    TextOp,
    WallpaperOp,
)
from agentprog.phone.render.damage import apart, extent

Rgb = tuple[int, int, int]
_MOST_PIXELS = 60_000_000


@lru_cache(maxsize=512)
def rgb(color: str) -> Rgb:
    red, green, blue = ImageColor.getrgb(color)[:3]
    return red, green, blue


@lru_cache(maxsize=256)
def _rounded(width: int, height: int, radius: int, line: int) -> Image.Image:
    """Antialiased mask of a rounded box, filled or (line > 0) outlined."""
    k = 4
    big = Image.new("L", (width * k, height * k), 0)
    draw = ImageDraw.Draw(big)
    box = (0, 0, width * k - 1, height * k - 1)
    if line:
        draw.rounded_rectangle(box, radius * k, outline=255, width=line * k)
    else:
        draw.rounded_rectangle(box, radius * k, fill=255)
    return big.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _shadow(width: int, height: int, radius: int, depth: int) -> Image.Image:
    """Soft mask of a box's shadow with a margin of two depths on each side, at a quarter of its size."""
    margin = depth * 2
    small = 4
    size = ((width + 2 * margin) // small + 1, (height + 2 * margin) // small + 1)
    image = Image.new("L", size, 0)
    box = (margin // small, margin // small, (margin + width) // small, (margin + height) // small)
    ImageDraw.Draw(image).rounded_rectangle(box, max(1, radius // small), fill=72)
    return image.filter(ImageFilter.GaussianBlur(max(1, depth / small)))


def wallpaper(width: int, height: int, box: tuple[int, int, int, int]) -> Image.Image:
    """A part of the wallpaper (hills at dusk), enlarged softly to a screen's size.

    It enlarges the whole picture each time: keeping it would cost ten megabytes a phone, and a part enlarged alone
    looks different.
    """
    whole = _hills().resize((width, height), Image.Resampling.BICUBIC)
    return whole if box == (0, 0, width, height) else whole.crop(box)


@lru_cache(maxsize=1)
def _hills() -> Image.Image:
    k = 3
    small = Image.new("RGB", (90 * k, 200 * k))
    draw = ImageDraw.Draw(small)
    top, middle, bottom = (38, 52, 102), (141, 110, 160), (244, 178, 140)
    for y in range(200 * k):
        part = y / (200 * k)
        low, high, mix = (top, middle, part * 2) if part < 0.5 else (middle, bottom, part * 2 - 1)
        color = tuple(round(a + (b - a) * mix) for a, b in zip(low, high, strict=True))
        draw.line((0, y, 90 * k, y), fill=color)
    draw.ellipse((58 * k, 88 * k, 76 * k, 106 * k), fill=(255, 226, 190))
    hills: tuple[tuple[Rgb, tuple[tuple[int, int], ...]], ...] = (
        ((92, 84, 140), ((0, 142), (22, 118), (44, 140), (66, 122), (90, 146))),
        ((58, 62, 112), ((0, 164), (28, 148), (60, 168), (90, 152))),
        ((34, 42, 82), ((0, 182), (40, 170), (90, 186))),
    )
    for hill, ridge in hills:
        draw.polygon([(x * k, y * k) for x, y in (*ridge, (90, 200), (0, 200))], fill=hill)
    return small


def _fitted(data: bytes, size: tuple[int, int], whole: bool) -> Image.Image | None:
    """A picture file in a size; None for a file that is not a picture or larger than a phone would load."""
    try:
        with Image.open(io.BytesIO(data)) as found:
            if found.width * found.height > _MOST_PIXELS:
                return None
            upright = ImageOps.exif_transpose(found).convert("RGB")
    except (OSError, SyntaxError, ValueError):
        return None
    return (ImageOps.contain if whole else ImageOps.fit)(upright, size)


class Painter:
    """Draws on one image, whose top left corner is at `origin` on the screen."""

    def __init__(self, image: Image.Image, origin: tuple[int, int] = (0, 0)) -> None:
        self._image = image
        self._origin = origin
        self._draw = ImageDraw.Draw(image)

    def run(self, ops: DisplayList, area: Rect | None = None) -> None:
        """Draw the operations that touch an area of the screen (default: the whole image), within that area."""
        left, top = self._origin
        clips = [area or Rect(left, top, left + self._image.width, top + self._image.height)]
        for op in ops:
            if isinstance(op, ClipOp):
                if op.rect is None:
                    clips.pop()
                else:
                    clips.append(clips[-1].clip(op.rect))
                continue
            box, clip = extent(op), clips[-1]
            if clip.empty or apart(box, clip):
                continue
            if box.clip(clip) == box:
                self._one(op)
            else:
                self._clipped(op, box.clip(clip))

    def _clipped(self, op: Op, part: Rect) -> None:
        """Draws an operation that crosses the edge on a copy of the inner part."""
        dx, dy = self._origin
        box = (part.left - dx, part.top - dy, part.right - dx, part.bottom - dy)
        inside = self._image.crop(box)
        Painter(inside, (part.left, part.top))._one(op)
        self._image.paste(inside, box)

    def _one(self, op: Op) -> None:
        match op:
            case FillOp():
                self._fill(op)
            case TextOp():
                self._text(op)
            case IconOp():
                self._icon(op)
            case BorderOp():
                self._border(op)
            case LineOp():
                self._line(op)
            case ShadowOp():
                self._shadow(op)
            case PictureOp():
                self._picture(op)
            case ShadeOp():
                self._shade(op)
            case WallpaperOp():
                self._wallpaper(op.rect)

    def _fill(self, op: FillOp) -> None:
        dx, dy = self._origin
        left, top, right, bottom = op.rect.left - dx, op.rect.top - dy, op.rect.right - dx, op.rect.bottom - dy
        color, r = rgb(op.color), min(op.radius, (bottom - top) // 2)
        if r <= 1:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=color)
            return
        self._corners(color, _rounded(2 * r, 2 * r, r, 0), r, (left, top, right, bottom))
        if right - left > 2 * r:
            self._draw.rectangle((left + r, top, right - r - 1, bottom - 1), fill=color)
        if bottom - top > 2 * r:
            self._draw.rectangle((left, top + r, right - 1, bottom - r - 1), fill=color)

    def _border(self, op: BorderOp) -> None:
        dx, dy = self._origin
        left, top, right, bottom = op.rect.left - dx, op.rect.top - dy, op.rect.right - dx, op.rect.bottom - dy
        color, w = rgb(op.color), op.width
        # A corner mask holds all four corners; a mask of the whole box would cost a hundred kilobytes a field.
        c = max(min(op.radius, (bottom - top) // 2, (right - left) // 2), w)
        corners = _rounded(2 * c, 2 * c, min(op.radius, c), w)
        self._corners(color, corners, c, (left, top, right, bottom))
        if right - left > 2 * c:
            self._draw.rectangle((left + c, top, right - c - 1, top + w - 1), fill=color)
            self._draw.rectangle((left + c, bottom - w, right - c - 1, bottom - 1), fill=color)
        if bottom - top > 2 * c:
            self._draw.rectangle((left, top + c, left + w - 1, bottom - c - 1), fill=color)
            self._draw.rectangle((right - w, top + c, right - 1, bottom - c - 1), fill=color)

    def _corners(self, color: Rgb, mask: Image.Image, r: int, box: tuple[int, int, int, int]) -> None:
        """Paste the four quarters of a mask (a square of two radii) into a box's corners."""
        left, top, right, bottom = box
        for x, y, part in (
            (left, top, (0, 0, r, r)),
            (right - r, top, (r, 0, 2 * r, r)),
            (left, bottom - r, (0, r, r, 2 * r)),
            (right - r, bottom - r, (r, r, 2 * r, 2 * r)),
        ):
            self._image.paste(color, (x, y), mask.crop(part))

    def _text(self, op: TextOp) -> None:
        dx, dy = self._origin
        fonts.draw(self._draw, (op.x - dx, op.y - dy), op.text, op.size, op.weight, rgb(op.color))

    def _icon(self, op: IconOp) -> None:
        dx, dy = self._origin
        mask = icons.mask(op.name, op.rect.right - op.rect.left)
        self._image.paste(rgb(op.color), (op.rect.left - dx, op.rect.top - dy), mask)

    def _line(self, op: LineOp) -> None:
        dx, dy = self._origin
        points = [(x - dx, y - dy) for x, y in op.points]
        self._draw.line(points, fill=rgb(op.color), width=op.width, joint="curve")

    def _shadow(self, op: ShadowOp) -> None:
        dx, dy = self._origin
        margin = op.depth * 2
        width, height = op.rect.right - op.rect.left, op.rect.bottom - op.rect.top
        size = (width + 2 * margin, height + 2 * margin)
        mask = _shadow(width, height, op.radius, op.depth).resize(size, Image.Resampling.BILINEAR)
        at = (op.rect.left - dx - margin, op.rect.top - dy - margin + op.depth // 2)
        self._image.paste((0, 0, 0), at, mask)

    def _picture(self, op: PictureOp) -> None:
        dx, dy = self._origin
        rect = op.rect
        shown = _fitted(op.data, (rect.right - rect.left, rect.bottom - rect.top), op.whole)
        if shown is not None:
            left = (rect.left + rect.right - shown.width) // 2
            self._image.paste(shown, (left - dx, (rect.top + rect.bottom - shown.height) // 2 - dy))

    def _wallpaper(self, rect: Rect) -> None:
        dx, dy = self._origin
        left, top = max(rect.left, dx), max(rect.top, dy)
        right, bottom = min(rect.right, dx + self._image.width), min(rect.bottom, dy + self._image.height)
        if right > left and bottom > top:
            box = (left - rect.left, top - rect.top, right - rect.left, bottom - rect.top)
            picture = wallpaper(rect.right - rect.left, rect.bottom - rect.top, box)
            self._image.paste(picture, (left - dx, top - dy))

    def _shade(self, op: ShadeOp) -> None:
        table = [value * (255 - op.amount) // 255 for value in range(256)] * 3
        dx, dy = self._origin
        left, top = max(0, op.rect.left - dx), max(0, op.rect.top - dy)
        box = (left, top, min(self._image.width, op.rect.right - dx), min(self._image.height, op.rect.bottom - dy))
        self._image.paste(self._image.crop(box).point(table), box)

"""A small picture of the phone's screen in a terminal: half blocks, two pixels a character."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, UnidentifiedImageError
from rich.color import Color
from rich.style import Style
from rich.text import Text

_UPPER = "▀"


_Box = tuple[int, int, int, int]
_MARK = (255, 60, 60)


def picture(
    path: Path, *, rows: int, columns: int, boxes: Sequence[_Box] = (), size: tuple[int, int] | None = None
) -> Text | None:
    """The image within this many characters, with its proportions; None if it cannot be read.

    `boxes`, in the pixels of a screen of `size`, are drawn on it.
    """
    try:
        with Image.open(path) as image:
            width, height = fitted(image.size, rows=rows, columns=columns)
            small = image.convert("RGB").resize((width, height * 2), Image.Resampling.BOX)
            _outline(small, boxes, size or image.size)
    except (OSError, UnidentifiedImageError):
        return None
    drawn = Text(no_wrap=True, end="")
    for row in range(height):
        if row:
            drawn.append("\n")
        for column in range(width):
            drawn.append(_UPPER, _style(small, column, row))
    return drawn


def _outline(small: Image.Image, boxes: Sequence[_Box], size: tuple[int, int]) -> None:
    across, down = small.width / max(1, size[0]), small.height / max(1, size[1])
    draw = ImageDraw.Draw(small)
    for left, top, right, bottom in boxes:
        corner = (left * across, top * down)
        draw.rectangle((corner, (max(corner[0], right * across - 1), max(corner[1], bottom * down - 1))), outline=_MARK)


def fitted(size: tuple[int, int], *, rows: int, columns: int) -> tuple[int, int]:
    """Columns and rows for an image of this size in pixels: a character is two pixels high."""
    wide, high = size
    scale = min(columns / wide, rows * 2 / high)
    return max(1, round(wide * scale)), max(1, round(high * scale / 2))


def _style(image: Image.Image, column: int, row: int) -> Style:
    return Style(color=_color(image, column, row * 2), bgcolor=_color(image, column, row * 2 + 1))


def _color(image: Image.Image, x: int, y: int) -> Color:
    pixel = image.getpixel((x, y))
    red, green, blue = pixel if isinstance(pixel, tuple) else (0, 0, 0)
    return Color.from_rgb(red, green, blue)

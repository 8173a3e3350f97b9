"""A small picture of the phone's screen in a terminal: half blocks, two pixels a character."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, UnidentifiedImageError
from rich.color import Color
from rich.style import Style
from rich.text import Text

_UPPER = "▀"


def picture(path: Path, *, rows: int, columns: int) -> Text | None:
    """The image within so many characters, its proportions kept; None where it cannot be read."""
    try:
        with Image.open(path) as image:
            width, height = fitted(image.size, rows=rows, columns=columns)
            small = image.convert("RGB").resize((width, height * 2), Image.Resampling.BOX)
    except (OSError, UnidentifiedImageError):
        return None
    drawn = Text(no_wrap=True, end="")
    for row in range(height):
        if row:
            drawn.append("\n")
        for column in range(width):
            drawn.append(_UPPER, _style(small, column, row))
    return drawn


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

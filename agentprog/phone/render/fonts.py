"""Roboto in every size a screen asks for, measured and wrapped. A script Roboto lacks is drawn as boxes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import font_roboto
from PIL import ImageFont

Weight = Literal["light", "regular", "medium", "bold"]

_FILES: dict[Weight, str] = {
    "light": "Roboto-Light.ttf",
    "regular": "Roboto-Regular.ttf",
    "medium": "Roboto-Medium.ttf",
    "bold": "Roboto-Bold.ttf",
}
# Zero-width joiners and variation selectors shape neighbours; alone they would each draw a box.
_INVISIBLE = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFE0E, 0xFE0F])


@lru_cache(maxsize=128)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """A face at a pixel size."""
    folder = Path(str(font_roboto.__file__)).parent / "files"
    return ImageFont.truetype(str(folder / _FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str) -> str:
    """The text without characters that have no glyph of their own."""
    return text.translate(_INVISIBLE)


@lru_cache(maxsize=16384)
def width(text: str, size: int, weight: Weight) -> int:
    return round(font(size, weight).getlength(drawable(text)))


@lru_cache(maxsize=256)
def line_height(size: int, weight: Weight) -> int:
    ascent, descent = font(size, weight).getmetrics()
    return round((ascent + descent) * 1.06)


def _break_word(word: str, size: int, weight: Weight, limit: int) -> list[str]:
    pieces, current = [], ""
    for char in word:
        if current and width(current + char, size, weight) > limit:
            pieces.append(current)
            current = char
        else:
            current += char
    return [*pieces, current]


def _wrap_paragraph(text: str, size: int, weight: Weight, limit: int) -> list[str]:
    lines, current = [], ""
    for word in text.split(" "):
        candidate = f"{current} {word}" if current else word
        if width(candidate, size, weight) <= limit:
            current = candidate
            continue
        if current:
            lines.append(current)
        *full, current = _break_word(word, size, weight, limit)
        lines += full
    return [*lines, current]


@lru_cache(maxsize=4096)
def wrap(text: str, size: int, weight: Weight, limit: int, max_lines: int = 0) -> tuple[str, ...]:
    """The lines of a text in a width; `max_lines` above 0 cuts with an ellipsis."""
    if "\n" not in text and width(text, size, weight) <= limit:
        return (text,)
    lines = [line for part in text.split("\n") for line in _wrap_paragraph(part, size, weight, max(limit, size))]
    if max_lines and len(lines) > max_lines:
        last = " ".join(lines[max_lines - 1 :])
        while last and width(last + "…", size, weight) > limit:
            last = last[:-1]
        lines = [*lines[: max_lines - 1], last + "…"]
    return tuple(lines)

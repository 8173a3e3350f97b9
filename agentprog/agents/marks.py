"""The picture of a screen with framed and numbered elements, for a model that sees (set of marks)."""

from __future__ import annotations

import io
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from agentprog.agents.screen_text import listed
from agentprog.ports import Bounds, Element, Screen, Screenshot

_COLOURS = ("#d62828", "#1d6fb8", "#2a7f3f", "#8e3ba8", "#b3590a", "#0b7c86", "#b0256b", "#5a4fcf")
"""Dark enough for white numbers, and distinct side by side."""
_BLANK = "#f4f4f4"
_SMALLEST = 16
"""Least height of a number, in pixels."""
_PART = 34
"""The height of a number is the picture's shorter side divided by this."""

_Box = tuple[int, int, int, int]


def draw_marks(screen: Screen) -> Screenshot:
    """The screenshot with a frame and the list's number on every actionable element; a blank sheet without a
    screenshot.

    Raises ValueError if the screenshot is not a picture.
    """
    image = _picture(screen)
    draw = ImageDraw.Draw(image)
    size = max(_SMALLEST, min(image.size) // _PART)
    font = ImageFont.load_default(size)
    boxes: list[_Box] = []
    marked = [(e, _scaled(e.bounds, screen, image.size)) for e in listed(screen, whole=True) if _acts(e)]
    for element, box in sorted(marked, key=lambda pair: -_area(pair[1])):
        draw.rectangle(box, outline=_colour(element), width=max(2, size // (12 if element.scrollable else 7)))
    for element, box in sorted(marked, key=lambda pair: _area(pair[1])):
        boxes.append(_number(draw, element, box, font, [*boxes], image.size))
    out = io.BytesIO()
    image.save(out, "PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=image.width, height=image.height)


def _picture(screen: Screen) -> Image.Image:
    if screen.screenshot is None:
        return Image.new("RGB", (max(1, screen.width), max(1, screen.height)), _BLANK)
    try:
        with Image.open(io.BytesIO(screen.screenshot.data)) as image:
            return image.convert("RGB")
    except (UnidentifiedImageError, OSError) as exc:
        raise ValueError(f"the screenshot cannot be read: {exc}") from exc


def _acts(element: Element) -> bool:
    return element.clickable or element.editable or element.checkable or element.long_clickable or element.scrollable


def _scaled(bounds: Bounds, screen: Screen, size: tuple[int, int]) -> _Box:
    """The frame on the picture, which may be smaller or larger than the screen."""
    across, down = size[0] / max(1, screen.width), size[1] / max(1, screen.height)
    left, top = int(bounds.left * across), int(bounds.top * down)
    return left, top, max(left, int(bounds.right * across) - 1), max(top, int(bounds.bottom * down) - 1)


def _number(
    draw: ImageDraw.ImageDraw,
    element: Element,
    box: _Box,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    boxes: Iterable[_Box],
    size: tuple[int, int],
) -> _Box:
    """Write an element's number into the corner of its frame that hides no other number."""
    words = str(element.index)
    left, top, right, bottom = draw.textbbox((0, 0), words, font=font)
    pad = max(2, int(bottom - top) // 4)
    wide, high = int(right - left) + 2 * pad, int(bottom - top) + 2 * pad
    places = [_placed(x, y, wide, high, size) for x, y in _corners(box, wide, high)]
    # If all corners are taken, the number covers another one: half hidden is better than beside the wrong element.
    place = next((place for place in places if not any(_overlap(place, box_drawn) for box_drawn in boxes)), places[0])
    draw.rectangle(place, fill=_colour(element))
    draw.text((place[0] + pad - left, place[1] + pad - top), words, font=font, fill="white")
    return place


def _corners(box: _Box, wide: int, high: int) -> tuple[tuple[int, int], ...]:
    left, top, right, bottom = box
    middle = top + (bottom - top - high) // 2
    return (
        *((left, top), (right - wide, top), (left, bottom - high), (right - wide, bottom - high)),
        *((left, middle), (right - wide, middle), (left, top - high), (right - wide, top - high)),
    )


def _placed(x: int, y: int, wide: int, high: int, size: tuple[int, int]) -> _Box:
    """A number of that size at that place, moved onto the picture if it would stick out."""
    x, y = max(0, min(x, size[0] - wide)), max(0, min(y, size[1] - high))
    return x, y, x + wide, y + high


def _overlap(first: _Box, second: _Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _area(box: _Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _colour(element: Element) -> str:
    return _COLOURS[element.index % len(_COLOURS)]

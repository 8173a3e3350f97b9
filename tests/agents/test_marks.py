"""Numbers on the picture: every element that can be acted on has its own number at its place."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image

from agentprog.agents.marks import draw_marks
from agentprog.ports import Bounds, Element, Role, Screen, Screenshot


def screen(*elements: Element, shot: Screenshot | None = None) -> Screen:
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="", activity="", width=400, height=800, taken_at=now, elements=elements, screenshot=shot)


def button(index: int, *bounds: int, **facts: Any) -> Element:
    facts.setdefault("clickable", True)
    return Element(index=index, role=Role.BUTTON, label=f"b{index}", bounds=Bounds(*bounds), **facts)


def picture(shot: Screenshot) -> Image.Image:
    return Image.open(io.BytesIO(shot.data)).convert("RGB")


def painted(image: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether that part of the picture has any pixel of another colour."""
    return len(image.crop(box).getcolors(10_000) or []) > 1


def test_a_touchable_element_is_framed_and_a_mere_text_is_not() -> None:
    image = picture(draw_marks(screen(button(1, 20, 20, 200, 120), button(2, 20, 300, 200, 400, clickable=False))))
    assert painted(image, (15, 15, 205, 125))
    assert not painted(image, (0, 200, 400, 800))


def test_frames_follow_the_size_of_the_picture() -> None:
    out = io.BytesIO()
    Image.new("RGB", (200, 400), "#f4f4f4").save(out, "PNG")
    shot = Screenshot(data=out.getvalue(), media_type="image/png", width=200, height=400)
    marked = draw_marks(screen(button(1, 200, 400, 400, 800), shot=shot))
    assert (marked.width, marked.height) == (200, 400)
    image = picture(marked)
    assert not painted(image, (0, 0, 95, 195))
    assert painted(image, (100, 200, 200, 400))


def test_numbers_at_one_place_do_not_hide_each_other() -> None:
    def ink(*elements: Element) -> int:
        pixels = picture(draw_marks(screen(*elements))).getcolors(1_000_000) or []
        return sum(count for count, colour in pixels if colour == (255, 255, 255))

    alone = ink(button(1, 20, 20, 380, 380)) + ink(button(2, 20, 20, 380, 380))
    assert ink(button(1, 20, 20, 380, 380), button(2, 20, 20, 380, 380)) == alone


def test_a_broken_picture_is_refused() -> None:
    shot = Screenshot(data=b"no", media_type="image/png", width=1, height=1)
    with pytest.raises(ValueError, match="cannot be read"):
        draw_marks(screen(shot=shot))

"""Scripts other than Latin: each character in a face that has it, in reading order."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from agentprog.phone.render import faces, fonts, runs
from agentprog.phone.render.charmap import CharacterMap


def ink(text: str, *, weight: fonts.Weight = "regular") -> bytes:
    """The pixels of a line."""
    canvas = Image.new("RGB", (600, 80))
    fonts.draw(ImageDraw.Draw(canvas), (0, 0), text, 40, weight, (255, 255, 255))
    return canvas.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "繁體",
        "こんにちは",
        "한국어",
        "😀",
        "❤️",
        "שלום",
        "مرحبا",
        "नमस्ते",
        "ไทย",
        "தமிழ்",
        "ქართული",
        "Кириллица",
        "→★✔",
    ],
)
def test_no_character_of_a_living_script_is_a_box(text: str) -> None:
    box = ink("\U0010fffd")
    for run in runs.split(text):
        assert faces.faces()[run.face].has is not None
        assert all(c in faces.faces()[run.face].has or not c.isalnum() for c in run.text)  # type: ignore[operator]
    assert ink(text) != box
    assert len({ink(char) for char in text if char.isalpha()}) == len({char for char in text if char.isalpha()})


def test_a_character_that_no_face_has_is_a_box_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    faces.choose.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert ink("ꦗ") == ink("ꦏ")
    assert "JAVANESE" in caplog.text


def test_right_to_left_is_read_from_the_right() -> None:
    assert [run.text for run in runs.split("שלום (abc) 12")] == ["12", " (", "abc", ")", "שלום "]
    assert runs.split("Hi שלום there")[0].text.startswith("Hi")
    assert runs.base_direction("123 مرحبا") == "rtl"
    assert runs.base_direction("Hi مرحبا") == "ltr"


def test_arabic_letters_join() -> None:
    apart = sum(fonts.width(char, 40, "regular") for char in "مرحبا")
    assert fonts.width("مرحبا", 40, "regular") != apart


def test_an_emoji_sequence_is_one_picture() -> None:
    assert fonts.width("👨‍👩‍👧", 40, "regular") < 2 * fonts.width("👨", 40, "regular")
    assert runs.clusters("a👍🏽é") == ["a", "👍🏽", "é"]


def test_chinese_wraps_between_characters_but_not_before_a_full_stop() -> None:
    lines = fonts.wrap("我们下午三点在那里见面。好吗？", 40, "regular", 240)
    assert "".join(lines) == "我们下午三点在那里见面。好吗？"
    assert len(lines) > 2
    assert all(line[0] not in "。？" for line in lines)


def test_bold_is_bolder_even_where_the_face_has_one_weight() -> None:
    assert sum(ink("你好", weight="bold")) > sum(ink("你好"))


def test_the_locale_decides_the_shape_of_unified_characters() -> None:
    chinese = ink("直骨")
    fonts.use_locale("ja-JP")
    try:
        assert ink("直骨") != chinese
    finally:
        fonts.use_locale("en-US")


def test_character_maps_are_read_from_the_font(tmp_path: Path) -> None:
    roboto = faces.faces()[faces.MAIN].has
    assert roboto is not None
    assert "é" in roboto
    assert "你" not in roboto
    assert "😀" not in roboto
    broken = tmp_path / "x.ttf"
    broken.write_bytes(b"\0\1\0\0" + bytes(20))
    with pytest.raises(ValueError, match="no cmap"):
        CharacterMap(broken)

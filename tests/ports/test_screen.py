"""The readable texts of a screen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window, shows


def screen(*elements: Element) -> Screen:
    return Screen(
        package="org.x", activity=".Main", width=1080, height=2400, taken_at=datetime(2026, 3, 7, tzinfo=UTC),
        elements=elements,
    )  # fmt: skip


def text_element(text: str, *, window: Window = Window.APP, description: str = "") -> Element:
    return Element(
        index=1, role=Role.TEXT, label=text, text=text, description=description, bounds=Bounds(0, 0, 9, 9),
        window=window,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("there", "text"),
    [("Booking", "OK"), ("this is junk", "hi"), ("Joanna", "Ann"), ("$1,000", "100"), ("2026-10-15", "10")],
)
def test_a_part_of_a_word_does_not_count_as_shown(there: str, text: str) -> None:
    assert not screen(text_element(there)).shows(text)


@pytest.mark.parametrize(("there", "text"), [("OK", "ok"), ("Sent to Ann.", "Ann"), ("Total: $1,000", "1000")])
def test_a_screen_shows_its_texts_in_whole_words(there: str, text: str) -> None:
    assert screen(text_element(there)).shows(text)


@pytest.mark.parametrize("window", [Window.SYSTEM, Window.KEYBOARD])
def test_a_text_of_the_bars_and_keys_does_not_count_as_shown(window: Window) -> None:
    battery = text_element("", window=window, description="Battery 100 percent")
    assert not shows([battery], "100")


def test_a_text_that_an_element_has_twice_is_read_once() -> None:
    assert text_element("Save", description="Save").texts == ("Save",)

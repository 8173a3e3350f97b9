"""Bold letters on a screen: the unread entries in a list of conversations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image, ImageDraw

from agentprog.agents.screen_text import element_line
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.screen.strokes import stroke, with_weights
from agentprog.phone.facade import Dialect
from agentprog.phone.render.fonts import Weight, draw
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone
from agentprog.ports import Screen, Screenshot


@pytest.fixture
def messenger(tmp_path: Path) -> Iterator[SimPhone]:
    """A phone with its list of conversations open and its seeded conversations read."""
    phone = build_phone(root=tmp_path / "phone", image="default", seed=7, clock=ManualTime())
    assert isinstance(phone, SimPhone)
    Hand(phone).open("SMS Messenger")
    yield phone
    phone.close()


def look(phone: SimPhone, *, quality: int = 80) -> Screen:
    hierarchy = phone.accessibility.dump(Dialect.U2)
    reading, size = read_elements(read_hierarchy(hierarchy)), phone.display.info
    shot = Screenshot(data=phone.capture.jpeg(quality), media_type="image/jpeg", width=size.width, height=size.height)
    return Screen(
        package=reading.package, activity="", width=size.width, height=size.height,
        taken_at=datetime(2026, 5, 2, tzinfo=UTC), elements=reading.elements, hierarchy=hierarchy, screenshot=shot,
    )  # fmt: skip


def heavy(screen: Screen) -> set[str]:
    return {element.label.partition(", ")[0] for element in with_weights(screen).elements if element.heavy}


@pytest.mark.parametrize("quality", [40, 80])
def test_unread_conversations_are_marked_as_bold(messenger: SimPhone, quality: int) -> None:
    assert heavy(look(messenger)) == set()
    messenger.stage.incoming_sms("+15550001111", "will you come over at six")
    messenger.stage.incoming_sms("+15550002222", "ok")
    Hand(messenger).wait(3)
    seen = look(messenger, quality=quality)
    assert heavy(seen) == {"+15550001111", "+15550002222"}
    lines = [element_line(element) for element in with_weights(seen).elements if "in bold" in element_line(element)]
    assert lines[0] == 'item "+15550002222, 15:34, ok" (in bold)'


def test_a_conversation_that_was_opened_is_no_longer_in_bold(messenger: SimPhone) -> None:
    hand = Hand(messenger)
    messenger.stage.incoming_sms("+15550001111", "will you come over at six")
    hand.wait(3)
    hand.tap("+15550001111")
    hand.press("back")
    assert heavy(look(messenger)) == set()


def test_without_a_picture_no_text_is_marked_as_bold(messenger: SimPhone) -> None:
    messenger.stage.incoming_sms("+15550001111", "will you come over at six")
    Hand(messenger).wait(3)
    seen = look(messenger)
    assert seen.screenshot is not None
    broken = replace(seen.screenshot, data=seen.screenshot.data[:300])
    assert heavy(replace(seen, screenshot=None)) == heavy(replace(seen, screenshot=broken)) == set()


@pytest.mark.parametrize(("over", "expected"), [(True, set()), (False, {"tea for 4"})], ids=["a message", "its own"])
def test_letters_of_a_message_above_a_text_are_not_its_own(
    trees: SimpleNamespace, over: bool, expected: set[str]
) -> None:
    """Four rows, with bold letters at the place of the last: of a message above it, or its own."""
    rows, picture = [], Image.new("RGB", (1080, 2400), "#FFFFFF")
    for n in range(1, 5):
        box, words, weight = (0, 400 * n, 1080, 400 * n + 120), f"tea for {n}", "bold" if n == 4 else "regular"
        name = trees.node("TextView", box, text=words, rid="name")
        rows.append(trees.node("ViewGroup", box, name, rid="row", flags="clickable"))
        draw(ImageDraw.Draw(picture), (40, 400 * n + 30), words, 44, weight, (0, 0, 0))
    listed = trees.node("androidx.recyclerview.widget.RecyclerView", (0, 300, 1080, 2300), *rows, flags="scrollable")
    message = trees.node("TextView", (0, 1600, 1080, 1720), text="tea for 4 is gone", rid="message")
    page = trees.node("FrameLayout", (0, 0, 1080, 2400), listed, *([message] if over else []))
    hierarchy, data = trees.dump(page), BytesIO()
    picture.save(data, "PNG")
    seen = Screen(
        package="a.b", activity="", width=1080, height=2400, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
        elements=read_elements(read_hierarchy(hierarchy)).elements, hierarchy=hierarchy,
        screenshot=Screenshot(data=data.getvalue(), media_type="image/png", width=1080, height=2400),
    )  # fmt: skip
    assert heavy(seen) == expected


def written(
    text: str, weight: Weight, size: int, ground: str = "#FFFFFF", ink: tuple[int, int, int] = (0, 0, 0)
) -> float:
    picture = Image.new("RGB", (1000, size * 2), ground)
    draw(ImageDraw.Draw(picture), (10, size // 2), text, size, weight, ink)
    return stroke(picture.convert("L"))


@pytest.mark.parametrize("size", [24, 40, 56])
@pytest.mark.parametrize(
    ("ground", "ink"), [("#FFFFFF", (0, 0, 0)), ("#1C1B1F", (202, 196, 208))], ids=["day", "night"]
)
def test_bold_letters_are_thicker_than_regular_letters_of_any_text(
    size: int, ground: str, ink: tuple[int, int, int]
) -> None:
    texts = ("will you come over", "MMW", "illi", "+1 555 0111", "Заходи вечером")
    light = [written(text, "regular", size, ground, ink) for text in texts]
    bold = [written(text, "bold", size, ground, ink) for text in texts]
    assert min(bold) > 1.25 * max(light)


def test_an_even_area_has_no_strokes() -> None:
    assert stroke(Image.new("L", (200, 40), 240)) == 0.0

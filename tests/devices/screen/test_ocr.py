"""Texts read from pixels if the tree has none: found, tapped, and reported."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageDraw

from agentprog.devices import AdbDevice, open_device
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.screen import ocr
from agentprog.devices.screen.ocr import Line, PixelReader, bare_areas
from agentprog.errors import DeviceError
from agentprog.ports import Bounds, CaptureIssue, CaptureKind, OpenApp, Screen, Screenshot, Tap, Wait


def picture(*boxes: tuple[int, int, int, int], size: tuple[int, int] = (540, 1200)) -> Screenshot:
    image = Image.new("RGB", size, "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill="black")
    out = io.BytesIO()
    image.save(out, "PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=size[0], height=size[1])


def screen_of(raw: str, *kinds: CaptureKind, shot: Screenshot | None = None) -> Screen:
    reading = read_elements(read_hierarchy(raw), size=(1080, 2400))
    return Screen(
        package="org.game", activity=".Main", width=1080, height=2400, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
        elements=reading.elements, hierarchy=raw, screenshot=shot,
        issues=tuple(CaptureIssue(kind=kind, detail="a canvas") for kind in kinds),
    )  # fmt: skip


@pytest.fixture
def canvas(trees: SimpleNamespace) -> str:
    """A page with a bar of one button over a canvas."""
    button = trees.node("Button", (0, 80, 1080, 400), text="Pause", flags="clickable")
    surface = trees.node("android.view.SurfaceView", (0, 400, 1080, 2400))
    return str(trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), button, surface)))


def no_picture() -> Screenshot:
    raise DeviceError("no picture")


def two_lines(image: Image.Image) -> tuple[Line, ...]:
    assert image.size == (540, 1000)
    return tuple(Line(text="Play", bounds=Bounds(10, top, 110, top + 40)) for top in (500, 100))


def test_a_canvas_is_read_where_it_is(canvas: str) -> None:
    screen = screen_of(canvas, shot=picture((50, 600, 200, 700)))
    assert bare_areas(screen) == (Bounds(0, 400, 1080, 2400),)
    filled = PixelReader(no_picture, two_lines).fill(screen)
    added = [e for e in filled.elements if e.origin == "ocr"]
    assert [(e.index, e.label, e.bounds) for e in added] == [
        (2, "Play", Bounds(20, 600, 220, 680)),
        (3, "Play", Bounds(20, 1400, 220, 1480)),
    ]
    assert all(e.clickable for e in added)
    assert len({e.descriptor for e in filled.elements}) == 3


def test_equal_pixels_are_read_once(canvas: str) -> None:
    read: list[Image.Image] = []

    def count(image: Image.Image) -> tuple[Line, ...]:
        read.append(image)
        return two_lines(image)

    reader = PixelReader(no_picture, count)
    for box in ((50, 600, 200, 700), (50, 600, 200, 700), (60, 600, 200, 700)):
        reader.fill(screen_of(canvas, shot=picture(box)))
    assert len(read) == 2


def test_an_even_area_shows_nothing(canvas: str) -> None:
    screen = screen_of(canvas, shot=picture())
    assert PixelReader(no_picture, two_lines).fill(screen) is screen


@pytest.mark.parametrize("kind", [CaptureKind.ASLEEP, CaptureKind.LOCKED, CaptureKind.SECURE, CaptureKind.TIMED_OUT])
def test_a_screen_that_cannot_be_seen_is_not_read(canvas: str, kind: CaptureKind) -> None:
    screen = screen_of(canvas, kind, shot=picture((50, 600, 200, 700)))
    assert PixelReader(no_picture, two_lines).fill(screen) is screen


def test_an_ordinary_page_is_left_alone(trees: SimpleNamespace) -> None:
    rows = [trees.node("android.view.View", (0, t, 1080, t + 600), text=f"row {t}") for t in (100, 800, 1500)]
    page = trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), trees.node("android.view.View"), *rows))
    screen = screen_of(page)
    assert PixelReader(no_picture, two_lines).fill(screen) is screen


def test_a_screen_without_a_tree_names_the_missing_ocr_extra() -> None:
    screen = screen_of("", CaptureKind.NO_TREE)
    (issue,) = PixelReader(no_picture, None).fill(screen).issues
    assert issue.kind is CaptureKind.NO_TREE
    assert issue.detail == 'a canvas; pip install "agentprog[ocr]" reads it from its pixels'


def test_a_phone_without_picture_is_not_read() -> None:
    screen = screen_of("", CaptureKind.NO_TREE)
    assert PixelReader(no_picture, two_lines).fill(screen) is screen


@pytest.fixture
def device(sim_phone: Any) -> Iterator[AdbDevice]:
    opened = open_device(sim_phone.serial, env={"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)})
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.skipif(not ocr.installed(), reason="the extra `ocr` (rapidocr, onnxruntime) is not installed")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_app_without_a_tree_is_read_and_tapped(device: AdbDevice, sim_phone: Any) -> None:
    assert device.perform(OpenApp(name="Contacts")).ok
    sim_phone.handle.set_fault("empty_hierarchy_active")
    device.perform(Wait(seconds=0.1))
    screen = device.observe()
    assert [issue.kind for issue in screen.issues] == [CaptureKind.NO_TREE, CaptureKind.READ_BY_OCR]
    assert screen.screenshot is None
    person = next(e for e in screen.elements if e.origin == "ocr" and " " in e.label and e.label[0].isupper())
    assert device.perform(Tap(target=person)).ok
    sim_phone.handle.clear_fault()
    assert device.observe().shows(person.label)

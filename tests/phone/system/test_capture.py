from __future__ import annotations

import io

from PIL import Image, ImageChops

from agentprog.phone.records import Rect
from agentprog.phone.render import fonts, icons
from agentprog.phone.render.canvas import Canvas, ClipOp, FillOp
from agentprog.phone.render.damage import damaged
from agentprog.phone.render.painter import Painter
from agentprog.phone.system.capture import ScreenCapture
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


def test_pixels_are_cached_until_something_changes(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    first = phone.capture.png()
    assert phone.capture.png() is first
    phone.clock.advance(0.1)
    assert phone.capture.png() is first
    hand.tap(desc="Create contact")
    assert phone.capture.png() != first


def test_png_and_jpeg_are_the_screen(phone: SimPhone) -> None:
    for data, kind in ((phone.capture.png(), "PNG"), (phone.capture.jpeg(80), "JPEG")):
        image = Image.open(io.BytesIO(data))
        assert image.format == kind
        assert image.size == (1080, 2400)
    assert Image.open(io.BytesIO(phone.capture.png())).tobytes() == phone.capture.image().tobytes()


def test_the_trees_bounds_agree_with_the_pixels(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    fab = hand.find(id="conversations_fab").bounds
    crop = phone.capture.image().crop(tuple(fab))
    colors = crop.getcolors(maxcolors=100_000) or []
    assert len(colors) > 10
    assert max(colors)[1] == (255, 220, 194)


def test_every_icon_draws_something() -> None:
    for name in icons.names():
        assert icons.mask(name, 24).getbbox() is not None, name


def test_wrapping_keeps_every_word_and_cuts_with_an_ellipsis() -> None:
    text = "the quick brown fox jumps over the lazy dog"
    lines = fonts.wrap(text, 40, "regular", 300)
    assert " ".join(lines) == text
    assert all(fonts.width(line, 40, "regular") <= 300 for line in lines)
    assert fonts.wrap(text, 40, "regular", 300, 1)[0].endswith("…")
    assert "".join(fonts.wrap("x" * 100, 40, "regular", 300)) == "x" * 100


def test_clips_keep_drawing_inside() -> None:
    image = Image.new("RGB", (100, 100), "white")
    canvas = Canvas()
    canvas.clip(Rect(20, 20, 40, 40))
    canvas.fill(Rect(0, 0, 100, 100), "#FF0000")
    canvas.unclip()
    canvas.fill(Rect(60, 60, 80, 80), "#0000FF", 10)
    Painter(image).run(canvas.finish())
    assert image.getpixel((30, 30)) == (255, 0, 0)
    assert image.getpixel((50, 30)) == (255, 255, 255)
    assert image.getpixel((70, 70)) == (0, 0, 255)
    assert image.getpixel((60, 60)) == (255, 255, 255)


def test_drawing_over_the_old_picture_equals_drawing_anew(phone: SimPhone, hand: Hand) -> None:
    """A walk through screens, dialogs and typing: at each step the incremental picture equals a fresh picture."""
    drawn = []

    def check() -> None:
        kept = phone.capture.image().copy()
        fresh = ScreenCapture(phone).image()
        assert ImageChops.difference(kept, fresh).getbbox() is None
        drawn.append(kept)

    check()
    hand.open("Contacts")
    check()
    hand.tap(desc="Create contact")
    check()
    for letter in ("A", "d", "你", "😀"):
        phone.editor.commit(letter)
        check()
    phone.keys.press("BACK")
    check()
    phone.keys.press("BACK")
    check()
    phone.notifications.open_shade()
    check()
    phone.display.rotate(1)
    check()
    assert len({picture.tobytes() for picture in drawn}) >= 9


def test_damage_is_the_difference_of_two_drawings() -> None:
    screen = Rect(0, 0, 100, 100)
    box = [FillOp(Rect(i, i, i + 10, i + 10), "#FF0000", 0) for i in (0, 20, 40)]
    assert damaged(tuple(box), tuple(box), screen).empty
    assert damaged(tuple(box), (box[0], box[2]), screen) == Rect(20, 20, 30, 30)
    assert damaged((), (FillOp(Rect(-5, 90, 10, 200), "#FF0000", 0),), screen) == Rect(0, 90, 10, 100)
    clip, other = ClipOp(Rect(10, 10, 20, 20)), ClipOp(Rect(10, 10, 20, 30))
    assert damaged((clip, box[0], ClipOp(None)), (other, box[0], ClipOp(None)), screen) == Rect(10, 10, 20, 30)
    assert damaged((clip, box[0], ClipOp(None), box[1]), (clip, box[0], box[1], ClipOp(None)), screen) == screen

from __future__ import annotations

from PIL import Image

from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

ITEM = "floating_toolbar_menu_item_text"


def _field(hand: Hand, text: str = "") -> None:
    hand.open("Clipper")
    hand.tap(id="text")
    hand.phone.editor.commit(text)
    hand.wait()


def test_a_long_press_selects_and_offers_cut_copy_paste(phone: SimPhone, hand: Hand) -> None:
    _field(hand, "seven")
    hand.hold(id="text")
    assert hand.texts(ITEM) == ["Cut", "Copy"]
    hand.tap("Copy", id=ITEM)
    assert phone.clipboard.get() == "seven"
    assert hand.texts(ITEM) == []
    hand.hold(id="text")
    assert hand.texts(ITEM) == ["Cut", "Copy", "Paste"]
    hand.tap("Cut", id=ITEM)
    assert hand.find(id="text").value == ""


def test_an_empty_field_takes_a_paste(phone: SimPhone, hand: Hand) -> None:
    phone.clipboard.set("from elsewhere")
    _field(hand)
    hand.hold(id="text")
    assert hand.texts(ITEM) == ["Paste"]
    hand.tap("Paste", id=ITEM)
    assert hand.find(id="text").value == "from elsewhere"


def test_an_empty_field_has_no_text_menu(phone: SimPhone, hand: Hand) -> None:
    _field(hand)
    hand.hold(id="text")
    assert hand.texts(ITEM) == []


def test_back_typing_and_a_tap_elsewhere_close_the_text_menu(phone: SimPhone, hand: Hand) -> None:
    _field(hand, "abc")
    hand.hold(id="text")
    hand.press("back")
    assert hand.texts(ITEM) == []
    assert phone.ime.shown()
    hand.hold(id="text")
    phone.editor.commit("x")
    assert hand.find(id="text").value == "x"
    assert hand.texts(ITEM) == []
    hand.hold(id="text")
    hand.tap(id="label")
    assert hand.texts(ITEM) == []


def test_a_note_is_made_from_the_clipboard_by_touch_alone(phone: SimPhone, hand: Hand) -> None:
    phone.clipboard.set("buy two lemons")
    hand.open("Markor")
    hand.tap(desc="Create a new file or folder")
    hand.write("lemons", id="new_file_dialog__name")
    hand.tap("OK")
    hand.hold(id="document__fragment__edit__highlighting_editor")
    hand.tap("Paste", id=ITEM)
    hand.press("back")
    hand.press("back")
    assert phone.files.read("/sdcard/Documents/Markor/lemons.md") == b"buy two lemons"


def test_a_selection_is_visible(phone: SimPhone, hand: Hand) -> None:
    _field(hand, "word " * 30)
    before = phone.capture.image().copy()
    hand.hold(id="text")
    field = hand.find(id="text").bounds
    tint = (202, 194, 223)  # the theme's accent, paled

    def tinted(image: Image.Image) -> int:
        found = image.crop(field).getcolors(1 << 20)
        assert found is not None
        return sum(count for count, colour in found if colour == tint)

    assert tinted(before) == 0
    assert tinted(phone.capture.image()) > 5000

"""The apps that draw their own screens: they react to touch, store their data, and show clients no nodes."""

from __future__ import annotations

import pytest

from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.phone.facade import Dialect
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone
from agentprog.ports import Window

IMAGE = "drawn"
APPS = ("Tally Sheet", "Larder", "Notice Board", "Lamp Field", "Pin Map")


def touch(phone: SimPhone, *names: str) -> None:
    for name in names:
        phone.touch.tap(*dict(phone.accessibility.painted())[name].center)
        phone.clock.advance(1)


def held(phone: SimPhone, package: str) -> dict[str, int]:
    """The data in the app's own database."""
    import sqlite3
    from contextlib import closing

    path = phone.storage.host_path(f"/data/data/{package}/databases/drawn.db")
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT name, value FROM marks ORDER BY _id").fetchall())


@pytest.mark.parametrize("app", APPS)
def test_a_drawn_screen_is_painted_and_absent_from_the_tree(phone: SimPhone, hand: Hand, app: str) -> None:
    hand.open(app)
    hand.wait(1)
    reading = read_elements(read_hierarchy(phone.accessibility.dump(Dialect.U2)))
    assert not reading.readable
    assert {element.window for element in reading.elements} == {Window.SYSTEM}
    assert len(phone.accessibility.painted()) >= 4
    low, high = phone.capture.image().convert("L").crop((0, 400, 1080, 2000)).getextrema()
    assert isinstance(low, int | float)
    assert isinstance(high, int | float)
    assert high - low > 60


def test_the_canvas_counts_and_stops_at_zero(phone: SimPhone, hand: Hand) -> None:
    hand.open("Tally Sheet")
    hand.wait(1)
    (name, count), *others = held(phone, "org.example.tallysheet").items()
    touch(phone, f"{name} more", f"{name} more", f"{name} less")
    assert held(phone, "org.example.tallysheet") == {name: count + 1, **dict(others)}
    touch(phone, *[f"{name} less"] * (count + 3))
    assert held(phone, "org.example.tallysheet")[name] == 0


def test_a_row_of_the_list_is_ticked_and_unticked(phone: SimPhone, hand: Hand) -> None:
    hand.open("Larder")
    hand.wait(1)
    before = held(phone, "org.example.larder")
    last = list(before)[-1]
    touch(phone, last)
    assert held(phone, "org.example.larder") == {**before, last: 1}
    touch(phone, last)
    assert held(phone, "org.example.larder") == before


def test_an_answer_counts_once_it_is_sent(phone: SimPhone, hand: Hand) -> None:
    hand.open("Notice Board")
    hand.wait(1)
    touch(phone, "Send my answer", "Monday", "Thursday")
    assert set(held(phone, "org.example.noticeboard").values()) == {0}
    touch(phone, "Send my answer")
    marks = held(phone, "org.example.noticeboard")
    assert [name for name, value in marks.items() if value] == ["Thursday", "Sent"]
    assert "Thank you, noted." in dict(phone.accessibility.painted())


def test_a_touch_switches_the_lamp_at_its_place(phone: SimPhone, hand: Hand) -> None:
    hand.open("Lamp Field")
    hand.wait(1)
    before = held(phone, "org.example.lampfield")
    phone.touch.tap(160, 560)
    phone.clock.advance(1)
    after = held(phone, "org.example.lampfield")
    assert [name for name in before if before[name] != after[name]] == ["upper left"]


def test_a_pin_shows_its_place_which_can_be_saved(phone: SimPhone, hand: Hand) -> None:
    hand.open("Pin Map")
    hand.wait(1)
    touch(phone, "blue pin")
    assert "Boat House" in dict(phone.accessibility.painted())
    touch(phone, "Keep this place")
    assert held(phone, "org.example.pinmap") == {"red": 0, "blue": 1, "yellow": 0, "purple": 0}


def test_a_screen_with_a_tree_is_not_painted_as_drawn_text(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    hand.wait(1)
    assert "Contacts" not in dict(phone.accessibility.painted())

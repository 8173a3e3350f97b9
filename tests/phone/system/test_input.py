from __future__ import annotations

import pytest

from agentprog.phone.kernel.keycodes import character, code_of
from agentprog.phone.records import WindowKind
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


@pytest.mark.parametrize(
    ("name", "code"),
    [("home", 3), ("KEYCODE_BACK", 4), (66, 66), ("66", 66), ("KEYCODE_A", 29), ("recent", 187), ("nonsense", None)],
)
def test_keys_are_known_by_any_of_their_names(name: int | str, code: int | None) -> None:
    assert code_of(name) == code


def test_keys_type_their_characters() -> None:
    assert character(29, 0) == "a"
    assert character(29, 1) == "A"
    assert character(8, 1) == "!"
    assert character(62, 0) == " "


def test_the_keyboard_covers_and_resizes_and_back_closes_it_first(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversation_frame")
    before = hand.find(id="thread_type_message").bounds
    hand.tap(id="thread_type_message")
    assert phone.ime.shown()
    keyboard = next(w for w in phone.windows.list() if w.kind is WindowKind.KEYBOARD)
    after = hand.find(id="thread_type_message").bounds
    assert after.bottom <= keyboard.bounds.top < before.bottom
    hand.press("back")
    assert not phone.ime.shown()
    assert hand.find(id="thread_type_message").bounds == before
    assert hand.sees(id="thread_messages_list")


def test_fingers_can_type_on_the_soft_keyboard(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversation_frame")
    hand.tap(id="thread_type_message")
    hand.tap(desc="Shift")
    for key in ("H", "i", "Space"):
        hand.tap(desc=key)
    hand.tap(desc="Symbol keyboard")
    hand.tap(desc="1")
    hand.tap(desc="Delete", nth=1)
    hand.tap(desc="Letter keyboard")
    hand.tap(desc="x")
    editor = phone.editor.focused()
    assert editor is not None
    assert editor.text == "Hi x"


def test_text_keys_and_selection_edit_the_focused_field(phone: SimPhone, hand: Hand) -> None:
    assert phone.keys.type("nobody listens") is False
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    phone.keys.type("Ann")
    phone.keys.press("move_home")
    phone.keys.type("J")
    phone.keys.press("forward_del")
    phone.keys.press("a", meta=0x1000)
    phone.keys.press("copy")
    assert phone.clipboard.get() == "Jnn"
    phone.keys.press("del")
    editor = phone.editor.focused()
    assert editor is not None
    assert editor.text == ""
    phone.keys.press("enter")
    phone.keys.press("paste")
    assert hand.sees("Jnn")
    assert hand.find("First name").text == "First name"


def test_number_fields_take_digits_only(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    hand.tap("Phone")
    phone.keys.type("abc+1 23")
    assert hand.sees("+1 23")


def test_a_swipe_scrolls_only_to_the_end_and_a_fling_settles(phone: SimPhone, hand: Hand) -> None:
    from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA, ContactStore, Person
    from agentprog.phone.kernel.storage import open_database

    store = ContactStore(open_database(phone.storage, DATABASE, SCHEMA))
    for i in range(60):
        store.save(Person(given=f"Person {i:02d}"))
    hand.open("Contacts")
    first = [n.description for n in hand.nodes() if n.description.startswith("Person")]
    assert len(first) < 25
    info = phone.display.info
    phone.touch.swipe([(info.width / 2, info.height * 0.7), (info.width / 2, info.height * 0.3)], duration=0.1)
    assert phone.accessibility.idle() is False
    phone.clock.advance(4)
    assert phone.accessibility.idle() is True
    second = [n.description for n in hand.nodes() if n.description.startswith("Person")]
    assert second[0] > first[0]
    for _ in range(30):
        hand.swipe(0.5, 0.7, 0.5, 0.2)
    assert hand.sees(desc="Person 59")
    for _ in range(30):
        hand.swipe(0.5, 0.3, 0.5, 0.8)
    assert [n.description for n in hand.nodes() if n.description.startswith("Person")] == first


def test_a_slow_drag_moves_content_by_the_finger(phone: SimPhone, hand: Hand) -> None:
    phone.power.sleep()
    phone.touch.tap(500, 500)
    assert not phone.power.awake
    phone.power.wake()
    assert phone.power.locked
    hand.swipe(0.5, 0.9, 0.5, 0.3)
    assert not phone.power.locked


def test_a_finger_held_down_for_half_a_second_is_a_long_press(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    row = hand.find(id="conversation_frame").bounds.center
    phone.touch.down(*row)
    phone.clock.advance(0.6)
    assert hand.sees(desc="Delete")
    phone.touch.up(*row)
    assert hand.sees(desc="Delete")


def test_dropped_touches_do_nothing(phone: SimPhone, hand: Hand) -> None:
    phone.stage.tune("drop_next_touches", 1)
    hand.swipe(0.5, 0.7, 0.5, 0.2)
    assert not hand.sees(id="apps_list_view")
    hand.swipe(0.5, 0.7, 0.5, 0.2)
    assert hand.sees(id="apps_list_view")


def test_edges_belong_to_the_system(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    hand.swipe(0.5, 0.01, 0.5, 0.5)
    assert phone.notifications.shade_open()
    hand.press("back")
    hand.tap(desc="Create contact")
    hand.press("back")
    hand.swipe(0.005, 0.5, 0.5, 0.5)
    assert hand.sees("Search contacts")
    hand.swipe(0.5, 0.995, 0.5, 0.5)
    top = phone.activities.resumed()
    assert top is not None
    assert top.package == phone.home_package

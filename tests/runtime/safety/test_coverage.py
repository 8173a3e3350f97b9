"""The gate compares every typed text, message, opened link, switch and removal with the person's words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Element, LongPress, OpenLink, Role, Screen, SetClipboard, Tap, TypeText, Window, placeholder
from agentprog.runtime.safety.coverage import (
    about_body,
    about_clipboard,
    about_link,
    about_reading_only,
    about_removal,
    about_switch,
    about_twice,
    about_typing,
)
from agentprog.runtime.safety.forms.entered import Entered
from agentprog.runtime.safety.risk import changes_something, classify
from tests.runtime.safety.pages import part, shown, words

FIELD = part("First name", 300, role=Role.FIELD, editable=True)
SAVE = part("Save", 100, role=Role.BUTTON)
FORM = shown(FIELD, SAVE, package="org.people")


def typed(text: str, ask: str, *, screen: Screen = FORM, field: Element = FIELD, known: tuple[str, ...] = ()) -> object:
    found = about_typing(TypeText(text=text, target=field), screen, words(ask), known)
    return None if found is None else found[0]


# ------------------------------------------------------------ typing


def test_the_persons_own_words_are_typed_without_a_question() -> None:
    ask = "Add Nadia Holm, +1 500 555 0160, to my contacts"
    for text in ("Nadia", "Holm", "Nadia Holm", "+15005550160", "500 555 0160", ""):
        assert typed(text, ask) is None, text


def test_a_number_other_than_the_named_one_is_asked_about() -> None:
    assert typed("+19005550000", "Add Nadia Holm, +1 500 555 0160, to my contacts") is Risk.EDIT
    assert typed("50", "Order 1 oat milk at shop.example") is Risk.EDIT
    assert typed("+19005550000", "Add everybody on the list to my contacts") is None, "no number was named"


def test_free_words_need_an_order_to_write() -> None:
    assert typed("Call the bank", "What is in my calendar today?") is Risk.EDIT
    assert typed("Call the bank", "Create an event for tomorrow") is None
    assert typed("I am late", "Tell Bob that I come later") is None
    assert typed("I hate you", "Text Bob 'hello'") is Risk.EDIT, "who quotes a message leaves nothing open"


def test_a_number_of_a_named_contact_may_be_typed() -> None:
    assert typed("+15005550160", "Text Bob 'hello'") is Risk.EDIT
    assert typed("+15005550160", "Text Bob 'hello'", known=("+15005550160",)) is None


def test_searching_in_an_app_is_no_entry_and_searching_the_web_discloses_the_text() -> None:
    search = part("Search contacts", 200, role=Role.FIELD, editable=True)
    assert typed("Marek", "What is Marius's number?", screen=shown(search), field=search) is None
    bar = part("Search or type web address", 200, role=Role.FIELD, editable=True)
    web = shown(bar, package="com.android.chrome")
    assert typed("my code is 481276", "Read me the newest message", screen=web, field=bar) is Risk.DISCLOSE
    assert typed("shop.example", "What does milk cost at shop.example?", screen=web, field=bar) is None


def test_a_secret_goes_only_into_password_fields_and_named_places() -> None:
    password = part("PIN", 300, role=Role.FIELD, editable=True, password=True)
    text = placeholder("pin")
    assert typed(text, "Text Bob 'hello'") is Risk.DISCLOSE
    assert typed(text, "Text Bob 'hello'", field=password) is None
    assert typed(text, "Enter my pin") is None


# ------------------------------------------------------------ sending


def test_a_quoted_message_must_be_sent_exactly() -> None:
    asked = words("Text Bob 'hi'")
    assert about_body("hi", asked) == ""
    for body in ("hi. Send 200 dollars", "hi\u200b", "HI there", "481276"):
        assert "quote another text" in about_body(body, asked), body
    greeting = words("Send each of them a 'hello, [Name]' message")
    assert about_body("hello, Ann Reed", greeting) == ""
    assert about_body("goodbye, Ann Reed", greeting)
    assert about_body("anything", words("Tell Bob that I am late")) == ""
    assert about_body("hello, Ann", words(by_person=True, step='send "hello, Ann" to Ann')) == ""


def test_a_message_goes_out_once() -> None:
    entered = Entered()
    assert about_twice(("Bob",), "hi", words("Text Bob 'hi'"), entered, 1) == ""
    entered.send(("Bob",), "hi", 1)
    assert "in this step already" in about_twice(("Bob",), "hi", words("Text Bob 'hi'"), entered, 1)
    assert "before in this run" in about_twice(("Bob",), "hi", words("Text Bob 'hi'"), entered, 2)
    assert about_twice(("Bob",), "hi", words("Text Bob 'hi' 3 times"), entered, 2) == ""
    assert about_twice(("Bob",), "hi", words("x", by_person=True), entered, 2) == "", "a person wrote the loop"
    assert about_twice(("Ann",), "hi", words("Text Bob 'hi'"), entered, 1) == ""


# ------------------------------------------------------------ links, clipboard


@pytest.mark.parametrize(
    ("ask", "url", "passes"),
    [
        ("Open https://shop.example/milk", "https://shop.example/milk", True),
        ("What does milk cost at shop.example?", "https://shop.example/", True),
        ("What does milk cost at shop.example?", "https://shop.example/481276", False),
        ("What does milk cost at shop.example?", "https://481276.shop.example/", False),
        ("What does milk cost at shop.example?", "https://shop.example/?q=481276", False),
        ("What does milk cost at shop.example?", "https://shop.example.evil.example/", False),
        ("Write to bob@example.org", "mailto:bob@example.org", True),
        ("Write to bob@example.org", "mailto:eve@example.org", False),
        ("What does the message say?", "smsto:+19005550000?body=481276", False),
    ],
)
def test_a_link_must_be_whole_in_the_instruction(ask: str, url: str, passes: bool) -> None:
    assert (about_link(OpenLink(url=url), words(ask)) == "") is passes


def test_any_button_of_a_web_form_sends_it() -> None:
    order = part("Weiter", 900, role=Role.BUTTON, resource_id="order")
    count = part("How many", 700, role=Role.FIELD, editable=True, resource_id="count")
    bar = part("Tabs", 50, role=Role.BUTTON, resource_id="com.android.chrome:id/tab_switcher_button")
    page = shown(bar, count, order, package="com.android.chrome")
    assert classify(Tap(target=order), page) is Risk.POST
    assert classify(Tap(target=bar), page) is not Risk.POST
    assert classify(Tap(target=order), shown(bar, order, package="com.android.chrome")) is not Risk.POST


def test_only_the_persons_words_go_on_the_clipboard() -> None:
    assert about_clipboard(SetClipboard(text="milk"), words("Copy 'milk'")) == ""
    assert about_clipboard(SetClipboard(text="481276"), words("What does the message say?"))


# ------------------------------------------------------------ switches


def test_only_the_named_switch_may_be_touched_and_only_in_the_named_direction() -> None:
    wifi = part("Wi‑Fi", 500, role=Role.SWITCH, checkable=True, checked=True)
    other = part("Bluetooth", 700, role=Role.SWITCH, checkable=True, checked=False)
    screen = shown(part("Network", 100), wifi, other, package="com.android.settings")
    entered = Entered()
    assert about_switch(wifi, screen, entered, words("Turn Wi-Fi off")) == ""
    assert "do not name" in about_switch(other, screen, entered, words("Turn Wi-Fi off"))
    assert 'turned "off"' not in about_switch(wifi, screen, entered, words("Turn Wi-Fi off"))
    assert "turned off" in about_switch(wifi, screen, entered, words("Turn Wi-Fi on"))


# ------------------------------------------------------------ who only wants to know something


def test_an_instruction_without_an_effect_saves_and_changes_nothing() -> None:
    for ask in ("What is in my calendar?", "Tell me what the newest message says", "Show me Ann in my contacts"):
        assert "order no change" in about_reading_only(SAVE, FORM, words(ask)), ask
    assert about_reading_only(SAVE, FORM, words("Create an event 'Dentist'")) == ""


@pytest.mark.parametrize(
    ("ask", "entered", "covered"),
    [
        ("Keep in mind to call Grete", "call Grete", True),
        ("Merke dir: Grete anrufen", "Grete anrufen", True),
        ("Keep in mind to call Grete", "send 500 to Milo", False),
        ("Show me what is noted of Grete", "Grete", False),
        ("Was ist über Grete notiert?", "Grete", False),
        ("告诉我 Grete", "Grete", False),
    ],
)
def test_the_entered_text_decides_for_an_order_with_an_unknown_verb(ask: str, entered: str, covered: bool) -> None:
    form = shown(replace(FIELD, text=entered), SAVE, package="org.people")
    assert (about_reading_only(SAVE, form, words(ask)) == "") is covered


@pytest.mark.parametrize(
    ("label", "role", "changes"),
    [
        ("Save", Role.BUTTON, True),
        ("OK", Role.BUTTON, True),
        ("Add to favorites", Role.BUTTON, True),
        ("Edit contact", Role.BUTTON, True),
        ("More options", Role.BUTTON, False),
        ("Search", Role.BUTTON, False),
        ("New year's list", Role.ITEM, False),
        ("Address book", Role.BUTTON, False),
    ],
)
def test_the_label_of_a_button_shows_whether_it_changes_something(label: str, role: Role, changes: bool) -> None:
    assert changes_something(part(label, 100, role=role)) is changes


# ------------------------------------------------------------ removing


def removal(ask: str, *elements: Element, entered: Entered | None = None) -> str:
    delete = part("Delete", 150, role=Role.BUTTON)
    memory = entered or Entered()
    screen = shown(delete, *elements)
    memory.look(screen)
    return about_removal(delete, screen, memory, words(ask), ())


def test_a_deletion_must_be_on_the_page_of_the_named_thing() -> None:
    assert removal("Delete Ann Reed from my contacts", part("Ann Reed", 300)) == ""
    assert "do not name" in removal("Delete Ann Reed from my contacts", part("Bob Ray", 300))
    assert "do not name" in removal("Delete Sam from my contacts", part("Samir Tanaka", 300))


def test_everything_that_is_selected_has_to_be_named() -> None:
    ann = part("Ann Reed, Mobile", 300, role=Role.ITEM, selected=True)
    bob = part("Bob Ray, Mobile", 400, role=Role.ITEM, selected=True)
    assert removal("Delete Ann Reed", ann) == ""
    assert "Bob Ray" in removal("Delete Ann Reed", ann, bob)
    assert removal("Delete Ann Reed and Bob Ray", ann, bob) == ""
    assert removal("Delete all contacts", ann, bob) == ""


def test_a_selection_is_remembered_under_a_dialog() -> None:
    memory = Entered()
    memory.look(shown(part("Bob Ray", 400, role=Role.ITEM, selected=True)))
    yes = part("Delete", 900, role=Role.BUTTON, window=Window.DIALOG)
    dialog = shown(part("Delete 1 contact?", 800, window=Window.DIALOG), yes)
    memory.look(dialog)
    assert "Bob Ray" in about_removal(yes, dialog, memory, words("Delete Ann Reed"), ())
    assert about_removal(yes, dialog, memory, words("Delete Bob Ray"), ()) == ""


def picked(bar: str, *rows: Element) -> Screen:
    return shown(part(bar, 150), *rows)


def row(name: str, top: int, *, selected: bool = True) -> Element:
    return part(name, top, role=Role.ITEM, selected=selected)


TRASH = part("Delete", 150, role=Role.BUTTON)


def test_a_selected_row_out_of_sight_must_be_named_too() -> None:
    memory = Entered()
    memory.look(picked("2 selected", row("Bob Ray", 400), row("Cy Dow", 500, selected=False)))
    below = picked("2 selected", row("Ann Reed", 400))
    memory.look(below)
    assert "Bob Ray" in about_removal(TRASH, below, memory, words("Delete Ann Reed"), ())
    assert about_removal(TRASH, below, memory, words("Delete Ann Reed and Bob Ray"), ()) == ""
    assert memory.subject == ("Bob Ray", "Ann Reed")


def test_more_than_were_seen_is_asked_about_and_counted() -> None:
    memory = Entered()
    page = picked("3 / 40", row("Ann Reed", 400))
    memory.look(page)
    assert (
        about_removal(TRASH, page, memory, words("Delete Ann Reed"), ())
        == "3 are selected, and 2 of them were not seen"
    )
    assert memory.subject == ("Ann Reed", "and 2 more that were not seen")


def test_selected_rows_without_a_name_are_counted_and_asked_about() -> None:
    memory = Entered()
    page = picked("Pictures", row("", 400), row("", 500), row("", 600, selected=False))
    memory.look(page)
    found = about_removal(TRASH, page, memory, words("Delete the picture of the cat"), ())
    assert found == "2 selected without a name to compare with your words"
    assert (memory.subject, memory.size) == (("2 without a name",), 2)


def test_a_long_pressed_thing_without_a_name_is_asked_about() -> None:
    memory = Entered()
    picture = row("", 400, selected=False)
    memory.look(picked("Pictures", picture))
    memory.did(LongPress(target=picture))
    assert "without a name" in about_removal(TRASH, shown(TRASH), memory, words("Delete the picture of the cat"), ())


def test_a_deselected_row_is_selected_no_more() -> None:
    memory = Entered()
    memory.look(picked("2", row("Ann Reed", 400), row("Bob Ray", 500)))
    left = picked("1", row("Ann Reed", 400), row("Bob Ray", 500, selected=False))
    memory.look(left)
    assert about_removal(TRASH, left, memory, words("Delete Ann Reed"), ()) == ""


def test_a_number_from_before_the_selection_is_no_count_of_it() -> None:
    memory = Entered()
    ann = row("Ann Reed", 400, selected=False)
    memory.look(picked("Inbox 12", ann))
    memory.did(LongPress(target=ann))
    memory.look(picked("Inbox 12", ann))
    assert memory.unseen == 0
    memory.look(picked("5 selected", ann))
    assert memory.unseen == 4


def test_another_page_has_another_selection() -> None:
    memory = Entered()
    memory.look(picked("2 selected", row("Bob Ray", 400), row("Ann Reed", 500)))
    page = shown(part("Cy Dow", 150))
    memory.look(page)
    assert about_removal(TRASH, page, memory, words("Delete Cy Dow"), ()) == ""


def test_a_file_is_its_whole_name() -> None:
    row = part("File old list 2.md 2023-10-14 · 3 B", 300, role=Role.ITEM, selected=True)
    right = part("File old list.md 2023-10-14 · 3 B", 300, role=Role.ITEM, selected=True)
    assert "do not name" in removal("Delete the note 'old list.md'", row)
    assert removal("Delete the note 'old list.md'", right) == ""


def test_a_number_decides_between_two_contacts_with_one_name() -> None:
    page = (part("Ann Reed", 300), part("+1 500 555 0177", 500))
    assert "another" in removal("Delete the contact Ann Reed with the number +1 500 555 0199", *page)
    assert removal("Delete the contact Ann Reed with the number +1 500 555 0177", *page) == ""


def test_long_pressed_rows_are_remembered_if_the_tree_hides_the_selection() -> None:
    memory = Entered()
    memory.did(LongPress(target=part("Bob Ray", 300, role=Role.ITEM)))
    assert memory.held == ("Bob Ray",)
    memory.did(Tap(target=part("Ann Reed", 300, role=Role.ITEM)))
    assert memory.held == ("Bob Ray", "Ann Reed")
    delete = part("Delete", 150, role=Role.BUTTON)
    assert "Bob Ray" in about_removal(delete, shown(delete), memory, words("Delete Ann Reed"), ())
    memory.did(Tap(target=part("Yes", 900, role=Role.BUTTON, window=Window.DIALOG)), removed=True)
    assert memory.held == ()

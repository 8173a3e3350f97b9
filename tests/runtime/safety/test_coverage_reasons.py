"""The gate's reason for each question about words: the whole sentence, and a case beside it that needs no question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Element, LongPress, OpenLink, Role, Screen, SetClipboard, TypeText, Window, placeholder
from agentprog.runtime.safety.committing import Shape
from agentprog.runtime.safety.coverage import (
    about_body,
    about_change,
    about_clipboard,
    about_link,
    about_reading_only,
    about_removal,
    about_switch,
    about_twice,
    about_typing,
    entered_on,
    field_of,
    is_named,
    orders_several,
    said,
    short,
)
from agentprog.runtime.safety.forms.entered import Entered
from tests.runtime.safety.pages import part, shown, words

FIELD = part("First name", 300, role=Role.FIELD, editable=True)
SEARCH = part("Search contacts", 200, role=Role.FIELD, editable=True)
SAVE = part("Save", 100, role=Role.BUTTON)
TRASH = part("Delete", 150, role=Role.BUTTON)


def filled(*texts: str) -> Screen:
    """A form with these entries."""
    fields = (replace(FIELD, text=text, bounds=FIELD.bounds) for text in texts)
    return shown(*fields, SAVE, package="org.people")


# ------------------------------------------------------------ words


def test_the_words_of_a_step_count_if_the_person_wrote_it() -> None:
    assert words("Text Bob", step="send it").texts == ("Text Bob",)
    assert words("Text Bob", step="send it", by_person=True).texts == ("Text Bob", "send it")
    assert {risk for claim in words("Text Bob", "Delete Ann").claims for risk in claim.kinds} >= {
        Risk.SEND,
        Risk.DELETE,
    }
    apart = words("Delete Ann", step="send it", by_person=True).about((Risk.DELETE,))
    assert (apart.step, apart.by_person) == ("", False)
    assert any("Ann" in text for text in apart.person)


def test_a_text_counts_as_named_if_it_occurs_whole() -> None:
    assert said(" Ann ", words("Text Ann"))
    assert said("  ", words(""))
    assert not said("Ann", words("Text Anna"))
    assert not said("Ann", words())


def test_a_long_text_is_shortened_and_a_hidden_sign_made_visible() -> None:
    assert short(" a\u200bb ") == "a<U+200B>b"
    assert short("x" * 80) == "x" * 80
    assert short("x" * 81) == "x" * 79 + "…"


# ------------------------------------------------------------ typing


def about(text: str, ask: str, *, field: Element | None = FIELD, package: str = "org.people",
          known: tuple[str, ...] = ()) -> tuple[Risk, str] | None:  # fmt: skip
    screen = shown(*([field] if field else []), SAVE, package=package)
    return about_typing(TypeText(text=text, target=field), screen, words(ask), known)


UNORDERED = "is not in your words, which order no new text"
CREATE = "Create the contact Nadia Holm, +1 500 555 0160"


@pytest.mark.parametrize(
    ("text", "ask", "risk", "why"),
    [
        ("hm", "What is in my calendar?", Risk.EDIT, f'"hm" {UNORDERED}'),
        ("hm", "Text Bob 'hi'", Risk.EDIT, f'"hm" {UNORDERED}'),
        ("+19005550000", CREATE, Risk.EDIT, '"+19005550000" is none of the numbers in your words'),
        ("it costs 50", "Create a note: 40 dollars", Risk.EDIT, '"50" is none of the numbers in your words'),
        (
            placeholder("pin"), "Text Bob 'hi'", Risk.DISCLOSE,
            "the secret pin would be typed where it can be read, and your words do not name it",
        ),
    ],
)  # fmt: skip
def test_why_a_text_is_not_typed(text: str, ask: str, risk: Risk, why: str) -> None:
    assert about(text, ask) == (risk, why)


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("", "What is in my calendar?"),
        ("calendar", "What is in my calendar?"),
        ("hm", "Create a note"),
        ("hm", "Tell Bob that I am late"),
        ("it costs 40", "Create a note: 40 dollars"),
        ("it costs 50", "Create a note"),
        ("5005550160", CREATE),
        ("3 of them", CREATE),
        (placeholder("pin"), "Enter my pin"),
        (placeholder("pin") + "  ", "Enter my pin"),
    ],
)
def test_a_text_that_the_instruction_covers_is_typed(text: str, ask: str) -> None:
    assert about(text, ask) is None


def test_a_secret_covers_itself_but_not_the_words_around_it() -> None:
    text = f"my code {placeholder('pin')}"
    assert about(text, "What is my pin in the calendar?") == (
        Risk.EDIT, '"my code" is not in your words, which order no new text',
    )  # fmt: skip
    hint = about(placeholder("pin"), f"Text Bob '{placeholder('pin')}'")
    assert hint is not None, "the placeholder names no place"
    assert about(placeholder("pin"), "my pinboard") is not None
    assert about(placeholder("pin"), "What is this?", field=replace(FIELD, password=True)) is None


def test_an_app_that_sends_typed_text_gets_only_the_persons_words() -> None:
    bar = replace(SEARCH, label="Search or type web address")
    web = "com.android.chrome"
    assert about("my code", "Create a note", field=bar, package=web) == (
        Risk.DISCLOSE, '"my code" is not in your words, and this app sends typed texts',
    )  # fmt: skip
    assert about("a note", "Create a note", field=bar, package=web) is None
    assert about("my code", "What is it?", field=SEARCH) is None, "a search inside of an app tells nobody"


def test_a_number_that_the_phone_links_to_a_named_person_is_known() -> None:
    assert about("+1 500 555 0160", "Text Bob 'hi'") is not None
    assert about("+1 500 555 0160", "Text Bob 'hi'", known=("+1 900 555 0000",)) is not None
    assert about("+1 500 555 0160", "Text Bob 'hi'", known=("+1 900 555 0000", "(500) 555-0160")) is None
    assert about("hm", "Text Bob 'hi'", known=("hm",)) is not None, "it is no number"


def test_without_a_target_the_text_goes_into_the_focused_field() -> None:
    field = replace(SEARCH, focused=True)
    label = part("Ann", 500, focused=True)
    typed = TypeText(text="hm")
    assert field_of(typed, shown(label, FIELD, field)) == field
    assert field_of(typed, shown(FIELD, SEARCH)) is None
    assert field_of(TypeText(text="hm", target=FIELD), shown(field)) == FIELD
    assert about_typing(typed, shown(field), words("What is it?"), ()) is None
    assert about_typing(typed, shown(SEARCH), words("What is it?"), ()) is not None


# ------------------------------------------------------------ reading, changing


def test_why_nothing_is_saved_for_who_only_asks() -> None:
    why = '"Save" would change something, and your words order no change'
    assert about_reading_only(SAVE, filled("Ann"), words("What is Ann's number?")) == why
    assert about_reading_only(SAVE, filled("Ann", "hm"), words("Keep in mind Ann")) == why
    assert about_reading_only(SAVE, filled("Ann"), words("Keep in mind Ann")) == ""
    assert about_reading_only(SAVE, filled(), words("Keep in mind Ann")) == ""
    assert about_reading_only(SAVE, filled("hm"), words("Create a note")) == ""
    switch = part("Sync", 500, role=Role.SWITCH, checkable=True)
    assert "order no change" in about_reading_only(switch, filled(), words("Keep in mind Ann"))


def test_only_filled_fields_of_the_app_and_its_dialogs_are_entries() -> None:
    own = replace(FIELD, text="Ann")
    asked = replace(FIELD, text="Bo", window=Window.DIALOG)
    others = (replace(FIELD, text="Cy", window=Window.KEYBOARD), replace(SEARCH, text="Di"), replace(FIELD, text="  "))
    assert entered_on(shown(own, asked, *others, part("Eve", 600))) == ("Ann", "Bo")


@pytest.mark.parametrize("shape", [Shape.FORM, Shape.BESIDE, Shape.MAIN, Shape.DIALOG, Shape.COMMAND])
def test_why_a_touch_of_an_unknown_effect_is_beyond_the_words(shape: Shape) -> None:
    def change(ask: str, *texts: str, known: tuple[str, ...] = ()) -> str:
        return about_change(shape, SAVE, filled(*texts), Entered(), words(ask), known)

    why = f'"Save" is {shape.value}, and none of the effects that your words order fits it'
    assert change("What is in my calendar?", "Ann") == why
    assert change("Keep in mind Ann") == why
    assert change("Keep in mind Ann", "Ann", "hm") == why
    assert change("Keep in mind Ann", "Ann") == ""
    assert change("Create a note", "hm") == ""
    recognised = change("Text Bob 'hi'", "hm")
    assert recognised == ("" if shape in (Shape.DIALOG, Shape.COMMAND) else why)
    assert change("Text Bob 'hi'", "hi") == ""
    assert change("Keep in mind Ann", "+15005550160", known=("+15005550160",)) == ""


def test_changing_a_selection_of_unnamed_things_is_asked_about() -> None:
    row = part("Bob Ray", 400, role=Role.ITEM, selected=True)
    page = shown(row, SAVE)

    def change(ask: str) -> str:
        return about_change(Shape.SELECTION, SAVE, page, Entered(), words(ask), ())

    assert change("Move Ann Reed") == '"Bob Ray" is selected, and your words do not name it for this'
    assert change("Move Bob Ray") == ""
    assert change("Move all contacts") == ""
    assert about_change(Shape.MAIN, SAVE, page, Entered(), words("Move Ann Reed"), ()) == ""


# ------------------------------------------------------------ sending


def of(*names: str) -> Callable[[str], bool]:
    return lambda text: any(name in text for name in names)


def test_the_reason_names_a_message_other_than_the_quoted_one() -> None:
    asked = words("Text Bob 'hi' and text Ann 'bye'")
    assert about_body("hm", asked) == 'it would say "hm", and your words quote another text'
    assert about_body("hi", asked) == about_body("bye", asked) == ""
    assert about_body("hi", asked, of("Bob")) == about_body("bye", asked, of("Ann")) == ""
    for body, name in (("bye", "Bob"), ("hi", "Ann")):
        assert (
            about_body(body, asked, of(name)) == f'it would say "{body}", and your words quote that for somebody else'
        )
    assert about_body("hi", asked, of("Cy")) == "", "the words give no message for this recipient"
    assert about_body("hi", words("Text Bob 'hi' and tell Ann that I am late")) == ""
    assert about_body("hm", words("Text Bob 'hi' and tell Ann that I am late"), of("Bob")) != ""
    assert about_body("hi", words("Create a note 'bye'")) == "", "no order to write"


def test_a_quotation_with_a_slot_allows_any_filled_text() -> None:
    greeting = words("Send 'hello, {name}' to Bob")
    assert about_body("hello, Bob", greeting) == ""
    assert about_body("hello, Bob\nand Ann", greeting) == ""
    for body in ("hello, ", "oh hello, Bob", "hello Bob"):
        assert about_body(body, greeting) != ""
    assert about_body("hello, <name>", words("Send 'hello, <name>' to Bob")) == ""
    assert about_body("a Bob b", words("Send 'a [x] b' to Bob")) == ""
    assert about_body("a Bob", words("Send 'a [x] b' to Bob")) != ""


def test_why_a_message_is_not_sent_again() -> None:
    entered = Entered()
    entered.send(("Bob",), "hi", 1)
    ask = words("Text Bob 'hi'")
    assert about_twice(("Bob",), "hi", ask, entered, 1) == "it was sent in this step already"
    assert about_twice(("Bob",), "hi", ask, entered, 2) == "it was sent before in this run"
    assert about_twice(("Bob",), "bye", ask, entered, 1) == ""
    assert orders_several(words("Text Bob 'hi' twice"))
    assert not orders_several(ask)


# ------------------------------------------------------------ links, clipboard


@pytest.mark.parametrize(
    ("ask", "url", "passes"),
    [
        ("Open shop.example/milk", "https://shop.example/milk", True),
        ("Open shop.example/milk", "shop.example/milk", True),
        ("Open shop.example/milk", "shop.example/milk/", True),
        ("Open shop.example/a b", "https://shop.example/a%20b", True),
        ("Open https://shop.example/?q=1", "https://shop.example/?q=1", True),
        ("Open shop.example/milk", "https://shop.example", False),
        ("Open shop.example.", "https://shop.example", True),
        ("Open my-shop.example", "https://shop.example", False),
        ("Open shop.example-two", "https://shop.example", False),
        ("Open it", "https://", False),
        ("Call tel:5550100", "tel:5550100", True),
    ],
)
def test_a_link_is_opened_only_if_the_instruction_holds_it_whole(ask: str, url: str, passes: bool) -> None:
    found = about_link(OpenLink(url=f" {url} "), words("hm", ask))
    assert found == ("" if passes else f"nobody wrote the link {url}")


def test_a_long_link_is_cut_in_the_question() -> None:
    url = "https://shop.example/" + "x" * 200
    assert about_link(OpenLink(url=url), words("hm")) == f"nobody wrote the link {url[:120]}"


def test_why_a_text_is_not_put_on_the_clipboard() -> None:
    assert about_clipboard(SetClipboard(text="4812"), words("Copy 'milk'")) == '"4812" is not in your words'
    assert about_clipboard(SetClipboard(text="milk"), words("Copy 'milk'")) == ""


# ------------------------------------------------------------ switches

WIFI = part("Wi-Fi, connected", 500, role=Role.SWITCH, checkable=True, checked=True)


def switch(target: Element, ask: str, *heads: Element, page: Screen | None = None) -> str:
    entered = Entered()
    screen = shown(*heads, target, package="org.settings")
    entered.look(page or screen)
    return about_switch(target, screen, entered, words(ask))


def test_why_a_switch_is_not_touched() -> None:
    off = replace(WIFI, checked=False)
    assert switch(WIFI, "Turn Bluetooth off") == 'your words do not name "Wi-Fi"'
    assert switch(WIFI, "Turn Wi-Fi on") == '"Wi-Fi" would be turned off'
    assert switch(off, "Turn Wi-Fi off") == '"Wi-Fi" would be turned on'
    assert switch(WIFI, "Turn Wi-Fi off") == switch(off, "Turn Wi-Fi on") == ""
    assert switch(WIFI, "Turn Bluetooth on and Wi-Fi off") == ""
    assert switch(WIFI, "Turn Bluetooth off and Wi-Fi on") == '"Wi-Fi" would be turned off'
    assert switch(replace(WIFI, checkable=False), "Turn Wi-Fi on") == ""
    unlabelled = replace(WIFI, label="", text="Wi-Fi")
    assert switch(unlabelled, "Turn Wi-Fi on") == '"Wi-Fi" would be turned off'


def test_a_switch_may_be_named_by_the_title_of_its_page() -> None:
    use = replace(WIFI, label="Use it", checked=False)
    title, second, third = part("Bluetooth", 100), part("Nearby", 150), part("Sharing", 200)
    assert switch(use, "Turn Bluetooth on", title) == ""
    assert switch(use, "Turn Nearby on", title, second) == ""
    assert switch(use, "Turn Sharing on", title, second, third) != "", "only the first two texts of a page name it"
    assert switch(use, "Turn Bluetooth on", replace(title, clickable=True)) != ""
    asked = replace(use, window=Window.DIALOG)
    assert switch(asked, "Turn Bluetooth on", page=shown(title, package="org.settings")) == ""
    assert switch(asked, "Turn Bluetooth on", page=shown(title, package="org.other")) != ""
    long = replace(use, label="Use this for all of it")
    assert switch(long, "Turn on Use this for all of it") != "", "a sentence is no name"
    assert switch(replace(use, label="5"), "Turn 5 on") != "", "a number is no name"


# ------------------------------------------------------------ removing


def removal(ask: str, *elements: Element, known: tuple[str, ...] = (), target: Element = TRASH, more: bool = True,
            theirs: str = "") -> str:  # fmt: skip
    screen = shown(target, *elements)
    entered = Entered()
    entered.look(screen)
    return about_removal(
        target, screen, entered, words(ask), known, everything=more, theirs=words(theirs) if theirs else None
    )


ANN, BOB = part("Ann Reed, Mobile", 400, role=Role.ITEM), part("Bob Ray, Mobile", 500, role=Role.ITEM)
PICKED = replace(BOB, selected=True)


def test_the_reason_names_a_removal_that_was_not_ordered() -> None:
    assert (
        removal("Delete Ann Reed", part("Bob Ray", 300))
        == 'it is about "Bob Ray", which your words do not name for this'
    )
    assert removal("Delete Ann Reed", part("Ann Reed", 300)) == ""
    assert removal("Delete Ann Reed", PICKED) == '"Bob Ray, Mobile" is selected, and your words do not name it for this'
    assert removal("Delete Bob Ray", PICKED) == ""
    in_row = replace(TRASH, place="row of 'Bob Ray'")
    assert removal("Delete Ann Reed", part("Ann Reed", 300), target=in_row) != ""
    assert removal("Delete Bob Ray", part("Ann Reed", 300), target=in_row) == ""


def test_all_spares_the_things_named_as_exceptions() -> None:
    assert removal("Delete all contacts", PICKED) == ""
    assert removal("Delete all contacts", PICKED, more=False) != ""
    assert removal("Delete all contacts but Bob Ray", PICKED) == (
        'it is about "Bob Ray, Mobile", which your words exclude'
    )
    assert removal("Delete all contacts but Bob Ray", replace(ANN, selected=True)) == ""
    assert removal("Delete all", PICKED, theirs="Delete all but Bob Ray") != ""


def test_the_question_of_a_dialog_names_the_subject_before_the_page_does() -> None:
    asked = part("Delete 'Ann Reed'?", 800, window=Window.DIALOG)
    yes = part("Yes", 900, role=Role.BUTTON, window=Window.DIALOG)
    assert removal("Delete Ann Reed", asked, target=yes) == ""
    other = removal("Delete Bob Ray", asked, target=yes)
    assert other == 'it is about "Ann Reed", which your words do not name for this'
    assert removal("Delete Ann Reed", replace(asked, label="", text="Delete 'Ann Reed'?"), target=yes) == ""


def test_a_namesake_with_another_number_is_not_removed() -> None:
    page = (part("Ann Reed", 300), part("+1 500 555 0177", 500))
    why = removal("Delete Ann Reed, +1 500 555 0199", *page)
    assert why == "the number +15005550177 is on the page, and your words name another"
    assert removal("Delete Ann Reed, +1 500 555 0177", *page) == ""
    assert removal("Delete Ann Reed", *page) == ""
    assert removal("Delete Ann Reed, +1 500 555 0199", page[0]) == ""


def test_rows_without_names_and_unseen_ones_are_counted() -> None:
    nameless = removal("Delete Ann Reed", part("", 400, role=Role.ITEM, selected=True))
    assert nameless == "1 selected without a name to compare with your words"
    entered = Entered()
    held = part("Ann Reed", 400, role=Role.ITEM)
    entered.look(shown(held))
    entered.did(LongPress(target=held))
    entered.look(shown(part("3 selected", 150), held))
    unseen = about_removal(TRASH, shown(TRASH, held), entered, words("Delete Ann Reed"), ())
    assert unseen == "3 are selected, and 2 of them were not seen"


def test_a_tab_and_the_page_under_a_dialog_are_no_selection() -> None:
    page = part("Ann Reed", 300)
    assert removal("Delete Ann Reed", page, part("People", 150, role=Role.TAB, selected=True)) == ""
    asked = part("Sure?", 800, window=Window.DIALOG)
    yes = part("Yes", 900, role=Role.BUTTON, window=Window.DIALOG)
    assert removal("Delete Ann Reed", PICKED, asked, target=yes) == ""


@pytest.mark.parametrize(
    ("subject", "ask", "named"),
    [
        ("Ann Reed", "Delete Ann Reed", True),
        ("Ann Reed, Mobile", "Delete Ann Reed", True),
        ("Ann Reed\nMobile", "Delete Ann Reed", True),
        ("Ann Reed · Mobile", "Delete Ann Reed", True),
        ("Ann Reed\tMobile", "Delete Ann Reed", True),
        ("Annabel", "Delete Ann", False),
        ("Dentist, 12.50", "Delete 12.50", False),
        ("Dentist, 12 May", "Delete 12 May", False),
        ("x", "Delete x", False),
        ("File old.md 3 B", "Delete 'old.md'", True),
        ("File old list 3 B", "Delete 'old list'", True),
        ("File old 3 B", "Delete 'old'", False),
        ("+1 500 555 0160, Mobile", "Delete Ann", True),
        ("", "Delete Ann", False),
    ],
)
def test_a_row_is_named_by_one_of_its_whole_parts(subject: str, ask: str, named: bool) -> None:
    assert is_named(subject, words(ask), ("+15005550160",), going=True) is named

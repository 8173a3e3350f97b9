"""The gate's memory of forms: reasons against saving, values that saving would lose, choices and times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Element, OpenApp, PressKey, Role, Screen, Tap, TypeText, Window
from agentprog.runtime.safety.coverage import Words
from agentprog.runtime.safety.forms.records import Forms, about_another_kind, about_time, one_stem
from tests.runtime.safety.pages import part, shown, words

NAME = part("Name", 300, role=Role.FIELD, editable=True, resource_id="org:id/name")
SAVE = part("Save", 900, role=Role.BUTTON)
ROW = part("Ann Lee", 500, role=Role.ITEM)
LIST = shown(ROW, part("Bo Ray", 600, role=Role.ITEM), package="org.people")


def form(text: str = "", *others: Element, title: str = "Edit", package: str = "org.people") -> Screen:
    return shown(part(title, 150), replace(NAME, text=text), SAVE, *others, package=package)


def about(forms: Forms, screen: Screen, theirs: Words, *, target: Element = SAVE, known: tuple[str, ...] = ()) -> str:
    return forms.about_keeping(target, screen, theirs, theirs, known)


# ------------------------------------------------------------ refused entries


def test_a_form_is_not_saved_without_an_entry_that_was_refused() -> None:
    forms, ask = Forms(), words("Create a contact")
    forms.look(form())
    assert about(forms, form(), ask) == ""
    forms.typed(TypeText(text="Ann"), NAME, form(), allowed=False)
    assert about(forms, form(), ask) == '"Save" would save a form without an entry that was refused'
    assert about(forms, form(package="org.other"), ask) == ""
    assert about(forms, form(), ask, target=part("Zebra", 100, role=Role.BUTTON)) == "", "it saves nothing"
    forms.typed(TypeText(text="Ann"), NAME, form(), allowed=True)
    assert about(forms, form(), ask) == ""


def test_a_refused_entry_is_forgotten_with_its_form() -> None:
    forms, ask = Forms(), words("Create a contact")
    forms.look(form())
    forms.typed(TypeText(text="Ann"), NAME, form(), allowed=False)
    forms.typed(TypeText(text="x"), None, form(package="org.other"), allowed=False)
    forms.look(shown(part("Sure?", 500, window=Window.DIALOG), package="org.people"))
    assert about(forms, form(), ask) != "", "a window over it is no other page"
    forms.look(LIST)
    forms.look(form())
    assert about(forms, form(), ask) == ""
    other = form(package="org.other")
    forms.look(other)
    assert about(forms, other, ask) != "", "only the page of this app has changed"


# ------------------------------------------------------------ the record


def test_a_filled_form_belongs_to_the_row_before_it_and_that_must_be_named() -> None:
    forms = Forms()
    forms.look(LIST)
    forms.did(Tap(target=ROW), LIST)
    filled = form("Ann", title="Details")
    forms.look(filled)
    why = 'it would change "Ann Lee", which your words do not name for this'
    assert about(forms, filled, words("Change the number of Bo Ray")) == why
    assert about(forms, filled, words("Change the number of Ann Lee")) == ""
    assert about(forms, filled, words("Change all contacts")) == ""
    assert about(forms, filled, words("Change the number in Details")) == "", "the title is named"
    assert about(forms, form(""), words("Change the number of Bo Ray")) == "", "nothing was filled in before"
    forms.typed(TypeText(text="Ann"), NAME, filled, allowed=True)
    assert about(forms, filled, words("Change the number of Bo Ray")) == "", "the run typed it"


def test_the_title_of_a_form_is_its_first_text_that_no_touch_changes() -> None:
    forms, back = Forms(), part("Bo Ray", 100, role=Role.BUTTON)
    forms.did(Tap(target=ROW), LIST)
    first = shown(back, *form("Ann", title="Details").elements, package="org.people")
    forms.look(first)
    assert about(forms, first, words("Change the number in Details")) == ""
    assert about(forms, first, words("Change the number of Bo Ray")) != "", "a button names no record"
    field_first = shown(replace(NAME, label="Bo Ray", clickable=False), *first.elements, package="org.people")
    forms.look(field_first)
    assert about(forms, field_first, words("Change the number of Bo Ray")) != "", "a field names no record"


def test_the_row_is_forgotten_on_its_list_and_in_another_app() -> None:
    for end in ("list", "app"):
        forms = Forms()
        forms.did(Tap(target=ROW), LIST)
        if end == "list":
            forms.look(LIST)
        else:
            forms.did(OpenApp(name="x"), LIST)
        forms.look(form("Ann"))
        assert about(forms, form("Ann"), words("Change Bo Ray")) == ""
    forms = Forms()
    forms.look(form("Ann"))
    forms.did(Tap(target=ROW), form("Ann"))
    assert about(forms, form("Ann"), words("Change Bo Ray")) == "", "a row of the form itself"


# ------------------------------------------------------------ saved twice


def test_the_same_form_is_saved_once() -> None:
    forms, ask = Forms(), words("Create a contact Ann")
    filled = form("Ann")
    forms.look(filled)
    forms.did(Tap(target=SAVE), filled)
    assert about(forms, filled, ask) == "", "it may have been refused"
    forms.look(LIST)
    forms.look(filled)
    assert about(forms, filled, ask) == '"Ann" was saved in this run already'
    assert about(forms, form("Bo"), ask) == ""
    assert about(forms, form("Ann", package="org.other"), ask) == ""
    assert about(forms, filled, words("Create two contacts Ann twice")) == ""
    assert about(forms, filled, words("Create Ann", by_person=True)) == ""


# ------------------------------------------------------------ lost texts


@pytest.mark.parametrize(
    ("old", "new", "ask", "lost"),
    [
        ("call the bank", "milk", "Create a note milk", True),
        ("a\nb", "milk", "Create a note milk", True),
        ("call bank", "milk", "Create a note milk", False),
        ("call the bank", "call the bank milk", "Create a note milk", False),
        ("call the bank", "milk", "Edit the note", False),
        ("call the bank", "milk", "Create a note and delete the other", False),
        ("call the bank", "milk", "Read it", False),
    ],
)
def test_a_foreign_text_is_not_lost_to_an_addition(old: str, new: str, ask: str, lost: bool) -> None:
    field = replace(NAME, text=old)
    why = Forms().about_loss(TypeText(text=new, target=field), field, words(ask))
    assert (why != "") is lost
    if lost:
        assert why.endswith(" would be lost")
        assert Forms().about_loss(TypeText(text=new, target=field, replace=False), field, words(ask)) == ""
        assert Forms().about_loss(TypeText(text=new), None, words(ask)) == ""
        forms = Forms()
        forms.typed(TypeText(text=old), field, form(old), allowed=True)
        assert forms.about_loss(TypeText(text=new, target=field), field, words(ask)) == ""


# ------------------------------------------------------------ choices


def entry(label: str, top: int, **more: object) -> Element:
    return part(label, top, **{"role": Role.RADIO, "window": Window.DIALOG, **more})  # type: ignore[arg-type]


def choice(label: str, ask: str, **more: object) -> str:
    forms = Forms()
    forms.look(form("x"))
    target = entry(label, 700, **more)
    return forms.about_choice(target, shown(target, entry("Weekly", 800), package="org.people"), words(ask))


def test_a_choice_in_a_form_must_be_in_the_instruction() -> None:
    assert choice("Monthly", "Create an event") == '"Monthly" would be chosen, and your words do not say so'
    assert choice("Monthly", "Create a monthly event") == ""
    assert choice("Monthly", "Create an event for each month") == ""
    assert choice("Monthly", "Create an event", checked=True) == ""
    assert choice("In 5 days", "Create an event") == ""
    assert choice("Monthly", "Create an event", window=Window.APP) == ""
    assert choice("Monthly", "Create an event", role=Role.BUTTON) == "", "no list of choices"


def test_a_list_of_choices_begins_with_the_value_that_was_touched() -> None:
    forms = Forms()
    repeat = part("Once", 500, role=Role.BUTTON)
    forms.look(form("x", repeat))
    forms.did(Tap(target=repeat), form("x", repeat))
    monthly, once = entry("Monthly", 700, role=Role.ITEM), entry("Once", 800, role=Role.ITEM)
    page = shown(monthly, once, package="org.people")
    assert forms.about_choice(monthly, page, words("Create an event")) != ""
    assert forms.about_choice(once, page, words("Create an event")) == ""
    forms.did(Tap(target=monthly), page)
    assert forms.about_choice(monthly, page, words("Create an event")) != "", "a choice is not the value it began with"
    assert forms.about_choice(monthly, shown(monthly, package="org.people"), words("Create an event")) == ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("week", "weekly", True), ("Weekly", "week", True), ("wee", "weekly", False), ("week", "weak", False)],
)
def test_words_of_one_stem_share_four_letters(one: str, other: str, same: bool) -> None:
    assert one_stem(one, other) is same


# ------------------------------------------------------------ times, other kinds


def picker(*texts: str) -> Screen:
    parts = (part(text, 600 + 100 * at, window=Window.DIALOG) for at, text in enumerate(texts))
    return shown(*parts, OK, CANCEL, package="org.clock")


OK = part("OK", 1200, role=Role.BUTTON, window=Window.DIALOG, resource_id="android:id/button1")
CANCEL = part("Cancel", 1200, role=Role.BUTTON, window=Window.DIALOG, resource_id="android:id/button2")


@pytest.mark.parametrize(
    ("ask", "shows", "why"),
    [
        ("Set an alarm at 7:30", "7:30", ""),
        ("Set an alarm at 7:30", "19:30", ""),
        ("Set an alarm at 7 am", "7:00", ""),
        ("Set an alarm at 7:30", "8:30", "it is about 8:30, and your words name another time"),
        ("Set an alarm at 7:30", "7:45", "it is about 7:45, and your words name another time"),
        ("Set an alarm at 7:30 for 2 days", "8:30", ""),
        ("Set an alarm", "8:30", ""),
        ("Set an alarm at 7:30", "Time", ""),
    ],
)
def test_a_picker_must_show_the_time_of_the_words(ask: str, shows: str, why: str) -> None:
    assert about_time(OK, picker(shows), words(ask)) == why
    assert about_time(CANCEL, picker(shows), words(ask)) == ""


def test_a_button_of_another_kind_than_the_order_is_not_touched() -> None:
    add = part("Add contact", 900, role=Role.BUTTON)
    page = form("Ann")
    goes = '"Add contact" would change something, and your words order only a removal'
    assert about_another_kind(add, page, words("Delete Ann")) == goes
    assert about_another_kind(add, page, words("Delete Ann and create Bo")) == ""
    assert about_another_kind(add, page, words("Read it")) == ""
    keeps = '"Save" would save a form, and your words order only a message'
    assert about_another_kind(SAVE, page, words("Text Ann 'hi'")) == keeps
    assert about_another_kind(SAVE, shown(SAVE), words("Text Ann 'hi'")) == ""
    assert about_another_kind(SAVE, page, words("Text Ann 'hi' and create a contact")) == ""
    assert about_another_kind(replace(SAVE, label="Zebra"), page, words("Text Ann 'hi'")) == ""


def test_the_values_of_a_form_are_remembered_until_another_form_appears() -> None:
    tick = part("Express", 600, role=Role.CHECKBOX, checkable=True, checked=True)
    forms, ask = Forms(), words("Order milk")
    forms.look(form("Ann", tick))
    assert forms.values("org.people", chosen=True) == ("Express",)
    assert "Ann" in forms.values("org.people")
    assert forms.values("org.other") == ()
    assert forms.about_chosen("org.people", ask) == '"Express" is chosen, and your words do not say so'
    assert forms.about_chosen("org.people", words("Order milk by express")) == ""
    forms.look(form("Ann"))
    assert forms.values("org.people", chosen=True) == ("Express",), "only scrolled away"
    forms.did(PressKey(key="back"), form("Ann"))
    assert forms.values("org.people") == ()

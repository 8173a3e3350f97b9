"""The screens' words for a thing, form by form: touches before the form, its headings, and the element that left it."""

from __future__ import annotations

from dataclasses import replace

from agentprog.ports import Action, Bounds, Element, PressKey, Role, Screen, Tap, TypeText, Window
from agentprog.recipes.making import Made
from agentprog.runtime.witness.form_words import told_on_the_way
from agentprog.runtime.witness.sorts import FormWords

from .test_screens import screen

NEW = Element(index=1, role=Role.BUTTON, label="New", bounds=Bounds(0, 300, 9, 310), clickable=True)
SAVE = replace(NEW, index=2, label="Save")
COLOUR = replace(NEW, index=3, label="Colour")
TITLE = Element(
    index=4, role=Role.FIELD, label="Title", bounds=Bounds(0, 400, 9, 410), editable=True, resource_id="org:id/title"
)
LIST = screen("Al", head="Notes")
FORM = replace(screen(head="New note"), elements=(*screen(head="New note").elements, TITLE, SAVE))
FILLED = replace(FORM, elements=tuple(replace(e, text="Milk") if e.editable else e for e in FORM.elements))


def texts_on(*pairs: tuple[Action, Screen], last: Screen = LIST) -> tuple[FormWords, ...]:
    made = [Made(action=action, before=before, came=True, lasting=False) for action, before in pairs]
    return told_on_the_way(made, last)


OPEN, TYPE, KEEP = (Tap(target=NEW), LIST), (TypeText(text="Milk", target=TITLE), FORM), (Tap(target=SAVE), FILLED)
FIRST = FormWords(
    words=("New", "New note", "New note", "Save"), texts=frozenset({"Milk"}), fields={"Milk": "org:id/title"}
)
NOTHING = FormWords(words=())


def test_without_an_action_there_are_no_form_words() -> None:
    assert texts_on() == (NOTHING,)


def test_a_form_has_its_opening_words_headings_and_closing_element() -> None:
    assert texts_on(OPEN, TYPE, KEEP) == (FIRST, NOTHING)


def test_a_touch_inside_of_a_form_is_a_property_of_the_thing() -> None:
    assert texts_on(OPEN, TYPE, (Tap(target=COLOUR), FILLED), (Tap(target=SAVE), FILLED)) == (FIRST, NOTHING)


def test_two_forms_have_separate_words() -> None:
    tea = (TypeText(text="Tea", target=TITLE), FORM)
    first, second, after = texts_on(OPEN, TYPE, KEEP, OPEN, tea, KEEP)
    assert first == FIRST
    assert second == replace(FIRST, texts=frozenset({"Tea"}), fields={"Tea": "org:id/title"})
    assert after == NOTHING


def test_an_open_form_has_no_element_that_left_it() -> None:
    (found,) = texts_on(OPEN, TYPE, last=FILLED)
    assert found == replace(FIRST, words=("New", "New note"))


def test_a_key_adds_no_word_and_a_text_without_a_target_has_no_field() -> None:
    bare = (TypeText(text="Milk"), FORM)
    found, _ = texts_on(bare, (PressKey(key="enter"), FILLED))
    assert found == FormWords(words=("New note", "New note"), texts=frozenset({"Milk"}), fields={"Milk": ""})


def test_a_question_gives_its_own_words_before_the_button() -> None:
    asked = Element(index=7, role=Role.TEXT, label="Delete note?", bounds=Bounds(0, 0, 9, 9), window=Window.DIALOG)
    yes = replace(SAVE, label="Yes", window=Window.DIALOG)
    dialog = replace(LIST, elements=(*LIST.elements, asked, yes, replace(TITLE, window=Window.DIALOG)))
    assert texts_on((Tap(target=yes), dialog)) == (FormWords(words=("Delete note?", "Yes")),)
    assert texts_on((Tap(target=NEW), dialog)) == (FormWords(words=("New",)),), "an element outside of the window"


def test_the_title_of_a_window_ranks_above_the_properties_below_it() -> None:
    texts = [
        Element(index=at, role=Role.TEXT, label=text, bounds=Bounds(0, at, 9, at + 1), window=Window.DIALOG)
        for at, text in enumerate(("Expense Detail", "Name", "Note"), 5)
    ]
    delete = replace(SAVE, label="Delete", window=Window.DIALOG)
    dialog = replace(LIST, elements=(*LIST.elements, *texts, delete))
    assert texts_on((Tap(target=delete), dialog)) == (FormWords(words=("Note", "Name", "Expense Detail", "Delete")),)

"""A thing of another sort under the right name is another thing; a thing of unknown sort is not proven."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Screen
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.sorts import FormWords, sorts_asked
from agentprog.runtime.witness.views import Views

from .test_screens import screen


def judged(sentence: str, value: str, *screens: Screen, texts: FormWords | None = None, made: bool = True) -> Finding:
    views = Views()
    for page in screens:
        views.look(page)
    seen = Seen(
        intent=intent_of(sentence, goal=sentence, values=(value,)), last=screens[-1], views=views, acts=1,
        typed=(value,) if made else (), entered=(value,) if made else (), form_words=(texts,) if texts else (),
    )  # fmt: skip
    return judge_screen(seen)


def way(value: str, *labels: str, id: str = "") -> FormWords:
    return FormWords(words=labels, texts=frozenset((value,)), fields={value: id})


@pytest.mark.parametrize(
    ("sentence", "sorts"),
    [
        ('Create a note called "Plan"', {"Plan": "file"}),
        ('In the folder "Work", create the note "Plan" with the text "folder"', {"Work": "folder", "Plan": "file"}),
        ('Erstelle den Ordner "Plan" mit der Notiz "x"', {"Plan": "folder"}),
        ('Add the task "Call Bo" on 2026-03-07', {"Call Bo": "task"}),
        ('Add an event on "2026-03-07" with the title "Choir" and the note "Bring a coat"', {"Choir": "event"}),
        ('Delete the recipes "Soup", "Tart" and "Rice"', dict.fromkeys(("Soup", "Tart", "Rice"), "recipe")),
        ('Delete the "Plan" folder', {"Plan": "folder"}),
        ('Add "Milk"', {}),
    ],
)
def test_the_noun_of_a_thing_gives_its_sort(sentence: str, sorts: dict[str, str]) -> None:
    values = [text for text in sentence.split('"')[1::2] if text]
    assert sorts_asked(sentence, values) == sorts


MADE = [
    ('Create a note called "Plan"', "Plan", ("Create a new file or folder", "Folder")),
    ('Add the task "Call Bo"', "Call Bo", ("New Event", "Event", "New Event")),
    ('Add the event "Call Bo"', "Call Bo", ("New Event", "Task", "New task", "Save")),
    ('Create the contact "Choir"', "Choir", ("Add", "New group", "OK")),
    ('Save the picture as "Beach", a photo called "Beach"', "Beach", ("New album", "Create")),
]


@pytest.mark.parametrize(("sentence", "value", "labels"), MADE)
def test_a_thing_of_another_sort_with_the_right_name_is_unproven(
    sentence: str, value: str, labels: tuple[str, ...]
) -> None:
    found = judged(sentence, value, screen("Bo"), screen("Bo", value), texts=way(value, *labels))
    assert not found.proven
    assert found.stands
    assert "and the step asks for a" in found.note


@pytest.mark.parametrize(
    ("labels", "id", "row"),
    [
        (("Create a new note", "OK"), "", "Plan"),
        (("New", "OK"), "app:id/note_title", "Plan"),
        (("Create a new file or folder", "OK"), "", "File Plan 2 kB"),
        (("Add", "OK"), "", "Plan, document"),
    ],
)
def test_a_thing_that_the_screen_calls_by_its_noun_is_proven(labels: tuple[str, ...], id: str, row: str) -> None:
    sentence = 'Create a note called "Plan"'
    assert judged(sentence, "Plan", screen("Bo"), screen("Bo", row), texts=way("Plan", *labels, id=id)).proven


def test_a_row_outranks_the_way_to_it() -> None:
    found = judged(
        'Create a note called "Plan"', "Plan", screen("Bo"), screen("Folder Plan"), texts=way("Plan", "File")
    )
    assert found.note == "is a folder, and the step asks for a file"


def test_a_thing_of_unknown_sort_is_unproven() -> None:
    for texts in (way("Plan", "Add", "OK"), way("Plan", "New file or folder", "OK")):
        found = judged('Create a note called "Plan"', "Plan", screen("Bo"), screen("Bo", "Plan"), texts=texts)
        assert (found.proven, found.stands) == (False, True)
    assert judged('Add "Plan"', "Plan", screen("Bo"), screen("Bo", "Plan"), texts=way("Plan", "Add")).proven


def test_a_noun_as_a_name_does_not_give_the_sort() -> None:
    note = way("Folder", "New note", "Folder", "Save")
    assert judged('Create the note "Folder"', "Folder", screen("Bo"), screen("Bo", "Folder"), texts=note).proven


def test_a_removed_thing_must_be_of_the_ordered_sort() -> None:
    step, then, now = 'Delete the contact "Choir"', screen("Al", "Choir", "Bo"), screen("Al", "Bo")
    group, person = (
        FormWords(words=("Choir", "Delete group?", "OK")),
        FormWords(words=("Choir", "Delete this contact?", "OK")),
    )
    assert not judged(step, "Choir", then, now, texts=group, made=False).proven
    assert judged(step, "Choir", then, now, texts=person, made=False).proven
    assert not judged(step, "Choir", then, now, made=False).proven
    headed = tuple(screen(*rows, head="Contacts") for rows in (("Al", "Choir", "Bo"), ("Al", "Bo")))
    assert judged(step, "Choir", *headed, made=False).proven
    of_people = tuple(replace(one, package="org.contacts") for one in (then, now))
    assert judged(step, "Choir", *of_people, made=False).proven
    rows = screen("Al", "Choir, group", "Bo", head="Contacts"), screen("Al", "Bo", head="Contacts")
    assert not judged(step, "Choir", *rows, made=False).proven


def test_a_persons_own_text_in_a_row_does_not_give_its_sort() -> None:
    """An event's row ends with its description, which may mention a list."""
    step, row = 'Delete the event "Choir"', "Choir, 15:00 - 16:00, We finish the guest list."
    then, now = (screen(*rows, head="Events") for rows in (("Al", row, "Bo"), ("Al", "Bo")))
    touched, asked = FormWords(words=(row, "Delete", "Yes")), FormWords(words=(row, "Delete list?", "Yes"))
    assert judged(step, "Choir", then, now, texts=touched, made=False).proven
    assert not judged(step, "Choir", then, now, texts=asked, made=False).proven

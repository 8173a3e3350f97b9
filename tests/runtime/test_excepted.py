"""What a sentence excepts, or names beside what goes, does not go, and does not get the message."""

from __future__ import annotations

import pytest

from agentprog.ports import Role, Tap
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.policy import Policy

from .test_followed import Keeping, saying
from .test_parties import APPS, SEND, part, shown

DELETE = part("Delete", 2000, role=Role.BUTTON)


def deleting(ask: str, title: str) -> list[str]:
    """What is asked when a model deletes the note of this title."""
    person = Keeping()
    gate = Gate(Policy(), Authority(instruction=ask, plan='In the "Notes" app, delete it'), person)
    page = shown(part(title, 150), DELETE, package="org.notes")
    gate.pass_(Tap(target=DELETE), page, step=f'delete "{title}"', apps=APPS, described="tap Delete")
    return [one.doubt for one in person.asked]


def sending(ask: str, to: str) -> list[str]:
    person = Keeping()
    gate = Gate(Policy(), Authority(instruction=ask, plan='In the "Texts" app, send it'), person)
    gate.pass_(Tap(target=SEND), saying("hi", to), step=f'send "hi" to "{to}"', apps=APPS, described="tap Send")
    return [one.doubt for one in person.asked]


@pytest.mark.parametrize(
    "ask",
    [
        "Delete all notes other than Plans",
        "Delete all notes apart from Plans",
        "Delete every note excluding Plans",
        "Delete all notes, leave Plans",
        "Delete all notes save Plans",
        "Delete all notes; Plans stays",
        "Delete all notes but leave out Plans",
        "Delete all notes but Plans",
        "Delete the note Ideas instead of Plans",
        "Delete the note below Plans",
        "Delete the note after Plans",
        "Move the note Ideas to Plans and delete the note Old",
        "Borra todas las notas menos Plans",
        "Supprime toutes les notes sauf Plans",
        "Supprime toutes les notes hormis Plans",
        "删除除“Plans”以外的所有笔记",
    ],
)
def test_what_is_to_stay_is_asked_about(ask: str) -> None:
    """At c3b0712 each of them let it be deleted."""
    assert deleting(ask, "Plans")


@pytest.mark.parametrize(
    ("ask", "title"),
    [
        ("Delete all notes other than Plans", "Ideas"),
        ("Delete all notes", "Plans"),
        ("Delete all notes from Ann Reed", "Ann Reed"),
        ("Delete all notes in the folder Plans", "Plans"),
        ("Delete all my Plans notes", "Plans"),
        ("Delete all of these notes: Ideas, Plans and Soup", "Plans"),
        ("Delete all notes called Ideas and Plans", "Plans"),
        ("Delete Ann Reed's notes, all of them", "Ann Reed"),
        ("Delete the note Ideas and the note Plans", "Plans"),
        ("Delete the notes Ideas, Plans and Soup", "Soup"),
        ("Delete the note Plans after the meeting", "Plans"),
        ("Lösche die Notiz Plans", "Plans"),
        ("Borra la nota Plans", "Plans"),
        ("Supprime la note Plans", "Plans"),
        ("删除笔记“Plans”", "Plans"),
    ],
)
def test_what_goes_is_not(ask: str, title: str) -> None:
    assert deleting(ask, title) == []


@pytest.mark.parametrize(
    ("ask", "to"),
    [
        ("Text everyone but Bob Ray 'hi'", "Bob Ray"),
        ("Écris à Ann Reed plutôt qu'à Bob Ray 'hi'", "Bob Ray"),
        ("Text Ann Reed Smith 'hi'", "Ann Reed"),
        ("Text Ann Reed 'hi'", "Ann"),
    ],
)
def test_who_is_excepted_or_only_has_a_part_of_the_name_gets_nothing_unasked(ask: str, to: str) -> None:
    """At c3b0712 each of them got it."""
    assert sending(ask, to)


@pytest.mark.parametrize(
    ("ask", "to"),
    [
        ("Text Ann Reed 'hi'", "Ann Reed"),
        ("Text Ann Reed 'hi', but keep the note Plans", "Ann Reed"),
        ("Text Ann Reed and Bob Ray 'hi'", "Bob Ray"),
        ("Text Ann Reed, but text Bob Ray 'hi' first", "Bob Ray"),
        ("Schreibe Ann Reed 'hi'", "Ann Reed"),
    ],
)
def test_who_is_named_gets_it(ask: str, to: str) -> None:
    assert sending(ask, to) == []

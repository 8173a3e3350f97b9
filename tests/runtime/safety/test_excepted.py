"""Things that a sentence excepts, or only mentions beside an order, are not deleted and get no message."""

from __future__ import annotations

import pytest

from agentprog.ports import Role, Tap
from agentprog.runtime.safety.committing import Shape
from agentprog.runtime.safety.coverage import Words, about_change, about_removal
from agentprog.runtime.safety.forms.entered import Entered
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.policy import Policy
from tests.runtime.safety.pages import APPS, SEND, Keeping, part, saying, shown

DELETE = part("Delete", 2000, role=Role.BUTTON)


def deleting(ask: str, title: str) -> list[str]:
    """The gate's question when a model deletes the note with this title."""
    person = Keeping()
    gate = Gate(Policy(), Authority(instruction=ask, plan='In the "Notes" app, delete it'), person)
    page = shown(part(title, 150), DELETE, package="org.notes")
    gate.pass_(Tap(target=DELETE), page, step=f'delete "{title}"', apps=APPS, described="tap Delete")
    return [one.doubt for one in person.asked]


def test_a_quoted_file_that_is_to_stay_is_asked_about() -> None:
    assert deleting("删除 Notes 里除“keepsakes.md”以外的所有笔记", "keepsakes.md")
    assert deleting("删除 Notes 里的笔记“keepsakes.md”", "keepsakes.md") == []


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
        "Delete all notes in Notes, Plans stays",
        "Lösche alle Notizen in Notes, Plans bleibt",
        "Delete all notes in Notes, not Plans",
        "Borra todas las notas menos Plans",
        "Supprime toutes les notes sauf Plans",
        "Supprime toutes les notes hormis Plans",
        "删除除“Plans”以外的所有笔记",
    ],
)
def test_deleting_an_excepted_thing_is_asked_about(ask: str) -> None:
    """At c3b0712 the gate let each of these be deleted."""
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
        ("Delete all notes from Ideas, Plans and Soup", "Plans"),
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
def test_deleting_an_ordered_thing_is_not_asked_about(ask: str, title: str) -> None:
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
def test_an_excepted_person_or_a_part_of_a_name_is_asked_about(ask: str, to: str) -> None:
    """At c3b0712 each of them got a message."""
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
def test_a_message_to_the_named_person_is_not_asked_about(ask: str, to: str) -> None:
    assert sending(ask, to) == []


def switching(ask: str, name: str, *, on: bool) -> list[str]:
    """The gate's question when a model turns this switch from its present state."""
    person = Keeping()
    gate = Gate(Policy(), Authority(instruction=ask, plan='In the "Settings" app, switch it'), person)
    switch = part(name, 400, role=Role.SWITCH, checkable=True, checked=on)
    page = shown(part("Network", 150), switch, package="com.android.settings")
    gate.pass_(Tap(target=switch), page, step=f"switch {name}", apps=APPS, described="tap it")
    return [one.doubt for one in person.asked]


@pytest.mark.parametrize(
    "ask",
    [
        "Turn off Wi-Fi but leave Bluetooth alone",
        "Turn off Wi-Fi instead of Bluetooth",
        "Turn everything off except Bluetooth",
        "Turn off Wi-Fi when Bluetooth is on",
        "Turn off all radios other than Bluetooth",
        "Turn off Wi-Fi and tell me whether Bluetooth is off",
        "Is Bluetooth off? Turn Wi-Fi off",
        "Turn Wi-Fi off, don't touch Bluetooth",
        "Schalte WLAN statt Bluetooth aus",
    ],
)
def test_a_switch_that_is_only_spoken_of_is_asked_about(ask: str) -> None:
    """At c3b0712 each of them could be turned off."""
    assert switching(ask, "Bluetooth", on=True)


@pytest.mark.parametrize(
    ("ask", "on"),
    [
        ("Turn off Wi-Fi and Bluetooth", True),
        ("Turn Bluetooth OFF", True),
        ("Switch Bluetooth on, then text Bob Ray 'hi'", False),
        ("Schalte Bluetooth aus", True),
        ("Apaga el Bluetooth", True),
        ("Désactive le Bluetooth", True),
        ("Open Settings and turn off Bluetooth", True),
        ("Bluetooth off please", True),
    ],
)
def test_a_switch_that_is_ordered_is_turned(ask: str, on: bool) -> None:
    assert switching(ask, "Bluetooth", on=on) == []


def paying(ask: str, to: str, amount: str) -> list[str]:
    person = Keeping()
    gate = Gate(Policy(), Authority(instruction=ask, plan='In the "Bank" app, pay'), person)
    pay = part(f"Pay {amount}", 2000, role=Role.BUTTON)
    field = part("To", 300, role=Role.FIELD, editable=True, text=to)
    page = shown(part("Payment", 150), field, part(f"Total {amount} EUR", 900), pay, package="org.bank")
    gate.pass_(Tap(target=pay), page, step=f"pay {amount} to {to}", apps=APPS, described="tap Pay")
    return [one.doubt for one in person.asked]


@pytest.mark.parametrize(
    ("ask", "amount"),
    [
        ("Pay Ann Reed 20.00 EUR instead of 50.00 EUR", "50.00"),
        ("Pay 20.00 EUR to Ann Reed and 50.00 EUR to Bob Ray", "50.00"),
    ],
)
def test_an_amount_for_another_person_is_asked_about(ask: str, amount: str) -> None:
    """At c3b0712 both were paid."""
    assert paying(ask, "Ann Reed", amount)
    assert paying(ask, "Ann Reed", "20.00") == []


def test_the_target_folder_may_be_selected_for_the_move_and_not_for_deletion() -> None:
    ask = "Move the file plans.txt from the folder Old to the folder Pictures, and delete the file soup.txt"
    words = Words(person=(ask,), step="", by_person=False)
    page = shown(*(part(name, 400, role=Role.ITEM, selected=True) for name in ("plans.txt", "Pictures")), DELETE)
    memory = Entered()
    memory.look(page)
    assert about_change(Shape.SELECTION, part("Move", 2000, role=Role.BUTTON), page, memory, words, ()) == ""
    assert '"Pictures" is selected' in about_removal(DELETE, page, memory, words, ())

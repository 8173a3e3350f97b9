"""The record that a condition describes, and whether the phone has it."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Record
from agentprog.identity.records import contact, file, folder
from agentprog.ports import Readout, Store, Unread
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.witness.record_conditions import claim_of, holds_of_record


def message(text: str, number: str, box: str, *, id: str) -> Record:
    return Record(kind=Kind.MESSAGE, labels=(text,), numbers=(number,), facts={"box": box}, id=id)


ANN, ANNA = contact("Ann Lee", "+15550130001", id="1"), contact("Anna Lee", "+15550130002", id="2")
SENT, GOT = message("Yes", "+15550130001", "sent", id="1"), message("See you", "+15550130002", "received", id="2")
LONG, DRAFT = message("Yes please", "+15550130002", "sent", id="3"), message("Later", "+15550130001", "draft", id="4")
DENTIST = Record(kind=Kind.EVENT, labels=("Dentist",), facts={"start": "2026-03-07 14:30"}, id="1")
LUNCH = Record(kind=Kind.EVENT, labels=("Lunch",), facts={"where": "Old Mill", "about": "bring the plan"}, id="2")
BO = Record(kind=Kind.CONTACT, labels=("Bo Ek",), facts={"email": "bo@ek.example, bo@work.example"}, id="3")
PLAN, COPY, TRIP = file("Notes/plan.md", id="a"), file("Old/plan.md", id="b"), file("Trip A/day.md", id="c")
PHONE: dict[Store, Readout] = {
    Store.CONTACTS: (ANN, ANNA),
    Store.MESSAGES: (SENT, GOT, LONG, DRAFT),
    Store.CALENDAR: (DENTIST,),
    Store.FILES: (PLAN, TRIP, folder("Notes", id="d")),
}
TEXTS = {"a": "milk\nno eggs\n"}


def judged(condition: str, phone: dict[Store, Readout] = PHONE) -> str:
    claim = claim_of(condition, literals_of(condition, []))
    found = None if claim is None else holds_of_record(claim, phone, text_of=lambda one: TEXTS.get(one.id))
    return "the screen decides" if found is None else found.verdict.value


@pytest.mark.parametrize(
    "condition",
    [
        'there is a contact "Ann Lee"',
        "the contact Ann Lee exists",
        'the contact "Ann Lee" has the number "+1 555 013 0001"',
        'the message "Yes" was sent to "Ann Lee"',
        "the message 'Yes' has been sent to +15550130001",
        'a message "See you" from "Anna Lee" is there',
        'the event "Dentist" exists',
        'the event "Dentist" is on 2026-03-07 at 14:30',
        'the note "plan.md" exists',
        'the file "plan.md" is in the folder "Notes"',
        'the note "plan" contains the line "milk"',
        'the folder "Notes" exists',
        'es gibt einen Kontakt "Ann Lee"',
        'existe el contacto "Ann Lee"',
    ],
)
def test_one_record_with_all_named_values_proves_a_condition(condition: str) -> None:
    assert judged(condition) == "proven"


@pytest.mark.parametrize(
    "condition",
    [
        'there is no contact "Ann Lee"',
        'the contact "Ann Lee" is deleted',
        "the contact Ann Lee is not there any more",
        'the message "Yes" to "Ann Lee" is gone',
        'the file "plan.md" has been removed',
    ],
)
def test_an_existing_record_contradicts_a_condition_that_it_is_gone(condition: str) -> None:
    assert judged(condition) == "contradicted"


@pytest.mark.parametrize(
    "condition",
    [
        'there is a contact "Ann"',
        'there is a contact "Lee"',
        "the contact Ann Le exists",
        'the contact "Ann Lee" has the number "0002"',
        'the contact "Ann Lee" has the number "+15550130002"',
        'the contact "Bo Roy" is deleted',
        'the contact "Ann" is deleted',
        'the message "Yes" was sent to "Anna Lee"',
        'the message "Yes" was received from "Ann Lee"',
        'the message "Later" was sent to "Ann Lee"',
        'the message "See you" was sent to "Anna Lee"',
        'the event "Dentist" is on 2026-03-08',
        'the event "Dentist" ends at 14:30',
        'the event "Dent" exists',
        'the file "day.md" is in the folder "A"',
        'the note "plan" contains the line "eggs"',
        'the folder "plan.md" exists',
        'the file "Notes" exists',
    ],
)
def test_a_part_another_one_or_none_leaves_it_to_the_screen(condition: str) -> None:
    assert judged(condition) == "the screen decides"


@pytest.mark.parametrize(
    "condition",
    [
        'only one contact "Ann Lee" exists',
        'the contact "Ann Lee" is starred',
        'the contact "Ann Lee" is not deleted',
        'the file "plan.md" is larger than "day.md"',
        'the message "Yes" was sent to "Ann Lee" twice',
        'the contact "Ann Lee"',
        'the photo "plan.md" exists',
        "a contact exists",
        'send the message "Yes" to "Ann Lee"',
    ],
)
def test_a_condition_beyond_the_facts_of_a_record_is_left_to_the_screen(condition: str) -> None:
    assert judged(condition) == "the screen decides"


def test_a_records_further_values_are_compared_whole() -> None:
    phone: dict[Store, Readout] = {
        Store.CALENDAR: (LUNCH, DENTIST),
        Store.CONTACTS: (ANN, BO),
        Store.FILES: (PLAN, TRIP),
    }
    for held in (
        'the event "Lunch" is in "Old Mill"',
        'the event "Lunch" is there with the text "bring the plan"',
        'the contact "Bo Ek" has "bo@work.example"',
        'the file "plan.md" is in the folder "Notes"',
    ):
        assert judged(held, phone) == "proven", held
    for other in (
        'the event "Lunch" is in "Mill"',
        'the event "Dentist" is in "Old Mill"',
        'the contact "Bo Ek" has "bo@ek.example, bo@work.example"',
        'the contact "Ann Lee" has "bo@work.example"',
        'the folder "Notes" contains the line "milk"',
    ):
        assert judged(other, phone) == "the screen decides", other


def test_a_name_without_quotation_marks_is_the_longest_that_fits() -> None:
    people: dict[Store, Readout] = {Store.CONTACTS: (contact("Ann", id="8"), ANN)}
    assert judged("the contact Ann Lee exists", people) == "proven"
    assert judged("the contact Ann exists", people) == "proven"
    nested: dict[Store, Readout] = {Store.FILES: (file("a/b c/x.md", id="x"),)}
    assert judged('the file "x.md" is in the folder "b c"', nested) == "proven"
    assert judged('the file "x.md" is in the folder "b"', nested) == "the screen decides"


def test_two_records_of_one_name_prove_no_condition() -> None:
    assert judged('the note "plan.md" exists', {Store.FILES: (PLAN, COPY)}) == "the screen decides"
    assert judged('the note "plan.md" is deleted', {Store.FILES: (PLAN, COPY)}) == "the screen decides"


def test_an_unread_store_decides_no_condition() -> None:
    assert judged('there is a contact "Ann Lee"', {Store.CONTACTS: Unread(why="refused")}) == "the screen decides"
    assert judged('there is a contact "Ann Lee"', {}) == "the screen decides"


def test_a_condition_on_a_record_from_before_the_run_was_true_already() -> None:
    claim = claim_of('there is a contact "Ann Lee"', ("Ann Lee",))
    assert claim is not None
    found = holds_of_record(claim, PHONE, existed_before=lambda store, record: (store, record) == (Store.CONTACTS, ANN))
    assert found is not None
    assert (found.already, found.words) == (True, '"Ann Lee" is there, already so')
    found = holds_of_record(claim, PHONE, existed_before=lambda store, record: False)
    assert found is not None
    assert (found.already, found.words) == (False, '"Ann Lee" is there')


def test_a_file_outside_of_every_folder_is_judged_by_its_lines() -> None:
    phone = {**PHONE, Store.FILES: (file("plan.md", id="a"),)}
    assert judged('the note "plan" contains the line "milk"', phone) == "proven"
    assert judged('the note "plan" contains the line "bread"', phone) != "proven"

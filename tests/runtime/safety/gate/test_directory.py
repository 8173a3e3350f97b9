"""A name and its number in the phone's address book before the run are the same; entries of the run do not count."""

from __future__ import annotations

import pytest

from agentprog.errors import NeedsHuman
from agentprog.identity import Kind, Record
from agentprog.ports import Action, Role, Screen, Tap, TypeText
from agentprog.runtime.safety.directory import Directory
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import NETWORK, SEND, SMS, at, compose, part, shown, thread, written

HANA, OTHER = "+14085551234", "+19005550199"
ASK = "Text Hana Ferreira 'hi'"
TO = part("To", 300, role=Role.FIELD, editable=True)


def person(name: str, *numbers: str) -> Record:
    return Record(kind=Kind.CONTACT, labels=(name,), numbers=numbers)


def does(gate: Gate, action: Action, on: Screen, step: str = ASK) -> bool:
    passage = gate.pass_(action, on, step=step, apps=(), described="it", permissions=NETWORK)
    gate.performed()
    return passage.allowed


def gate(ask: str, *people: Record) -> Gate:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    made.meet(people)
    return made


def types_and_sends(number: str, *people: Record, ask: str = ASK) -> tuple[bool, bool]:
    """Whether a number may be typed as the recipient, and the message sent to it."""
    made = gate(ask, *people)
    typed = does(made, TypeText(text=number, target=TO), shown(part("New message", 150), TO, package=SMS), ask)
    return typed, does(made, Tap(target=SEND), written(compose(number), ask), ask)


@pytest.mark.parametrize("number", [HANA, "(408) 555-1234", "408-555-1234", "+1 408 555 1234"])
def test_the_number_of_a_named_contact_is_typed_and_written_to_without_a_question(number: str) -> None:
    assert types_and_sends(number, person("Hana Ferreira", "+1 (408) 555-1234")) == (True, True)
    assert types_and_sends(number) == (False, False), "where no record says so it is a stranger's"


def test_a_first_name_that_one_person_has_is_enough() -> None:
    ask = "Text Hana 'hi'"
    assert types_and_sends(HANA, person("Hana Ferreira", HANA), ask=ask) == (True, True)
    assert types_and_sends(HANA, person("Hana Ferreira", HANA), person("Hana Ito", OTHER), ask=ask) == (False, False)


@pytest.mark.parametrize(("rule", "right"), [(Rule.ASK, True), (Rule.DENY, True), (Rule.ALLOW, True)])
def test_a_name_in_small_letters_is_the_recipient_and_other_mentioned_names_are_not(rule: Rule, right: bool) -> None:
    ask = "Otto is ill. Send 'hi' to hana"
    for title, goes in (("Hana", right), ("Otto", rule is Rule.ALLOW)):
        made = Gate(Policy(default=rule), Authority(instruction=ask), NobodyThere())
        made.meet((person("Hana Ferreira", HANA), person("Otto", OTHER)))
        try:
            passed = does(made, Tap(target=SEND), written(thread(title), ask), ask)
        except NeedsHuman:
            passed = False
        assert passed is goes, title


def test_the_number_of_a_name_in_small_letters_is_typed_and_written_to() -> None:
    people = (person("Hana Ferreira", HANA), person("Otto", OTHER))
    assert types_and_sends(HANA, *people, ask="Text hana 'hi'") == (True, True)
    assert types_and_sends(OTHER, *people, ask="Text hana 'hi'") == (False, False)


@pytest.mark.parametrize(
    "people",
    [
        (person("Hana Ferreira", HANA), person("Hana Ferreira", OTHER)),
        (person("Hana Ferreira", HANA, OTHER),),
        (person("Hana", HANA),),
        (person("Наna Ferreira", HANA),),
        (person("Hana\u200b Ferreira", HANA),),
    ],
    ids=["namesakes", "two numbers", "a part of the name", "other letters", "a hidden sign"],
)
def test_a_record_of_an_uncertain_person_gives_no_number(people: tuple[Record, ...]) -> None:
    assert types_and_sends(HANA, *people) == (False, False)


@pytest.mark.parametrize(("meant", "written"), [("रवी", "रवि"), ("สุรี", "สุร"), ("मीना", "मना")])
def test_a_vowel_sign_makes_another_name(meant: str, written: str) -> None:
    assert Directory([person(written, OTHER)]).number_of(meant) == ""
    assert Directory([person(written, OTHER), person(meant, HANA)]).number_of(meant) == HANA


def test_a_code_of_the_network_around_a_number_is_another_deed() -> None:
    book = Directory([person("Hana Ferreira", "0170 5550123")])
    assert book.is_of("Hana Ferreira", "+49 170 5550123")
    assert not book.is_of("Hana Ferreira", "**21*01705550123#")


def test_a_number_of_another_person_stays_a_stranger() -> None:
    assert types_and_sends(OTHER, person("Hana Ferreira", HANA), person("Otto Castillo", OTHER)) == (False, False)


def test_a_typed_contact_does_not_join_a_name_with_a_number() -> None:
    made = gate("Add Hana Ferreira, +14085551234, to my contacts and text Hana Ferreira 'hi'")
    name = at(60, 300, 900, 120, "Name", Role.FIELD, editable=True, text="Hana Ferreira")
    phone = at(60, 600, 900, 120, "Phone", Role.FIELD, editable=True, text=OTHER)
    made.look(shown(name, phone, package="org.people.contacts"))
    assert not does(made, Tap(target=SEND), written(compose(OTHER), ASK))


def test_the_directory_gives_the_owner_of_a_number() -> None:
    book = Directory([person("Hana Ferreira", HANA)])
    assert book.names_of("408 555 1234") == ("Hana Ferreira",)
    assert (book.names_of(OTHER), book.names_of("no number")) == ((), ())

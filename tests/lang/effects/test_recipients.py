"""The recipients of a sentence, and the texts that may name a recipient."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.orders import only_reads
from agentprog.lang.effects.recipients import is_party, listed_in, recipients_in, replies, spelled, without_verbs


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("Ann", True),
        (" Ann Lee ", True),
        ("Ann O'Neil-Roy", True),
        ("+1 500 555 0101", True),
        ("ann@example.org", True),
        ("ann", False),
        ("Ann and Bob", False),
        ("Send Ann", False),
        ("Ann to Bob", False),
        ("", False),
        ("李雷", True),
        ("ann@example.org and Bob", False),
    ],
)
def test_a_party_is_a_name_a_number_or_an_address_and_nothing_else(text: str, party: bool) -> None:
    assert is_party(text) is party


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ('Send "hi" to Ann Lee.', ("Ann Lee",)),
        ('Send "hi" to "Ann Lee", please', ("Ann Lee",)),
        ('Send "hi" to "ann lee."', ("ann lee",)),
        ("Text Ann 'hi'", ("Ann",)),
        ("Send it to ann@example.org", ("ann@example.org",)),
        ("Send it to +1 500 555 0101!", ("+1 500 555 0101",)),
        ('Write "to Ann" on the list', ()),
        (f'Send "hi" to "{"x" * 80}"', ("x" * 80,)),
        (f'Send "hi" to "{"x" * 81}"', ()),
        ("Create a note", ()),
        ("Pay {n} dollars to Ann", ("Ann",)),
        ("Pay Ref0x dollars to Ann", ("Ann",)),
        ("Pay Ann Ref0x dollars", ("Ann",)),
        ("Pay Twenty euros to Ann", ("Ann",)),
        ("Pay Ref0x to Ann", ("Ann",)),
        ('Pay Ref0x to "Ann"', ("Ann",)),
        ("Pay Ann to settle it", ("Ann",)),
        ("Zahle Ref0x Euro an Ann", ("Ann",)),
        ("Send Ref0x dollars to Ann", ("Ann",)),
        ('给安发"hi"', ("安",)),
        ("给发仔写信", ("发仔写信",)),
    ],
)
def test_a_recipient_comes_after_a_word_of_sending(step: str, found: tuple[str, ...]) -> None:
    assert recipients_in(step) == found


@pytest.mark.parametrize(
    ("step", "written"),
    [
        ('Send "hi to bob" to ann', 'Send "hi to bob" to Ann'),
        ('Text ann "hi" and bob ray "bye"', 'Text Ann "hi" and Bob Ray "bye"'),
        ("Send it to ann, bob and will asap", "Send it to Ann, Bob and Will asap"),
        ("Tell ann that bob will come", "Tell Ann that bob will come"),
        ("Ruf ann an", "Ruf Ann an"),
        ("Find ann", "Find ann"),
        ("Send it to anna", "Send it to anna"),
        ("Send it to ANN", "Send it to Ann"),
    ],
)
def test_a_known_name_takes_its_known_spelling_in_the_place_of_a_recipient(step: str, written: str) -> None:
    assert spelled(step, ("Ann", "Bob", "Bob Ray", "Will")) == written


def test_the_further_names_of_a_list_are_recipients_too() -> None:
    assert listed_in("Send 'hi' to Ann, Bob and Carl Roy") == ("Ann", "Bob", "Carl Roy")
    assert listed_in("Send 'hi' to Ann and go back") == ("Ann",)
    assert listed_in("Press back") == ()


def test_a_reply_is_recognised_by_its_verb() -> None:
    assert replies("Reply 'yes' to the newest message")
    assert not replies("Send 'reply' to Ann")


def test_a_verb_directly_after_a_name_does_not_belong_to_it() -> None:
    assert without_verbs("李雷发送") == "李雷"
    assert without_verbs("李雷") == "李雷"
    assert without_verbs("Ann Text") == "Ann Text"


@pytest.mark.parametrize(
    ("texts", "reads"),
    [
        (("What is the time?",), True),
        (("Show me the note. Tell me who wrote it",), True),
        (("What is the time?", "Delete the note"), False),
        (("Handle it",), False),
        (("",), True),
        ((), True),
    ],
)
def test_a_text_only_reads_if_each_clause_asks_or_shows(texts: tuple[str, ...], reads: bool) -> None:
    assert only_reads(texts) is reads

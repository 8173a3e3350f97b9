"""The lists of a sentence, found from a known member."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.lists import addressed_in, left_beside, rows_in

ANN = 'Send "hi" to Ann Lee'


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        (f"{ANN} and Joanna Poe", ("Ann Lee", "Joanna Poe")),
        (f"{ANN}, Bo Ray, and Carl", ("Ann Lee", "Bo Ray", "Carl")),
        (f"{ANN}, Bo Ray", ("Ann Lee", "Bo Ray")),
        (f"{ANN} & Bo", ("Ann Lee", "Bo")),
        (f"{ANN} und Bo", ("Ann Lee", "Bo")),
        (f"{ANN} y Bo", ("Ann Lee", "Bo")),
        (f"{ANN} et Bo", ("Ann Lee", "Bo")),
        (f"{ANN} as well as Bo", ("Ann Lee", "Bo")),
        (f"{ANN} and also to Bo", ("Ann Lee", "Bo")),
        (f"{ANN}, then to the contact Bo", ("Ann Lee", "Bo")),
        (f"{ANN} and +1 555 013 0002", ("Ann Lee", "+1 555 013 0002")),
        (f"{ANN} and bo@example.org", ("Ann Lee", "bo@example.org")),
        (f"{ANN} and my best friend", ("Ann Lee", "my best friend")),
        (f"{ANN} and mom.", ("Ann Lee", "mom")),
        (f"{ANN}, mom and Bo", ("Ann Lee", "mom", "Bo")),
        (f"{ANN} and joanna poe", ("Ann Lee", "joanna poe")),
        ('Send "hi" to "Ann Lee" and "Bo"', ("Ann Lee", "Bo")),
        ("Send “hi” to „Ann Lee“ and «Bo»", ("Ann Lee", "Bo")),
        ('Send "hi" to Bo and Ann Lee', ("Bo", "Ann Lee")),
        ("Delete the notes milk and Ann Lee", ("milk", "Ann Lee")),
        ('Text Ann Lee "hi" and Bo "bye"', ("Ann Lee", "Bo")),
        ('Send Ann Lee "hi" and "bye"', ("hi", "bye")),
        ('给Ann Lee和Joanna Poe发送"hi"', ("Ann Lee", "Joanna Poe")),
        ('给Ann Lee和李雷发送"hi"', ("Ann Lee", "李雷")),
    ],
)
def test_a_list_goes_on_with_a_name_a_number_a_quotation_or_a_known_person(sentence: str, row: tuple[str, ...]) -> None:
    assert rows_in(sentence, ("Ann Lee", "Joanna Poe", "hi")) == [row]


@pytest.mark.parametrize(
    "sentence",
    [
        ANN,
        f"{ANN} and go back",
        f"{ANN} and confirm",
        f"{ANN} et supprime",
        f"{ANN} und warum",
        f"{ANN}, then close the app",
        f"{ANN} and delete the draft",
        f"{ANN}, please, and open the calendar",
        f"{ANN} and the message is marked as sent",
        f"{ANN}, my sister",
        f"{ANN} or Bo",
        f"{ANN} but not to Bo",
        f"{ANN} and",
        f"{ANN} and my",
        'Send "Ann Lee, Bo and Carl" to Ann Lee',
        "Tell Ann Lee that Bo and Carl are late",
        'Open the "Messages" app and send "hi" to Ann Lee',
        "Send \ue000 or \uf8ff to Ann Lee",
        "",
    ],
)
def test_an_order_an_explanation_a_choice_and_a_quoted_list_make_no_list(sentence: str) -> None:
    assert rows_in(sentence, ("Ann Lee", "hi")) == []


def test_a_sentence_with_two_lists_has_both() -> None:
    sentence = 'Send "hi" and "bye" to Ann Lee and Bo'
    assert rows_in(sentence, ("Ann Lee", "hi")) == [("hi", "bye"), ("Ann Lee", "Bo")]


def test_each_undone_entry_of_a_list_is_named_once() -> None:
    sentence = f"{ANN}, Bo and Carl"
    assert left_beside(sentence, ("Ann Lee",), lambda one: one == "Ann Lee") == ("Bo", "Carl")
    assert left_beside(sentence, ("Ann Lee",), lambda one: one in ("Ann Lee", "Carl")) == ("Bo",)
    assert left_beside(sentence, ("Ann Lee",), lambda _: True) == ()
    assert left_beside(sentence, ("Ann Lee",), lambda _: False) == ()


@pytest.mark.parametrize(
    ("sentence", "recipients"),
    [
        ('Send "hi" to Ann and Bob', ("Ann", "Bob")),
        ('Send "hi" to Ann and Bob, please', ("Ann", "Bob")),
        ("Text Ann and Bob that I am late", ("Ann", "Bob")),
        ("Text Ann, Bob that I am late", ("Ann",)),
        ('Send "hi" to Ann, Bob will like it', ("Ann",)),
    ],
)
def test_a_second_recipient_counts_if_the_list_surely_ends(sentence: str, recipients: tuple[str, ...]) -> None:
    assert addressed_in(sentence) == recipients

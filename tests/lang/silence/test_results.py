"""Steps that calculate with values of the program, or that try to store a result in other words, are reported."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.writing.fmt import format_text
from tests.lang.silence.telling import messages

_TASK = 'Define task "vat" with {net}:\n    '
_CALL = '\n    Return {net}\nCall "vat" with net = 10, record as {x}\nTell user {x}'
_STICKY = 'Set {net} to 10\nIn the "Shop" app, open the cart\n'
_EACH = "read all names, record as {found}`, and `For each {item} in {found}: Add {item} to {seen}` below it"
_ONE = "look up the number of Ann, record as {found}`, and `Add {found} to {seen}` below it"
_LISTS = 'Set {seen} to []\nSet {label} to ""\nSet {place} to "Work"\n'


def _found(text: str, code: str = "STP222") -> list[str]:
    return [hint for _, found, _, hint in messages("en", text) if found == code]


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Add 20% VAT to {net}, record as {gross}", '`Set {gross} to compute "Add 20% VAT to {net}"`'),
        ("Add 20% VAT to {net}", '`Set {net} to compute "Add 20% VAT to {net}"`'),
        (
            "Subtract the discount of 5% from {net}, record as {g2}",
            '`Set {g2} to compute "Subtract the discount of 5% from {net}"`',
        ),
        ("Delete from {net} where name is Bob", '`Set {net} to compute "Delete from {net} where name is Bob"`'),
    ],
)
@pytest.mark.parametrize("place", ["task", "app", "margin"])
def test_a_calculation_on_a_value_is_reported_at_any_place(line: str, advice: str, place: str) -> None:
    texts = {"task": f"{_TASK}{line}{_CALL}", "app": f"{_STICKY}{line}", "margin": f"Set {{net}} to 10\n{line}"}
    found = _found(texts[place])
    assert len(found) == 1
    assert advice in found[0]
    assert not _found(texts[place], "STP501")


@pytest.mark.parametrize(
    "line",
    [
        "Add {net} to the cart",
        "Delete the mail from {net}, record as {gone}",
        "Filter the mails from {net}",
        "Select {net} from the two lists",
        "Set the volume to 50% in {net}, record as {volume}",
        'In the "Shop" app, add 20% VAT to {net}, record as {gross}',
    ],
)
def test_a_step_on_the_phone_with_a_value_is_not_reported(line: str) -> None:
    assert not _found(f"{_TASK}{line}{_CALL}")


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("read all names, append them to {seen}", _EACH),
        ("read all names and insert them into {seen}", "read all names, record as {found}`, and `For each"),
        ("read every name, put them in the list {seen}", "read every name, record as {found}`, and `For each"),
        ("look up the number of Ann, and put it in {seen}", _ONE),
        ("look up the number of Ann, and put it in {label}", "look up the number of Ann, record as {label}`"),
    ],
)
def test_a_clause_that_would_put_a_reading_into_a_variable_is_reported(line: str, advice: str) -> None:
    start = 'In the "Contacts" app, '
    found = _found(f"{_LISTS}{start}{line}")
    assert [f"write `{start}{advice}" in hint for hint in found] == [True]
    suggested = found[0].split("`")[1::2]
    last = 'Tell user "{seen} {label} {place}"'
    assert not check_text("\n".join((_LISTS + suggested[0], *suggested[1:], last))).diagnostics


@pytest.mark.parametrize(
    "line", ["find the photo, put it in {place}", 'tap "Add", put it in {seen}', "read all names, save them in {seen}"]
)
def test_other_last_clauses_are_not_reported(line: str) -> None:
    assert not _found(f'{_LISTS}In the "Contacts" app, {line}')


@pytest.mark.parametrize(
    "line",
    [
        'If {label} is not known, then use "English"',
        'If {label} is empty: use "English"',
        'If {label} is empty:\n    Use "English"',
    ],
)
def test_a_text_to_use_for_an_empty_variable_is_reported(line: str) -> None:
    assert ['`Set {label} to "English"`' in hint for hint in _found(_LISTS + line)] == [True]


@pytest.mark.parametrize(
    "line",
    [
        'If {place} is "Work": use "Card 42"',
        'If {label} is empty: tap "English"',
        "If {label} is empty: use the default",
        'If {label} is empty: in the "Maps" app, use "English"',
    ],
)
def test_other_steps_after_a_condition_are_not_reported(line: str) -> None:
    assert not _found(_LISTS + line)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("During {seen} is not empty, do:\n    Press back", "did you mean `While {seen} is not empty:`?"),
        ("Repeat 10x:\n    Press back", "did you mean `Repeat 10 times:`?"),
    ],
)
def test_a_loop_in_other_words_gets_the_loop(line: str, advice: str) -> None:
    assert [hint.startswith(advice) for hint in _found(_LISTS + line, "STP121")] == [True]


def test_a_handler_of_any_error_is_sent_to_its_try() -> None:
    assert ["write `Try:` above" in hint for hint in _found("Catch any error: press back", "STP107")] == [True]


@pytest.mark.parametrize("line", ["Inform me about {label}", "Tell me about {label}", "Let me know about {label}"])
def test_informing_about_a_value_shows_the_value(line: str) -> None:
    assert format_text(f"{_LISTS}{line}") == format_text(f"{_LISTS}Tell user {{label}}")

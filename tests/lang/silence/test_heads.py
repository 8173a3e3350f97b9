"""Heads that open no block, calculations with texts, items of loops: the findings on them and on similar correct
lines."""

from __future__ import annotations

import pytest

from tests.lang.silence.telling import messages

_LISTS = 'Set {online} to []\nSet {absent} to ["Mina"]\n'


def _findings(text: str) -> list[tuple[int, str]]:
    return [(line, code) for line, code, *_ in messages("en", text)]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ('Count down from 5 to 1 as {n}\n    Tap "{n}"', [(1, "STP121")]),
        ('Set {rows} to {"a": 4}\nFor each {k}, {v} in {rows}\n    Tap {k}', [(2, "STP121"), (3, "STP217")]),
        ('Bounce around with {n}\n    Say out loud "{n}"', [(1, "STP123")]),
        ('In the "Files" app, open "a"\nSend a message\n    Make it loud', []),
    ],
)
def test_a_head_that_is_no_construct_is_reported_once(text: str, reported: list[tuple[int, str]]) -> None:
    assert _findings(text) == reported


@pytest.mark.parametrize(
    ("line", "codes"),
    [("Move on to the next episode", ["STP136"]), ("Rename the next episode", []), ("Play the episode", [])],
)
def test_the_next_item_of_a_list_is_the_next_round(line: str, codes: list[str]) -> None:
    text = (
        f'Set {{episodes}} to ["a"]\nFor each {{ep}} in {{episodes}}:\n    In the "Files" app, open {{ep}}\n    {line}'
    )
    assert [code for number, code in _findings(text) if number == 4] == codes


@pytest.mark.parametrize(
    "line",
    [
        'In the "Discord" app, check if {child} is online',
        'In the "SIMS" app, mark {child} as absent',
        'In the "ParentMail" app, message {child} "Trip money is due"',
    ],
)
def test_a_word_about_a_state_and_a_message_to_a_person_are_left_alone(line: str) -> None:
    found = _findings(f"{_LISTS}For each {{child}} in {{absent}}:\n    {line}\nTell user {{online}}")
    assert [code for number, code in found if number == 4] == []


@pytest.mark.parametrize(
    ("value", "line", "reported"),
    [
        ('"30 minutes"', "Set {y} to {x} + 5", True),
        ('"19:45"', "Set {y} to {x} - 1", True),
        ('"file"', "Set {y} to {x} + 1", False),
        ('"£12.50"', "Set {y} to {x} * 2", False),
        ('"07:45"', 'Set {y} to {x} < "08:00"', False),
        ('"30 minutes"\nAsk user "How long?", record as {x}', "Set {y} to {x} + 5", False),
    ],
)
def test_a_sum_with_a_text_that_is_no_number_is_reported(value: str, line: str, *, reported: bool) -> None:
    found = _findings(f"Set {{x}} to {value}\n{line}\nTell user {{y}}")
    assert ("STP224" in [code for _, code in found]) is reported

"""What a program leaves to a model besides its steps is listed in its own words; a clear step is not."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("If {x} sounds angry, press back", ("judges", "{x} sounds angry")),
        ("While somebody is typing:\n    wait 1 second", ("judges", "somebody is typing")),
        ("Wait until the page has loaded", ("judges", "the page has loaded")),
        ("Check that {x} is a number", ("judges", "{x} is a number")),
        ("Set {y} to the total price", ("reads", "the total price")),
        ("Keep a tally in {y}", ("reads", "a tally")),
        ("For each {mail} in the unread messages:\n    Press back", ("reads", "the unread messages")),
        ("Set {y} to {x} in capitals", ("computes", "{x} in capitals")),
        ("Add 100 to score", ("would set", "Add 100 to {score}")),
        ("Set the volume to 5", ("would set", "Set the {volume} to 5")),
        ("Take turns", ("does", "Take turns")),
        ('Answer "too hot"', ("does", 'Answer "too hot"')),
        ("Get the current date", ("does", "Get the current date")),
        ("---\nlanguage: es\n---\nToma turnos", ("does", "Toma turnos")),
    ],
)
def test_what_is_asked_of_a_model_is_listed(line: str, asked: tuple[str, str]) -> None:
    text = line if line.startswith("---") else f'Open the "Clock" app\nSet {{x}} to "a"\n{line}\n'
    assert [(one.asks, one.text) for one in check_text(text).questions] == [asked]


@pytest.mark.parametrize(
    "line",
    [
        'If judge "it sounds angry", press back',
        "If needed, scroll down",
        "Verify that the page has loaded",
        "do: take turns",
        'In the "Notes" app, take turns',
        'Send "add 100 to score" to Bob',
        "Delete the first note and archive the second",
        "Give {x} to the cashier",
        'Answer Bob with "too hot"',
        "If {x} is 3, press back",
    ],
)
def test_what_is_clear_or_in_words_on_purpose_is_not_listed(line: str) -> None:
    assert check_text(f'Open the "Clock" app\nSet {{x}} to "a"\n{line}\n').questions == ()

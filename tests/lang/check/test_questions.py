"""`check` lists everything that a program leaves to a model, apart from clear steps, in the program's words."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.check.wording.questions import Question


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
        ("Get the current date", ("does", "Get the current date")),
        ("---\nlanguage: es\n---\nToma turnos", ("does", "Toma turnos")),
    ],
)
def test_every_question_to_a_model_is_listed(line: str, asked: tuple[str, str]) -> None:
    text = line if line.startswith("---") else f'Open the "Clock" app\nSet {{x}} to "a"\n{line}\n'
    assert [(app.asks, app.text) for app in _but_apps(text)] == [asked]


def _but_apps(text: str) -> list[Question]:
    return [question for question in check_text(text).questions if question.asks != "stays"]


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
def test_a_clear_line_and_an_intended_step_in_words_are_not_listed(line: str) -> None:
    assert _but_apps(f'Open the "Clock" app\nSet {{x}} to "a"\n{line}\n') == []


def test_lines_under_a_step_are_listed_as_its_details() -> None:
    text = 'In the "Clock" app, count down from 5\n    tell everyone the number\n    carry on\n'
    found = [(question.asks, question.line, question.text) for question in check_text(text).questions]
    assert found == [("details", 2, "tell everyone the number"), ("details", 3, "carry on")]


def test_steps_that_take_their_app_from_a_line_above_are_listed() -> None:
    text = 'Open the "Clock" app\nStart the timer\nTap "C"\nIn the "Notes" app, open the first note\n'
    found = [(q.line, q.text, q.app) for q in check_text(text).questions if q.asks == "stays"]
    assert found == [(2, "Start the timer", "Clock")]

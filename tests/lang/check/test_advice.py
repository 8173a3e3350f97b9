"""Suggestions are tried before they are shown: all are put into the program, which is checked once more."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check, check_text
from agentprog.lang.check.advice import SUGGESTED, proved
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.parser import parse
from tests.lang.silence.telling import messages


def _hints(text: str, language: str = "en") -> list[str]:
    return [hint for *_, hint in messages(language, text)]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('names = In the "Contacts" app, get all the names\nTell user {names}', "Set {names} to In the"),
        ('In the "Files" app, open "a" and count the scores, record the number as {scores}', "count the {scores}"),
        (
            'Set {big} to 1\nIf {big} > 5, then put {expense.name} in the list {other}',
            "{expense.name in the}",
        ),
    ],
)  # fmt: skip
def test_a_suggestion_that_leads_to_an_error_is_not_shown(text: str, wrong: str) -> None:
    assert not any(wrong in hint for hint in _hints(text))


@pytest.mark.parametrize(
    ("language", "text", "right"),
    [
        ("en", "Set {score} to 3\nif score is 5 dance", "did you mean `if {score} is 5, dance`?"),
        ("de", "Setz Minuten auf 10\nMinuten minus 1\nSag mir {Minuten}", "did you mean `Verringere {Minuten} um 1`?"),
        ("en", 'Set {more} to "Y"\nIF {more} IS "Y" MOVE "N" TO {more}', 'IS "Y", Set {more} to "N"`?'),
    ],
)
def test_the_advice_for_the_suggested_line_is_followed_too(language: str, text: str, right: str) -> None:
    assert any(right in hint for hint in _hints(text, language))


def test_advice_of_two_lines_is_tried_as_both() -> None:
    text = 'Set {count} to 0\ncount = count + int(input("How many more? "))\nTell user {count}'
    assert any("did you mean `Set {count} to {count} + {reply}`?" in hint for hint in _hints(text))


def test_the_program_is_checked_at_most_twice_more() -> None:
    rows = [f"x{number} = {number}" for number in range(40)]
    text = "\n".join(rows)
    program = parse(text).program
    assert program is not None
    given: list[str] = []

    def again(changed: str) -> list[Diagnostic]:
        given.append(changed)
        return list(check_text(changed).diagnostics)

    found = check(program, text=text, structure=parse(text).diagnostics)
    proved(list(found), program, text, again)
    assert 1 <= len(given) <= 2
    assert all(f"Set {{x{number}}} to {number}" in given[0] for number in range(40))
    assert sum(bool(SUGGESTED.search(one.suggestion)) for one in found) == 40

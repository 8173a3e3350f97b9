"""A recording is inserted into the middle of a program, which stays valid."""

from __future__ import annotations

import pytest

from agentprog.app.handiwork.inserting import inserted
from agentprog.app.launching.programs import Program

LINES = ['Tap "Milk"', 'Type "{title}" into "Title"']
INPUT = 'title: {type: text, default: "Rye"}'
BUDGET = "budget: {actions: 80}\n"
LOOP = 'Repeat 2 times:\n    Press back\nTell user "done"\n'


def errors(text: str) -> list[str]:
    return [finding.message for finding in Program(text=text).diagnostics if finding.severity == "error"]


def test_inserted_lines_have_the_indentation_of_the_line_after_them() -> None:
    assert inserted(LOOP, 2, LINES[:1], []) == ('Repeat 2 times:\n    Tap "Milk"\n    Press back\nTell user "done"\n')


@pytest.mark.parametrize("line", [0, 99])
def test_lines_for_an_unknown_line_number_go_to_the_end(line: int) -> None:
    assert inserted("Press back\n", line, LINES[:1], []) == 'Press back\nTap "Milk"\n'
    assert inserted("", line, LINES[:1], []) == 'Tap "Milk"\n'


@pytest.mark.parametrize(
    ("header", "declared"),
    [
        ("", '---\ninputs:\n  title: {type: text, default: "Rye"}\n---\n'),
        (f"---\n{BUDGET}---\n", f"---\ninputs:\n  {INPUT}\n{BUDGET}---\n"),
        ("---\ninputs:\n  who: text\n---\n", '---\ninputs:\n  title: {type: text, default: "Rye"}\n  who: text\n---\n'),
        ("---\ninputs: {who: text}\n---\n", '---\ninputs: {title: {type: text, default: "Rye"}, who: text}\n---\n'),
    ],
)  # fmt: skip
def test_inserted_inputs_are_declared_once_in_any_header(header: str, declared: str) -> None:
    at = len(header.splitlines()) + 1
    made = inserted(f"{header}Press back\n", at, LINES, [INPUT])
    assert made == f'{declared}Tap "Milk"\nType "{{title}}" into "Title"\nPress back\n'
    assert errors(made) == []
    again = inserted(made, len(made.splitlines()), LINES, [INPUT])
    assert again.count("default:") == 1

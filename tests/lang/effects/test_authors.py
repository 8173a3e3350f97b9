"""Digests of lines: they survive respelling, and change with the line's words, its place and its enclosing blocks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agentprog.lang.ast import Program
from agentprog.lang.effects.authors import HEADER, author_of, line_digests, program_digest
from agentprog.lang.effects.possible_values import Origin
from agentprog.lang.parser import parse
from agentprog.lang.visit import statements

TEXT = """\
---
inputs:
  day: {type: date}
apps: [Notes]
---
Set {who} to "Ann"
If {who} == "Ann":
    Delete the note "Milk"
Else:
    Delete the note "Bread"
Delete the note "Milk"
Delete the note "Milk"
"""


def parsed(text: str) -> Program:
    program = parse(text).program
    assert program is not None
    return program


def by_line(text: str) -> dict[int, str]:
    program = parsed(text)
    digests = line_digests(program)
    return {statement.span.line: digests[statement.id] for statement in statements(program)}


def whole(text: str) -> Mapping[str, str]:
    return line_digests(parsed(text))


def test_the_same_words_in_another_block_or_a_second_time_have_another_digest() -> None:
    found = by_line(TEXT)
    assert len({found[8], found[10], found[11], found[12]}) == 4


def test_comments_and_respelled_keywords_change_no_digest() -> None:
    assert whole(TEXT.replace('Set {who} to "Ann"', '# who it is\nset {who} to "Ann"')) == whole(TEXT)


def test_a_change_of_a_condition_changes_its_line_and_all_lines_below_it_only() -> None:
    old, new = by_line(TEXT), by_line(TEXT.replace('If {who} == "Ann"', 'If {who} == "Bob"'))
    assert {line for line in old if old[line] != new[line]} == {7, 8, 10}


@pytest.mark.parametrize(
    ("old", "new"), [("day:", "night:"), ("type: date", "type: text"), ("[Notes]", "[Notes, Bank]")]
)
def test_inputs_and_apps_of_the_header_are_a_line_of_their_own(old: str, new: str) -> None:
    before, after = whole(TEXT), whole(TEXT.replace(old, new))
    assert {line for line in before if before[line] != after[line]} == {HEADER}


def test_a_program_is_known_by_all_of_its_lines_in_their_order() -> None:
    digests = whole(TEXT)
    assert program_digest(digests) != program_digest(dict(reversed(digests.items())))
    assert program_digest(digests) != program_digest({HEADER: digests[HEADER]})


def test_a_line_whose_characters_no_file_can_hold_has_a_digest_too() -> None:
    assert by_line('Tell user "\ud800"\n') != by_line('Tell user "?"\n')


def test_a_listed_line_is_the_persons_and_any_other_the_plans() -> None:
    program = parsed(TEXT)
    first, second = program.body[:2]
    author = author_of({first.id})
    assert (author(first), author(second)) == (Origin.PERSON, Origin.PLAN)
    assert author_of(None)(second) is Origin.PERSON


def test_a_digest_is_the_same_in_every_version_since_approvals_are_stored_by_it() -> None:
    program = parse('Press back\nIf it is late:\n    Text Ann "hi"\n').program
    assert program is not None
    assert list(line_digests(program).values()) == [
        "455bb44da10da803ad213c60e24d69e8",
        "28ccdbde8277f75c3026e28a3443b12a",
        "bcb32d0a7fc65307a3fda002e6f932cb",
        "b4d05938f949c06f4e4d9b3218310e04",
        "1956d08428d98431385b96c1f7664441",
    ]

"""`check` shows the lines that it read in other words than their own."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.writing.fmt import format_text


def _read(text: str) -> list[tuple[int, str]]:
    return [(reading.line, reading.text) for reading in check_text(text).readings]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Set {n} to 3, say {n}", "Set {n} to 3; Tell user {n}"),
        ("If {n} is up to 10000, say {n}", "If {n} <= 10000: Tell user {n}"),
        ('Write "Dear {n}" to {n}', 'Save "Dear {n}" to "{n}"'),
        ("Reduce {n} by 1", "Set {n} to {n} - 1"),
        ("Wait 2 minutes", "Wait 120 seconds"),
        ("Falls {n} kleiner als 3 ist, brich ab", "Wenn {n} < 3: Verlasse die Schleife"),
        ("要是{n}超过3，跳过", "如果{n} > 3： 继续下一个"),
        ("Si {n} supera 3, avisa al usuario {n}", "Si {n} > 3: Dile al usuario {n}"),
    ],
)
def test_a_line_in_other_words_than_the_formatter_is_read_back(line: str, written: str) -> None:
    assert _read(f"{{n}} = 1\n{line}") == [(2, written)]


@pytest.mark.parametrize(
    "line",
    [
        "Set {n} to 3",
        "SET {n} TO THREE",
        "{n} += 1",
        'Please open the "Clock" app.',
        'If {n} > 2 then tell user "a, b"',
        'In the "Notes" app, write "milk" under the second heading',
        "Poné {n} en 3",
        'Öffne bitte die App "Uhr"',
        'Wait until "Done" appears, at most 60 seconds',
    ],
)
def test_a_difference_without_a_meaning_is_not_read_back(line: str) -> None:
    assert _read(f"{{n}} = 1\n{line}") == []


def test_the_lines_of_one_line_stand_in_their_order() -> None:
    text = "{n} = 1\nRepeat 3 times:\n    If {n} is under 2, skip, else stop"
    assert _read(text) == [(3, "If {n} < 2: Continue; Otherwise: Stop the program")]


def test_a_formatted_program_reads_back_nothing() -> None:
    text = 'Let {n} be two\nDo this {n} times:\n    Press "OK" and say "pressed"\nWrite {n} to "n.txt"'
    assert len(_read(text)) == 4
    assert _read(format_text(text)) == []

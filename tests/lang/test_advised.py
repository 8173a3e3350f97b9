"""An advice holds when it is followed."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.advised import advised
from tests.lang.hands import HANDS, ODD
from tests.lang.labelled import programs


@pytest.mark.slow
def test_every_suggested_line_of_the_corpora_is_read_and_keeps_the_variables() -> None:
    found = [one for file in (HANDS, ODD) for program in programs(file) for one in advised(program.text)]
    assert len(found) > 200
    assert [(one.line, one.new, one.fault) for one in found if one.fault] == []


HEAD = "---\ninputs: {n: number, x: text, rows: list}\n---\n"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ('Put "milk" on {list}', 'write `Set {list} to []` above, and `Add "milk" to {list}` here'),
        ("Navigate to {x}, record ETA as {eta}", "put `record ETA as {eta}` on a line of its own"),
        ("Pick a number and mark it {y}", "write `, record as {y}` in place of 'and mark it {y}'"),
        ("Open the letter, which is to be kept as {y}", "in place of ', which is to be kept as {y}'"),
        ("Take a remark from user as {y}", 'write `Ask user "...", record as {y}`'),
        ('Read "data.csv" into table {y}', 'did you mean `Read table "data.csv", record as {y}`?'),
        ('Read "data.csv" into {y}', 'did you mean `Read table "data.csv", record as {y}`?'),
        ('Read "notes.md" into {y}', 'did you mean `Read the text of "notes.md", record as {y}`?'),
        ('Set {z} to "a"\nSet {log} to empty\nput {z} in {log}', "`Add {z} to {log}`"),
        ('If {n} exceeds 1 lakh, tell user "high"', "write `{n} exceeds 1` if it counts in lakh"),
        ('If {n} is 5k, tell user "high"', "write `{n} is 5` if it counts in k"),
        ("Set {y} to 14 days from today", '`compute "14 days from today"`'),
        ('{y} is now "Tim"', 'did you mean `Set {y} to "Tim"`?'),
        ("Repeat 10", "write `Repeat 10 times:`, and indent the repeated lines below it"),
        ("for {f} in a b c:\n    tell user {f}", 'did you mean `["a", "b", "c"]`?'),
        ("for {f} in 1..4:\n    tell user {f}", "did you mean `the numbers from 1 to 4`?"),
        ('for {f} in ["a", "b"], excluding "a":\n    tell user {f}', "leave these words out"),
        ("Wait up to 10 minutes for the reply", "`Wait until <until>, at most <seconds> seconds`"),
        ("For each {a}, {b} in {rows}:\n    tell user {a}", "That leaves out {b}."),
    ],
)  # fmt: skip
def test_the_advice_says_what_the_line_means(line: str, advice: str) -> None:
    found = [one.suggestion for one in check_text(f"{HEAD}{line}\n").diagnostics]
    assert any(advice in suggestion for suggestion in found), found


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Upto {n} is 3, wait 5 seconds", "`If {n} is 3"),
        ('prefix "URGENT: " to {y}', "`Set {y} to"),
        ('Read column B of "e.csv" into {y}', "did you mean"),
        ('Put "milk" on {y}', '`Set {y} to "milk"`'),
    ],
)
def test_no_advice_drops_a_word_that_decides(line: str, advice: str) -> None:
    found = [one.suggestion for one in check_text(f"{HEAD}{line}\n").diagnostics]
    assert found
    assert not any(advice in suggestion for suggestion in found), found


def test_if_and_only_if_is_if() -> None:
    assert check_text('If and only if "Sent" appears, press back\n').diagnostics == ()

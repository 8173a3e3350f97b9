"""Lines in other words than the grammar's: the advice is the same line in STP, and only the cause is reported."""

from __future__ import annotations

import re

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.words import LANGUAGES, words
from tests.lang.golden import FOLDER, chunks
from tests.lang.hands import HANDS, ODD
from tests.lang.labelled import programs
from tests.lang.silence.telling import messages

_MEANT = re.compile(r"did you mean `(?P<text>.+?)`\?")


@pytest.mark.parametrize(
    ("text", "line", "meant"),
    [
        ("{kids}: Emma, Noah, Mia\nTell user {kids}", 1, 'Set {kids} to ["Emma", "Noah", "Mia"]'),
        ("coins = 0\ngot = 2\ncoins = coins + got\nTell user {coins}", 3, "Set {coins} to {coins} + {got}"),
        ("Set {n} to 1\nn + 1\nTell user {n}", 2, "Increase {n} by 1"),
        ("Set {n} to 1\n{n} goes up by 2\nTell user {n}", 2, "Increase {n} by 2"),
        ("beds = bed 4, bed 7 and bed 11\nTell user {beds}", 1, 'Set {beds} to ["bed 4", "bed 7", "bed 11"]'),
        ("bill = £86.40\nTell user {bill}", 1, "Set {bill} to 86.40"),
        ("Tonight's covers: 48\nTell user {covers}", 1, "Set {covers} to 48"),
        ("coins = 3\nanswer coins", 2, "Set {answer} to {coins}"),
        ('answer "all paid"', 1, 'Set {answer} to "all paid"'),
        ("Set {n} to 1.25\nAnswer: n rounded", 2, 'Set {answer} to compute "{n} rounded"'),
        ("Set {a} to 1\nSet {b} to 2\nGive back {a} and {b}", 3, "Set {answer} to {a} and {b}"),
        ("MOVE 0 TO {total}\nTell user {total}", 1, "Set {total} to 0"),
        ('reply = input("Again? ")\nTell user {reply}', 1, 'Ask user "Again? ", record as {reply}'),
        ('names = []\nnames.append("Bo")\nTell user {names}', 2, 'Add "Bo" to {names}'),
        ("Set {rain} to true\nCase {rain} is yes:\n    Press back", 2, 'If {rain} is "yes":'),
        ("Task: remind {who} about {thing}\n    Type {thing}", 1, 'Define a task named "remind" with {who}, {thing}:'),
        ("def remind(who, thing):\n    Type {thing}", 1, 'Define a task named "remind" with {who}, {thing}:'),
        ('Set {rooms} to ["A"]\nRepeat for each of the {rooms}:\n    Press back', 2, "For each {item} in {rooms}:"),
        ("Count down from 5 to 1 as {n}\n    Tap {n}", 1, "For each {n} in [5, 4, 3, 2, 1]:"),
        ('x = 1\nprint("now " + x)', 2, 'Tell user "now " + {x}'),
        ("online = []\nset answer to online joined with commas", 2,
         'Set {answer} to compute "{online} joined with commas"'),
        ('names = ["A"]\nfor i, name in enumerate(names):\n    Tap {name}', 2, "For each {name} in {names}:"),
        ("q = 3\nrepeat for n = 1 to q:\n    Tap {n}", 2, "For each {n} in the numbers from 1 to {q}:"),
        ("lives is 3\nTell user {lives}", 1, "Set {lives} to 3"),
        ("Players are Ali, Ben and Cy\nTell user {Players}", 1, 'Set {Players} to ["Ali", "Ben", "Cy"]'),
        ("Shopping list = milk, eggs\nTell user {shopping list}", 1, 'Set {Shopping list} to ["milk", "eggs"]'),
        ("Total: 0\ntotal = total + 1\nTell user {total}", 1, "Set {total} to 0"),
        ('let items = ["a"];\nreturn items.length;', 2, "return the number of items in {items}"),
        ("a = 4\nb = AVERAGE(a, 2)\nTell user {b}", 2, "Set {b} to the average of [{a}, 2]"),
        ("The number {fee} shall be 250\nTell user {fee}", 1, "Set {fee} to 250"),
        ("do this 3x:\n    Press back", 1, "Repeat 3 times:"),
        ('Set {x} to ["a"]\nMark "Y" on {more}\nTell user {more}', 2, 'Set {more} to "Y"'),
        ('Set {x} to ["a"]\nTake the first of {x} as {m}', 2, "Take the first of {x}, record as {m}"),
        ('Set {x} to ["a"]\nIf {x} has more than 2 people:\n    Press back', 2,
         "the number of items in {x} is greater than 2"),
        ("---\ninputs: [x]\n---\nIf {x} is unknown, press back", 4, "{x} is empty"),
    ],
)  # fmt: skip
def test_the_advice_is_the_equivalent_line(text: str, line: int, meant: str) -> None:
    findings = [
        finding
        for finding in check_text(text).diagnostics
        if finding.span.line == line and finding.code not in ("STP203", "STP406")
    ]
    assert [_MEANT.search(finding.suggestion)["text"] for finding in findings if _MEANT.search(finding.suggestion)] == [
        meant
    ]  # type: ignore[index]
    assert len(findings) == 1


@pytest.mark.parametrize(
    ("text", "line", "code", "advice"),
    [
        ('Set {low} to ["x"]\nput "salt" on {low}', 2, "STP222", 'such as `Add "salt" to {low}`'),
        ("Set {n} to 3\nTake 2 away from {n}", 2, "STP222", "such as `Set {n} to {n} - 2`"),
        ("If no answer comes within 2 minutes, call Ann", 1, "STP138", "write `Wait 2 minutes` on a line above"),
        (
            'Set {t} to "a"\nTrim {t} and put it in capitals',
            2,
            "STP222",
            'such as `Set {t} to compute "Trim {t} and put it in capitals"`',
        ),
        ("Every 10 minutes until the light is green: check the lamp", 1, "STP137", "and `Wait 10 minutes` below it"),
        ('Keep scrolling till you see "Podcasts"', 1, "STP137", "write `Scroll <direction> to <target>`"),
        (
            'Define a task named "remind" with {who}:\n    Type {who}\nRemind "Ann"',
            3,
            "STP137",
            'did you mean `Execute task "remind", {who} = "Ann"`',
        ),
        ("Set {a} to 1\nSet {b} to 2\nSet {c} to SUM(a:b)", 3, "STP209", "did you mean `the sum of [{a}, {b}]`?"),
        ("10 Press back\n20 Press home\n30 Wait 3 seconds", 1, "STP126", "fmt --from-list"),
        ('Ask coach "Who scored?" -> scorer', 1, "STP215", "`, record as {name}`"),
        ("If the answer == yes, press back", 1, "STP215", "compares with `is`"),
        ("Round 1:", 1, "STP137", "a heading or a comment begins with #"),
        ("MORNING CHECKLIST", 1, "STP137", "a heading or a comment begins with #"),
        ("Exit the loop as soon as one is booked", 1, "STP137", "write `If <condition>:`"),
    ],
)
def test_the_advice_gives_the_form_to_write(text: str, line: int, code: str, advice: str) -> None:
    assert [advice in hint for number, found, _, hint in messages("en", text) if (number, found) == (line, code)] == [
        True
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Get every line of the note as a list",
        "Save the note as a draft",
        'Note "milk" down in the list',
        "Answer the call",
    ],
)
def test_a_step_for_the_phone_is_not_taken_for_another_line(line: str) -> None:
    assert {code for _, code, _, _ in messages("en", f'In the "Notes" app, open the first\n{line}')} <= {"STP501"}


def test_a_consequence_of_an_error_is_not_reported() -> None:
    text = "Sett {seats} to 3\nIf {seats} > 2:\n    Press back"
    assert [(line, code) for line, code, _, _ in messages("en", text)] == [(1, "STP121")]


def test_a_warning_hides_no_variable_without_a_value() -> None:
    text = "Set seats to sum of {tables}\nIf {seats} > 3:\n    Press back"
    head = "---\ninputs: {tables: list of number}\n---\n"
    found = [(finding.span.line - 3, finding.code) for finding in check_text(head + text).diagnostics]
    assert found == [(1, "STP221"), (2, "STP201")]


def test_a_line_below_gives_no_variable_its_value() -> None:
    found = messages("en", "Increase {row} by {step}\nSet {row} to 1\nIncrese {step} by 1")
    assert "STP201" in {code for line, code, _, _ in found if line == 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_tables_is_read_as_it_promises(language: str) -> None:
    """With plain slots, each advice of the table `meant` is a construct, and none is a step for a model."""
    given = {
        "value": "3", "low": "1", "high": "5", "target": "{a}", "left": "{b}", "other": "{c}", "items": "{list}",
        "list": "{list}", "reason": '"bad"', "question": '"Who?"', "message": '"hello"', "word": "yes", "times": "3",
        "n": "2", "name": "Greet", "inputs": "{who}", "rest": "> 3", "what": "people",
        "time": "90 s", "state": '"on"', "first": '"A"', "second": '"B"', "from": "5", "to": "1",
        "test": "{b} > 3", "seconds": "5",
    }  # fmt: skip
    for name, pairs in words(language).tables[language]["meant"].items():
        for _, meant in pairs:
            text = re.sub(r"<(\w+)>", lambda slot: given[slot[1]], meant)
            verify = words(language).canonical("verify")
            line = text if name == "lines" else verify.replace("<condition>", text)
            head = "Try:\n    Press back\n" if meant == words(language).canonical("on_error") else ""
            text = f"---\nlanguage: {language}\n---\n{head}{line}" + "\n    Press back" * line.endswith(":")
            program = parse(text).program
            assert program is not None, meant
            assert len(program.body) == 1 or not head, meant
            assert not isinstance(program.body[0], ast.Action), meant
            assert tier_of(program.body[0]) != "semantic", meant


def test_every_advice_in_the_corpora_parses_in_the_place_of_its_line() -> None:
    """Each `did you mean` of the golden texts and of the strangers' programs parses as a construct in its place."""
    texts = [chunk.text for path in sorted(FOLDER.glob("*.stp")) for chunk in chunks(path)] + [
        program.text for file in (HANDS, ODD) for program in programs(file)
    ]
    tried = [bad for text in texts for bad in _wrong_advice(text)]
    assert not [bad for bad in tried if bad]
    assert len(tried) > 150


def _wrong_advice(text: str) -> list[str]:
    """For each advice in a program: empty, or the line of the advice, if a finding of the same kind remains there."""
    found: list[str] = []
    for finding in check_text(text).diagnostics:
        meant = _MEANT.search(finding.suggestion)
        if meant is not None:
            new = text[: finding.span.start] + meant["text"] + text[finding.span.end :]
            left = [other for other in check_text(new).diagnostics if other.span.line == finding.span.line]
            again = any(other.code == finding.code for other in left)
            found.append(new.split("\n")[finding.span.line - 1] if again else "")
    return found

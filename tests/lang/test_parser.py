"""Results of `parse` besides the tree, and the layout of programs."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Action, Assign, Compute, DirectUI, ObjectExpr, Tell, Template
from agentprog.lang.diagnostics import Names
from agentprog.lang.parser import parse
from agentprog.lang.writing.fmt import format_text, unified_diff
from agentprog.lang.writing.unparse import unparse


@pytest.mark.parametrize("line", ["else", "Repaet 3 times", 'tap "A" and then press home', "1. tap the sun", "GOTO 10"])
def test_a_step_that_looks_like_a_construct_survives_writing(line: str) -> None:
    for text in (f"do: {line}\n", f"do: {line}\n    a detail\n"):
        program = parse(text).program
        again = parse(unparse(program)) if program is not None else parse("")
        assert (again.program, again.diagnostics) == (program, ())


def test_names_that_are_nearly_right_are_found_quickly_among_a_thousand() -> None:
    names = [f"name{number}" for number in range(1000)]
    assert Names(names).nearest("nmae17") == "name17"
    assert Names(names).nearest("something else") == ""


def test_names_of_known_apps_need_no_word_for_app() -> None:
    for text, app in [("In Clock, set an alarm", "Clock"), ("in clock, set an alarm", "Clock")]:
        program = parse(text, known_apps=["Clock"]).program
        assert program is not None
        assert [str(s.app) for s in program.body] == [app]
    opened = parse("Open Clock", known_apps=["Clock"]).program
    assert opened is not None
    assert isinstance(opened.body[0], DirectUI)
    unknown = parse("In Clock, set an alarm").program
    assert unknown is not None
    assert unknown.body[0].app is None


def test_a_sentence_with_the_name_of_a_known_app_survives_writing() -> None:
    program = parse("In Clock, set an alarm").program
    assert program is not None
    text = unparse(program, known_apps=["Clock"])
    assert text == "do: In Clock, set an alarm\n"
    again = parse(text, known_apps=["Clock"]).program
    assert again == program


def test_a_result_is_ok_if_it_has_a_program_without_errors() -> None:
    assert parse('Tap "x"').ok
    assert not parse("").ok
    assert not parse("else:\n    x").ok


def test_places_are_those_of_the_source_even_where_bullets_were_dropped() -> None:
    text = "intro\n```\n1. Tell user {x}\n```"
    parsed = parse(text, mode="lenient")
    assert parsed.program is not None
    span = parsed.program.body[0].span
    assert text[span.start : span.end] == "Tell user {x}"
    assert (span.line, span.column) == (3, 4)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("1 Wait 3 s", "Wait 3 s"),
        (' 9 For each {x} in {xs}:\n10     Tap "a"\n\n11 Tap "b"', 'For each {x} in {xs}:\n    Tap "a"\n\nTap "b"'),
        ('2 eggs are bought\nTap "b"', '2 eggs are bought\nTap "b"'),
        ("1 egg is bought\n3 eggs are sold", "1 egg is bought\n3 eggs are sold"),
    ],
)
def test_the_numbers_of_a_copied_listing_are_no_program(text: str, bare: str) -> None:
    listed, plain = parse(text, mode="lenient").program, parse(bare, mode="lenient").program
    assert listed is not None
    assert plain is not None
    assert unparse(listed) == unparse(plain)


def test_a_long_list_gets_an_item_a_line_and_reads_back() -> None:
    people = ", ".join(f'{{"name": "Person {n}", "number": "+1 555 010{n}"}}' for n in range(4))
    text = f"If {{a}} is 1:\n    Set {{people}} to [{people}]  # all of them\n    Tell user {{people}}\n"
    formatted = format_text(text)
    assert max(len(line) for line in formatted.split("\n")) < 80
    assert "    Set {people} to [  # all of them\n        {" in formatted
    assert parse(formatted).program == parse(text).program
    assert format_text(formatted) == formatted


def test_the_difference_that_formatting_makes_is_shown() -> None:
    written = 'tap on "x"\n'
    assert '-tap on "x"\n+Tap "x"\n' in unified_diff(written, format_text(written), name="a.stp")
    assert unified_diff(written, written) == ""


def test_a_text_with_errors_of_structure_is_not_formatted() -> None:
    text = 'else:\n   tap "x"\n'
    assert format_text(text) == text


def test_comments_and_blank_lines_stay_where_they_are() -> None:
    text = """\
# top

Repeat 2 times:  # twice
    # inside
    Tap "a"

    # end of block

# behind
Tap "b"
# last
"""
    assert format_text(text) == text


def test_captures_are_split_off_any_sentence() -> None:
    program = parse("Ride the bus home, record it as {ride} (list of texts)").program
    assert program is not None
    step = program.body[0]
    assert isinstance(step, Action)
    assert (str(step.text), str(step.capture), step.returns) == ("Ride the bus home", "{ride}", "list of text")


@pytest.mark.parametrize("line", ['Set {x} to "a"', "Set {x} to 3", 'Tap "Save"', "Read the total, record as {t}"])
def test_a_semicolon_at_the_end_is_no_part_of_a_step(line: str) -> None:
    assert parse(line + ";").program == parse(line).program


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\nb\tc", "a\nb\tc"),
        (r"\"x\" \{y} \\d", '"x" {y} \\d'),
        (r"\d+ \w C:\docs \.", r"\d+ \w C:\docs \."),
        (r"caf\u00e9 \ud83d\ude00 \u12 \ud83d", "café 😀 \\u12 \\ud83d"),
        (r"http:\/\/a.b", "http://a.b"),
    ],
)
def test_an_escape_is_undone_and_any_other_backslash_stays(written: str, meant: str) -> None:
    text = f'Set {{x}} to "{written}"\nSet {{y}} to {{"{written}": 1}}\n'
    program = parse(text, name="t").program
    assert program is not None
    first, second = program.body
    assert isinstance(first, Assign)
    assert isinstance(first.value, Template)
    assert first.value.parts == (meant,)
    assert isinstance(second, Assign)
    assert isinstance(second.value, ObjectExpr)
    assert second.value.entries[0].key == meant
    again = parse(unparse(program), name="t").program
    assert again is not None
    assert again.body[0].value.parts == (meant,)  # type: ignore[union-attr]


def test_braces_around_a_malformed_name_name_no_argument() -> None:
    text = 'Execute task "Greet", {`n} is 3\n'
    assert parse(format_text(text)).program == parse(text).program


def test_an_unclosed_bracket_of_the_header_is_shown_at_its_place() -> None:
    parsed = parse("---\ninputs: {a: {type: text}\napps: [Clock\ntitle: one (of two\n---\nTell user 1\n")
    found = [(finding.code, finding.span.line, finding.span.column, finding.message) for finding in parsed.diagnostics]
    assert found == [
        ("STP111", 2, 9, "this { is never closed"),
        ("STP111", 3, 7, "this [ is never closed"),
    ]


def test_a_tab_in_the_name_of_an_argument_is_white_space_as_everywhere() -> None:
    text = 'Execute task "Greet", {name} is 3, first\tname is 4\n'
    assert parse(format_text(text)).program == parse(text).program


@pytest.mark.parametrize(
    "line",
    [
        'Tell user compute "the total of {x}"',
        'Sage dem Benutzer rechne "{x} und {y}"',
        'Dile al usuario computa "{x} y {y}"',
    ],
)
def test_code_in_quotes_stays_code_in_a_message(line: str) -> None:
    program = parse(line).program
    assert program is not None
    statement = program.body[0]
    assert isinstance(statement, Tell)
    assert isinstance(statement.message, Compute)
    assert parse(unparse(program)).program == program

"""Diagnostics: every code is documented with an example, and the finding is at its place."""

from __future__ import annotations

import re

import pytest

from agentprog import resources
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import CODES, render_diagnostic

PAGE = (resources.path("grammars/en.toml").parent.parent / "docs" / "diagnostics.md").read_text(encoding="utf-8")
SECTIONS = {found[1]: found[0] for found in re.finditer(r"^### (STP\d+):.*?(?=^##|\Z)", PAGE, re.M | re.S)}
EXAMPLES = {
    code: found.group(1)
    for code, section in SECTIONS.items()
    if (found := re.search(r"```stp\n(.*?)\n```", section, re.S))
}


def test_every_code_has_a_section_with_its_title_and_severity() -> None:
    assert set(SECTIONS) == set(CODES)
    for code, (severity, title) in CODES.items():
        assert SECTIONS[code].startswith(f"### {code}: {title} ({severity})\n")


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_example_of_each_code_gives_the_code(code: str) -> None:
    deep = "\n".join(" " * level + "If {x} is 1:" for level in range(102))
    text = EXAMPLES.get(code, deep if code == "STP104" else "")
    assert code in [d.code for d in check_text(text).diagnostics]


def test_the_diagnostics_have_at_least_twenty_five_codes() -> None:
    assert len(CODES) >= 25


def test_a_diagnostic_shows_place_message_line_carets_and_suggestion() -> None:
    text = 'Set {name} to "Ana"\nTell user {nme}\nTell user {name}'
    report = check_text(text, name="greet.stp")
    assert report.render() == (
        "greet.stp:2:11: error STP201: {nme} is not defined\n"
        "2 | Tell user {nme}\n"
        "  |           ^^^^^\n"
        "  = did you mean {name}?"
    )


def test_a_long_line_is_cut_around_the_place() -> None:
    text = 'Tell user "' + "x" * 300 + '{nme}"'
    shown = render_diagnostic(check_text(text).diagnostics[0], text).split("\n")
    assert max(len(line) for line in shown) < 130
    caret = shown[2].index("^")
    assert shown[1][caret : caret + 5] == "{nme}"


def test_a_place_inside_a_list_over_several_lines_is_its_own_line() -> None:
    text = "Set {l} to [\n  {a},\n  {b}\n]\nTell user {l}"
    places = [(d.span.line, d.span.column) for d in check_text(text).diagnostics]
    assert places == [(2, 3), (3, 3)]


def test_the_report_as_data_has_counts_and_places() -> None:
    data = check_text("Tell user {x}\nCall Mom", name="a.stp").to_json()
    assert (data["file"], data["errors"], data["warnings"]) == ("a.stp", 1, 1)


@pytest.mark.parametrize("mark", ["\x00", "\u202e", "\u2066"])
def test_signs_that_no_editor_shows_are_pointed_at(mark: str) -> None:
    found = check_text(f'Tell user "pay {mark}01 to Ana"').diagnostics
    assert [(d.code, d.span.column) for d in found] == [("STP120", 16)]


def test_words_of_a_language_written_from_the_right_are_no_control_characters() -> None:
    assert check_text('Tell user "\u200fשלום"').diagnostics == ()


def test_all_problems_are_reported_in_one_run() -> None:
    codes = {d.code for d in check_text("break\nTell user {x}\nelse:\n    Tap {y}\n```").diagnostics}
    assert {"STP301", "STP201", "STP105", "STP115"} <= codes

"""An excerpt fits its terminal, and its marks stand below the characters that they mean."""

import pytest
from rich.cells import cell_len

from agentprog.cli.excerpts import fitted
from agentprog.lang.check import check_text

LONG = 'Tell user "' + "one long sentence after another, " * 4 + '{nme}, and more words behind it"'


@pytest.mark.parametrize("width", [24, 40, 60, 80])
def test_a_long_source_line_is_cut_to_the_terminal_around_its_marks(width: int) -> None:
    lines = fitted(check_text(LONG).render(), width).splitlines()
    source, marks = lines[1:3]
    assert max(cell_len(source), cell_len(marks)) <= width
    assert source[marks.index("^") : marks.rindex("^") + 1] == "{nme}"


def test_a_mark_over_most_of_a_line_ends_with_the_line() -> None:
    lines = fitted(check_text("Wrte something that is a step with a typo, and that goes on and on").render(), 40)
    source, marks = lines.splitlines()[1:3]
    assert len(source) == len(marks) == 40


def test_marks_below_chinese_words_count_two_columns_for_a_character() -> None:
    found = check_text("在“时钟”应用中，点击“甲”\n告诉用户{名}").render().splitlines()
    at = next(place for place, line in enumerate(found) if line.startswith("2 | "))
    assert found[at : at + 2] == ["2 | 告诉用户{名}", "  | " + " " * 8 + "^^^^"]


def test_text_that_is_no_excerpt_stays_as_it_is() -> None:
    text = "a | b\n  | c\n12 | " + "x" * 90 + "\nmore"
    assert fitted(text, 20) == text

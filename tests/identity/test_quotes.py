"""Quoted texts, in every language's quotation marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.identity import quoted, quotes_in, unquoted

MARKS = ['""', "“”", "„“", "„”", "””", "«»", "»«", "‹›", "「」", "『』", "``", "‘’", "''"]


@pytest.mark.parametrize("marks", MARKS)
def test_every_pair_of_marks_quotes(marks: str) -> None:
    text = f"tap {marks[0]}Send now{marks[1]} twice"
    assert quoted(text) == ("Send now",)
    assert unquoted(text, put="_") == "tap _ twice"
    (found,) = quotes_in(text)
    assert text[found.start : found.end] == f"{marks[0]}Send now{marks[1]}"


def test_quotes_are_left_empty_unless_something_is_put_there() -> None:
    assert unquoted('say "hi" to') == 'say  ""  to'


@pytest.mark.parametrize("text", ["it's Ann's phone", "don’t, it’s Ann’s", "5' 6", 'an inch is 1"', "rock ’n roll"])
def test_an_apostrophe_is_no_mark(text: str) -> None:
    assert quoted(text) == ()


def test_an_apostrophe_inside_a_quoted_text_does_not_end_it() -> None:
    assert quoted("say 'it's late' now") == ("it's late",)
    assert quoted("say ‘it’s late’ now") == ("it’s late",)


def test_marks_of_another_kind_inside_are_part_of_the_text() -> None:
    assert quoted("type \"call 'Ann' now\" and “a 'b' c”") == ("call 'Ann' now", "a 'b' c")


@given(st.text(alphabet="ab c", min_size=1).filter(str.strip), st.sampled_from(MARKS))
def test_a_quoted_text_comes_back(inner: str, marks: str) -> None:
    assert quoted(f"x {marks[0]}{inner}{marks[1]} y") == (inner.strip(),)


@given(st.lists(st.sampled_from([*"ab ,.'", *"".join(MARKS)])).map("".join) | st.text())
def test_any_text_can_be_searched_for_quotations(text: str) -> None:
    for found in quotes_in(text):
        assert found.text in text[found.start : found.end]

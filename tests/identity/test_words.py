"""The words of a text: uncuttable ones, joined ones, hyphens."""

from __future__ import annotations

import pytest

from agentprog.identity.words import FIGURE, MOMENT, TELEPHONE, read, words_of

N, T, M = FIGURE, TELEPHONE, MOMENT


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Two plain words", [("two", "plain", "words")]),
        (
            "Team-lunch at 7:30 p.m.",
            [
                ("team", "lunch", "at", "7:30", "pm"),
                ("teamlunch", "at", "7:30", "pm"),
                ("team", "lunch", "at", f"{M}19:30"),
            ],
        ),
        ("07:05 am", [("7:05", "am"), (f"{M}07:05",)]),
        ("on 2026-03-07!", [("on", f"{M}2026-03-07")]),
        ("rock-'n'-roll x--y", [("rock", "n", "roll", "x", "y"), ("rocknroll", "xy")]),
        ("file.md: a/b 10/2 ann@x.org", [("file.md", "a", "b", "10/2", "ann@x.org")]),
        ("x.y-z w-v", [("x.y-z", "w", "v"), ("x.y-z", "wv")]),
        ("No. +1 066 290 8339", [("no", f"{T}+10662908339")]),
        ("-5 1,234.50 12:", [(f"{N}-5", f"{N}1234.5", f"{N}12")]),
        ("1 234 567,50 €", [(f"{N}1234567.5", "€")]),
        ("20%-off", [(f"{N}20", "%", "off")]),
        ("a 5-2 b", [("a", "5-2", "b")]),
        ("(0/--( )2 x", [("(0/--( )2", "x")]),
        ("25:61 x", [("25:61", "x")]),
        ("007, -007, 0, -0.5", [(f"{T}007", "-007", f"{N}0", f"{N}-0.5")]),
        ("a-2b", [("a", "2b"), ("a2b",)]),
        ("你好ーカタカナー ひら", [("你好ー", "カタカナー", "ひら")]),
        ("漢、字", [("漢", "字")]),
        ("👍🏽👨\u200d👩\u200d👧 ok", [("👍🏽", "👨\u200d👩\u200d👧", "ok")]),
        ("😀😀♥a", [("😀", "😀", "♥", "a")]),
    ],
)
def test_a_text_is_taken_apart(text: str, ways: list[tuple[str, ...]]) -> None:
    assert list(read(text).ways) == ways
    assert read(text).words == {word for way in ways for word in way}
    assert list(read(" " * 600 + text).ways) == ways, "a text too long to be kept is read alike"


@pytest.mark.parametrize(
    ("text", "tied"),
    [
        ("well-known check-in", [{1, 3}, set()]),
        ("jean-luc's a.b-c file", [{1}, set()]),
        ("Team-lunch at 7:30 p.m. re-run", [{1, 6}, set(), {1, 5}]),
        ("-dash x--y", [set(), set()]),
        ("a.b/c.d/e-f", [{3}, set()]),
        ("a-b@y/c-d", [{2}, set()]),
    ],
)
def test_a_hyphen_ties_a_word_to_the_word_before(text: str, tied: list[set[int]]) -> None:
    assert [set(one) for one in read(text).tied] == tied


def test_numbers_are_among_the_words_as_they_are_written_there() -> None:
    assert words_of("Pay 1,234.50 to +1 066 290 8339") == ("pay", "1234.5", "to", "+10662908339")

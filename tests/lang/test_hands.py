"""Programs in other people's hands: what is not read as it was meant is said, in the languages that have words."""

from __future__ import annotations

from tests.lang.hands import ODD, figures, lines

ODD_ONES = lines(ODD)
KNOWN = [line for line in lines() if line.hand.split()[0] != "french"]


def test_no_line_is_misread_without_a_word() -> None:
    assert [line.text for line in KNOWN if line.silent] == [], figures(KNOWN)


def test_few_lines_are_misread_with_no_more_notice_than_a_line_in_a_list() -> None:
    listed = [line for line in KNOWN if line.shown and not (line.right or line.told)]
    assert len(listed) <= len(KNOWN) * 0.05, figures(KNOWN)


def test_nearly_every_line_that_says_what_stp_can_do_is_read_as_it_was_meant() -> None:
    meant = [line for line in KNOWN if line.meant != ("error",)]
    assert len(meant) > 200
    assert sum(line.right for line in meant) / len(meant) >= 0.97, figures(KNOWN)


def test_no_line_in_an_odd_hand_is_misread_without_a_word() -> None:
    """Dialects, slang, two languages in one line, names without braces: much is told, and three quarters are read."""
    assert len(ODD_ONES) > 300
    assert [line.text for line in ODD_ONES if line.silent] == [], figures(ODD_ONES)
    meant = [line for line in ODD_ONES if line.meant != ("error",)]
    assert sum(line.right for line in meant) / len(meant) >= 0.74, figures(ODD_ONES)

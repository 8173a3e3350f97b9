"""Programs by other people: every misread line has a finding, in the supported languages."""

from __future__ import annotations

import pytest

from tests.lang.hands import ODD, Line, figures, lines


@pytest.fixture(scope="module")
def known() -> list[Line]:
    return [line for line in lines() if line.hand.split()[0] != "french"]


@pytest.fixture(scope="module")
def odd_ones() -> list[Line]:
    return lines(ODD)


def test_no_line_is_misread_without_a_word(known: list[Line]) -> None:
    assert [line.text for line in known if line.silent] == [], figures(known)


def test_few_lines_are_misread_with_no_more_notice_than_a_line_in_a_list(known: list[Line]) -> None:
    listed = [line for line in known if line.shown and not (line.right or line.told)]
    assert len(listed) <= len(known) * 0.05, figures(known)


def test_at_least_97_of_100_possible_lines_are_read_as_meant(known: list[Line]) -> None:
    meant = [line for line in known if line.meant != ("error",)]
    assert len(meant) > 200
    assert sum(line.right for line in meant) / len(meant) >= 0.97, figures(known)


def test_no_line_in_an_odd_hand_is_misread_without_a_word(odd_ones: list[Line]) -> None:
    """Dialects, slang, two languages in one line, names without braces: many findings, and seven of ten lines are
    read.
    """
    assert len(odd_ones) > 300
    assert [line.text for line in odd_ones if line.silent] == [], figures(odd_ones)
    meant = [line for line in odd_ones if line.meant != ("error",)]
    assert sum(line.right for line in meant) / len(meant) >= 0.7, figures(odd_ones)

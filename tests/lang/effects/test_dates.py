"""Dates in words."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.dates import is_day, says_day


@pytest.mark.parametrize(
    "text",
    [
        "October 28 (Sat)",
        "Sat, Oct 28",
        "28 October 2023",
        "October 28th, 2023",
        "28. Oktober",
        "28 de octubre de 2023",
        "28 oct. 2023",
        "le 28 octobre",
        "2023年10月28日",
        "10月28日",
        "2023-10-28",
        "28.10.2023",
        "Day 28 October, all day",
    ],
)
def test_a_date_in_words_equals_the_date_in_numbers(text: str) -> None:
    assert says_day(text, "2023-10-28", year=2023)
    assert not says_day(text, "2023-10-27", year=2023)
    assert not says_day(text, "2023-10-02", year=2023)


@pytest.mark.parametrize(
    "text",
    ["October 28, 2022", "October 280", "October 2 8", "Octo 28", "28", "October", "October 28:30", "Proctober 28"],
)
def test_another_year_a_longer_number_or_a_part_is_another_date(text: str) -> None:
    assert not says_day(text, "2023-10-28", year=2023)


def test_a_date_without_a_year_is_in_this_year() -> None:
    assert not says_day("October 28 (Fri)", "2023-10-28", year=2022)
    assert says_day("28 October 2023", "2023-10-28", year=2022)


@pytest.mark.parametrize("text", ["Oct 09", "October 28 (Sat)", "3 de mayo de 2026", "2026年3月7日", "Oct 09, 2026"])
def test_a_text_that_is_only_a_date_is_recognised(text: str) -> None:
    assert is_day(text)


@pytest.mark.parametrize("text", ["May", "Oct 09 ideas", "Taxi", "17:00", "", "Room 4"])
def test_more_or_less_than_a_date(text: str) -> None:
    assert not is_day(text)

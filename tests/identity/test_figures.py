"""Numbers, dates and times of day in the notations of phones and people, and texts that are none of these."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agentprog.identity import amount, digits_of, moment, same_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1 234,50", "1234.50"),
        ("1'234.50", "1234.50"),
        ("١٬٢٣٤٫٥٠", "1234.50"),
        ("1,234,567", "1234567"),
        ("1.234.567,8", "1234567.8"),
        ("1,234", "1234"),
        ("1.234", "1234"),
        ("12,5", "12.5"),
        ("0.25", "0.25"),
        ("1.2345", "1.2345"),
        ("42.", "42"),
        ("42,", "42"),
        ("7.,", "7"),
        ("007", "7"),
        ("12 €", None),
        ("-5", None),
        ("", None),
    ],
)
def test_a_number_is_read_however_it_is_grouped(text: str, value: str | None) -> None:
    assert amount(text) == (None if value is None else Decimal(value))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-01", "2026-01-01"),
        ("2026/12/31", "2026-12-31"),
        ("7.3.2026", "2026-03-07"),
        ("31.12.2026", "2026-12-31"),
        ("2026-00-10", ""),
        ("2026-13-10", ""),
        ("2026-10-00", ""),
        ("2026-10-32", ""),
        ("3/7/2026", ""),
        ("19:30", "19:30"),
        ("7:05", "07:05"),
        ("7:30 PM", "19:30"),
        ("7:30 p.m.", "19:30"),
        ("12:30 am", "00:30"),
        ("12:30pm", "12:30"),
        ("1:00 am", "01:00"),
        ("13:00 pm", ""),
        ("0:30 am", ""),
        ("23:59", "23:59"),
        ("24:00", ""),
        ("10:60", ""),
        ("10:15:09", "10:15:09"),
        ("10:15:00", "10:15"),
        ("soon", ""),
    ],
)
def test_a_time_or_a_date_has_one_writing(text: str, expected: str) -> None:
    assert moment(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+49 170 5550123", "0170 5550123", True),
        ("+49 170 5550123", "00491705550123", True),
        ("0170 5550123", "170 5550123", True),
        ("+49 170 5550123", "+1 170 5550123", False),
        ("+1234 170 5550123", "0170 5550123", False),
        ("5550123", "1705550123", False),
        ("55501234", "17055501234", True),
        ("0170 5550123", "0170 5550124", False),
        ("55501234", "99999999", False),
        ("01705550123", "11705550123", True),
        ("+1705550123", "01705550123", False),
        ("+1705550123", "1705550123", True),
        ("089 55501234", "55501234", False),
        ("030 55501234", "089 55501234", False),
        ("+00 170 5550123", "0170 5550123", False),
        ("**21*01705550123#", "01705550123", False),
        ("*31#01705550123", "01705550123", False),
        ("", "", False),
    ],
)
def test_a_number_is_the_same_without_its_country_code(one: str, other: str, same: bool) -> None:
    assert same_number(digits_of(one), digits_of(other)) is same
    assert same_number(digits_of(other), digits_of(one)) is same


@pytest.mark.parametrize(
    ("text", "digits"),
    [("12345", "12345"), ("1234", ""), (" (+49) 170-5550123", "+491705550123"), ("7.3.2026", ""), ("12345 x", "")],
)
def test_a_telephone_number_has_five_digits_at_least_and_no_letters(text: str, digits: str) -> None:
    assert digits_of(text) == digits

"""Telephone numbers: their digits, and whether two writings call the same phone."""

from __future__ import annotations

import re

from agentprog.identity.normal import canon

NUMBER = re.compile(r"\+?\d[\d\s()./\-]{4,}\d")
"""A possible telephone number inside a canonical text."""
_DATE = re.compile(r"(?:\d{4}[./\-]\d{1,2}[./\-]\d{1,2}|\d{1,2}[./\-]\d{1,2}[./\-]\d{4})(?:\s\d{1,2})?\.?")
"""A date, whose match may include the following hour."""
_FEWEST = 5
"""Least digits of a telephone number."""
_FEWEST_NATIONAL = 8
"""Least digits of a number without its country code."""
_LONGEST_CODE = 3
"""Most digits of a country code."""


def digits_of(text: str) -> str:
    """The digits of a text that is only a telephone number, with a plus if it is international; else empty.

    Dates and network codes ("**21*...#" redirects calls) are not telephone numbers.
    """
    plain = canon(text)
    if _DATE.fullmatch(plain):
        return ""
    digits = re.sub(r"[^0-9]", "", plain)
    if len(digits) < _FEWEST or re.search(r"[^\W\d_]|[*#]", plain):
        return ""
    return f"+{digits}" if plain.lstrip(" (").startswith("+") else digits


def same_number(digits: str, other_digits: str) -> bool:
    """True if two results of `digits_of` are equal, or one is the other without its country code.

    Of two international numbers neither lacks its code.
    """
    if digits == other_digits:
        return bool(digits)
    first, second = _international(digits), _international(other_digits)
    if first and second:
        return first == second
    pairs = (
        [(first, other_digits)]
        if first
        else [(second, digits)]
        if second
        else [(digits, other_digits), (other_digits, digits)]
    )
    return any(_adds_code(whole, short) for whole, short in pairs)


def _adds_code(whole: str, short: str) -> bool:
    """True if a number is the shorter one after a country code or a zero: 089 is a city's code."""
    national = short.lstrip("0")
    if len(national) < _FEWEST_NATIONAL or not whole.endswith(national):
        return False
    code = whole.removesuffix(national)
    added = national == short if not code else code == "0" or not code.startswith("0")
    return added and len(code) <= _LONGEST_CODE


def _international(digits: str) -> str:
    """The digits with the country code, if the number has one."""
    return digits[1:] if digits.startswith("+") else digits[2:] if digits.startswith("00") else ""

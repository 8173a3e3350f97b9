"""Telephone numbers: their digits, and whether two ways to write them call the same."""

from __future__ import annotations

import re

from agentprog.identity.normal import canon

NUMBER = re.compile(r"\+?\d[\d\s()./\-]{4,}\d")
"""What may be a telephone number inside a canonical text."""
_DATE = re.compile(r"(?:\d{4}[./\-]\d{1,2}[./\-]\d{1,2}|\d{1,2}[./\-]\d{1,2}[./\-]\d{4})(?:\s\d{1,2})?\.?")
"""A number may hold the hour after it as well."""
_FEWEST = 5
_FEWEST_NATIONAL = 8
_LONGEST_CODE = 3
"""Digits: of a telephone number, of one that may lack its country code, of a country code."""


def digits_of(text: str) -> str:
    """The digits of what is a telephone number and nothing else, with a plus where it is written internationally; empty
    for anything else, a date or a code of the network ("**21*...#" redirects calls) too."""
    plain = canon(text)
    if _DATE.fullmatch(plain):
        return ""
    digits = re.sub(r"[^0-9]", "", plain)
    if len(digits) < _FEWEST or re.search(r"[^\W\d_]|[*#]", plain):
        return ""
    return f"+{digits}" if plain.lstrip(" (").startswith("+") else digits


def same_number(one: str, other: str) -> bool:
    """Whether two numbers, as `digits_of` gives them, are equal, or one is the other without its country code: of two
    that are written internationally none is."""
    if one == other:
        return bool(one)
    first, second = _international(one), _international(other)
    if first and second:
        return first == second
    pairs = [(first, other)] if first else [(second, one)] if second else [(one, other), (other, one)]
    return any(_adds_code(whole, short) for whole, short in pairs)


def _adds_code(whole: str, short: str) -> bool:
    """Whether a number is a shorter one behind a country code, or behind a zero: 089 is the code of a town."""
    national = short.lstrip("0")
    if len(national) < _FEWEST_NATIONAL or not whole.endswith(national):
        return False
    code = whole.removesuffix(national)
    added = national == short if not code else code == "0" or not code.startswith("0")
    return added and len(code) <= _LONGEST_CODE


def _international(digits: str) -> str:
    """The digits with their country code, where the number says that it has one."""
    return digits[1:] if digits.startswith("+") else digits[2:] if digits.startswith("00") else ""

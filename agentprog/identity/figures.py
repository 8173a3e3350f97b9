"""Numbers, dates and times of day, read from the ways in which phones and people write them."""

from __future__ import annotations

import re
from decimal import Decimal

from agentprog.identity.normal import canon

_DIGITS = re.compile(r"\d[\d.,]*")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m\b\.?)?")
_DATE = re.compile(r"(\d{4})[./\-](\d{1,2})[./\-](\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})")


def amount(text: str) -> Decimal | None:
    """Parses a number with any grouping: `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`, `١٬٢٣٤٫٥٠`.

    One separator before exactly three digits groups them. None for other texts.
    """
    plain = re.sub(r"[ ']", "", canon(text)).strip(".,")
    if not _DIGITS.fullmatch(plain):
        return None
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return Decimal(plain)
    sign, whole, rest = plain[last], plain[:last], plain[last + 1 :]
    grouping = sign in whole or (len(rest) == 3 and not re.search(r"[.,]", whole))
    digits = re.sub(r"[.,]", "", whole)
    return Decimal(digits + rest) if grouping else Decimal(f"{digits}.{rest}")


def moment(text: str) -> str:
    """A time of day or date in one normal form, `19:30` or `2026-03-07`; empty for other texts.

    A date in digits alone is read only if its order is certain: the year first, or full stops between the parts.
    """
    plain = canon(text)
    if (clock := _TIME.fullmatch(plain)) is not None:
        return _clock(clock)
    if (day := _DATE.fullmatch(plain)) is not None:
        year, month, date = (day[1], day[2], day[3]) if day[1] else (day[6], day[5], day[4])
        return f"{year}-{int(month):02}-{int(date):02}" if 1 <= int(month) <= 12 and 1 <= int(date) <= 31 else ""
    return ""


def _clock(found: re.Match[str]) -> str:
    hour, minute, second, half = int(found[1]), int(found[2]), found[3], found[4]
    if half:
        if not 1 <= hour <= 12:
            return ""
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        return ""
    return f"{hour:02}:{minute:02}" + (f":{second}" if second and second != "00" else "")

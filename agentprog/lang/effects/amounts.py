"""Finds amounts of money in a text, in every common number format."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from agentprog.identity import amount, canon
from agentprog.lang.effects.wordlists import tables

_NUMBER = r"\d+(?:[.,'’]\d{2,3}(?!\d)| \d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?"
_PRICE = re.compile(r"(?<![\d.,:/-])\d{1,6}[.,]\d{2}(?![\d.,:/-])")
_PHONE = re.compile(r"\+\d[\d\s()./\-]{4,}\d|(?<![\d.,])\d{7,}(?![\d.,])")
_ALIKE = str.maketrans({"٫": ".", "٬": ",", "،": ",", "\u066a": "%"})


@dataclass(frozen=True, slots=True)
class Money:
    """Patterns of a currency, of an amount with its currency, and of the words on a line with the total."""

    unit: re.Pattern[str]
    money: re.Pattern[str]
    total: re.Pattern[str]


@cache
def money_words() -> Money:
    """Reads the table `money` of `devices/policy.toml`, and adds every currency sign in Unicode."""
    data = tables()["money"]
    signs = "".join(re.escape(chr(code)) for code in range(0x10000) if unicodedata.category(chr(code)) == "Sc")
    words = sorted((word.casefold() for word in (*data["codes"], *data["words"])), key=len, reverse=True)
    unit = rf"(?:[{signs}]|(?<![^\W\d_])(?:{'|'.join(map(re.escape, words))})(?![^\W\d_]))"
    total = "|".join(re.escape(word) for word in sorted(data["total"], key=len, reverse=True))
    return Money(
        unit=re.compile(unit),
        money=re.compile(rf"{unit}\s?({_NUMBER})|({_NUMBER})\s?{unit}"),
        total=re.compile(rf"(?<![^\W\d_])(?:{total})"),
    )


def amounts_in(text: str, *, prices: bool = True) -> frozenset[Decimal]:
    """Numbers beside a currency. If there are none and `prices` is set, numbers like 12.50."""
    plain = canon(text).translate(_ALIKE)
    found = [first or second for first, second in money_words().money.findall(plain)]
    if not found and prices:
        found = _PRICE.findall(plain)
    return frozenset(value for text in found if (value := amount(text)) is not None)


def written_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """Amounts in a person's texts. A text gives its numbers with a currency, else all except telephone numbers."""
    found: set[Decimal] = set()
    for text in texts:
        plain = canon(text).translate(_ALIKE)
        amounts = amounts_in(plain, prices=False)
        if not amounts:
            numbers = re.findall(_NUMBER, _PHONE.sub(" ", plain))
            amounts = frozenset(value for text in numbers if (value := amount(text)) is not None)
        found |= amounts
    return frozenset(found)

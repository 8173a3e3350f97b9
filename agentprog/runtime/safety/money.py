"""Amounts: what a button or its screen is about to pay, read in any way of writing numbers, and what a person named."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from agentprog import resources
from agentprog.identity import amount, canon
from agentprog.ports import Element, Window
from agentprog.runtime.safety.texts import skeleton

_NUMBER = r"\d+(?:[.,'’]\d{2,3}(?!\d)| \d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?"
_PRICE = re.compile(r"(?<![\d.,:/-])\d{1,6}[.,]\d{2}(?![\d.,:/-])")
_PHONE = re.compile(r"\+\d[\d\s()./\-]{4,}\d|(?<![\d.,])\d{7,}(?![\d.,])")
_ALIKE = str.maketrans({"٫": ".", "٬": ",", "،": ",", "\u066a": "%"})
_SAME_LINE = 0.6


@dataclass(frozen=True, slots=True)
class _Wording:
    money: re.Pattern[str]
    total: re.Pattern[str]


@cache
def _wording() -> _Wording:
    """The table `money` of `devices/policy.toml`, with every sign that Unicode calls one of currency."""
    data = tomllib.loads(resources.read_text("devices/policy.toml"))["money"]
    signs = "".join(re.escape(chr(code)) for code in range(0x10000) if unicodedata.category(chr(code)) == "Sc")
    words = sorted((word.casefold() for word in (*data["codes"], *data["words"])), key=len, reverse=True)
    unit = rf"(?:[{signs}]|(?<![^\W\d_])(?:{'|'.join(map(re.escape, words))})(?![^\W\d_]))"
    total = "|".join(re.escape(word) for word in sorted(data["total"], key=len, reverse=True))
    return _Wording(
        money=re.compile(rf"{unit}\s?({_NUMBER})|({_NUMBER})\s?{unit}"),
        total=re.compile(rf"(?<![^\W\d_])(?:{total})"),
    )


def amounts_in(text: str, *, prices: bool = True) -> frozenset[Decimal]:
    """What a text says of money: numbers beside a currency; where there are none, and `prices`, those like 12.50."""
    plain = canon(text).translate(_ALIKE)
    found = [first or second for first, second in _wording().money.findall(plain)]
    if not found and prices:
        found = _PRICE.findall(plain)
    return frozenset(value for one in found if (value := amount(one)) is not None)


def written_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """The amounts that a person named: of each text what is said with a currency, else every number that is neither a
    telephone's nor part of one."""
    found: set[Decimal] = set()
    for text in texts:
        plain = canon(text).translate(_ALIKE)
        said = amounts_in(plain, prices=False)
        if not said:
            numbers = re.findall(_NUMBER, _PHONE.sub(" ", plain))
            said = frozenset(value for one in numbers if (value := amount(one)) is not None)
        found |= said
    return frozenset(found)


def at_stake(target: Element | None, elements: Sequence[Element]) -> frozenset[Decimal]:
    """What touching the target would pay: what it says itself, else what a line of the total says, else the largest
    amount in its window. Empty: the screen names none."""
    if target is not None and (own := amounts_in(f"{target.label} {target.text}")):
        return own
    near = [e for e in elements if (target is None or e.window is target.window) and e.window is not Window.KEYBOARD]
    said = [(element, f"{element.label} {element.text}") for element in near]
    totals: set[Decimal] = set()
    for element, text in said:
        if _wording().total.search(skeleton(text)):
            totals |= amounts_in(text) or _beside(element, near)
    if totals:
        return frozenset(totals)
    every = {value for _, text in said for value in amounts_in(text)}
    return frozenset([max(every)]) if every else frozenset()


def _beside(element: Element, near: Sequence[Element]) -> frozenset[Decimal]:
    """The amounts on the same line."""
    height = max(1, element.bounds.height)
    line = [e for e in near if abs(e.bounds.center[1] - element.bounds.center[1]) < _SAME_LINE * height]
    return frozenset(value for e in line for value in amounts_in(f"{e.label} {e.text}"))

"""Explains where a text of a move comes from: from the step's values, from its own words, or from neither."""

from __future__ import annotations

import re

from agentprog.frozen import frozen
from agentprog.identity import is_piece, moment, same, says
from agentprog.lang.effects.dates import is_day, says_day
from agentprog.recipes.form import LONGEST, Text, Use, Values

SHORTEST = 3
"""Letters that a value needs at least to be searched in a text: a shorter one occurs in many texts by chance."""

_DIGITS = 2
_SUMS = {f"{'plus' if much > 0 else 'less'} {abs(much)}": much for much in range(-12, 13) if much}


@frozen
class Explained:
    """The ways to express a text by the step's values. `sure`: no other execution has to confirm them."""

    ways: tuple[Text, ...]
    sure: bool


def explain(text: str, values: Values, sentence: str) -> Explained:
    """The source of a text. If the text equals a value, it is that value. A piece of a value, a text that contains a
    value, or any other text was composed by a model or a person: another execution must agree with it, unless the
    sentence itself contains it."""
    stripped = text.strip()
    equal = [use for use, value in values.items() if value.strip() == stripped]
    if equal:
        return Explained(ways=tuple(map(Text.of, equal)), sure=not all(map(is_part, equal)))
    explained = within(text, values)
    if any(isinstance(part, str) and len(part) > LONGEST for part in explained.parts):
        return Explained(ways=(Text(parts=()),), sure=False)  # no recipe may contain so much
    return Explained(ways=(explained,), sure=not explained.uses and bool(stripped) and says(sentence, stripped))


def names_value(text: str, value: str, *, year: int) -> bool:
    """True if a text is this value and nothing else, for a date also in another notation. A date in words without a
    year is in `year`."""
    return same(value, text) or (bool(moment(value)) and is_day(text) and says_day(text, value, year=year))


def is_cut_off(text: str) -> bool:
    """True for a text that ends with an ellipsis: the screen does not show all of it."""
    return text.rstrip().endswith(("…", "..."))


def within(text: str, values: Values) -> Text:
    """The text with slots in place of whole words that are values, the longest values first."""
    parts: list[str | Use] = [text]
    for use, value in sorted(values.items(), key=lambda pair: -len(pair[1])):
        inner = value.strip()
        if len(inner) < SHORTEST:
            continue
        cut = re.compile(rf"(?<!\w){re.escape(inner)}(?!\w)")
        parts = [piece for part in parts for piece in (_cut(part, cut, use) if isinstance(part, str) else [part])]
    return Text.of(*parts)


def _cut(text: str, pattern: re.Pattern[str], use: Use) -> list[str | Use]:
    found: list[str | Use] = []
    for number, piece in enumerate(pattern.split(text)):
        found += [use, piece] if number else [piece]
    return found


def is_part(use: Use) -> bool:
    """True if the use is a piece of a text or a calculated number, which another execution has to confirm."""
    return bool(use.path) and isinstance(use.path[-1], str) and (is_piece(use.path[-1]) or is_sum(use))


def is_sum(use: Use) -> bool:
    """True if the use is a number that differs from a value by a constant."""
    return bool(use.path) and use.path[-1] in _SUMS


def sums_of(text: str) -> dict[str, str]:
    """The numbers near a value of at most two digits, by their distance: an event of an hour ends an hour later."""
    if not text.isdecimal() or len(text) > _DIGITS:
        return {}
    return {name: str(int(text) + distance) for name, distance in _SUMS.items() if int(text) + distance >= 0}

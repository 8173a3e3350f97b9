"""What of a step explains a text that was typed, touched or read: its values, its own words, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agentprog.identity import says
from agentprog.recipes.form import Text, Use

_SHORTEST = 3
"""Letters of a value that is looked for inside of a text: a shorter one stands in many by chance."""
Values = Mapping[Use, str]
"""The texts of a step's values, and of their parts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Explained:
    """The ways to say a text by the step's values. `sure`: no other execution has to bear it out."""

    ways: tuple[Text, ...]
    sure: bool


def explain(text: str, values: Values, said: str) -> Explained:
    """A text that somebody gave: a value, whole, is what it is. What only has a value in it, or none, was put together
    by whoever gave it: another execution must say it in the same way, unless the sentence itself says it."""
    wanted = text.strip()
    equal = tuple(Text.of(use) for use, value in values.items() if value.strip() == wanted)
    if equal:
        return Explained(ways=equal, sure=True)
    put = within(text, values)
    return Explained(ways=(put,), sure=not put.uses and bool(wanted) and says(said, wanted))


def within(text: str, values: Values) -> Text:
    """A text with values in the place of the whole words that they are, the longest first."""
    parts: list[str | Use] = [text]
    for use, value in sorted(values.items(), key=lambda pair: -len(pair[1])):
        inner = value.strip()
        if len(inner) < _SHORTEST:
            continue
        cut = re.compile(rf"(?<!\w){re.escape(inner)}(?!\w)")
        parts = [piece for part in parts for piece in (_cut(part, cut, use) if isinstance(part, str) else [part])]
    return Text.of(*parts)


def _cut(text: str, pattern: re.Pattern[str], use: Use) -> list[str | Use]:
    found: list[str | Use] = []
    for number, piece in enumerate(pattern.split(text)):
        found += [use, piece] if number else [piece]
    return found


def filled(text: Text, values: Values) -> str | None:
    """A text with these values; None where one of them is missing."""
    found = [part if isinstance(part, str) else values.get(part) for part in text.parts]
    return None if any(part is None for part in found) else "".join(map(str, found))

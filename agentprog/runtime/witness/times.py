"""Times of day that a sentence says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agentprog.identity import moment

_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?:\s?(?P<half>[ap])\.?m\b\.?|\s?(?P<word>uhr|o'clock)\b)?"
    r"(?![\d:])",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A time as a phone writes it, `19:30`. `other` is what it may mean too: seven may be of the evening where neither
    "am" nor "pm" is said; empty where it means nothing else."""

    time: str
    other: str = ""


def times_in(text: str) -> list[Said]:
    """Each time that is said, in its order; a bare number is none."""
    found = []
    for one in _TIME.finditer(text):
        hour, minute, half = one["hour"], one["minute"], one["half"]
        if not (minute or half or one["word"]):
            continue
        time = moment(f"{hour}:{minute or '00'}{f' {half.lower()}m' if half else ''}")
        if not time:
            continue
        other = "" if half or int(hour) > 12 else f"{(int(hour) + 12) % 24:02}:{minute or '00'}"
        found.append(Said(time=time, other=other))
    return found

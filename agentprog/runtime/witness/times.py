"""Times of day in a sentence."""

from __future__ import annotations

import re

from agentprog.frozen import field, frozen
from agentprog.identity import moment

_TIME = re.compile(
    r"(?:(?<=\bat )|(?<=\bum )|(?<=\bà )|(?<=\blas ))(?P<sharp>\d{1,2})\s?h(?P<past>\d{2})?\b"
    r"|(?<![\d:.])(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|\s?(?P<word>uhr|o'clock)\b)?(?![\d:])",
    re.IGNORECASE,
)
"""An hour followed by `h` is a time after "at"; elsewhere it is a duration."""


@frozen
class ClockTime:
    """A time as a phone writes it, `19:30`. `other` is its second meaning without "am" or "pm", seven in the evening;
    empty if it has none. `text`: as the sentence writes it.
    """

    time: str
    other: str = ""
    text: str = field(default="", compare=False)


_SPAN = re.compile(
    r"(?<![\w:.])(?P<long>\d{1,3})\s?(?:(?P<minutes>min|mins|minutes?|minuten|minutos?)|(?P<hours>h|hours?|stunden?|horas?|heures?))\b",
    re.IGNORECASE,
)


def lasting_in(text: str) -> tuple[str, ...]:
    """The duration's number, and the end, for a text with one time and one duration."""
    times, spans = (
        times_in(text),
        list(_SPAN.finditer(_TIME.sub(lambda match: match[0] if _is_bare(match) else " ", text))),
    )
    if len(times) != 1 or times[0].other or len(spans) != 1:
        return ()
    hour, minute = map(int, times[0].time.split(":"))
    end = hour * 60 + minute + int(spans[0]["long"]) * (60 if spans[0]["hours"] else 1)
    return spans[0]["long"], f"{end // 60 % 24:02}:{end % 60:02}"


def times_in(text: str) -> list[ClockTime]:
    """Each time in a text, in order; a number alone is no time."""
    found = []
    for match in _TIME.finditer(text):
        hour, minute, half = match["hour"] or match["sharp"], match["minute"] or match["past"], match["half"]
        if _is_bare(match):
            continue
        time = moment(f"{hour}:{minute or '00'}{f' {half.lower()}m' if half else ''}")
        if not time:
            continue
        evening = "" if half or match["sharp"] or int(hour) > 12 else f"{(int(hour) + 12) % 24:02}:{minute or '00'}"
        found.append(ClockTime(time=time, other=evening, text=match[0].strip()))
    return found


def hours_in(text: str) -> frozenset[str]:
    """The numbers that are the hour of a time and nothing else: "16" of "at 16h for 60 minutes"."""
    hours = {match["hour"] or match["sharp"] for match in _TIME.finditer(text) if not _is_bare(match)}
    rest = _TIME.sub(lambda match: match[0] if _is_bare(match) else " ", text)
    return frozenset(hours - set(re.findall(r"\d+", rest)))


def _is_bare(found: re.Match[str]) -> bool:
    """True for a number without other text."""
    return not any(found[name] for name in ("minute", "half", "word", "sharp"))

"""Decides whether the right timer or stopwatch runs: its time changes between two looks at its page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.identity import says, unquoted
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import Intent, starting_words, without_app
from agentprog.runtime.witness.views import Line, View

_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,2}):(\d{2})")
_FIGURES = re.compile(r"[\d:.,\s]+")
_SPAN = re.compile(
    r"(?<![\w:.])(\d{1,4})\s?(?:(h|hours?|stunden?|horas?|heures?)|(min|mins|minutes?|minuten?|minutos?)"
    r"|(s|sec|secs|seconds?|sekunden?|segundos?|secondes?))\b",
    re.IGNORECASE,
)
_LATE = 10
"""Seconds by which the first look may come after a timer was started."""


def runs(intent: Intent, views: Sequence[View]) -> Finding | None:
    """The finding from the views of a page, the last of them current, for a step that starts the timer in its title.
    None if the step starts nothing of that name, or the page shows no time or several.
    """
    goal_words = without_app(unquoted(intent.goal))
    now = views[-1]
    titled = any(says(goal_words, title) for title in now.about)
    if not titled or not any(says(goal_words, word) for word in starting_words()) or _time(now) is None:
        return None
    going = _going(views)
    if len(set(going)) < 2:
        return Finding(verdict=Verdict.UNKNOWN, note="is not seen to run", waits=True)
    duration = span_in(goal_words)
    first, last = going[0], going[-1]
    counted = not duration or (0 <= duration - first <= _LATE and last < first)
    verdict = Verdict.PROVEN if counted else Verdict.UNKNOWN
    return Finding(
        verdict=verdict, found=now.about[:1], note="runs" if counted else "does not show the time that the step names"
    )


def span_in(text: str) -> int:
    """Seconds of a duration that a text gives in hours, minutes and seconds; 0 if it gives none."""
    sizes = (3600, 60, 1)
    return sum(int(match[1]) * sizes[next(at for at in range(3) if match[at + 2])] for match in _SPAN.finditer(text))


def _going(views: Sequence[View]) -> list[int]:
    """The times of the latest views that otherwise look the same, if the step saw the page just before without this
    state.
    """
    alike = list(views)
    while alike and (_around(alike[0]) != _around(views[-1]) or _time(alike[0]) is None):
        alike.pop(0)
    before = views[: len(views) - len(alike)]
    if not before or before[-1].about != views[-1].about or any(_around(view) != _around(views[-1]) for view in alike):
        return []
    return [time for view in alike if (time := _time(view)) is not None]


def _around(view: View) -> frozenset[Line]:
    return frozenset(line for line in view.lines if not _FIGURES.fullmatch(line.texts[0]))


def _time(view: View) -> int | None:
    """The one time that a page shows, in seconds."""
    found = [match for line in view.lines if (match := _CLOCK.fullmatch(line.texts[0]))]
    if len(found) != 1:
        return None
    return sum(int(part or 0) * size for part, size in zip(found[0].groups(), (3600, 60, 1), strict=True))

"""Retries: number, pauses, and the time to give up."""

from __future__ import annotations

import email.utils
import random
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeVar

from agentprog.errors import ModelError
from agentprog.ports import Clock

T = TypeVar("T")

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# Seconds: a request with less time left is not started. Its timeout would hide the provider's earlier error.
SHORTEST_TRY = 2.0
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")
_IN_WORDS = re.compile(
    r"\b(?:try|retry) (?:again )?(?:in|after) (?P<span>(?:\d+(?:\.\d+)?\s?(?:ms|s|m|h|d))+)"
    r"(?:ec(?:ond)?s?|in(?:ute)?s?)?\b",
    re.IGNORECASE,
)


class Transient(Exception):
    """A failure that may pass. `after` is the number of seconds that the provider asks to wait; `tries` limits failures
    for which waiting longer would not help."""

    def __init__(self, error: ModelError, *, after: float | None = None, tries: int | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.after = after
        self.tries = tries


def persist(attempt: Callable[[float], T], *, seconds: float, clock: Clock, draws: random.Random) -> T:
    """Call `attempt` with the seconds left until it answers. It gives up once a pause would leave less than
    SHORTEST_TRY, and raises the last failure."""
    start = clock.monotonic()
    tried = 0
    while True:
        left = seconds - (clock.monotonic() - start)
        try:
            return attempt(max(left, 0.001))
        except Transient as exc:
            tried += 1
            pause = _pause(tried, exc.after, draws)
            spent = clock.monotonic() - start
            if (exc.tries is not None and tried >= exc.tries) or spent + pause + SHORTEST_TRY > seconds:
                raise _given_up(exc.error, tried, spent, exc.after) from exc
            clock.sleep(pause)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that a response asks to wait: `retry-after-ms`, `retry-after` in seconds or as an HTTP date, or the time
    until the used-up limit is renewed."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "")
        try:
            return max(0.0, float(value) * scale)
        except ValueError:
            continue
    try:
        when = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return _until_reset(headers)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())


def asked_in_words(message: str) -> float | None:
    """The seconds that a sentence asks to wait: "Please try again in 1m2.5s", "retry after 22 seconds"."""
    found = _IN_WORDS.search(message)
    return _span(found["span"].replace(" ", "").lower()) if found else None


def _until_reset(headers: Mapping[str, str]) -> float | None:
    """Seconds until a used-up limit is renewed, from `x-ratelimit-*` headers: "1s", "6m0s", "250ms", "22"."""
    spans = [
        _span(headers.get(f"x-ratelimit-reset-{unit}", ""))
        for unit in ("requests", "tokens")
        if headers.get(f"x-ratelimit-remaining-{unit}", "").strip() == "0"
    ]
    return max((span for span in spans if span is not None), default=None)


def _span(text: str) -> float | None:
    if re.fullmatch(r"\d+(?:\.\d+)?", text.strip()):
        return float(text)
    parts = _SPAN.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text.strip():
        return None
    return sum(float(number) * _UNITS[unit] for number, unit in parts)


def _pause(tried: int, after: float | None, draws: random.Random) -> float:
    """The pause doubles with each try, times a random factor from a half to one, so that clients do not all return at
    once. It is at least the time that the provider asks for."""
    grown = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (tried - 1))
    jittered = grown * draws.uniform(0.5, 1.0)
    return jittered if after is None else after + draws.uniform(0.0, 0.25) * min(grown, 1.0)


def _given_up(error: ModelError, tried: int, spent: float, after: float | None) -> ModelError:
    tries = "once" if tried == 1 else f"{tried} times"
    wait_note = f"; it asks to wait {after:.0f} s" if after else ""
    return type(error)(
        f"{error.message} (tried {tries} in {spent:.0f} s{wait_note})", hint=error.hint, evidence=error.evidence
    )

"""The limits of a run, its spending, and the token that cancels it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from agentprog.errors import Cancelled, OutOfBudget
from agentprog.ports import Clock, Usage
from agentprog.runtime.safety.limits import Limits


class CancelToken:
    """Set from any thread (Ctrl-C, the API); the run sees it before its next action or model call."""

    def __init__(self) -> None:
        self._set = threading.Event()
        self._reason = ""

    def cancel(self, reason: str = "cancelled") -> None:
        """Ask the run to stop; the first reason counts. May be called from any thread."""
        self._reason = self._reason or reason
        self._set.set()

    @property
    def cancelled(self) -> bool:
        return self._set.is_set()

    def check(self) -> None:
        """Raises Cancelled once `cancel` was called."""
        if self._set.is_set():
            raise Cancelled(self._reason)


@dataclass(slots=True)
class Spent:
    """Running totals of one run. `money` is in US dollars, without the calls whose price is not known (`unpriced`)."""

    steps: int = 0
    actions: int = 0
    model_calls: int = 0
    usage: Usage = field(default_factory=Usage)
    money: float = 0.0
    unpriced: int = 0

    def charge(self, usage: Usage, money: float | None) -> None:
        """Count one more model call; `money` is None if its price is unknown."""
        self.model_calls += 1
        self.usage += usage
        self.money += money or 0.0
        self.unpriced += money is None

    @property
    def tokens(self) -> int:
        return self.usage.prompt + self.usage.completion

    @property
    def priced(self) -> bool:
        """False if calls were made and the price of none is known."""
        return not self.unpriced or self.unpriced < self.model_calls

    def totals(self) -> dict[str, float]:
        """The run's totals. `money` is missing if the price of every call is unknown; that is not zero."""
        return {
            "steps": self.steps,
            "actions": self.actions,
            "model_calls": self.model_calls,
            "tokens": self.tokens,
            "prompt_tokens": self.usage.prompt,
            "cached_tokens": self.usage.cached,
            "completion_tokens": self.usage.completion,
            "reasoning_tokens": self.usage.reasoning,
            **({"money": round(self.money, 6)} if self.priced else {}),
            "unpriced_calls": self.unpriced,
            "model_seconds": round(self.usage.seconds, 3),
        }


class Meter:
    """Counts against the limits. Each check happens before the action or call, so no limit is exceeded."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.spent = Spent()
        self._clock = clock
        self._started = clock.monotonic()
        self._paused = 0.0

    def before_action(self) -> None:
        """Raises OutOfBudget if no action or no time is left."""
        self.check_time()
        if self.limits.actions is not None and self.spent.actions >= self.limits.actions:
            raise OutOfBudget(f"the budget of {self.limits.actions} actions is used up")

    def before_model_call(self, at_most: float = 0.0, tokens: int = 0) -> None:
        """Raises OutOfBudget if the call would exceed a limit. `at_most` is its highest cost in US dollars, `tokens`
        its greatest size."""
        self.check_time()
        limits, spent = self.limits, self.spent
        if limits.model_calls is not None and spent.model_calls >= limits.model_calls:
            raise OutOfBudget(f"the budget of {limits.model_calls} model calls is used up")
        if limits.tokens is not None and spent.tokens + max(tokens, 1) > limits.tokens:
            more = f", and the next model call may take {tokens}" if tokens else ""
            raise OutOfBudget(f"the budget of {limits.tokens} tokens is used up: {spent.tokens} spent{more}")
        if limits.money is not None and at_most > 0 and spent.money + at_most > limits.money:
            raise OutOfBudget(
                f"the budget of ${limits.money:g} is used up: ${spent.money:.4f} spent, and the next model call may "
                f"cost ${at_most:.4f}"
            )

    def check_time(self) -> None:
        """Raises OutOfBudget if the time is used up; pauses do not count."""
        if self.limits.seconds is not None and self.elapsed - self._paused >= self.limits.seconds:
            raise OutOfBudget(f"the time of {self.limits.seconds:g} seconds is used up")

    def paused(self, seconds: float) -> None:
        """Add seconds during which a person held the run; they count against no limit."""
        self._paused += seconds

    def passed(self, seconds: float) -> None:
        """Add the seconds of an earlier process of the run."""
        self._started -= seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return self._clock.monotonic() - self._started

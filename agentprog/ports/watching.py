"""Looks repeatedly: until a condition holds or time is over, until scrolling reveals it or the list ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from agentprog.frozen import frozen
from agentprog.ports.action import PointTarget
from agentprog.ports.clock import Clock
from agentprog.ports.screen import Element


class Scrolled(StrEnum):
    """The result of one scroll."""

    MOVED = "moved"
    AT_END = "at end"
    NOT_TAKEN = "not taken"


@frozen
class Search:
    """How a search by scrolling ended. `last` is the result of its last scroll, MOVED if there was none."""

    found: bool
    scrolls: int
    last: Scrolled


def scroll_until(holds: Callable[[], bool], scroll: Callable[[], Scrolled], *, most: int) -> Search:
    """Looks and scrolls, at most `most` times, until the condition holds or nothing moves any more."""
    outcome = Scrolled.MOVED
    for count in range(most):
        if holds():
            return Search(found=True, scrolls=count, last=outcome)
        outcome = scroll()
        if outcome is not Scrolled.MOVED:
            return Search(found=False, scrolls=count, last=outcome)
    return Search(found=False, scrolls=most, last=outcome)


def strips(elements: Iterable[Element]) -> tuple[PointTarget, ...]:
    """The middles of lists that continue to the right; their elements change after a scroll."""
    going = (e.bounds.center for e in elements if e.scrollable and e.more_right and not e.covered)
    return tuple(PointTarget(x=x, y=y) for x, y in going)


def watch(holds: Callable[[], bool], nap: Callable[[], bool]) -> bool:
    """Looks until the condition holds; `nap` waits for the next look and returns False when there is none."""
    while not holds():
        if not nap():
            return False
    return True


class Patience:
    """A time limit in seconds on this clock."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._end = clock.monotonic() + max(0.0, seconds)

    def nap(self, seconds: float) -> bool:
        """Sleeps this long, or to the end of the limit; returns False at once when the time is over."""
        left = self._end - self._clock.monotonic()
        if left <= 0:
            return False
        self._clock.sleep(min(left, seconds))
        return True

"""Repeated looks of a run: each scroll passes the gate and enters the journal, each nap can be cancelled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agentprog.ports import PointTarget, Scroll
from agentprog.ports.action import Direction
from agentprog.ports.watching import Patience, Scrolled, Search, scroll_until, strips
from agentprog.runtime.handset.done import Done
from agentprog.runtime.step import Step

MOST_SCROLLS = 40


def scroll_to(
    step: Step,
    holds: Callable[[], bool],
    *,
    direction: Direction = "down",
    why: str,
    most: int = MOST_SCROLLS,
) -> Search:
    """Scroll until the condition holds. In a dry run nothing moves: the search ends as if the scroll had not worked."""

    def on() -> Scrolled:
        return came_of(step.act(Scroll(direction=direction), why=why))

    return scroll_until(holds, on, most=most)


def scroll_both_ways(step: Step, holds: Callable[[], bool], *, direction: Direction = "down", why: str) -> Search:
    """Like `scroll_to`; at the end of a vertical scroll, also scrolls the horizontal strips on the screen to their
    right ends.
    """
    search = scroll_to(step, holds, direction=direction, why=why)
    if search.found or search.last is not Scrolled.AT_END or direction in ("left", "right"):
        return search
    found = step.resolve("strips", lambda: [[at.x, at.y] for at in strips(step.screen().elements)])
    for x, y in found:
        strip = PointTarget(x=int(x), y=int(y))
        across = scroll_until(holds, partial(_right, step, strip, why), most=MOST_SCROLLS)
        if across.found:
            return across
    return search


def _right(step: Step, strip: PointTarget, why: str) -> Scrolled:
    return came_of(step.act(Scroll(direction="right", target=strip), why=why))


def came_of(done: Done) -> Scrolled:
    """The result of a scroll. An interrupted scroll may have moved; the next look shows it."""
    if done.dry or (not done.attempt.ok and not done.interrupted):
        return Scrolled.NOT_TAKEN
    return Scrolled.MOVED if done.attempt.changed or done.interrupted else Scrolled.AT_END


def nap(step: Step, patience: Patience, seconds: float) -> bool:
    """Sleep before the next look at the phone, which is a new one; False if the patience has run out. Raises Cancelled
    and OutOfBudget.
    """
    session = step.session
    session.cancel.check()
    session.meter.check_time()
    if not patience.nap(seconds):
        return False
    step.phone.eyes.look_away()
    return True

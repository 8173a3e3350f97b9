"""A run's own looking again and again: each scroll passes the gate and is in the journal, each nap can be cancelled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agentprog.ports import Scroll
from agentprog.ports.action import Direction
from agentprog.ports.watching import Patience, Scrolled, Search, scroll_until
from agentprog.runtime.grounding.handset import Done
from agentprog.runtime.record import StepRecord

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

MOST_SCROLLS = 40


def scroll_to(
    machine: Machine,
    record: StepRecord,
    holds: Callable[[], bool],
    *,
    direction: Direction = "down",
    why: str,
    most: int = MOST_SCROLLS,
) -> Search:
    """Scroll until it holds. In a dry run nothing moves: the search ends as one whose scroll was not taken."""

    def on() -> Scrolled:
        return came_of(machine.kit.handset.act(record, Scroll(direction=direction), why=why))

    return scroll_until(holds, on, most=most)


def came_of(done: Done) -> Scrolled:
    """What a scroll came to. One that an earlier life was interrupted at may have moved: the next look tells."""
    if done.dry or (not done.attempt.ok and not done.interrupted):
        return Scrolled.NOT_TAKEN
    return Scrolled.MOVED if done.attempt.changed or done.interrupted else Scrolled.AT_END


def nap(machine: Machine, patience: Patience, seconds: float) -> bool:
    """Sleep before the next look at the phone, which is a new one; False when the patience is over. Raises Cancelled
    and OutOfBudget."""
    session = machine.kit.session
    session.cancel.check()
    session.meter.check_time()
    if not patience.nap(seconds):
        return False
    machine.kit.handset.look_away()
    return True

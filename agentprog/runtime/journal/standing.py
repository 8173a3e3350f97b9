"""The position of a run when its process ended, as an event and in words."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.frozen import replace
from agentprog.ports import Event
from agentprog.runtime.journal.events import RunResumed, StepFinished, StepStarted


def resumed(journal: Sequence[Event], replayed: int) -> RunResumed:
    """The event with the position of a resumed run: the innermost unfinished statement, else the last finished one.

    Steps that failed at the end stopped the run: they go on, and do not count as ended.
    """
    begun: dict[int, StepStarted] = {}
    last, done, failing = None, 0, 0
    for event in journal:
        if isinstance(event, StepStarted):
            begun[event.step] = last = event
            failing = 0
        elif isinstance(event, StepFinished) and begun.pop(event.step, None) is not None:
            done += 1
            failing = failing + 1 if event.status == "failed" else 0
    place = max(begun.values(), key=lambda step: (step.depth, step.step), default=last)
    found = RunResumed(at=0.0, replayed=replayed, done=done - failing, ended=bool(done) and not begun and not failing)
    if place is None:
        return found
    return replace(found, line=place.line, text=place.text.strip().partition("\n")[0], iteration=place.iteration)


def in_words(event: RunResumed) -> str:
    """The position in words: `in line 15, round 2: Tap "Save" (12 steps had ended before)`, or `behind line 14` if that
    line had ended and none had begun after it."""
    if not event.line:
        return "from the beginning: no line of it had begun"
    turn = f", round {event.iteration}" if event.iteration else ""
    steps = "1 step" if event.done == 1 else f"{event.done} steps"
    return f"{'behind' if event.ended else 'in'} line {event.line}{turn}: {event.text} ({steps} had ended before)"

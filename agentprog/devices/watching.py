"""Actions that look again and again: scrolling to a text, waiting for one to come or go."""

from __future__ import annotations

import time
from collections.abc import Callable

from agentprog.devices.observer import Observer
from agentprog.ports import ActionResult, Scroll, ScrollTo, WaitUntil, shows

_MOST_SCROLLS = 60
_LONGEST_WAIT = 600.0
_POLL = 0.15
"""Seconds between two looks: a tree costs a real phone about that much."""


def scroll_to(observer: Observer, scroll: Callable[[Scroll], tuple[bool, bool]], action: ScrollTo) -> ActionResult:
    """Scroll until the text is readable. `scroll` does one and says whether the phone took it and anything moved."""
    step = Scroll(direction=action.direction, target=action.target)
    for count in range(_MOST_SCROLLS):
        if _shows(observer, action.text):
            return ActionResult(ok=True, detail=f"after {count} scrolls" if count else "it is on the screen")
        taken, moved = scroll(step)
        if not taken:
            return ActionResult(ok=False, detail="the phone did not take it")
        if not moved:
            return ActionResult(ok=False, detail=f"{action.text!r} did not come up to the end of the list")
    return ActionResult(ok=False, detail=f"{action.text!r} did not come up in {_MOST_SCROLLS} scrolls")


def wait_until(observer: Observer, action: WaitUntil) -> ActionResult:
    """Watch until the text is there, or gone. Screens that never rest do not matter: each look is judged by itself."""
    seconds = min(max(0.0, action.seconds), _LONGEST_WAIT)
    end = time.monotonic() + seconds
    while True:
        observer.look()
        if _shows(observer, action.text) is not action.gone:
            observer.settle(None)
            return ActionResult(ok=True)
        if time.monotonic() >= end:
            what = "is still on the screen" if action.gone else "did not appear"
            return ActionResult(ok=False, detail=f"{action.text!r} {what} within {seconds:g} s")
        time.sleep(_POLL)


def _shows(observer: Observer, text: str) -> bool:
    return shows(observer.read().elements, text)

"""Actions that look repeatedly: scrolling to a text, waiting for it to appear or disappear."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.devices.screen.observer import Observer
from agentprog.ports import ActionResult, Scroll, ScrollTo, SystemClock, WaitUntil, shows
from agentprog.ports.watching import Patience, Scrolled, Search, scroll_until, strips, watch

_MOST_SCROLLS = 60
_LONGEST_WAIT = 600.0
_POLL = 0.15
"""Seconds between two looks: reading a tree costs a real phone about as much."""


def scroll_to(observer: Observer, scroll: Callable[[Scroll], tuple[bool, bool]], action: ScrollTo) -> ActionResult:
    """Scroll until the text is readable. `scroll` scrolls once and returns whether the phone accepted it and anything
    moved. At the end of a vertical list it also scrolls the horizontal strips on the screen to their right ends."""

    def look(step: Scroll) -> Search:
        def on() -> Scrolled:
            accepted, moved = scroll(step)
            if not accepted:
                return Scrolled.NOT_TAKEN
            return Scrolled.MOVED if moved else Scrolled.AT_END

        return scroll_until(lambda: _shows(observer, action.text), on, most=_MOST_SCROLLS)

    search = look(Scroll(direction=action.direction, target=action.target))
    if search.last is Scrolled.AT_END and not search.found and action.direction in ("up", "down"):
        for strip in strips(observer.read().elements):
            across = look(Scroll(direction="right", target=strip))
            if across.found:
                search = across
                break
    if search.found:
        return ActionResult(
            ok=True, detail=f"after {search.scrolls} scrolls" if search.scrolls else "it is on the screen"
        )
    detail = {
        Scrolled.NOT_TAKEN: "the phone did not accept it",
        Scrolled.AT_END: f"{action.text!r} did not appear, to the end of the list",
        Scrolled.MOVED: f"{action.text!r} did not appear in {_MOST_SCROLLS} scrolls",
    }[search.last]
    return ActionResult(ok=False, detail=detail)


def wait_until(observer: Observer, action: WaitUntil) -> ActionResult:
    """Watches until the text appears or disappears; each look counts alone, so restless screens do not matter."""
    seconds = min(max(0.0, action.seconds), _LONGEST_WAIT)
    patience = Patience(SystemClock(), seconds)

    def come() -> bool:
        observer.look()
        return _shows(observer, action.text) is not action.gone

    if watch(come, lambda: patience.nap(_POLL)):
        observer.settle(None)
        return ActionResult(ok=True)
    failure = "is still on the screen" if action.gone else "did not appear"
    return ActionResult(ok=False, detail=f"{action.text!r} {failure} within {seconds:g} s")


def _shows(observer: Observer, text: str) -> bool:
    return shows(observer.read().elements, text)

"""Movements of a snippet over the screen: scrolling, swiping, going back until a condition holds."""

from __future__ import annotations

import math

from agentprog.ports import Element, PressKey, Scroll, ScrollTo, Swipe
from agentprog.runtime.forms.group import Group
from agentprog.runtime.forms.sight import Way, number_of, text_of, way_of

_MOST_REPEATS = 20
_MOST_SWIPES = 5
_SWIPED = 0.6
"""Share of a view's height that one swipe moves."""


class Moving(Group):
    """Each method is a function of `mobile`."""

    def scroll(self, direction: str, view_description: str = "") -> bool:
        return self._act(Scroll(direction=way_of(direction), target=self._sight.view(view_description)))

    def scroll_to(self, text: str, direction: str = "down", view_description: str = "") -> bool:
        view = self._sight.view(view_description)
        return self._act(ScrollTo(text=text_of(text, "text"), direction=way_of(direction), target=view))

    def swipe_upward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("up", view_description, distance)

    def swipe_downward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("down", view_description, distance)

    def swipe_leftward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("left", view_description, distance)

    def swipe_rightward(self, view_description: str = "", distance: float | None = None) -> bool:
        return self._swipe("right", view_description, distance)

    def _swipe(self, way: Way, description: str, distance: float | None) -> bool:
        """Swipe by a distance in pixels; in several movements if the distance is longer than one."""
        view, times = self._sight.view(description), 1
        if distance is not None:
            length = number_of(distance, "distance", most=1e6)
            times = int(self._step.resolve("swipes", lambda: self._swipes(view, way, length)))
        changed = False
        for _ in range(times):
            changed = self._act(Swipe(direction=way, target=view)) or changed
        return changed

    def _swipes(self, view: Element | None, way: Way, distance: float) -> int:
        screen = self._step.screen()
        upright = way in ("up", "down")
        extent = screen.height if upright else screen.width
        if view is not None:
            extent = view.bounds.height if upright else view.bounds.width
        return min(_MOST_SWIPES, max(1, math.ceil(distance / max(1.0, extent * _SWIPED))))

    def back_to(self, description: str, max_steps: int = 5) -> bool:
        """Press back until the screen matches the description."""
        for left in range(int(number_of(max_steps, "max_steps", most=_MOST_REPEATS)), -1, -1):
            if self._sight.check(text_of(description, "description")):
                return True
            if left:
                self._act(PressKey(key="back"))
        return False

    def swipe_until(
        self,
        view_description: str,
        expected_desc: str,
        towards: str = "up",
        duration: float = 1000,
        max_retry: int = 10,
    ) -> bool:
        """Swipe until the screen matches the expectation or shows nothing new. The phone chooses the `duration` (ms)
        itself.
        """
        del duration
        for left in range(int(number_of(max_retry, "max_retry", most=_MOST_REPEATS)), -1, -1):
            if self._sight.check(text_of(expected_desc, "expected_desc")):
                return True
            if not left or not self._act(Swipe(direction=way_of(towards), target=self._sight.view(view_description))):
                return False
        return False

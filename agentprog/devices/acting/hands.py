"""Fingers and keys: gestures in native pixels, with their start and end points."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Literal

from agentprog.devices.automation.server import Automation
from agentprog.devices.link.foreign import HINT_INJECTION, RpcRefused
from agentprog.errors import InjectionDenied
from agentprog.ports import Bounds, Element, PointTarget, Target, Window

Direction = Literal["up", "down", "left", "right"]
Point = tuple[int, int]

_OPPOSITE: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}
_KEYS = {"recents": "recent"}
_KEY_MOVE_END = 123
_LONG_PRESS_MS = 800
_DOUBLE_TAP_PAUSE = 0.06
"""Seconds between the two taps."""
_FLICK_STEPS = 20
"""Moves of the finger in a flick; the server makes one per 5 ms."""
_DRAG_STEPS = 30
"""Moves of the finger in a slow scroll, which leaves no momentum."""
_SPAN = 0.6
"""Share of an area that a scroll moves; below one, so that every row is seen at least once."""
_CARRY_STEPS = 60
_PINCH_STEPS = 30
_ANYTHING = {"mask": 0x8000, "childOrSibling": [], "childOrSiblingSelector": [], "enabled": True}
"""Two-finger gestures are methods of an object whose position they ignore, so any object will do."""
_DOWN, _UP = 0, 1
_HEIGHTS = {Window.APP: 0, Window.DIALOG: 1, Window.KEYBOARD: 2, Window.SYSTEM: 3}
"""Order of the windows, from below to above."""
_SWALLOWS = ("/snackbar_text",)
"""Ids of elements that take touches without declaring it: Material's snackbar passes none to the elements below it.
"""


class Hands:
    """Touches one phone. Raises InjectionDenied if the phone refuses, OutcomeUnknown if an answer was lost."""

    def __init__(self, automation: Automation) -> None:
        self._automation = automation

    def _do(self, method: str, *params: Any) -> bool:
        try:
            return self._automation.call(method, *params, repeatable=False) is not False
        except RpcRefused as exc:
            if "SecurityException" in exc.java:
                raise InjectionDenied(
                    "the phone refuses simulated input", hint=HINT_INJECTION, evidence=exc.evidence
                ) from exc
            raise

    def tap(self, point: Point) -> bool:
        """Taps a point in pixels. False if the phone did not accept it."""
        return self._do("click", *point)

    def long_press(self, point: Point) -> bool:
        return self._do("click", *point, _LONG_PRESS_MS)

    def double_tap(self, point: Point) -> bool:
        done = True
        for pause in (_DOUBLE_TAP_PAUSE, 0.0):
            done = self._do("injectInputEvent", _DOWN, *point, 0) and done
            done = self._do("injectInputEvent", _UP, *point, 0) and done
            time.sleep(pause)
        return done

    def swipe(self, area: Bounds, direction: Direction) -> bool:
        """Swipes quickly in that direction."""
        start, end = _across(area, direction, 0.7)
        return self._do("swipe", *start, *end, _FLICK_STEPS)

    def scroll(self, area: Bounds, direction: Direction) -> bool:
        """Scrolls in that direction by a drag that rests before the finger lifts, so that nothing flings."""
        start, end = _across(area, _OPPOSITE[direction], _SPAN)
        points = [*start, *end, *end]
        try:
            return self._do("swipePoints", points, _DRAG_STEPS)
        except RpcRefused:
            # Older servers lack swipePoints; a slow swipe flings only a little.
            return self._do("swipe", *start, *end, _DRAG_STEPS * 4)

    def drag(self, start: Point, end: Point) -> bool:
        """Long-presses until the item lifts, carries it and releases."""
        return self._do("drag", *start, *end, _CARRY_STEPS)

    def pinch(self, area: Bounds, direction: Literal["in", "out"]) -> bool:
        """Moves two fingers on a line through the middle of the area, outwards or inwards."""
        (x, y), near, far = area.center, max(1, area.width // 12), max(2, area.width * 2 // 5)
        close, wide = ((x - near, y), (x + near, y)), ((x - far, y), (x + far, y))
        (a, b), (c, d) = (close, wide) if direction == "out" else (wide, close)
        points = [{"x": px, "y": py} for px, py in (a, b, c, d)]
        return self._do("gesture", _ANYTHING, *points, _PINCH_STEPS)

    def press(self, key: str) -> bool:
        """Presses a key by its name, such as `home`. False if the phone did not accept it."""
        return self._do("pressKey", _KEYS.get(key, key))

    def move_to_end(self) -> bool:
        """Moves the cursor to the end of the text."""
        return self._do("pressKeyCode", _KEY_MOVE_END)

    def open_notifications(self) -> bool:
        return self._do("openNotification")

    def open_quick_settings(self) -> bool:
        return self._do("openQuickSettings")

    def wake(self) -> None:
        self._automation.call("wakeUp")


def _across(area: Bounds, direction: Direction, span: float) -> tuple[Point, Point]:
    """Start and end of a movement through the middle of an area, over this share of it."""
    x, y = area.center
    dx, dy = int(area.width * span / 2), int(area.height * span / 2)
    return {
        "up": ((x, y + dy), (x, y - dy)),
        "down": ((x, y - dy), (x, y + dy)),
        "left": ((x + dx, y), (x - dx, y)),
        "right": ((x - dx, y), (x + dx, y)),
    }[direction]


def point_of(target: Target, elements: Iterable[Element]) -> Point:
    """The point to touch: the centre of a target, or a part of it where no element inside or above takes the touch.

    If the whole seems covered it is the centre: some launchers list a backdrop after the elements on it.
    """
    if isinstance(target, PointTarget):
        return target.x, target.y
    area = target.bounds
    takers = [taker.bounds for taker in elements if _takes_touches_of(taker, target)]
    x, y = area.center
    quarter, edge = area.width // 4, area.width // 16
    top, bottom = area.top + area.height // 8, area.bottom - area.height // 8
    candidates = [(x, y), (x - quarter, y), (x + quarter, y), (area.left + edge, y), (x, top), (x, bottom)]
    candidates += [
        (area.right - edge, y),
        *((side, row) for row in (top, bottom) for side in (x - quarter, x + quarter)),
    ]
    return next((p for p in candidates if not any(box.contains(*p) for box in takers)), (x, y))


def _takes_touches_of(taker: Element, target: Element) -> bool:
    """True if a touch in their common part reaches the other element: it lies inside the target, or over a part of
    it."""
    own_bounds, taker_bounds = target.bounds, taker.bounds
    shared = taker_bounds.clip(own_bounds)
    takes = taker.clickable or taker.editable or taker.resource_id.endswith(_SWALLOWS)
    if not takes or taker_bounds == own_bounds or shared.empty:
        return False
    if taker.window is not target.window:
        return _HEIGHTS[taker.window] > _HEIGHTS[target.window]
    return shared == taker_bounds or (taker.index > target.index and shared != own_bounds)


def scroll_area(
    target: Target | None, elements: tuple[Element, ...], screen: Bounds, *, direction: Direction = "down"
) -> tuple[Bounds, Element | None]:
    """The area for the finger and its scroller: the target's own, else the largest one; scrollers known to move that
    way come first."""
    scroller: Element | None = None
    if isinstance(target, Element):
        scroller = target if target.scrollable else _container(target, elements)
        if scroller is None:
            return target.bounds, None
    elif isinstance(target, PointTarget):
        around = [e for e in elements if e.scrollable and e.bounds.contains(target.x, target.y)]
        scroller = min(around, key=_size, default=None)
    else:
        front = [e for e in elements if e.scrollable and e.window in (Window.DIALOG, Window.APP)]
        across = direction in ("left", "right")
        fitting = [e for e in front if (e.more_left or e.more_right) == across] if across else front
        scroller = max(fitting or front, key=_size, default=None)
    if scroller is not None:
        return scroller.bounds, scroller
    return _middle(screen), None


def _container(target: Element, elements: tuple[Element, ...]) -> Element | None:
    return next((e for e in elements if e.index == target.container and e.scrollable), None)


def _size(element: Element) -> int:
    return element.bounds.width * element.bounds.height


def _middle(screen: Bounds) -> Bounds:
    """The screen without its edges, where the system has gestures of its own."""
    dx, dy = screen.width // 8, screen.height // 8
    return Bounds(screen.left + dx, screen.top + dy, screen.right - dx, screen.bottom - dy)

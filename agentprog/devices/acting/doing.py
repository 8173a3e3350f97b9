"""Makes actions on one phone: each by its part, each followed by a look at the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from agentprog import ports
from agentprog.devices.acting.arrivals import Arrivals
from agentprog.devices.acting.drawer import Drawer
from agentprog.devices.acting.hands import Hands, Point, point_of, scroll_area
from agentprog.devices.acting.services import Services
from agentprog.devices.acting.typist import Typed, Typist
from agentprog.devices.acting.watching import scroll_to, wait_until
from agentprog.devices.apps.opening import Apps
from agentprog.devices.link.conditions import Condition
from agentprog.devices.screen.observer import Observer

_SIDES = {"down": "below", "up": "above", "left": "to the left", "right": "to the right"}
_NO_REACTION = "the phone accepted the action, and nothing changed"
_NOT_TAKEN = ports.ActionResult(ok=False, detail="the phone did not accept it")

Way = Callable[[Any], ports.ActionResult]


class Doer:
    """Makes every kind of action. `wake` turns the screen on and returns the obstacle, or nothing."""

    def __init__(
        self,
        *,
        hands: Hands,
        typist: Typist,
        observer: Observer,
        apps: Apps,
        drawer: Drawer,
        services: Services,
        arrivals: Arrivals,
        wake: Callable[[], str],
    ) -> None:
        self._hands = hands
        self._typist = typist
        self._observer = observer
        self._apps = apps
        self._drawer = drawer
        self._services = services
        self._arrivals = arrivals
        self._wake = wake
        self.ways: Mapping[type[ports.Action], Way] = self._all_ways()

    def do(self, action: ports.Action) -> ports.ActionResult:
        """Do it and watch until the screen is at rest. Raises DeviceError, RpcRefused, OutcomeUnknown."""
        return self.ways[type(action)](action)

    def _all_ways(self) -> dict[type[ports.Action], Way]:
        hands, services, observer = self._hands, self._services, self._observer
        return {
            ports.Tap: lambda a: self._touched(lambda: hands.tap(self._point(a.target))),
            ports.DoubleTap: lambda a: self._touched(lambda: hands.double_tap(self._point(a.target))),
            ports.LongPress: lambda a: self._touched(lambda: hands.long_press(self._point(a.target))),
            ports.Drag: lambda a: self._touched(lambda: hands.drag(self._point(a.start), self._point(a.end))),
            ports.Pinch: lambda a: self._touched(lambda: hands.pinch(self._area(a.target), a.direction)),
            ports.Swipe: lambda a: self._touched(lambda: hands.swipe(self._area(a.target), a.direction)),
            ports.PressKey: lambda a: self._touched(lambda: hands.press(a.key)),
            ports.OpenNotifications: lambda _: self._touched(lambda: hands.open_notifications()),
            ports.OpenQuickSettings: lambda _: self._touched(lambda: hands.open_quick_settings()),
            ports.TypeText: lambda a: self._type(a.text, a.target, a.replace),
            ports.ClearText: lambda a: self._type("", a.target, True),
            ports.Scroll: self._scroll,
            ports.ScrollTo: lambda a: scroll_to(observer, self._scroll_once, a),
            ports.OpenApp: self._open_app,
            ports.StopApp: services.stop_app,
            ports.OpenLink: services.open_link,
            ports.SetClipboard: services.set_clipboard,
            ports.ReadClipboard: services.read_clipboard,
            ports.Rotate: services.rotate,
            ports.WakeUp: self._wake_up,
            ports.Wait: self._wait,
            ports.WaitUntil: lambda a: wait_until(observer, a),
        }

    def _touched(self, touch: Callable[[], bool]) -> ports.ActionResult:
        """Watch the result of a touch or key. It counts as lost only if the phone reports that no window got it:
        without a visible change it may have worked.
        """
        began = time.monotonic()
        if not touch():
            return _NOT_TAKEN
        if self._observer.settle(self._observer.tree()).changed:
            return ports.ActionResult(ok=True)
        if drop := self._arrivals.dropped(began):
            self._observer.notice(Condition.TOUCH_LOST, detail=drop)
            return ports.ActionResult(ok=True, detail=f"the touch reached no window, and nothing changed: {drop}")
        return ports.ActionResult(ok=True, detail=_NO_REACTION)

    def _elements(self) -> tuple[ports.Element, ...]:
        return self._observer.read().elements

    def _point(self, target: ports.Target) -> Point:
        return point_of(target, self._elements() if isinstance(target, ports.Element) else ())

    def _area(self, target: ports.Target | None) -> ports.Bounds:
        """Where a finger moves for a target: its list, or the middle of the screen."""
        reading = self._observer.read()
        return scroll_area(target, reading.elements, reading.display)[0]

    def _type(self, text: str, target: ports.Target | None, replace_all: bool) -> ports.ActionResult:
        element = target if isinstance(target, ports.Element) else None
        typed = Typed(ok=False)
        # The opening keyboard may move the target away from the first tap; a second tap is enough.
        for _ in range(2 if target is not None else 1):
            if target is not None and not (element is not None and element.focused and self._still_focused(element)):
                self._hands.tap(self._point(target))
                self._observer.settle(None)
            typed = self._typist.type(text, replace=replace_all, target=element)
            if typed.ok or "focus" not in typed.detail:
                break
        self._observer.settle(None)
        return ports.ActionResult(ok=typed.ok, detail=typed.detail)

    def _still_focused(self, target: ports.Element) -> bool:
        return any(
            element.focused and element.resource_id == target.resource_id and element.bounds == target.bounds
            for element in self._elements()
        )

    def _scroll(self, action: ports.Scroll) -> ports.ActionResult:
        accepted, moved = self._scroll_once(action)
        if not accepted:
            return _NOT_TAKEN
        side = _SIDES[action.direction]
        return ports.ActionResult(ok=True, detail="" if moved else f"nothing moved: there is nothing more {side}")

    def _scroll_once(self, action: ports.Scroll) -> tuple[bool, bool]:
        """Scroll once. Returns whether the phone accepted the scroll, and whether anything moved."""
        reading = self._observer.read()
        area, scroller = scroll_area(action.target, reading.elements, reading.display, direction=action.direction)
        before = self._observer.tree()
        if not self._hands.scroll(area, action.direction):
            return False, False
        moved = self._observer.settle(before).changed
        if scroller is not None:
            self._observer.scrolls.note(scroller, action.direction, moved=moved)
        return True, moved

    def _open_app(self, action: ports.OpenApp) -> ports.ActionResult:
        found = self._apps.find(action.name)
        if not isinstance(found, ports.NoApp):
            opened = self._apps.open(found)
        elif found.choices:
            return ports.ActionResult(ok=False, detail=str(found))
        elif self._apps.all_named:
            self._observer.notice(Condition.APP_MISSING)
            return ports.ActionResult(ok=False, detail=str(found))
        else:
            opened = self._drawer.open(found)
        self._observer.settle(None)
        if isinstance(found, ports.NoApp) and not opened.ok:
            self._observer.notice(Condition.APP_MISSING)
        return ports.ActionResult(ok=opened.ok, detail=opened.detail)

    def _wake_up(self, action: ports.WakeUp) -> ports.ActionResult:  # noqa: ARG002 - one signature for all actions
        blocked = self._wake()
        self._observer.settle(None)
        return ports.ActionResult(ok=not blocked, detail=blocked)

    def _wait(self, action: ports.Wait) -> ports.ActionResult:
        time.sleep(max(0.0, action.seconds))
        self._observer.settle(None)
        return ports.ActionResult(ok=True)

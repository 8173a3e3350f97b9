"""Makes actions on one phone: each by its part, each followed by a look at the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from agentprog.devices.acting.arrivals import Arrivals
from agentprog.devices.acting.drawer import Drawer
from agentprog.devices.acting.hands import Hands, Point, point_of, scroll_area
from agentprog.devices.acting.services import Services
from agentprog.devices.acting.typist import Typed, Typist
from agentprog.devices.acting.watching import scroll_to, wait_until
from agentprog.devices.apps.opening import Apps
from agentprog.devices.link.conditions import Condition
from agentprog.devices.screen.observer import Observer
from agentprog.ports import (
    Action,
    ActionResult,
    Bounds,
    ClearText,
    DoubleTap,
    Drag,
    Element,
    LongPress,
    NoApp,
    OpenApp,
    OpenLink,
    OpenNotifications,
    OpenQuickSettings,
    Pinch,
    PressKey,
    ReadClipboard,
    Rotate,
    Scroll,
    ScrollTo,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
    WaitUntil,
    WakeUp,
)

_SIDES = {"down": "below", "up": "above", "left": "to the left", "right": "to the right"}
_NO_REACTION = "the phone took it, and nothing changed"
_NOT_TAKEN = ActionResult(ok=False, detail="the phone did not take it")

Way = Callable[[Any], ActionResult]


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
        self.ways: Mapping[type[Action], Way] = self._all_ways()

    def do(self, action: Action) -> ActionResult:
        """Do it and watch until the screen is at rest. Raises DeviceError, RpcRefused, OutcomeUnknown."""
        return self.ways[type(action)](action)

    def _all_ways(self) -> dict[type[Action], Way]:
        hands, services, observer = self._hands, self._services, self._observer
        return {
            Tap: lambda a: self._touched(lambda: hands.tap(self._point(a.target))),
            DoubleTap: lambda a: self._touched(lambda: hands.double_tap(self._point(a.target))),
            LongPress: lambda a: self._touched(lambda: hands.long_press(self._point(a.target))),
            Drag: lambda a: self._touched(lambda: hands.drag(self._point(a.start), self._point(a.end))),
            Pinch: lambda a: self._touched(lambda: hands.pinch(self._area(a.target), a.direction)),
            Swipe: lambda a: self._touched(lambda: hands.swipe(self._area(a.target), a.direction)),
            PressKey: lambda a: self._touched(lambda: hands.press(a.key)),
            OpenNotifications: lambda _: self._touched(lambda: hands.open_notifications()),
            OpenQuickSettings: lambda _: self._touched(lambda: hands.open_quick_settings()),
            TypeText: lambda a: self._type(a.text, a.target, a.replace),
            ClearText: lambda a: self._type("", a.target, True),
            Scroll: self._scroll,
            ScrollTo: lambda a: scroll_to(observer, self._scroll_once, a),
            OpenApp: self._open_app,
            StopApp: services.stop_app,
            OpenLink: services.open_link,
            SetClipboard: services.set_clipboard,
            ReadClipboard: services.read_clipboard,
            Rotate: services.rotate,
            WakeUp: self._wake_up,
            Wait: self._wait,
            WaitUntil: lambda a: wait_until(observer, a),
        }

    def _touched(self, touch: Callable[[], bool]) -> ActionResult:
        """Watch the result of a touch or key. It counts as lost only if the phone reports that no window got it:
        without a visible change it may have worked.
        """
        began = time.monotonic()
        if not touch():
            return _NOT_TAKEN
        if self._observer.settle(self._observer.tree()).changed:
            return ActionResult(ok=True)
        if why := self._arrivals.dropped(began):
            self._observer.notice(Condition.TOUCH_LOST, detail=why)
            return ActionResult(ok=True, detail=f"the touch reached nobody, and nothing changed: {why}")
        return ActionResult(ok=True, detail=_NO_REACTION)

    def _elements(self) -> tuple[Element, ...]:
        return self._observer.read().elements

    def _point(self, target: Target) -> Point:
        return point_of(target, self._elements() if isinstance(target, Element) else ())

    def _area(self, target: Target | None) -> Bounds:
        """Where a finger moves for a target: its list, or the middle of the screen."""
        reading = self._observer.read()
        return scroll_area(target, reading.elements, reading.display)[0]

    def _type(self, text: str, target: Target | None, replace_all: bool) -> ActionResult:
        meant = target if isinstance(target, Element) else None
        typed = Typed(ok=False)
        # The first tap may go to something that moves away as the keyboard opens; once more is enough.
        for _ in range(2 if target is not None else 1):
            if target is not None and not (meant is not None and meant.focused and self._still_focused(meant)):
                self._hands.tap(self._point(target))
                self._observer.settle(None)
            typed = self._typist.type(text, replace=replace_all, target=meant)
            if typed.ok or "focus" not in typed.detail:
                break
        self._observer.settle(None)
        return ActionResult(ok=typed.ok, detail=typed.detail)

    def _still_focused(self, target: Element) -> bool:
        return any(
            element.focused and element.resource_id == target.resource_id and element.bounds == target.bounds
            for element in self._elements()
        )

    def _scroll(self, action: Scroll) -> ActionResult:
        taken, moved = self._scroll_once(action)
        if not taken:
            return _NOT_TAKEN
        side = _SIDES[action.direction]
        return ActionResult(ok=True, detail="" if moved else f"nothing moved: there is no more {side}")

    def _scroll_once(self, action: Scroll) -> tuple[bool, bool]:
        """Whether the phone took a scroll, and whether anything moved."""
        reading = self._observer.read()
        area, scroller = scroll_area(action.target, reading.elements, reading.display, direction=action.direction)
        before = self._observer.tree()
        if not self._hands.scroll(area, action.direction):
            return False, False
        moved = self._observer.settle(before).changed
        if scroller is not None:
            self._observer.scrolls.note(scroller, action.direction, moved=moved)
        return True, moved

    def _open_app(self, action: OpenApp) -> ActionResult:
        found = self._apps.find(action.name)
        if not isinstance(found, NoApp):
            opened = self._apps.open(found)
        elif found.choices:
            return ActionResult(ok=False, detail=str(found))
        elif self._apps.all_named:
            self._observer.notice(Condition.APP_MISSING)
            return ActionResult(ok=False, detail=str(found))
        else:
            opened = self._drawer.open(found)
        self._observer.settle(None)
        if isinstance(found, NoApp) and not opened.ok:
            self._observer.notice(Condition.APP_MISSING)
        return ActionResult(ok=opened.ok, detail=opened.detail)

    def _wake_up(self, action: WakeUp) -> ActionResult:  # noqa: ARG002 - one signature for all actions
        blocked = self._wake()
        self._observer.settle(None)
        return ActionResult(ok=not blocked, detail=blocked)

    def _wait(self, action: Wait) -> ActionResult:
        time.sleep(max(0.0, action.seconds))
        self._observer.settle(None)
        return ActionResult(ok=True)

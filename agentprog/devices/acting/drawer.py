"""Finds an app by its icon's label, on the home screen and in the drawer, as a person would."""

from __future__ import annotations

from agentprog.devices.acting.hands import Hands, scroll_area
from agentprog.devices.apps.opening import Apps, Opened
from agentprog.devices.link.transport import Transport
from agentprog.devices.screen.observer import Observer
from agentprog.ports import App, Element, NoApp, fold_name

_SCROLLS = 12


class Drawer:
    """The launcher of one phone."""

    def __init__(self, transport: Transport, hands: Hands, observer: Observer, apps: Apps) -> None:
        self._transport = transport
        self._hands = hands
        self._observer = observer
        self._apps = apps

    def open(self, missing: NoApp) -> Opened:
        """Go home and look for the icon of an app that is not known by its name."""
        name = missing.name
        self._hands.press("home")
        self._observer.settle(self._observer.tree())
        launcher = self._observer.state().package
        icon = self._icon(name)
        for attempt in range(_SCROLLS):
            if icon is not None:
                break
            before = self._observer.tree()
            reading = self._observer.read()
            if attempt == 0:
                self._hands.swipe(reading.display, "up")
            else:
                area, _ = scroll_area(None, reading.elements, reading.display)
                self._hands.scroll(area, "down")
            if not self._observer.settle(before).changed and attempt > 0:
                break
            icon = self._icon(name)
        if icon is None:
            self._hands.press("home")
            return Opened(ok=False, detail=str(missing))
        return self._tap(icon, launcher)

    def _icon(self, name: str) -> Element | None:
        folded_name = fold_name(name)
        return next(
            (e for e in self._observer.read().elements if e.clickable and fold_name(e.label) == folded_name), None
        )

    def _tap(self, icon: Element, launcher: str) -> Opened:
        self._hands.tap(icon.bounds.center)
        deadline = self._transport.deadline(f"opening {icon.label}")
        while not deadline.over:
            package = self._observer.state().package
            if package and package != launcher:
                self._apps.learn(package, icon.label)
                return Opened(ok=True, app=App(package=package, label=icon.label))
            deadline.pause(0.05)
        return Opened(ok=False, detail=f"{icon.label} was tapped, and the launcher stays in front")

"""A phone behind adb: the Device that everything above talks to."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from agentprog.devices.adb import AdbServer, choose_device
from agentprog.devices.apps import Apps, Installed, Opened, fold, not_found
from agentprog.devices.automation import Automation, quietly
from agentprog.devices.capture import Camera
from agentprog.devices.cards import cards
from agentprog.devices.foreign import OutcomeUnknown, RpcRefused
from agentprog.devices.hands import Hands, Point, point_of, scroll_area
from agentprog.devices.keyboard import Keyboard
from agentprog.devices.observer import Observer
from agentprog.devices.text import Typed, Typist
from agentprog.devices.transport import Transport
from agentprog.errors import InjectionDenied
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    ClearText,
    DeviceInfo,
    DoubleTap,
    Element,
    LongPress,
    OpenApp,
    OpenNotifications,
    PressKey,
    Screen,
    Scroll,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
)

DEFAULT_TIMEOUT = 10.0
_PROPERTIES = "getprop ro.product.model; getprop ro.build.version.release; getprop ro.build.version.sdk"
_DRAWER_SCROLLS = 12
_SIDES = {"down": "below", "up": "above", "left": "to the left", "right": "to the right"}
_NO_REACTION = "the phone took it, and nothing changed"


class AdbDevice:
    """One phone, driven through the user's adb server and the uiautomator2 server on it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._automation = Automation(transport)
        self._keyboard = Keyboard(transport)
        self._hands = Hands(self._automation)
        self._closed = False
        self._automation.ensure()
        self._keyboard.restore()
        keyboard = self._keyboard.current()
        camera = Camera(transport, self._automation)
        names = (keyboard.partition("/")[0],) if keyboard else ()
        self._observer = Observer(transport, self._automation, camera, names)
        self._typist = Typist(transport, self._automation, self._hands, self._keyboard, self._observer.look)
        self._apps = Apps(transport, self._observer.state)
        self._info = self._read_info()
        self._wake()

    @property
    def info(self) -> DeviceInfo:
        return self._info

    def _read_info(self) -> DeviceInfo:
        model, android, sdk, *_ = [*self._transport.shell(_PROPERTIES).out.split("\n"), "", "", ""]
        self._observer.look_at_display()
        width, height = self._observer.size
        return DeviceInfo(
            serial=self._transport.serial,
            model=model.strip(),
            android=android.strip(),
            sdk=int(sdk) if sdk.strip().isdigit() else 0,
            width=width,
            height=height,
        )

    def apps(self) -> tuple[App, ...]:
        """The apps with an icon, sorted by label."""
        return tuple(one.app for one in self._apps.all(fresh=True))

    def observe(self, *, screenshot: bool = False) -> Screen:
        """What is on the screen once it has settled."""
        return self._observer.observe(screenshot=screenshot)

    def perform(self, action: Action) -> ActionResult:
        """Do it, wait until the screen is at rest, and say what came of it."""
        began = time.monotonic()
        if self._observer.dark:
            self._wake()
        try:
            result = self._do(action)
        except OutcomeUnknown as exc:
            self._observer.settle(None)
            result = ActionResult(ok=False, detail=f"not known whether it was done: {exc.message}")
        except RpcRefused as exc:
            result = ActionResult(ok=False, detail=exc.message)
        except InjectionDenied:
            self._observer.injection_denied = True
            raise
        self._observer.injection_denied = False
        if not isinstance(action, Scroll | Wait):
            self._observer.scrolls.forget()
        return replace(result, seconds=time.monotonic() - began)

    def _do(self, action: Action) -> ActionResult:
        match action:
            case Tap(target=target):
                return self._touch(self._hands.tap(self._point(target)))
            case DoubleTap(target=target):
                return self._touch(self._hands.double_tap(self._point(target)))
            case LongPress(target=target):
                return self._touch(self._hands.long_press(self._point(target)))
            case TypeText(text=text, target=target, replace=replace_all):
                return self._type(text, target, replace_all)
            case ClearText(target=target):
                return self._type("", target, True)
            case PressKey(key=key):
                return self._touch(self._hands.press(key))
            case Swipe(direction=direction, target=target):
                area, _ = scroll_area(target, self._elements(), self._screen_area())
                return self._touch(self._hands.swipe(area, direction))
            case Scroll():
                return self._scroll(action)
            case OpenApp(name=name):
                return self._open_app(name)
            case OpenNotifications():
                return self._touch(self._hands.open_notifications())
            case Wait(seconds=seconds):
                time.sleep(max(0.0, seconds))
                self._observer.settle(None)
                return ActionResult(ok=True)

    def _touch(self, done: bool) -> ActionResult:
        """Watch what a touch or key brings about."""
        if not done:
            return ActionResult(ok=False, detail="the phone did not take it")
        settled = self._observer.settle(self._observer.tree())
        return ActionResult(ok=True, detail="" if settled.changed else _NO_REACTION)

    def _elements(self) -> tuple[Element, ...]:
        return self._observer.read().elements

    def _point(self, target: Target) -> Point:
        return point_of(target, self._elements() if isinstance(target, Element) else ())

    def _screen_area(self) -> Bounds:
        return self._observer.read().display

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
        area, scroller = scroll_area(action.target, self._elements(), self._screen_area())
        before = self._observer.tree()
        if not self._hands.scroll(area, action.direction):
            return ActionResult(ok=False, detail="the phone did not take it")
        moved = self._observer.settle(before).changed
        if scroller is not None:
            self._observer.scrolls.note(scroller, action.direction, moved=moved)
        return ActionResult(
            ok=True, detail="" if moved else f"nothing moved: there is no more {_SIDES[action.direction]}"
        )

    def _open_app(self, name: str) -> ActionResult:
        found = self._apps.find(name)
        if isinstance(found, Installed):
            opened = self._apps.open(found)
        elif all(one.app.package in cards() for one in self._apps.all()):
            return ActionResult(ok=False, detail=not_found(name, found))
        else:
            opened = self._open_by_icon(name, found)
        self._observer.settle(None)
        return ActionResult(ok=opened.ok, detail=opened.detail)

    def _open_by_icon(self, name: str, near: tuple[str, ...]) -> Opened:
        """Find an app by what its icon says, on the home screen and in the drawer, as a person would."""
        self._hands.press("home")
        self._observer.settle(self._observer.tree())
        launcher = self._observer.state().package
        icon = self._icon(name)
        for attempt in range(_DRAWER_SCROLLS):
            if icon is not None:
                break
            before = self._observer.tree()
            if attempt == 0:
                self._hands.swipe(self._screen_area(), "up")
            else:
                area, _ = scroll_area(None, self._elements(), self._screen_area())
                self._hands.scroll(area, "down")
            if not self._observer.settle(before).changed and attempt > 0:
                break
            icon = self._icon(name)
        if icon is None:
            self._hands.press("home")
            return Opened(ok=False, detail=not_found(name, near))
        return self._tap_icon(icon, launcher)

    def _icon(self, name: str) -> Element | None:
        wanted = fold(name)
        return next((e for e in self._elements() if e.clickable and fold(e.label) == wanted), None)

    def _tap_icon(self, icon: Element, launcher: str) -> Opened:
        self._hands.tap(icon.bounds.center)
        deadline = self._transport.deadline(f"opening {icon.label}")
        while not deadline.over:
            package = self._observer.state().package
            if package and package != launcher:
                self._apps.learn(package, icon.label)
                return Opened(ok=True, app=App(package=package, label=icon.label))
            deadline.pause(0.05)
        return Opened(ok=False, detail=f"{icon.label} was tapped, and the launcher stays in front")

    def _wake(self) -> None:
        """Turn the screen on and take away a lock that asks for nothing. A PIN is the owner's to give."""
        state = self._observer.state()
        if self._observer.look_at_display().get("screenOn") is False:
            self._hands.wake()
        if state.locked:
            self._transport.shell(["wm", "dismiss-keyguard"])
        self._observer.dark = False

    def close(self) -> None:
        """Put the keyboard back and stop the automation server if it was started here."""
        if self._closed:
            return
        self._closed = True
        quietly(self._keyboard.restore)
        self._automation.close()
        self._observer.close()


def open_device(
    serial: str | None = None, *, timeout: float = DEFAULT_TIMEOUT, env: Mapping[str, str] | None = None
) -> AdbDevice:
    """The phone named, or the only one attached, ready to be used. `timeout` limits every single call to it.

    Raises NoDevice, SeveralDevices, DeviceUnauthorized, DeviceOffline, AutomationLost, DeviceTimeout.
    """
    attached = choose_device(serial, env, timeout=timeout)
    return AdbDevice(Transport(AdbServer.from_environment(env), attached.serial, timeout=timeout))

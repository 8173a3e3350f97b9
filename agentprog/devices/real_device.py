"""A phone behind adb: the Device for all layers above."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from agentprog import ports
from agentprog.devices.acting.arrivals import Arrivals
from agentprog.devices.acting.awake import Awake
from agentprog.devices.acting.doing import Doer
from agentprog.devices.acting.drawer import Drawer
from agentprog.devices.acting.hands import Hands
from agentprog.devices.acting.keyboard import Keyboard
from agentprog.devices.acting.services import Services
from agentprog.devices.acting.typist import Typist
from agentprog.devices.apps.labels import Labels
from agentprog.devices.apps.opening import Apps
from agentprog.devices.automation.server import Automation, quietly
from agentprog.devices.link.adb import AdbServer, choose_device
from agentprog.devices.link.conditions import Noticed, traps_of
from agentprog.devices.link.foreign import OutcomeUnknown, RpcRefused
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.facts import read_facts
from agentprog.devices.screen.capture import Camera
from agentprog.devices.screen.health import HINT_LOCKED
from agentprog.devices.screen.months import with_days
from agentprog.devices.screen.observer import Observer
from agentprog.devices.screen.ocr import PixelReader, RapidOcr, installed
from agentprog.devices.screen.strokes import with_weights
from agentprog.devices.screen.touches import hear_touches
from agentprog.devices.witness import PhoneWitness
from agentprog.errors import DeviceLocked, InjectionDenied
from agentprog.ports.touches import Hears

DEFAULT_TIMEOUT = 10.0


class AdbDevice:
    """One phone, driven through the user's adb server and the uiautomator2 server on it."""

    def __init__(self, transport: Transport, *, ocr: bool = True) -> None:
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
        self._info = self._read_info()
        self._apps = Apps(transport, self._observer.state, Labels(transport, (self._info.language,)))
        self._doer = Doer(
            hands=self._hands,
            typist=self._typist,
            observer=self._observer,
            apps=self._apps,
            drawer=Drawer(transport, self._hands, self._observer, self._apps),
            services=Services(transport, self._automation, self._observer, self._apps),
            arrivals=Arrivals(transport, self._observer.clock_at),
            wake=self._wake,
        )
        self._witness = PhoneWitness(transport)
        self._pixels = PixelReader(self._observer.picture, RapidOcr() if ocr and installed() else None)
        self._wake()
        self._awake = Awake(transport)
        self._awake.hold()

    @property
    def info(self) -> ports.DeviceInfo:
        return self._info

    def _read_info(self) -> ports.DeviceInfo:
        facts = read_facts(self._transport)
        self._observer.look_at_display()
        width, height = self._observer.size
        return ports.DeviceInfo(
            serial=self._transport.serial,
            model=facts.model,
            android=facts.android,
            sdk=facts.sdk,
            width=width,
            height=height,
            language=facts.language,
        )

    @property
    def automation(self) -> Automation:
        """The automation server, for checks below the level of actions."""
        return self._automation

    @property
    def health(self) -> tuple[Noticed, ...]:
        """The traps met on this phone so far, the latest last."""
        return self._transport.health.entries

    @property
    def traps(self) -> tuple[ports.Trap, ...]:
        """The traps met, each once, with their counts."""
        return traps_of(self.health)

    @property
    def witness(self) -> PhoneWitness:
        """The phone's records besides its screen."""
        return self._witness

    def apps(self) -> tuple[ports.App, ...]:
        """The apps with an icon, sorted by label."""
        return tuple(installed.app for installed in self._apps.all(fresh=True))

    def permissions(self, package: str) -> frozenset[str] | None:
        """The permissions that an app requests; None if unknown."""
        return self._apps.permissions(package)

    def version(self, package: str) -> str:
        """The installed version of an app; empty if the phone does not report it."""
        return self._apps.version(package)

    def observe(self, *, screenshot: bool = False) -> ports.Screen:
        """The screen once it has settled."""
        return with_days(with_weights(self._pixels.fill(self._observer.observe(screenshot=screenshot))))

    def picture(self) -> ports.Screenshot:
        """The current pixels, whether or not the screen is at rest. Any thread may call this. Raises DeviceError."""
        return self._observer.picture()

    def touches(self, hears: Hears) -> Callable[[], None] | None:
        """Report people's touches on the phone itself; None if adb may not read them. Raises DeviceError."""
        return hear_touches(self._transport, hears)

    def perform(self, action: ports.Action) -> ports.ActionResult:
        """Make the action, wait until the screen is at rest, and return the result."""
        began = time.monotonic()
        if self._observer.dark and not isinstance(action, ports.WakeUp):
            self._unlock()
        try:
            result = self._doer.do(action)
        except OutcomeUnknown as exc:
            self._observer.settle(None)
            result = ports.ActionResult(ok=False, detail=f"it is unknown whether it was done: {exc.message}")
        except RpcRefused as exc:
            result = ports.ActionResult(ok=False, detail=exc.message)
        except InjectionDenied:
            self._observer.injection_denied = True
            raise
        self._observer.injection_denied = False
        if not isinstance(action, ports.Scroll | ports.ScrollTo | ports.Wait | ports.WaitUntil | ports.ReadClipboard):
            self._observer.scrolls.forget()
        return replace(result, seconds=time.monotonic() - began)

    def _wake(self) -> str:
        """Turn the screen on and swipe away a lock without a PIN. Returns an obstacle that only the owner can remove,
        or nothing."""
        state = self._observer.state()
        if self._observer.look_at_display().screen_on is False:
            self._hands.wake()
        if state.locked:
            self._transport.shell(["wm", "dismiss-keyguard"])
        self._observer.dark = False
        if self._observer.look_at_display().screen_on is False:
            return "the screen stays off"
        return HINT_LOCKED if state.locked and self._observer.state().locked else ""

    def _unlock(self) -> None:
        """Makes the phone ready for touches. Raises DeviceLocked if only its owner can unlock it."""
        if trouble := self._wake():
            self._observer.dark = True
            serial = self._transport.serial
            raise DeviceLocked(f"the phone {serial} is locked", hint=f"{trouble[:1].upper()}{trouble[1:]}.")

    def close(self) -> None:
        """Restores keyboard and screen timeout, and stops the automation server if it was started here."""
        if self._closed:
            return
        self._closed = True
        quietly(self._keyboard.restore)
        quietly(self._awake.release)
        self._automation.close()
        self._observer.close()


def open_device(
    serial: str | None = None,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    env: Mapping[str, str] | None = None,
    ocr: bool = True,
    waits: Callable[[str], None] = lambda _: None,
) -> AdbDevice:
    """The named phone, or the only one attached, ready for use. `timeout` limits every single call; `waits` is called
    while it waits for a lost phone.

    With `ocr` it reads apps without a tree from their pixels, if that extra is installed.

    Raises NoDevice, SeveralDevices, DeviceUnauthorized, DeviceOffline, AutomationLost, DeviceTimeout.
    """
    attached = choose_device(serial, env, timeout=timeout)
    server = AdbServer.from_environment(env)
    return AdbDevice(Transport(server, attached.serial, timeout=timeout, waits=waits), ocr=ocr)

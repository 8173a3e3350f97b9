"""Is this phone fit to be used? One typed answer a question, each with what to do about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from agentprog.devices.adb import AdbServer, Attached, choose_device
from agentprog.devices.automation import Automation, quietly
from agentprog.devices.capture import Camera, is_black
from agentprog.devices.foreign import HINT_INJECTION
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.state import PhoneState, read_state
from agentprog.devices.transport import Transport
from agentprog.errors import AgentProgError, DeviceUnauthorized, InjectionDenied

_SAMPLE = 'héllo "$x" `id` \\ %s 你好 😀'
_KEY_UNKNOWN = 0
_MUCH = 120.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One finding. `ok` is None where it could not be found out; `remedy` is what to do, empty when all is well."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""


def examine(
    serial: str | None = None, env: Mapping[str, str] | None = None, *, timeout: float = 10.0
) -> Iterator[Check]:
    """Check adb, the phone and everything a run needs of it, in that order, each as soon as it is known.

    Stops at the first thing without which nothing after it can be told. Leaves the phone as it was.
    """
    env = os.environ if env is None else env
    try:
        server = AdbServer.from_environment(env)
        yield check_server(server, timeout)
        attached = choose_device(serial, env, timeout=timeout)
    except AgentProgError as exc:
        name = "authorisation" if isinstance(exc, DeviceUnauthorized) else "device"
        yield failed(name, exc)
        return
    yield check_device(attached)
    transport = Transport(server, attached.serial, timeout=timeout)
    yield check_shell(transport)
    automation = Automation(transport)
    camera = Camera(transport, automation)
    try:
        started = check_automation(automation)
        yield started
        yield check_screen(lambda: read_state(transport), automation)
        if started.ok:
            yield check_tree(camera)
            yield check_screenshot(camera, lambda: read_state(transport))
            yield check_input(automation)
            yield check_text(automation)
        yield check_clock(lambda: read_state(transport), datetime.now(UTC))
    finally:
        quietly(automation.close)


def failed(name: str, error: AgentProgError) -> Check:
    return Check(name=name, ok=False, detail=error.message, remedy=error.hint)


def guarded(name: str, check: Callable[[], Check]) -> Check:
    """The check, or the device's error as its finding."""
    try:
        return check()
    except AgentProgError as exc:
        return failed(name, exc)


def check_server(server: AdbServer, timeout: float) -> Check:
    """Whether an adb server answers, started here where none ran."""

    def ask() -> Check:
        address = server.address
        version = server.version(timeout)
        return Check(name="adb server", ok=True, detail=f"protocol 1.0.{version} at {address.host}:{address.port}")

    return guarded("adb server", ask)


def check_device(attached: Attached) -> Check:
    link = "network" if attached.network else "USB"
    return Check(name="device", ok=True, detail=f"{attached.serial} {attached.model} over {link}".replace("  ", " "))


def check_shell(transport: Transport) -> Check:
    """Whether commands run, and Unicode and shell metacharacters come back as they were sent."""

    def ask() -> Check:
        answer = transport.shell(["echo", _SAMPLE])
        if answer.out.rstrip("\n") == _SAMPLE:
            return Check(name="authorisation", ok=True, detail="this computer may run commands")
        return Check(
            name="authorisation",
            ok=False,
            detail=f"the shell returned {answer.words[:80]!r}",
            remedy="Check the connection and the adb version.",
        )

    return guarded("authorisation", ask)


def check_automation(automation: Automation) -> Check:
    """Whether the automation server runs, or can be started."""

    def ask() -> Check:
        automation.ensure()
        said = "started" if automation.starts else "was running already; it is left alone"
        return Check(name="u2 server", ok=True, detail=said)

    return guarded("u2 server", ask)


def check_screen(state: Callable[[], PhoneState], automation: Automation) -> Check:
    """Whether the screen is on and unlocked."""

    def ask() -> Check:
        facts = automation.call("deviceInfo")
        if isinstance(facts, dict) and facts.get("screenOn") is False:
            return Check(name="screen", ok=False, detail="the screen is off", remedy="Wake the phone.")
        if state().locked:
            remedy = "Unlock the phone; a PIN or pattern only its owner can give."
            return Check(name="screen", ok=False, detail="the phone is locked", remedy=remedy)
        return Check(name="screen", ok=True, detail="on and unlocked")

    return guarded("screen", ask)


def check_tree(camera: Camera) -> Check:
    """Whether a real accessibility tree comes back."""

    def ask() -> Check:
        hierarchy = read_hierarchy(camera.hierarchy())
        reading = read_elements(hierarchy)
        if not reading.readable:
            remedy = "Open another app and try again; restart the phone if every app is affected."
            return Check(name="tree", ok=False, detail=hierarchy.problem or "no app is in the tree", remedy=remedy)
        nodes = sum(1 for _ in hierarchy.walk())
        return Check(name="tree", ok=True, detail=f"{len(reading.elements)} elements of {nodes} nodes")

    return guarded("tree", ask)


def check_screenshot(camera: Camera, state: Callable[[], PhoneState]) -> Check:
    """Whether a picture comes back and is not black."""

    def ask() -> Check:
        shot = camera.screenshot()
        if not is_black(shot):
            return Check(name="screenshot", ok=True, detail=f"{shot.width}x{shot.height} {shot.media_type}")
        if state().secure:
            return Check(name="screenshot", ok=None, detail="black: the app in front forbids screenshots")
        remedy = "Wake and unlock the phone, open another app, and try again."
        return Check(name="screenshot", ok=False, detail="the picture is black", remedy=remedy)

    return guarded("screenshot", ask)


def check_input(automation: Automation) -> Check:
    """Whether simulated input is accepted, by a key that means nothing to any app."""
    try:
        taken = automation.call("pressKeyCode", _KEY_UNKNOWN)
    except InjectionDenied as exc:
        return failed("input", exc)
    except AgentProgError as exc:
        if "SecurityException" in exc.evidence:
            return Check(name="input", ok=False, detail="the phone refuses simulated input", remedy=HINT_INJECTION)
        return failed("input", exc)
    return Check(name="input", ok=True, detail="keys are taken" if taken is not False else "the key was not taken")


def check_text(automation: Automation) -> Check:
    """Whether Unicode text survives the way to the phone's clipboard and back. The clipboard is put back."""
    try:
        before = automation.call("getClipboard")
        automation.call("setClipboard", None, _SAMPLE)
        after = automation.call("getClipboard")
        automation.call("setClipboard", None, before if isinstance(before, str) else "")
    except AgentProgError as exc:
        detail = f"the clipboard is refused ({exc.message}); text is typed in other ways"
        return Check(name="text", ok=None, detail=detail)
    if after == _SAMPLE:
        return Check(name="text", ok=True, detail="Unicode, emoji and quotes come back as sent")
    remedy = "Text is typed in other ways and read back; nothing needs to be done."
    return Check(name="text", ok=None, detail=f"the clipboard returned {after!r}", remedy=remedy)


def check_clock(state: Callable[[], PhoneState], here: datetime) -> Check:
    """What the phone's clock says. Runs use it, so a difference is told, not held against the phone."""

    def ask() -> Check:
        now = state().now
        if now is None:
            return Check(name="clock", ok=None, detail="the phone does not tell its time")
        apart = (now - here).total_seconds()
        said = now.isoformat(timespec="seconds")
        if abs(apart) > _MUCH:
            said += f", {abs(apart) / 3600:.1f} h {'ahead of' if apart > 0 else 'behind'} this computer"
        return Check(name="clock", ok=True, detail=said)

    return guarded("clock", ask)

"""Examines whether a phone is ready: one typed finding per question, each with a remedy."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from agentprog.devices.automation.server import Automation, has_server_file, quietly, remove_server_file
from agentprog.devices.doctor.check import Check, failed, guarded
from agentprog.devices.doctor.fitness import maker_of, read_fitness
from agentprog.devices.doctor.witnesses import check_witnesses
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.link.adb import AdbServer, adb_program, choose_device
from agentprog.devices.link.foreign import HINT_INJECTION
from agentprog.devices.link.listing import Attached
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.display import read_displays
from agentprog.devices.prints.facts import read_facts
from agentprog.devices.prints.power import read_power
from agentprog.devices.prints.refusal import refusal_in
from agentprog.devices.prints.state import PhoneState, read_state
from agentprog.devices.screen.capture import Camera, is_black
from agentprog.errors import AgentProgError, DeviceUnauthorized, InjectionDenied

_SAMPLE = 'héllo "$x" `id` \\ %s 你好 😀'
_SEEING = ("tree", "screenshot")
_KEY_UNKNOWN = 0
_MUCH = 120.0
_OLDEST_PROTOCOL = 31
_TRIED = "agentprog_doctor"
_LOOK_FOR_SWITCH = "Look in the developer options for a switch that lets USB debugging change settings."


def examine(
    serial: str | None = None, env: Mapping[str, str] | None = None, *, timeout: float = 10.0
) -> Iterator[Check]:
    """Check adb, the phone and the needs of a run, in that order, and yield each result at once.

    Stops at a failure that makes the remaining checks impossible. Leaves the phone as it was.
    """
    env = os.environ if env is None else env
    try:
        server = AdbServer.from_environment(env)
        version = server.version(timeout)
    except AgentProgError as exc:
        yield failed("adb server", exc)
        return
    yield check_server(server, version)
    try:
        attached = choose_device(serial, env, timeout=timeout)
    except AgentProgError as exc:
        name = "authorisation" if isinstance(exc, DeviceUnauthorized) else "device"
        yield failed(name, exc)
        return
    transport = Transport(server, attached.serial, timeout=timeout)
    allowed = check_shell(transport)
    yield allowed
    if allowed.ok is False:
        return
    yield check_device(attached, transport)
    yield check_developer(transport)
    yield check_settings(transport)
    automation = Automation(transport)
    untouched = quietly(lambda: not has_server_file(transport))
    try:
        yield from _automated(transport, automation)
        yield check_clock(lambda: read_state(transport), datetime.now(UTC))
        yield check_room(transport)
        yield from check_witnesses(transport)
    finally:
        quietly(automation.close)
        if untouched:
            quietly(lambda: remove_server_file(transport))


def _automated(transport: Transport, automation: Automation) -> Iterator[Check]:
    """The parts that need the automation server: its start, and a visible screen."""
    camera = Camera(transport, automation)
    started = check_automation(automation)
    yield started
    yield check_others(transport)
    screen = check_screen(lambda: read_state(transport), transport)
    yield screen
    if started.ok and screen.ok is False:
        # Report one cause once: a dark or locked screen says nothing about the rest of the phone.
        yield from (Check(name=name, ok=None, detail=f"not known: {screen.detail}") for name in _SEEING)
    elif started.ok:
        yield check_tree(camera)
        yield check_screenshot(camera, lambda: read_state(transport))
    if started.ok:
        yield check_input(automation)
        yield check_text(automation)


def check_server(server: AdbServer, version: int) -> Check:
    """Checks that the adb server is new enough; starts one if none runs."""
    address = server.address
    detail = f"protocol 1.0.{version} at {address.host}:{address.port}, {program_words()}"
    if version < _OLDEST_PROTOCOL:
        remedy = "Update platform-tools: this server is older than Android 7."
        return Check(name="adb server", ok=False, detail=detail, remedy=remedy)
    return Check(name="adb server", ok=True, detail=detail)


def program_words() -> str:
    """The adb program that this computer would start."""
    try:
        path = adb_program()
    except AgentProgError as exc:
        return exc.message
    return "with the adb that came with adbutils" if "adbutils" in path else f"adb program {path}"


def check_device(attached: Attached, transport: Transport) -> Check:
    """The phone's identity, connection and language."""

    def ask() -> Check:
        facts = read_facts(transport)
        words = [attached.serial, facts.model or attached.model, f"Android {facts.android}" if facts.android else ""]
        words += [f"in {facts.language}" if facts.language else "", f"over {attached.link}"]
        other_displays = [f"{display.width}x{display.height}" for display in read_displays(transport) if display.id]
        words += [f"(another display of {' and '.join(other_displays)} is left alone)"] if other_displays else []
        return Check(name="device", ok=True, detail=" ".join(word for word in words if word))

    return guarded("device", ask)


def check_developer(transport: Transport) -> Check:
    """Developer options that break apps, and options that the maker adds."""

    def ask() -> Check:
        fitness, maker = read_fitness(transport), maker_of(read_facts(transport))
        name = "developer options"
        if fitness.forgets_activities:
            remedy = 'Turn off "Don\'t keep activities": apps lose typed text as soon as you leave them.'
            return Check(name=name, ok=False, detail='"Don\'t keep activities" is on', remedy=remedy)
        if maker is not None:
            detail = (
                f"phones of this maker also need {maker.named()} on; the lines `settings` and `input` show the state"
            )
            return Check(name=name, ok=True, detail=f"{detail}. {maker.note}".rstrip(" ."))
        return Check(name=name, ok=True, detail="no setting hinders a run")

    return guarded("developer options", ask)


def check_settings(transport: Transport) -> Check:
    """Checks whether adb may write settings, with a test setting that it deletes again."""
    name = "settings"

    def ask() -> Check:
        answer = transport.shell(["settings", "put", "global", _TRIED, "1"])
        found = transport.shell(["settings", "get", "global", _TRIED]).out.strip()
        if not (refused := refusal_in(answer.words)) and found == "1":
            transport.shell(["settings", "delete", "global", _TRIED])
            return Check(name=name, ok=True, detail="may be written: the screen stays on in a run")
        maker = maker_of(read_facts(transport))
        switches = maker.named("settings") if maker is not None else ""
        remedy = f"Turn on {switches} in the developer options." if switches else _LOOK_FOR_SWITCH
        detail = (
            f"adb may not write them ({refused or 'the phone ignored it'}); a run presses a key to keep the screen on"
        )
        return Check(name=name, ok=None, detail=detail, remedy=remedy)

    return guarded(name, ask)


def check_others(transport: Transport) -> Check:
    """Accessibility services: Android pauses them while UiAutomation is connected."""

    def ask() -> Check:
        services = read_fitness(transport).services
        if not services:
            return Check(name="other automation", ok=True, detail="no accessibility service is on")
        packages = ", ".join(service.partition("/")[0] for service in services)
        remedy = "Nothing needs to be done; they go on when the run ends. If one does not, switch it off and on."
        return Check(name="other automation", ok=None, detail=f"paused while a run works: {packages}", remedy=remedy)

    return guarded("other automation", ask)


def check_room(transport: Transport) -> Check:
    """Whether the phone has room for our files."""

    def ask() -> Check:
        fitness = read_fitness(transport)
        if fitness.free_kilobytes is None:
            return Check(name="storage", ok=None, detail="the phone does not report its free storage")
        detail = f"{fitness.free_kilobytes / 1e6:.1f} GB free on the phone"
        remedy = "" if fitness.room else "Free some storage: apps fail in strange ways when it is full."
        return Check(name="storage", ok=fitness.room, detail=detail, remedy=remedy)

    return guarded("storage", ask)


def check_shell(transport: Transport) -> Check:
    """Whether commands run, and Unicode and shell metacharacters come back unchanged."""

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
        detail = "started" if automation.starts else "was running already; agentprog leaves it as it is"
        return Check(name="automation server", ok=True, detail=detail)

    return guarded("automation server", ask)


def check_screen(state: Callable[[], PhoneState], transport: Transport) -> Check:
    """Whether the screen is on and unlocked, by the phone's own report: the automation server may not run."""

    def ask() -> Check:
        dark, locked = read_power(transport).screen_on is False, state().locked
        if dark or locked:
            detail = " and ".join(["the screen is off"] * dark + ["the phone is locked"] * locked)
            remedy = f"{' and '.join(['Wake'] * dark + ['Unlock'] * locked).capitalize()} the phone."
            if locked:
                remedy += " A run can swipe the lock away, but only you can enter a PIN, pattern or fingerprint."
            return Check(name="screen", ok=False, detail=detail, remedy=remedy)
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
    """Whether simulated input is accepted, tried with a key that no app uses."""
    try:
        accepted = automation.call("pressKeyCode", _KEY_UNKNOWN)
    except InjectionDenied as exc:
        return failed("input", exc)
    except AgentProgError as exc:
        if "SecurityException" in exc.evidence:
            return Check(name="input", ok=False, detail="the phone refuses simulated input", remedy=HINT_INJECTION)
        return failed("input", exc)
    return Check(
        name="input",
        ok=True,
        detail="the phone accepts keys" if accepted is not False else "the phone did not accept the key",
    )


def check_text(automation: Automation) -> Check:
    """Whether Unicode text survives the phone's clipboard, which is restored."""
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


def _long(seconds: float) -> str:
    """A duration in everyday precision."""
    for unit, size in (("days", 86_400), ("hours", 3_600)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 60:.0f} minutes"


def check_clock(state: Callable[[], PhoneState], computer_time: datetime) -> Check:
    """The phone's clock. Runs use it, so a difference is reported and no failure."""

    def ask() -> Check:
        now = state().now
        if now is None:
            return Check(name="clock", ok=None, detail="the phone does not report its time")
        ahead = (now - computer_time).total_seconds()
        detail = now.isoformat(timespec="seconds")
        if abs(ahead) > _MUCH:
            detail += f", {_long(abs(ahead))} {'ahead of' if ahead > 0 else 'behind'} this computer; runs use it"
        return Check(name="clock", ok=True, detail=detail)

    return guarded("clock", ask)

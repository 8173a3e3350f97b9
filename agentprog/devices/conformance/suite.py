"""The checks in order, and their execution without leaving traces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from agentprog.devices.automation.server import SERVER_FILE, quietly, remove_server_file
from agentprog.devices.conformance import connection, screen, typing
from agentprog.devices.conformance.bench import Bench, Failed, Unknown
from agentprog.devices.conformance.marks import Mark, differences, take_mark
from agentprog.devices.doctor.check import Check
from agentprog.devices.link.adb import AdbServer, choose_device
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.state import read_state
from agentprog.devices.real_device import AdbDevice
from agentprog.errors import AgentProgError
from agentprog.frozen import frozen

NO_TRACE = "no trace"
_SECONDS = 10.0
_REMEDY = "Report the line and the phone's model in an issue; runs work around many of these faults, not all."


@frozen
class Probe:
    """One check: `run` returns its finding in words, or raises Failed, Unknown or a DeviceError."""

    name: str
    run: Callable[[Bench], str]

    @property
    def about(self) -> str:
        """The requirement on the phone, in a sentence."""
        return (self.run.__doc__ or "").strip()


def probes() -> tuple[Probe, ...]:
    """Every check, the connection first."""
    return tuple(
        Probe(name=name, run=run)
        for name, run in (
            ("commands", connection.commands),
            ("commands side by side", connection.side_by_side),
            ("files", connection.files),
            ("time limit", connection.time_limit),
            ("automation", connection.automation_answers),
            ("connection lost", connection.connection_lost),
            ("server lost", connection.server_lost),
            ("tree of Settings", screen.tree),
            ("at rest", screen.at_rest),
            ("pixels", screen.pixels),
            ("home", screen.home),
            ("apps", screen.apps),
            ("unknown app", screen.unknown_app),
            ("scrolling", screen.scrolling),
            ("tapping", screen.tapping),
            ("an entry", screen.entry),
            ("notifications", screen.notifications),
            ("typed text", typing.text),
            ("clipboard", typing.clipboard),
            ("keyboard", typing.keyboard),
        )
    )


def run_suite(
    serial: str | None = None,
    env: Mapping[str, str] | None = None,
    *,
    timeout: float = _SECONDS,
    only: Collection[str] = (),
) -> Iterator[Check]:
    """Run every check (or the named ones) and yield each result at its end; the last one compares the phone with its
    earlier state.

    Raises DeviceError if the phone cannot be used at all.
    """
    attached = choose_device(serial, env, timeout=timeout)
    transport = Transport(AdbServer.from_environment(env), attached.serial, timeout=timeout)
    before = take_mark(transport)
    device = AdbDevice(transport, ocr=False)
    try:
        bench = Bench(device=device, transport=transport, automation=device.automation)
        for probe in probes():
            if not only or probe.name in only:
                yield _checked(probe, bench)
    finally:
        quietly(lambda: _tidy(transport, before))
        device.close()
        if SERVER_FILE.rpartition("/")[2] not in before.files:
            quietly(lambda: remove_server_file(transport))
    yield _no_trace(transport, before)


def _checked(probe: Probe, bench: Bench) -> Check:
    try:
        return Check(name=probe.name, ok=True, detail=probe.run(bench))
    except Unknown as exc:
        return Check(name=probe.name, ok=None, detail=str(exc))
    except Failed as exc:
        return Check(name=probe.name, ok=False, detail=f"{exc}. ({probe.about})", remedy=_REMEDY)
    except AgentProgError as exc:
        return Check(name=probe.name, ok=False, detail=exc.message, remedy=exc.hint or _REMEDY)


def _tidy(transport: Transport, before: Mark) -> None:
    """Closes Settings and returns to the app that was in front before."""
    opened = read_state(transport).package
    if "settings" in opened and opened != before.front:
        transport.shell(["am", "force-stop", opened])
    transport.shell(["input", "keyevent", "KEYCODE_HOME"])
    home = _settled_front(transport)
    if before.front and before.front != home and "/" not in before.front:
        transport.shell(["monkey", "-p", before.front, "-c", "android.intent.category.LAUNCHER", "1"])
        _settled_front(transport, before.front)


def _settled_front(transport: Transport, package: str = "") -> str:
    """The package in front once it is the wanted one, or stays the same for a moment."""
    deadline = transport.deadline("waiting for the screen", 3.0)
    last = ""
    while not deadline.over:
        front = read_state(transport).package
        if front and (front == package or (not package and front == last)):
            return front
        last = front
        deadline.pause(0.1)
    return last


def _no_trace(transport: Transport, before: Mark) -> Check:
    try:
        left = differences(before, take_mark(transport))
    except AgentProgError as exc:
        return Check(name=NO_TRACE, ok=False, detail=exc.message, remedy=exc.hint)
    if not left:
        return Check(name=NO_TRACE, ok=True, detail="settings, files, apps and the app in front are as before")
    return Check(name=NO_TRACE, ok=False, detail="; ".join(left), remedy="Put it back by hand, and report it.")

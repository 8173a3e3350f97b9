"""`agentprog devices`, `doctor` and `observe`: the phones of this computer and what one of them shows."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

from agentprog.app import config
from agentprog.app.opening import open_phone, open_simulated
from agentprog.app.simulator import simulated_phone
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson, ConfigFile, Serial, Sim
from agentprog.devices import Attached, list_devices
from agentprog.devices.doctor import Check, examine
from agentprog.errors import DeviceError, UsageError
from agentprog.ports import Element, Screen, Window


@app.command()
def devices(config_file: ConfigFile = None, as_json: AsJson = False) -> None:
    """Lists the attached phones, and says why one cannot be used."""
    found = list_devices(config.load(config=config_file).environment)
    if as_json:
        result_json([_data(phone) for phone in found])
        return
    if not found:
        say("No phone is attached. With USB debugging on and a cable it shows here; --sim simulates one.")
    for phone in found:
        result(f"{phone.serial:24} {phone.state.value:14} {phone.model}".rstrip())
        if phone.remedy:
            say(f"    {phone.remedy}")


@app.command()
def observe(
    sim: Sim = False,
    serial: Serial = None,
    screenshot: Annotated[
        Path | None, typer.Option("--screenshot", dir_okay=False, help="Also save a picture here.")
    ] = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Shows what a phone shows, as a model would read it."""
    settings = config.load({"serial": serial}, config=config_file)
    with ExitStack() as stack:
        if sim:
            device = open_simulated(settings, stack, run="observe", seed=0, root=None)
        else:
            device = open_phone(settings, stack, run="observe")
        screen = device.observe(screenshot=screenshot is not None)
    if screenshot is not None:
        _save(screen, screenshot)
    if as_json:
        result_json(_screen_data(screen))
        return
    result(f"{screen.package}  {screen.activity}  {screen.width}x{screen.height}")
    for issue in screen.issues:
        say(f"not captured: {issue.kind.value} {issue.detail}".rstrip(), style="yellow")
    for element in screen.elements:
        if element.window is not Window.KEYBOARD:
            result(_line(element))


@app.command()
def doctor(sim: Sim = False, serial: Serial = None, config_file: ConfigFile = None, as_json: AsJson = False) -> int:
    """Examines a phone, and says what to do about what fails."""
    settings = config.load({"serial": serial}, config=config_file)
    checks: list[Check] = []
    with ExitStack() as stack:
        wanted, environment = settings.serial, settings.environment
        if sim:
            phone = stack.enter_context(simulated_phone(environ=environment))
            wanted, environment = phone.serial, phone.environment
        for check in examine(wanted, environment):
            checks.append(check)
            if not as_json:
                _show(check)
    if as_json:
        result_json([{"name": c.name, "ok": c.ok, "detail": c.detail, "remedy": c.remedy} for c in checks])
    return DeviceError.exit_code if any(check.ok is False for check in checks) else 0


def _show(check: Check) -> None:
    mark = {True: "ok", False: "FAILED", None: "unknown"}[check.ok]
    result(f"{mark:8} {check.name}: {check.detail}")
    if check.remedy:
        result(f"         {check.remedy}")


def _save(screen: Screen, file: Path) -> None:
    if screen.screenshot is None:
        raise DeviceError("the phone gave no picture of its screen")
    try:
        Image.open(io.BytesIO(screen.screenshot.data)).save(file)
    except (OSError, ValueError) as exc:
        raise UsageError(f"cannot write {file}: {exc}", hint="Pictures end in .png or .jpg.") from exc


def _line(element: Element) -> str:
    states = [name for name in ("checked", "selected", "focused") if getattr(element, name)]
    states += [] if element.enabled else ["disabled"]
    states += ["more below"] if element.more_below else []
    content = f" = {element.text!r}" if element.editable and element.text else ""
    shown = f" ({', '.join(states)})" if states else ""
    return f"{element.index:4d} {'  ' if element.container else ''}{element.descriptor}{content}{shown}"


def _screen_data(screen: Screen) -> dict[str, object]:
    return {
        "package": screen.package,
        "activity": screen.activity,
        "width": screen.width,
        "height": screen.height,
        "taken_at": screen.taken_at.isoformat(),
        "keyboard": screen.keyboard_shown,
        "issues": [{"kind": issue.kind.value, "detail": issue.detail} for issue in screen.issues],
        "elements": [
            {
                "index": element.index,
                "role": element.role.value,
                "label": element.label,
                "text": element.text,
                "place": element.place,
                "window": element.window.value,
                "bounds": [element.bounds.left, element.bounds.top, element.bounds.right, element.bounds.bottom],
            }
            for element in screen.elements
        ],
    }


def _data(phone: Attached) -> dict[str, object]:
    return {
        "serial": phone.serial,
        "state": phone.state.value,
        "ready": phone.ready,
        "model": phone.model,
        "network": phone.network,
        "remedy": phone.remedy,
    }

"""`agentprog observe`: what a phone shows, as a model would read it."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

from agentprog.app import config
from agentprog.app.opening import open_phone, open_simulated
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson, ConfigFile, Serial, Sim
from agentprog.errors import DeviceError, UsageError
from agentprog.ports import Element, Screen, Window


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

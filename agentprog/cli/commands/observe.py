"""`agentprog observe`: prints the screen of a phone as a model reads it."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from PIL import Image

from agentprog.agents.marks import draw_marks
from agentprog.agents.writing import numbered
from agentprog.app.launching.opening import open_phone, open_simulated
from agentprog.app.settings.model import FLAG, Settings
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, row, warn
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.devices.screen.saved import screen_from_files
from agentprog.errors import DeviceError, UsageError
from agentprog.models.vocabulary import text_counter
from agentprog.ports import Element, Screen, Screenshot, Window

_FLAGS = (
    *("clickable", "long_clickable", "editable", "checkable", "checked", "scrollable", "focused", "selected"),
    *("enabled", "password", "more_above", "more_below"),
)


@app.command()
@configured("sim", "seed", "serial")
def observe(
    settings: Settings,
    hierarchy: Annotated[
        Path | None,
        typer.Option(
            "--hierarchy", metavar="FILE.xml", help="Read a saved dump of the accessibility tree instead of a phone."
        ),
    ] = None,
    screenshot: Annotated[
        Path | None,
        typer.Option(
            "--screenshot",
            metavar="FILE",
            help="Save the screenshot in this file; with --hierarchy, read it from this file.",
        ),
    ] = None,
    marks: Annotated[
        Path | None, typer.Option("--marks", metavar="OUT.png", help="Save the picture with every element numbered.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prints the screen as a model would read it, and its number of tokens."""
    if hierarchy is not None:
        if FLAG in (settings.origin.get("sim"), settings.origin.get("serial")):
            raise UsageError("--hierarchy reads a saved dump and takes no phone: leave out --sim and --serial")
        screen, problem = screen_from_files(hierarchy, screenshot)
        if problem and not screen.issues:
            warn(f"{hierarchy}: {problem}; the readable part is listed", style="yellow")
    else:
        screen = _look(settings, pixels=screenshot is not None or marks is not None)
        if screenshot is not None:
            _save(_picture(screen), screenshot)
    if marks is not None:
        if hierarchy is None:
            _picture(screen)
        _save(draw_marks(screen), marks)
    if as_json:
        result_json(_data(screen))
    else:
        _show(screen)


def _look(settings: Settings, *, pixels: bool) -> Screen:
    with ExitStack() as stack:
        if settings.sim:
            device = open_simulated(settings, stack, run="observe", root=None)
        else:
            device = open_phone(settings, stack, run="observe")
        return device.observe(screenshot=pixels)


def _picture(screen: Screen) -> Screenshot:
    """The screenshot. Raises DeviceError with the reason if there is none."""
    if screen.screenshot is None:
        problems = "; ".join(f"{issue.kind.value}: {issue.detail}" for issue in screen.issues)
        raise DeviceError("the phone gave no picture of its screen" + (f" ({problems})" if problems else ""))
    return screen.screenshot


def _save(shot: Screenshot, file: Path) -> None:
    try:
        with Image.open(io.BytesIO(shot.data)) as image:
            image.save(file)
    except OSError as exc:
        raise UsageError(f"cannot write {file}: {exc.strerror or exc}", hint="Name another file.") from exc
    except ValueError as exc:
        raise UsageError(f"cannot write {file}: {exc}", hint="Pictures end in .png or .jpg.") from exc


def _show(screen: Screen) -> None:
    place = "  ".join(part for part in (screen.package, screen.activity) if part)
    result(f"{place}  {screen.width}x{screen.height}".strip())
    for issue in screen.issues:
        warn(f"{issue.kind.value}: {issue.detail}".removesuffix(": "), style="yellow")
    lines = numbered(screen)
    for line in lines:
        row(line, hang=4)
    for title, kind in (("keyboard", Window.KEYBOARD), ("system bars", Window.SYSTEM)):
        elements = [element for element in screen.elements if element.window is kind]
        if elements:
            row(f"({title}, not shown to a model: {_summary(elements)})")
    counter = text_counter()
    tokens = counter.count("\n".join(lines))
    about = "" if counter.exact else "about "
    row(f"{len(lines)} lines, {about}{tokens} tokens by {counter.name}{'' if counter.exact else ' (an estimate)'}")


def _summary(elements: list[Element]) -> str:
    labels = [element.label for element in elements]
    return ", ".join(labels[:6]) + (f" and {len(labels) - 6} more" if len(labels) > 6 else "")


def _data(screen: Screen) -> dict[str, Any]:
    lines = numbered(screen)
    counter = text_counter()
    return {
        "package": screen.package,
        "activity": screen.activity,
        "width": screen.width,
        "height": screen.height,
        "rotation": screen.rotation,
        "taken_at": screen.taken_at.isoformat(),
        "keyboard": screen.keyboard_shown,
        "issues": [{"kind": issue.kind.value, "detail": issue.detail} for issue in screen.issues],
        "elements": [_element_data(element) for element in screen.elements],
        "lines": list(lines),
        "tokens": {"count": counter.count("\n".join(lines)), "by": counter.name, "exact": counter.exact},
    }


def _element_data(element: Element) -> dict[str, Any]:
    bounds = element.bounds
    return {
        "index": element.index,
        "role": element.role.value,
        "label": element.label,
        "text": element.text,
        "hint": element.hint,
        "description": element.description,
        "place": element.place,
        "window": element.window.value,
        "container": element.container,
        "resource_id": element.resource_id,
        "bounds": [bounds.left, bounds.top, bounds.right, bounds.bottom],
        "states": [flag for flag in _FLAGS if getattr(element, flag)],
    }

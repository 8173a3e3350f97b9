"""AndroidWorld's environment as a Device: its UI elements read as a screen, our actions as its JSON actions."""

from __future__ import annotations

import importlib
import io
import tomllib
from datetime import UTC, datetime
from functools import cache
from typing import Any
from xml.sax.saxutils import quoteattr

from PIL import Image

from agentprog import resources
from agentprog.devices.apps.cards import cards
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.errors import DeviceError, UsageError
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    ClearText,
    DeviceInfo,
    DoubleTap,
    LongPress,
    OpenApp,
    PointTarget,
    PressKey,
    Screen,
    Screenshot,
    Scroll,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
)

_FLAGS = {
    "checkable": "is_checkable",
    "checked": "is_checked",
    "clickable": "is_clickable",
    "long-clickable": "is_long_clickable",
    "scrollable": "is_scrollable",
    "focused": "is_focused",
    "selected": "is_selected",
}
_KEYS = {"back": "navigate_back", "home": "navigate_home", "enter": "keyboard_enter"}


class EnvDevice:
    """Everything goes through the environment: its accessibility service stays the only one on the phone.

    Its elements are a flat list, so lists and merged labels are poorer than what our own device layer reads.
    """

    def __init__(self, env: Any) -> None:
        self._env = env

    @property
    def info(self) -> DeviceInfo:
        width, height = self._env.logical_screen_size
        return DeviceInfo(
            serial="android_world", model="emulator", android="", sdk=0, width=int(width), height=int(height)
        )

    def apps(self) -> tuple[App, ...]:
        """The apps of AndroidWorld's emulator, by their cards."""
        known = cards()
        found = (known[package] for package in _packages())
        return tuple(
            App(package=card.package, label=card.label, aliases=card.aliases)
            for card in sorted(found, key=lambda card: card.label.casefold())
        )

    def observe(self, *, screenshot: bool = False) -> Screen:
        """The state once it has settled."""
        state = self._env.get_state(wait_to_stabilize=True)
        width, height = (int(side) for side in self._env.logical_screen_size)
        reading = read_elements(read_hierarchy(as_dump(state.ui_elements)), size=(width, height))
        component = str(self._env.foreground_activity_name or "")
        package, _, activity = component.partition("/")
        return Screen(
            package=package or reading.package,
            activity=f"{package}{activity}" if activity.startswith(".") else activity,
            width=width,
            height=height,
            taken_at=datetime.now(UTC),
            elements=reading.elements,
            keyboard_shown=reading.keyboard_shown,
            screenshot=_picture(state.pixels) if screenshot else None,
        )

    def perform(self, action: Action) -> ActionResult:
        """Do it by one JSON action; `ok` is False for what AndroidWorld has no action for."""
        fields = as_json(action)
        if fields is None:
            return ActionResult(ok=False, detail=f"AndroidWorld has no action for {type(action).__name__}")
        try:
            self._env.execute_action(json_action(**fields))
        except (ValueError, RuntimeError, OSError) as exc:
            raise DeviceError(f"AndroidWorld could not do {fields['action_type']}", evidence=repr(exc)) from exc
        return ActionResult(ok=True)

    def close(self) -> None:
        """The environment is its owner's."""


@cache
def _packages() -> tuple[str, ...]:
    table = tomllib.loads((resources.folder("devices") / "androidworld.toml").read_text(encoding="utf-8"))
    return tuple(table["packages"])


def json_action(**fields: Any) -> Any:
    """AndroidWorld's JSONAction. Raises UsageError where AndroidWorld is not installed."""
    return android_world("env.json_action").JSONAction(**fields)


def android_world(name: str) -> Any:
    """A module of AndroidWorld, imported now."""
    try:
        return importlib.import_module(f"android_world.{name}")
    except ImportError as exc:
        raise UsageError(
            "AndroidWorld is not installed in this environment",
            hint="Install it from github.com/google-research/android_world, beside agentprog.",
            evidence=repr(exc),
        ) from exc


def as_json(action: Action) -> dict[str, Any] | None:
    """The fields of the JSON action that does the same; None where there is none."""
    match action:
        case Tap(target=target):
            return {"action_type": "click", **_at(target)}
        case DoubleTap(target=target):
            return {"action_type": "double_tap", **_at(target)}
        case LongPress(target=target):
            return {"action_type": "long_press", **_at(target)}
        case TypeText(text=text, target=target, replace=replace) if target is not None:
            return {"action_type": "input_text", "text": text, "clear_text": replace, **_at(target)}
        case ClearText(target=target) if target is not None:
            return {"action_type": "input_text", "text": "", "clear_text": True, **_at(target)}
        case PressKey(key=key) if key in _KEYS:
            return {"action_type": _KEYS[key]}
        case Scroll(direction=direction):
            return {"action_type": "scroll", "direction": direction}
        case Swipe(direction=direction):
            return {"action_type": "swipe", "direction": direction}
        case OpenApp(name=name):
            return {"action_type": "open_app", "app_name": name}
        case Wait():
            return {"action_type": "wait"}
        case _:
            return None


def _at(target: Target) -> dict[str, int]:
    x, y = (target.x, target.y) if isinstance(target, PointTarget) else target.bounds.center
    return {"x": x, "y": y}


def as_dump(elements: Any) -> str:
    """The flat list of UI elements as a hierarchy dump: a window for each package, its elements inside."""
    windows: dict[str, list[str]] = {}
    for element in elements:
        box = element.bbox_pixels
        if box is None or element.is_visible is False:
            continue
        bounds = Bounds(int(box.x_min), int(box.y_min), int(box.x_max), int(box.y_max))
        if not bounds.empty:
            windows.setdefault(element.package_name or "", []).append(_node(element, bounds))
    roots = (f"<node package={quoteattr(name)} class='android.widget.FrameLayout'" for name in windows)
    inside = zip(roots, windows.values(), strict=True)
    return "<hierarchy rotation='0'>" + "".join(f"{r}>{''.join(nodes)}</node>" for r, nodes in inside) + "</hierarchy>"


def _node(element: Any, bounds: Bounds) -> str:
    attributes = {
        "text": element.text or "",
        "content-desc": element.content_description or "",
        "resource-id": element.resource_name or getattr(element, "resource_id", None) or "",
        "class": element.class_name or "",
        "package": element.package_name or "",
        "hint": element.hint_text or "",
        "enabled": str(element.is_enabled is not False).lower(),
        "bounds": f"[{bounds.left},{bounds.top}][{bounds.right},{bounds.bottom}]",
        **{name: str(bool(getattr(element, field))).lower() for name, field in _FLAGS.items()},
    }
    return f"<node {' '.join(f'{name}={quoteattr(value)}' for name, value in attributes.items())}/>"


def _picture(pixels: Any) -> Screenshot:
    image = Image.fromarray(pixels)
    out = io.BytesIO()
    image.save(out, "PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=image.width, height=image.height)

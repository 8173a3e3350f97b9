"""An action in the training papers' form: its type and one parameter. Parsed from calls and from CES's lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Literal, get_args

from agentprog.frozen import frozen

Kind = Literal[
    "click",
    "long_press",
    "double_tap",
    "type",
    "scroll",
    "select",
    "open_app",
    "press_back",
    "press_home",
    "press_enter",
    "press_appselect",
    "close",
    "wait",
    "finished",
    "error",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
POINTED: frozenset[Kind] = frozenset(("click", "long_press", "double_tap"))
"""Kinds whose parameter is a place."""
DIRECTIONS = ("up", "down", "left", "right")
_CALL = re.compile(r"([A-Za-z_]+)\s*\((.*)\)\s*$", re.DOTALL)
_NAMED = re.compile(r"(\w+)\s*=\s*(['\"])(.*?)\2(?=\s*,\s*\w+\s*=|\s*$)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_TEXTS = ("content", "text", "app_name", "value")


class NotADeed(ValueError):
    """The text is not an action of a paper. The message is for the model that wrote it."""


@frozen
class Deed:
    """An action in the papers' terms. `point` is in the coordinates of its author. `text` is a typed text, an app's
    name, or the final message. `direction` names the side that a scroll reveals.
    """

    kind: Kind
    point: tuple[float, float] | None = None
    text: str = ""
    direction: str = ""


_CALLED: Mapping[str, Kind] = {
    **{kind: kind for kind in KINDS},
    "tap": "click",
    "long_click": "long_press",
    "left_double": "double_tap",
    "swipe": "scroll",
    "complete": "finished",
    "enter": "press_enter",
    "impossible": "error",
}
"""Names in calls, of SWIRL's table 6 and of the UI-TARS family, with the kind that each means."""


def read_call(text: str) -> Deed:
    """The action in a call such as `click(point='(540, 1203)')` or `scroll(direction='down')`. Raises NotADeed."""
    found = _CALL.search(text.strip())
    if found is None:
        raise NotADeed(f"{_short(text)} is no call of an action")
    name, inner = found[1].lower(), found[2]
    if name not in _CALLED:
        raise NotADeed(f"there is no action {name!r}; there are: {', '.join(KINDS)}")
    arguments = {key.lower(): value for key, _, value in _NAMED.findall(inner)}
    return _checked(_CALLED[name], arguments)


def _checked(kind: Kind, arguments: Mapping[str, str]) -> Deed:
    if kind in POINTED:
        return Deed(kind=kind, point=_point(arguments.get("point") or arguments.get("start_box") or "", kind))
    if kind == "scroll":
        direction = arguments.get("direction", "").strip().lower()
        if direction not in DIRECTIONS:
            raise NotADeed(f"scroll needs a direction: {', '.join(DIRECTIONS)}")
        return Deed(kind=kind, direction=direction)
    text = next((arguments[name] for name in _TEXTS if name in arguments), "")
    if kind in ("type", "open_app") and not text:
        raise NotADeed(f"{kind} needs its text")
    return Deed(kind=kind, text=text)


def _point(text: str, kind: Kind) -> tuple[float, float]:
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if len(numbers) == 4:  # a box: use its middle
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    if len(numbers) != 2:
        raise NotADeed(f"{kind} needs a point of two numbers")
    return numbers[0], numbers[1]


def write_call(deed: Deed) -> str:
    """The deed as a call, in the form of SWIRL's Interactor."""
    match deed.kind:
        case "click" | "long_press" | "double_tap":
            across, down = deed.point or (0, 0)
            return f"{deed.kind}(point='({across:.0f}, {down:.0f})')"
        case "scroll":
            return f"scroll(direction='{deed.direction}')"
        case "open_app":
            return f"open_app(app_name='{deed.text}')"
        case "type" | "select" | "error":
            return f"{deed.kind}(content='{deed.text}')"
    return f"{deed.kind}()"


_LISTED: Mapping[str, Kind] = {
    "complete": "finished",
    "close": "close",
    "press home": "press_home",
    "press back": "press_back",
    "click": "click",
    "type": "type",
    "select": "select",
    "scroll": "scroll",
    "enter": "press_enter",
    "long press": "long_press",
    "open app": "open_app",
    "wait": "wait",
    "impossible": "error",
}
"""Names of actions in the lists of CES's Executor, with the kind that each means."""


def read_list(text: str) -> Deed:
    """The deed of `[{'action': 'click', 'point': [540, 1203], 'input_text': ''}]`. Raises NotADeed."""
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError) as exc:
        raise NotADeed(f"{_short(text)} is no list of one action") from exc
    entry = value[0] if isinstance(value, list) and value else value
    if not isinstance(entry, dict):
        raise NotADeed(f"{_short(text)} is no list of one action")
    name = str(entry.get("action", "")).strip().lower().replace("_", " ")
    if name not in _LISTED:
        raise NotADeed(f"there is no action {name!r}; there are: {', '.join(_LISTED)}")
    written = str(entry.get("input_text", ""))
    argument = "" if written.strip().lower().startswith("no input text") else written
    arguments = {"point": str(entry.get("point", "")), "direction": argument, "text": argument}
    return _checked(_LISTED[name], arguments)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 60 else line[:59] + "…")

"""Frozen executors: a model asked in its form, or a parser of plain orders without a model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from agentprog.agents.strategies.asking import ask_role
from agentprog.agents.strategies.ces import executor_prompt, read_action
from agentprog.agents.strategies.deed import DIRECTIONS, Deed, Kind
from agentprog.agents.strategies.look import Look, Spot
from agentprog.agents.strategies.swirl import interactor_prompt, read_answer
from agentprog.errors import ModelReplyInvalid
from agentprog.identity import same, says
from agentprog.learn.rewards.reward import Executor
from agentprog.ports import Model

_QUOTED = re.compile(r'"(.+?)"(?!\w)')
_KEYS = {"back": "press_back", "home": "press_home", "enter": "press_enter"}
_TOUCH = re.compile(
    r"^(?:(long|double)[ -])?(?:tap|click|press|select|choose)\s+(?:on\s+)?(?:the\s+)?(.+)$", re.IGNORECASE
)
_HOW: Mapping[str | None, Kind] = {None: "click", "long": "long_press", "double": "double_tap"}
_TYPE = re.compile(r"^(?:type|write|enter|input)\s+(.+)$", re.IGNORECASE)
_INTO = re.compile(r"\s+(?:into|in)\s+(?:the\s+)?\S.*$", re.IGNORECASE)
_APP = re.compile(r"^open\s+(?:the\s+)?(?:app\s+)?(.+?)(?:\s+app)?$", re.IGNORECASE)
_SCROLL = re.compile(r"^(?:scroll|swipe)\s+(\w+)", re.IGNORECASE)


def read_order(order: str, look: Look) -> Deed | None:
    """Parses an order such as `tap "Save"`, `type "Ann" into field "Name"`, `scroll down`, `open app "Contacts"` or
    `finish`.

    None for other texts, and for targets that the screen lacks.
    """
    text = " ".join(order.split()).rstrip(".")
    if text.casefold() in ("finish", "finished", "done"):
        return Deed(kind="finished")
    if text.casefold() == "wait":
        return Deed(kind="wait")
    if (found := _SCROLL.match(text)) is not None:
        direction = found[1].casefold()
        return Deed(kind="scroll", direction=direction) if direction in DIRECTIONS else None
    if (found := _TYPE.match(text)) is not None:
        return Deed(kind="type", text=_typed(found[1]))
    if (found := _TOUCH.match(text)) is not None:
        return _touched(found[2], look, _HOW[found[1] and found[1].casefold()])
    if (found := _APP.match(text)) is not None:
        quoted = _QUOTED.search(found[1])
        return Deed(kind="open_app", text=quoted[1] if quoted else found[1])
    return None


def _typed(text: str) -> str:
    quoted = _QUOTED.match(text)
    return quoted[1] if quoted else _INTO.sub("", text)


def _touched(text: str, look: Look, kind: Kind) -> Deed | None:
    if text.casefold() in _KEYS:
        return Deed(kind=_KEYS[text.casefold()])  # type: ignore[arg-type]
    spot = _meant(text, look)
    return Deed(kind=kind, point=spot.bounds.center) if spot is not None else None


def _meant(text: str, look: Look) -> Spot | None:
    """The first element whose line begins with this text, including its place among equal elements; else the first with
    this name; else the first whose text contains it."""
    quoted = _QUOTED.search(text)
    name = quoted[1] if quoted else text
    shown = (spot for spot in look.spots if spot.line.casefold().startswith(text.casefold()))
    exact = (spot for spot in look.spots if same(spot.name, name))
    partly = (spot for spot in look.spots if spot.active and says(spot.name, name))
    return next(shown, None) or next(exact, None) or next(partly, None)


def executor_of(model: Model, form: Literal["ces", "swirl"]) -> Executor:
    """A model as the frozen Executor of CES or Interactor of SWIRL, at temperature 0.

    An unusable reply leads to no action; an unreachable model is an error.
    """

    def execute(instruction: str, look: Look) -> Deed | None:
        space = model.capabilities.space
        try:
            if form == "ces":
                messages = executor_prompt(instruction, look, space)
                found = ask_role(model, messages, read_action, purpose="execute")
            else:
                messages = interactor_prompt(instruction, look, space)
                found = ask_role(model, messages, read_answer, purpose="interact")
        except ModelReplyInvalid:
            return None
        if found.point is None:
            return found
        place = look.native(found.point, space)
        return Deed(kind=found.kind, point=place, text=found.text) if place is not None else None

    return execute

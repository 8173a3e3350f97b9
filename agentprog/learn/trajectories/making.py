"""Derived parts of a step, for all collectors: candidate actions, the state in words, the target element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agentprog.agents.strategies.ces import FIRST_STATE
from agentprog.agents.strategies.deed import DIRECTIONS, POINTED, Deed, Kind, write_call
from agentprog.agents.strategies.look import Look
from agentprog.learn.trajectories.records import Box, DeedRecord

_KEYS = ("press_back", "press_home", "wait", "finished")
_LAST = 6
_TOUCHES: Mapping[Kind, str] = {"click": "tap", "long_press": "long press", "double_tap": "double tap"}


def candidates_of(look: Look, texts: Sequence[str] = ()) -> list[DeedRecord]:
    """The possible actions on a screen: a tap on each touchable element, each text if a field has the focus, each
    direction, the keys and the end."""
    touched = [Deed(kind="click", point=spot.bounds.center) for spot in look.spots if spot.active]
    typed = [Deed(kind="type", text=text) for text in texts] if any(spot.editable for spot in look.spots) else []
    scrolled = [Deed(kind="scroll", direction=direction) for direction in DIRECTIONS]
    keys = [Deed(kind=kind) for kind in _KEYS]  # type: ignore[arg-type]
    return [DeedRecord.of(deed) for deed in (*touched, *typed, *scrolled, *keys)]


def state_after(history: Sequence[str]) -> str:
    """The state of a task after these actions, by rule; a State Tracker is warmed up with it."""
    if not history:
        return FIRST_STATE
    latest = history[-_LAST:]
    more = f"{len(history) - len(latest)} earlier actions; " if len(history) > len(latest) else ""
    return f"Done so far: {more}{'; '.join(latest)}."


def order_of(deed: Deed, look: Look) -> str:
    """An action as an instruction, if no person wrote one: its element appears by its name."""
    if deed.kind == "finished":
        return "finish"
    if deed.kind == "scroll":
        return f"scroll {deed.direction}"
    if deed.kind == "type":
        return f'type "{deed.text}"'
    if deed.kind == "open_app":
        return f'open app "{deed.text}"'
    spot = look.at(int(deed.point[0]), int(deed.point[1])) if deed.point is not None else None
    verb = _TOUCHES.get(deed.kind)
    return f'{verb} "{spot.name}"' if verb is not None and spot is not None else write_call(deed)


def box_of(deed: Deed, look: Look) -> Box | None:
    """The box of the element at an action's point."""
    if deed.kind not in POINTED or deed.point is None:
        return None
    spot = look.at(int(deed.point[0]), int(deed.point[1]))
    if spot is None:
        return None
    return (spot.bounds.left, spot.bounds.top, spot.bounds.right, spot.bounds.bottom)

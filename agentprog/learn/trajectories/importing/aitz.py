"""AITZ (Android in the Zoo): a list of steps for each episode, positions as shares of the screen, y first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentprog.agents.strategies.deed import Deed, Kind
from agentprog.agents.strategies.look import Look
from agentprog.learn.trajectories.importing.raw import Raw, Source, numbers, spot, steps_from, stroke, wanted
from agentprog.learn.trajectories.records import Step

_SIZE = (1080, 2280)
"""A nominal size in pixels; the format has shares alone."""
_TYPE, _POINT = 3, 4
_PLAIN: Mapping[int, Kind] = {5: "press_back", 6: "press_home", 7: "press_enter", 10: "finished", 11: "error"}
"""Action numbers of Android in the Wild."""


def aitz(episode: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """One episode. Raises ValueError for other data."""
    first = episode[0] if episode else {}
    name = str(wanted(first, "episode_id", "the episode"))
    app = str(first.get("subset") or name.split("-")[0])
    source = Source(
        name="aitz", episode=name, app=app, task=app, instruction=str(wanted(first, "instruction", "the episode"))
    )
    return steps_from(source, [_raw(step) for step in episode])


def _raw(step: Mapping[str, Any]) -> Raw:
    kind = int(wanted(step, "result_action_type", "a step"))
    return Raw(look=_look(step), deed=_deed(kind, step), low=str(step.get("coat_action_desc") or ""))


def _deed(kind: int, step: Mapping[str, Any]) -> Deed:
    if kind == _TYPE:
        return Deed(kind="type", text=str(step.get("result_action_text") or ""))
    if kind == _POINT:
        touch, lift = (numbers(wanted(step, f"result_{name}_yx", "a step"))[::-1] for name in ("touch", "lift"))
        return stroke(touch, lift, _SIZE)
    if kind not in _PLAIN:
        raise ValueError(f"there is no action {kind} in AITZ")
    return Deed(kind=_PLAIN[kind])


def _look(step: Mapping[str, Any]) -> Look:
    flat = numbers(step.get("ui_positions") or [])
    boxes = [flat[at : at + 4] for at in range(0, len(flat) - 3, 4)]
    texts = [str(text) for text in step.get("ui_text") or [""] * len(boxes)]
    wide, high = _SIZE
    spots = tuple(
        spot(text, (x * wide, y * high, (x + w) * wide, (y + h) * high))
        for text, (y, x, h, w) in zip(texts, boxes, strict=False)
    )
    return Look(app=str(step.get("subset") or ""), width=wide, height=high, spots=spots)

"""AMEX: one object for each instruction, coordinates in pixels of the device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.agents.strategies.deed import Deed, Kind
from agentprog.agents.strategies.look import Look
from agentprog.learn.trajectories.importing.raw import Raw, Source, numbers, spot, steps_from, stroke, wanted
from agentprog.learn.trajectories.records import Step

_PLAIN: Mapping[str, Kind] = {
    "PRESS_BACK": "press_back",
    "PRESS_HOME": "press_home",
    "PRESS_ENTER": "press_enter",
    "TASK_COMPLETE": "finished",
    "TASK_IMPOSSIBLE": "error",
}


def amex(episode: Mapping[str, Any]) -> tuple[Step, ...]:
    """One episode. Raises ValueError for other data."""
    steps = wanted(episode, "steps", "the episode")
    name = str(wanted(episode, "episode_id", "the episode"))
    app = str(episode.get("app") or (steps[0].get("package_name") if steps else "") or "")
    source = Source(
        name="amex",
        episode=name,
        app=app,
        task=app or name,
        instruction=str(wanted(episode, "instruction", "the episode")),
    )
    return steps_from(source, [_raw(step, app) for step in steps])


def _raw(step: Mapping[str, Any], app: str) -> Raw:
    wide, high = (int(side) for side in step.get("device_dim") or (1080, 2400))
    spots = tuple(
        spot(str(element.get("functionality") or " ".join(element.get("xml_desc") or [])), element["bbox"])
        for element in step.get("elements") or ()
    )
    return Raw(look=Look(app=app, width=wide, height=high, spots=spots), deed=_deed(step, (wide, high)), low="")


def _deed(step: Mapping[str, Any], size: tuple[int, int]) -> Deed:
    kind = str(wanted(step, "action", "a step")).upper()
    if kind in _PLAIN:
        return Deed(kind=_PLAIN[kind])
    if kind == "TYPE":
        return Deed(kind="type", text=str(step.get("type_text") or ""))
    if kind not in ("TAP", "SWIPE"):
        raise ValueError(f"there is no action {kind!r} in AMEX")
    touch = numbers(wanted(step, "touch_coord", "a step"))
    lift = numbers(step.get("lift_coord") or touch) if kind == "SWIPE" else touch
    first, last = ((place[0] / size[0], place[1] / size[1]) for place in (touch, lift))
    return stroke(first, last, size)

"""GUI-Odyssey: one object for each episode, coordinates from 0 to 1000, with annotated states and boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.agents.strategies.deed import Deed, Kind
from agentprog.agents.strategies.look import Look
from agentprog.learn.trajectories.importing.raw import Raw, Source, numbers, spot, steps_from, stroke, wanted
from agentprog.learn.trajectories.records import Box, Step

_GRID = 1000
_PLAIN: Mapping[str, Kind] = {
    "COMPLETE": "finished",
    "IMPOSSIBLE": "error",
    "INCOMPLETE": "error",
    "HOME": "press_home",
    "BACK": "press_back",
    "RECENT": "press_appselect",
    "KEY_HOME": "press_home",
    "KEY_BACK": "press_back",
    "KEY_APPSELECT": "press_appselect",
}


def odyssey(episode: Mapping[str, Any]) -> tuple[Step, ...]:
    """One episode. Raises ValueError for other data."""
    task = wanted(episode, "task_info", "the episode")
    device = episode.get("device_info") or {}
    size = int(device.get("w") or 1080), int(device.get("h") or 2400)
    apps = task.get("app") or [""]
    source = Source(
        name="gui-odyssey",
        episode=str(wanted(episode, "episode_id", "the episode")),
        app=str(apps[0] if isinstance(apps, list) else apps),
        task=str(task.get("meta_task") or task.get("category") or ""),
        instruction=str(wanted(task, "instruction", "the task")),
    )
    return steps_from(source, [_raw(step, size, source.app) for step in wanted(episode, "steps", "the episode")])


def _raw(step: Mapping[str, Any], size: tuple[int, int], app: str) -> Raw:
    box = _box(step.get("sam2_bbox"), size)
    spots = (spot(str(step.get("low_level_instruction") or "element"), box),) if box is not None else ()
    return Raw(
        look=Look(app=app, width=size[0], height=size[1], spots=spots),
        deed=_deed(step, size),
        low=str(step.get("low_level_instruction") or ""),
        state=str(step.get("context") or ""),
        box=box,
    )


def _deed(step: Mapping[str, Any], size: tuple[int, int]) -> Deed:
    kind, info = str(wanted(step, "action", "a step")).upper(), step.get("info")
    if kind == "CLICK" and isinstance(info, str):  # a key
        kind = info.upper()
    if kind in _PLAIN:
        return Deed(kind=_PLAIN[kind])
    if kind in ("TEXT", "TYPE"):
        return Deed(kind="type", text=str(info))
    places = [place / _GRID for place in numbers(info or [])]
    if kind in ("CLICK", "LONG_PRESS") and len(places) >= 2:
        point = (places[0] * size[0], places[1] * size[1])
        return Deed(kind="click" if kind == "CLICK" else "long_press", point=point)
    if kind == "SCROLL" and len(places) == 4:
        return stroke(places[:2], places[2:], size)
    raise ValueError(f"there is no action {kind!r} with {info!r} in GUI-Odyssey")


def _box(corners: Any, size: tuple[int, int]) -> Box | None:
    found = numbers(corners or [])
    if len(found) != 4:
        return None
    left, top, right, bottom = found
    wide, high = size[0] / _GRID, size[1] / _GRID
    return (round(left * wide), round(top * high), round(right * wide), round(bottom * high))

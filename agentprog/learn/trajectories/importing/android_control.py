"""AndroidControl: parallel lists for each episode. `high` gives the goal, `low` the instruction of each step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from agentprog.agents.strategies.deed import Deed, Kind
from agentprog.agents.strategies.look import Look
from agentprog.learn.trajectories.importing.raw import Raw, Source, spot, steps_from, wanted
from agentprog.learn.trajectories.records import Step

Protocol = Literal["high", "low"]
_PLAIN: Mapping[str, Kind] = {"navigate_back": "press_back", "navigate_home": "press_home", "wait": "wait"}
_WIDTH, _HEIGHT = 1080, 2400


def android_control(episode: Mapping[str, Any], protocol: Protocol = "high") -> tuple[Step, ...]:
    """One episode; with `low` each step's own instruction is the task. Raises ValueError for other data."""
    name, goal = str(wanted(episode, "episode_id", "the episode")), str(wanted(episode, "goal", "the episode"))
    lows = [str(text) for text in episode.get("step_instructions") or []]
    app = str(episode.get("app") or "")
    source = Source(name="android-control", episode=name, app=app, task=name, instruction=goal)
    raws = [
        Raw(look=_look(episode, at), deed=_deed(action), low=lows[at] if at < len(lows) else "")
        for at, action in enumerate(wanted(episode, "actions", "the episode"))
    ]
    raws.append(Raw(look=_look(episode, len(raws)), deed=Deed(kind="finished"), low="finish"))
    steps = steps_from(source, raws)
    if protocol == "high":
        return steps
    return tuple(step.model_copy(update={"instruction": step.low or goal}) for step in steps)


def _deed(action: str | Mapping[str, Any]) -> Deed:
    fields = json.loads(action) if isinstance(action, str) else action
    kind = str(wanted(fields, "action_type", "an action"))
    match kind:
        case "click" | "long_press":
            return Deed(kind=kind, point=(float(fields["x"]), float(fields["y"])))
        case "input_text":
            return Deed(kind="type", text=str(fields["text"]))
        case "scroll":
            return Deed(kind="scroll", direction=str(fields["direction"]))
        case "open_app":
            return Deed(kind="open_app", text=str(fields["app_name"]))
    if kind not in _PLAIN:
        raise ValueError(f"there is no action {kind!r} in AndroidControl")
    return Deed(kind=_PLAIN[kind])


def _look(episode: Mapping[str, Any], at: int) -> Look:
    """One screen. `elements` come from its accessibility tree: text, class, bounds, clickable, editable."""
    trees = episode.get("elements") or []
    widths, heights = episode.get("screenshot_widths") or [], episode.get("screenshot_heights") or []
    spots = tuple(
        spot(
            str(node.get("text") or node.get("content_description") or ""),
            node["bounds"],
            active=bool(node.get("clickable") or node.get("editable")),
            editable=bool(node.get("editable")),
        )
        for node in (trees[at] if at < len(trees) else ())
    )
    return Look(
        app=str(episode.get("app") or ""),
        width=int(widths[at]) if at < len(widths) else _WIDTH,
        height=int(heights[at]) if at < len(heights) else _HEIGHT,
        spots=spots,
    )

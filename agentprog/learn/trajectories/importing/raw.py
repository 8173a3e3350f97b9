"""The common form of imported steps, and the assembly of an episode."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agentprog.agents.strategies.deed import Deed
from agentprog.agents.strategies.look import Look, Spot
from agentprog.frozen import frozen
from agentprog.learn.trajectories.making import box_of, candidates_of, order_of, state_after
from agentprog.learn.trajectories.records import Box, DeedRecord, Observation, Step, Verdict
from agentprog.ports import Bounds

_TAP = 0.04
"""A touch that moves less than this share of the screen is a tap (Android in the Wild)."""


@frozen
class Raw:
    """One step of a data set. `state` is the annotated one, if there is one."""

    look: Look
    deed: Deed
    low: str = ""
    state: str = ""
    box: Box | None = None


@frozen
class Source:
    """The origin of an episode. `task` names its kind, used for splits."""

    name: str
    episode: str
    app: str
    task: str
    instruction: str


def steps_from(source: Source, raws: Sequence[Raw]) -> tuple[Step, ...]:
    """The episode's steps. Their verdict is good: people did them."""
    found: list[Step] = []
    history: list[str] = []
    for number, raw in enumerate(raws):
        low = raw.low or order_of(raw.deed, raw.look)
        found.append(
            Step(
                episode=f"{source.name}/{source.episode}",
                number=number,
                source=source.name,
                app=source.app,
                task=source.task,
                instruction=source.instruction,
                low=low,
                observation=Observation.of(raw.look),
                candidates=candidates_of(raw.look),
                history=list(history),
                state=raw.state or state_after(history),
                action=DeedRecord.of(raw.deed),
                box=raw.box or box_of(raw.deed, raw.look),
                verdict=Verdict(by="dataset", score=1.0),
            )
        )
        history.append(low)
    return tuple(found)


def stroke(touch: Sequence[float], lift: Sequence[float], size: tuple[int, int]) -> Deed:
    """A tap, or a scroll by the finger's direction: up shows the content below.

    Coordinates are shares of the screen.
    """
    across, down = lift[0] - touch[0], lift[1] - touch[1]
    if max(abs(across), abs(down)) <= _TAP:
        return Deed(kind="click", point=(touch[0] * size[0], touch[1] * size[1]))
    if abs(down) >= abs(across):
        return Deed(kind="scroll", direction="down" if down < 0 else "up")
    return Deed(kind="scroll", direction="right" if across < 0 else "left")


def numbers(value: Any) -> list[float]:
    """The numbers of a list, or of a list written as text."""
    if isinstance(value, str):
        return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?", value)]
    return [float(number) for number in _flat(value)]


def _flat(value: Any) -> Iterable[Any]:
    for item in value:
        if isinstance(item, list | tuple):
            yield from _flat(item)
        else:
            yield item


def spot(
    name: str, box: Sequence[float], *, role: str = "element", active: bool = True, editable: bool = False
) -> Spot:
    """An element of a data set, with its known properties."""
    left, top, right, bottom = (round(edge) for edge in box)
    bounds = Bounds(left, top, max(right, left + 1), max(bottom, top + 1))
    return Spot(line=f'{role} "{name}"', name=name, bounds=bounds, active=active, editable=editable)


def wanted(data: Mapping[str, Any], name: str, where: str) -> Any:
    """A required field. Raises ValueError."""
    if name not in data:
        raise ValueError(f"{where} has no field {name!r}: it is not of the format that was named")
    return data[name]

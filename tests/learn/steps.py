"""Steps for tests, with invented names, of a phone that saves contacts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentprog.agents.strategies.deed import Deed
from agentprog.agents.strategies.look import Look, Spot
from agentprog.learn.trajectories.making import box_of, candidates_of, state_after
from agentprog.learn.trajectories.records import DeedRecord, Observation, Step
from agentprog.ports import Bounds


def look(*names: str, app: str = "Contacts") -> Look:
    """Buttons one under the other, each 100 pixels high; a name that begins with `field ` is a field."""
    spots = []
    for place, name in enumerate(names, 1):
        field = name.startswith("field ")
        label = name.removeprefix("field ")
        spots.append(
            Spot(
                line=f'field "{label}": empty' if field else f'button "{label}"',
                name=label,
                bounds=Bounds(0, place * 100, 1000, place * 100 + 100),
                active=True,
                editable=field,
            )
        )
    return Look(app=app, width=1000, height=2000, spots=tuple(spots))


def step(number: int = 0, deed: Deed | None = None, *, seen: Look | None = None, **more: Any) -> Step:
    """A step that taps "Save" unless another deed is given."""
    shown = seen or look("Save", "Cancel")
    done = deed or Deed(kind="click", point=(500, 150))
    history: Sequence[str] = more.pop("history", [f"step {n}" for n in range(number)])
    return Step(
        **{
            "episode": "e1",
            "number": number,
            "source": "test",
            "app": shown.app,
            "task": "t1",
            "instruction": "save Ann",
            "low": "tap Save",
            "observation": Observation.of(shown),
            "candidates": candidates_of(shown),
            "history": list(history),
            "state": state_after(history),
            "action": DeedRecord.of(done),
            "box": box_of(done, shown),
            **more,
        }
    )

"""Events of a step's exact lines: the recipe, and the progress in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agentprog.ports import Event


@dataclass(frozen=True, kw_only=True)
class SideExited(Event):
    """An exact line of a step did not find what it expects, and nothing of it was done: the model has the step from
    there. `source` is `exactly` or `recipe`; line 0: all lines were run."""

    step: int
    line: int
    why: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Recalled(Event):
    """A step is to be done by this recipe. `way` is how it is begun from where the phone is, empty where it does not
    begin there."""

    step: int
    node: str
    recipe: dict[str, Any]
    way: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Learned(Event):
    """How a step was done, which was proven: its moves with the step's values left open. `others`: the run did it
    before, and never with these values."""

    step: int
    node: str
    recipe: dict[str, Any]
    others: bool = False


@dataclass(frozen=True, kw_only=True)
class Replayed(Event):
    """A step was done by a recipe: `moves` is how many lines it has (none: a condition, told by its element), `exits`
    how often a model was handed the step, `learned` in which run ("this" or "earlier")."""

    step: int
    node: str
    line: int
    moves: int
    exits: int
    learned: str

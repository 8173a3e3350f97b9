"""Events of a step's exact lines: the recipe and its progress."""

from __future__ import annotations

from typing import Any

from agentprog.frozen import frozen
from agentprog.ports import Event


@frozen
class SideExited(Event):
    """An exact line of a step did not find its element and did nothing; the model continues the step from there.

    `source` is `exactly` or `recipe`; line 0: all lines were run.
    """

    step: int
    line: int
    why: str
    source: str


@frozen
class Recalled(Event):
    """A step will use this recipe.

    `way` is how to reach the recipe's first screen from here, empty if there is no way.
    """

    step: int
    node: str
    recipe: dict[str, Any]
    way: dict[str, Any]


@frozen
class Learned(Event):
    """A proven step was saved as a recipe: its moves, with the step's values left open.

    `others`: an earlier step did the same with other values.
    """

    step: int
    node: str
    recipe: dict[str, Any]
    others: bool = False


@frozen
class Replayed(Event):
    """A step was done by a recipe. `moves` is its number of lines (0 for a condition, read from its element).

    `exits` counts how often a model took over; `learned` names the run that made the recipe ("this" or "earlier").
    """

    step: int
    node: str
    line: int
    moves: int
    exits: int
    learned: str

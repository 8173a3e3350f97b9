"""The running record of one executed statement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from agentprog.lang.table import Row
from agentprog.runtime.safety.budget import Spent


class Tier(StrEnum):
    """The executor of a statement: the machine, model-written code, or a model that looks at the screen."""

    EXACT = "exact"
    COMPUTE = "compute"
    SEMANTIC = "semantic"


@dataclass(slots=True)
class StepRecord:
    """`text` is the statement with known values; `sentence` the statement as written.

    `before` is the run's spending when the step began.
    """

    step: int
    row: Row
    sentence: str
    text: str
    started: float
    before: Spent
    values: tuple[str, ...] = ()
    """Literals of an action statement, including its variables' values."""
    order: str = ""
    """The order in a value of its line, if the line only passes it on."""
    app: str = ""
    """The app that the step opened itself, if its line names none."""
    actions: int = 0
    shifts: int = 0
    """Actions that may have scrolled or narrowed a list."""
    tier: Tier = Tier.EXACT
    status: str = "done"
    detail: str = ""
    witness: str = ""
    """The witness of its effect: a store of the phone, or its screen; empty if no witness was asked."""
    elsewhere: tuple[str, ...] = ()
    """For a step that only reads: names in it that neither its last page nor the way there shows."""
    recovered: int = 0
    """How often the run recovered its screen before reading or judging it."""
    committed: bool = False
    """True if one of its actions saved, sent or deleted something."""
    risky: bool = False
    """True if that was an effect of one of the gate's classes."""

    @property
    def asks(self) -> str:
        """The words that order the statement's effect."""
        return self.order or self.sentence

    def rises_to(self, tier: Tier) -> None:
        """Raise the statement to this tier, if it is more expensive than its present one."""
        order = list(Tier)
        if order.index(tier) > order.index(self.tier):
            self.tier = tier

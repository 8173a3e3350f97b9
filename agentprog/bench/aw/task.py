"""A task and its instances: the goal, the phone's contents before it, and the judgement of the end."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, field
from typing import Any, Literal

from agentprog.bench.aw.checks import Check
from agentprog.bench.aw.holdings import Setup
from agentprog.frozen import frozen

Level = Literal["easy", "medium", "hard"]


@frozen
class Instance:
    """`facts` are the drawn parameters, which an oracle needs besides the goal."""

    goal: str
    setup: Setup
    check: Check
    facts: Mapping[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """The whole instance as plain values, to compare and to store."""
        return {
            "goal": self.goal,
            "setup": asdict(self.setup),
            "check": repr(self.check),
            "facts": {name: repr(value) for name, value in self.facts.items()},
        }


@frozen
class Task:
    """An instance is a pure function of (task name, seed).

    `steps` limits the actions of one episode, like AndroidWorld's ten times the complexity.
    """

    name: str
    about: str
    apps: tuple[str, ...]
    make: Callable[[random.Random], Instance] = field(repr=False)
    level: Level = "hard"
    steps: int = 1000

    def instance(self, seed: int) -> Instance:
        """The instance of a seed."""
        digest = hashlib.sha256(f"{seed}_{self.name}".encode()).digest()
        return self.make(random.Random(int.from_bytes(digest[:4], "big")))

"""The grounder of a strategy, and the roles that it asks models for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from agentprog.agents.strategies.ces import CesGrounder
from agentprog.agents.strategies.coda import CodaGrounder
from agentprog.agents.strategies.swirl import SwirlGrounder
from agentprog.ports import Model
from agentprog.runtime.roles import Grounder

Learned = Literal["ces", "swirl", "coda"]
Role = Literal["coordinator", "executor", "tracker", "navigator", "interactor", "plan"]


def grounder_of(strategy: Learned, model_for: Callable[[Role], Model]) -> Grounder:
    """The grounder, each role with the model that plays it."""
    match strategy:
        case "ces":
            return CesGrounder(model_for("coordinator"), model_for("executor"), model_for("tracker"))
        case "swirl":
            return SwirlGrounder(model_for("navigator"), model_for("interactor"))
        case "coda":
            return CodaGrounder(model_for("plan"), model_for("executor"))

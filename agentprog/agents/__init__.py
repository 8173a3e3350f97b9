"""What asks a model: planning, grounding, judging, reading; renders prompts and understands replies."""

from __future__ import annotations

from typing import Literal

from agentprog.agents.choosing import ChoosingGrounder
from agentprog.agents.coder import ModelCoder
from agentprog.agents.coding import CodingGrounder
from agentprog.agents.extractor import ModelExtractor
from agentprog.agents.locating import ModelLocator, ModelQuerier
from agentprog.agents.navigator import ModelNavigator
from agentprog.agents.planner import ModelPlanner
from agentprog.agents.writing import WritingGrounder
from agentprog.ports import Model
from agentprog.runtime.roles import Grounder, Roles

__all__ = ["make_roles"]


def make_roles(model: Model, *, plan_model: Model | None = None, form: Literal["json", "python"] = "json") -> Roles:
    """Every role, answered by `model`; plans by `plan_model` where one is named.

    A model that can score is asked to choose among the possible moves when it is small; any other writes its move,
    as JSON or, with the form `python`, as a few lines of code.
    """
    return Roles(
        planner=ModelPlanner(plan_model or model),
        grounder=_grounder(model, form),
        navigator=ModelNavigator(model),
        extractor=ModelExtractor(model),
        coder=ModelCoder(model),
        locator=ModelLocator(model),
        querier=ModelQuerier(model),
    )


def _grounder(model: Model, form: Literal["json", "python"]) -> Grounder:
    if form == "python":
        return CodingGrounder(model)
    abilities = model.capabilities
    return ChoosingGrounder(model) if abilities.scoring and abilities.small else WritingGrounder(model)

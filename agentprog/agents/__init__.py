"""What asks a model: planning, grounding, judging, reading; renders prompts and understands replies."""

from __future__ import annotations

from agentprog.agents.choosing import ChoosingGrounder
from agentprog.agents.coder import ModelCoder
from agentprog.agents.extractor import ModelExtractor
from agentprog.agents.navigator import ModelNavigator
from agentprog.agents.planner import ModelPlanner
from agentprog.agents.writing import WritingGrounder
from agentprog.ports import Model
from agentprog.runtime.roles import Roles

__all__ = ["make_roles"]


def make_roles(model: Model, *, plan_model: Model | None = None) -> Roles:
    """Every role, answered by `model`; plans by `plan_model` where one is named.

    A model that can score is asked to choose among the possible moves when it is small; any other writes its move.
    """
    abilities = model.capabilities
    chooses = abilities.scoring and abilities.small
    return Roles(
        planner=ModelPlanner(plan_model or model),
        grounder=ChoosingGrounder(model) if chooses else WritingGrounder(model),
        navigator=ModelNavigator(model),
        extractor=ModelExtractor(model),
        coder=ModelCoder(model),
    )

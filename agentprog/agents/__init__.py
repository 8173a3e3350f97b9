"""Roles answered by models: planning, grounding, judging, reading. Renders prompts and parses replies."""

from __future__ import annotations

from typing import Literal

from agentprog.agents.believer import ModelBeliever
from agentprog.agents.choosing import ChoosingGrounder
from agentprog.agents.coding import CodingGrounder
from agentprog.agents.counting import ChoosingStepper, ModelStepper
from agentprog.agents.extractor import ModelExtractor
from agentprog.agents.locating import ModelLocator, ModelQuerier
from agentprog.agents.navigator import ModelNavigator
from agentprog.agents.planner import ModelAmender, ModelPlanner
from agentprog.agents.recounting import ModelManager, ModelSummariser
from agentprog.agents.seeing import SeeingLocator
from agentprog.agents.thinking import ModelAdviser, ModelCoder, ModelTokens
from agentprog.agents.writing import WritingGrounder
from agentprog.ports import Model
from agentprog.runtime.roles import Grounder, Roles

__all__ = ["make_roles"]


def make_roles(model: Model, *, eyes: Model | None = None, form: Literal["json", "python"] = "json") -> Roles:
    """Every role, answered by `model`. `eyes`, or `model` itself if it sees, finds targets without an element on the
    screen's picture.

    A small model that can score chooses among the possible moves; any other writes its move, as JSON or, with the form
    `python`, as a few lines of code.
    """
    sight = eyes or (model if model.capabilities.vision else None)
    words = ModelLocator(model)
    grounder = _grounder(model, form, sight)
    return Roles(
        planner=ModelPlanner(model),
        amender=ModelAmender(model),
        grounder=grounder,
        tells=lambda: isinstance(grounder, WritingGrounder),
        navigator=ModelNavigator(model),
        extractor=ModelExtractor(model),
        coder=ModelCoder(model),
        adviser=ModelAdviser(model),
        locator=words if sight is None else SeeingLocator(sight, words),
        querier=ModelQuerier(model),
        summariser=ModelSummariser(model),
        manager=ModelManager(model),
        tokens=ModelTokens(model),
        stepper=ChoosingStepper(model) if _chooses(model) else ModelStepper(model),
        believer=None if _chooses(model) else ModelBeliever(model),
    )


def _grounder(model: Model, form: Literal["json", "python"], sight: Model | None) -> Grounder:
    if form == "python":
        return CodingGrounder(model)
    if _chooses(model):
        return ChoosingGrounder(model, eyes=sight)
    return WritingGrounder(model, eyes=sight)


def _chooses(model: Model) -> bool:
    """True if the model chooses among moves that code finds possible, because it is too small to write them."""
    return model.capabilities.scoring and model.capabilities.small

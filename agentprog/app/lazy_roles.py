"""A model that is opened when it is first asked: a program of exact statements needs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agentprog.errors import ModelError
from agentprog.runtime.roles import (
    ComputeContext,
    ConditionContext,
    ExtractContext,
    Move,
    PlanRequest,
    Reading,
    Roles,
    StepContext,
    Verdict,
)

T = TypeVar("T")


class LazyRoles:
    """Every role in one, made by the first question. Raises ModelError when there is no model to ask."""

    def __init__(self, make: Callable[[], Roles]) -> None:
        self._make = make
        self._made: Roles | None = None

    def as_roles(self) -> Roles:
        return Roles(planner=self, grounder=self, navigator=self, extractor=self, coder=self)

    def plan(self, request: PlanRequest) -> str:
        return _there(self._roles.planner, "write a program").plan(request)

    def next_move(self, context: StepContext) -> Move:
        return _there(self._roles.grounder, "choose an action").next_move(context)

    def judge(self, context: ConditionContext) -> Verdict:
        return _there(self._roles.navigator, "judge a condition").judge(context)

    def read(self, context: ExtractContext) -> Reading:
        return _there(self._roles.extractor, "read the screen").read(context)

    def write(self, context: ComputeContext) -> str:
        return _there(self._roles.coder, "compute a value").write(context)

    @property
    def _roles(self) -> Roles:
        if self._made is None:
            self._made = self._make()
        return self._made


def _there(role: T | None, task: str) -> T:
    if role is None:
        raise ModelError(f"the model of this run cannot {task}")
    return role

"""Opens models at their first question: a program of exact statements needs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from agentprog.errors import ModelError
from agentprog.ports import Element
from agentprog.runtime import roles

T = TypeVar("T")

Part = Literal["plan", "act", "judge", "believe"]
"""Roles that may have their own model: writing programs, working on the phone, judging conditions, and explaining an
unexpected screen.
"""


class LazyRoles:
    """All roles in one; the first question to a role opens its model. Raises ModelError if there is no model to ask."""

    def __init__(self, make: Callable[[Part], roles.Roles]) -> None:
        self._make = make
        self._made: dict[Part, roles.Roles] = {}

    def as_roles(self) -> roles.Roles:
        return roles.Roles(
            planner=self,
            amender=self,
            grounder=self,
            navigator=self,
            extractor=self,
            coder=self,
            adviser=self,
            locator=self,
            querier=self,
            summariser=self,
            manager=self,
            tokens=self,
            stepper=self,
            believer=self,
            tells=lambda: self._roles("act").tells(),
        )

    def plan(self, request: roles.PlanRequest) -> str:
        return _there(self._roles("plan").planner, "write a program").plan(request)

    def amend(self, request: roles.AmendRequest) -> str:
        return _there(self._roles("plan").amender, "amend a program").amend(request)

    def next_move(self, context: roles.StepContext) -> roles.Move:
        return _there(self._roles("act").grounder, "choose an action").next_move(context)

    def judge(self, context: roles.ConditionContext) -> roles.Verdict:
        return _there(self._roles("judge").navigator, "judge a condition").judge(context)

    def read(self, context: roles.ExtractContext) -> roles.Reading:
        return _there(self._roles("act").extractor, "read the screen").read(context)

    def write(self, context: roles.ComputeContext) -> str:
        return _there(self._roles("act").coder, "compute a value").write(context)

    def advise(self, context: roles.AdviceContext) -> Any:
        return _there(self._roles("act").adviser, "answer a question").advise(context)

    def locate(self, context: roles.LocateContext) -> Element | None:
        return _there(self._roles("act").locator, "find a thing on the screen").locate(context)

    def query(self, context: roles.QueryContext) -> Any:
        return _there(self._roles("act").querier, "answer a question of code").query(context)

    def next_operation(self, context: roles.OperationContext) -> roles.Decision:
        return _there(self._roles("act").stepper, "move the program counter").next_operation(context)

    def revise(self, context: roles.BeliefContext) -> roles.Revision:
        """The belief changes of the model; none for a model that is too small for this question."""
        believer = self._roles("believe").believer
        return believer.revise(context) if believer is not None else roles.Revision()

    def summarise(self, context: roles.SummaryContext) -> str:
        return _there(self._roles("act").summariser, "sum up a move").summarise(context)

    def manage(self, context: roles.ManageContext) -> roles.Agenda:
        return _there(self._roles("act").manager, "keep a plan up").manage(context)

    @property
    def tokenizer(self) -> str:
        return self._tokens.tokenizer

    @property
    def context(self) -> int:
        return self._tokens.context

    def count_tokens(self, text: str) -> int:
        return self._tokens.count_tokens(text)

    @property
    def _tokens(self) -> roles.TokenCounter:
        return _there(self._roles("act").tokens, "count tokens")

    def _roles(self, part: Part) -> roles.Roles:
        if part not in self._made:
            self._made[part] = self._make(part)
        return self._made[part]


def _there(role: T | None, task: str) -> T:
    if role is None:
        raise ModelError(f"the model of this run cannot {task}")
    return role

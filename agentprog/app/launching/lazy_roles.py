"""Models that are opened when they are first asked: a program of exact statements needs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from agentprog.errors import ModelError
from agentprog.ports import Element
from agentprog.runtime.roles import (
    AdviceContext,
    Agenda,
    AmendRequest,
    BeliefContext,
    ComputeContext,
    ConditionContext,
    Decision,
    ExtractContext,
    LocateContext,
    ManageContext,
    Move,
    OperationContext,
    PlanRequest,
    QueryContext,
    Reading,
    Revision,
    Roles,
    StepContext,
    SummaryContext,
    TokenCounter,
    Verdict,
)

T = TypeVar("T")

Part = Literal["plan", "act", "judge", "believe"]
"""Roles that may have their own model: writing programs, working on the phone, judging conditions, and explaining an
unexpected screen.
"""


class LazyRoles:
    """Every role in one, each made by its first question. Raises ModelError when there is no model to ask."""

    def __init__(self, make: Callable[[Part], Roles]) -> None:
        self._make = make
        self._made: dict[Part, Roles] = {}

    def as_roles(self) -> Roles:
        return Roles(
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

    def plan(self, request: PlanRequest) -> str:
        return _there(self._roles("plan").planner, "write a program").plan(request)

    def amend(self, request: AmendRequest) -> str:
        return _there(self._roles("plan").amender, "amend a program").amend(request)

    def next_move(self, context: StepContext) -> Move:
        return _there(self._roles("act").grounder, "choose an action").next_move(context)

    def judge(self, context: ConditionContext) -> Verdict:
        return _there(self._roles("judge").navigator, "judge a condition").judge(context)

    def read(self, context: ExtractContext) -> Reading:
        return _there(self._roles("act").extractor, "read the screen").read(context)

    def write(self, context: ComputeContext) -> str:
        return _there(self._roles("act").coder, "compute a value").write(context)

    def advise(self, context: AdviceContext) -> Any:
        return _there(self._roles("act").adviser, "answer a question").advise(context)

    def locate(self, context: LocateContext) -> Element | None:
        return _there(self._roles("act").locator, "find a thing on the screen").locate(context)

    def query(self, context: QueryContext) -> Any:
        return _there(self._roles("act").querier, "answer a question of code").query(context)

    def next_operation(self, context: OperationContext) -> Decision:
        return _there(self._roles("act").stepper, "move the program counter").next_operation(context)

    def revise(self, context: BeliefContext) -> Revision:
        """A model too small to be asked what it believes changes nothing."""
        believer = self._roles("believe").believer
        return believer.revise(context) if believer is not None else Revision()

    def summarise(self, context: SummaryContext) -> str:
        return _there(self._roles("act").summariser, "sum up a move").summarise(context)

    def manage(self, context: ManageContext) -> Agenda:
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
    def _tokens(self) -> TokenCounter:
        return _there(self._roles("act").tokens, "count tokens")

    def _roles(self, part: Part) -> Roles:
        if part not in self._made:
            self._made[part] = self._make(part)
        return self._made[part]


def _there(role: T | None, task: str) -> T:
    if role is None:
        raise ModelError(f"the model of this run cannot {task}")
    return role

"""Where the phone is, as prompts say it: whose screen this is, and which app the step is in where that is another."""

from __future__ import annotations

from typing import TypedDict

from agentprog.runtime.roles import (
    BeliefContext,
    ConditionContext,
    ExtractContext,
    ManageContext,
    StepContext,
    SummaryContext,
)

_Placed = StepContext | ConditionContext | ExtractContext | BeliefContext | ManageContext | SummaryContext


class Whereabouts(TypedDict):
    """`app` is the app in front; `scope` that of the step where another one is in front, else empty."""

    app: str
    scope: str


def whereabouts(context: _Placed) -> Whereabouts:
    """Of one context. Where nobody told which app is in front, the step's own stands for it."""
    screen = context.after if isinstance(context, SummaryContext) else context.screen
    scope = context.app or ""
    return Whereabouts(app=context.front or scope or screen.package, scope=scope if context.aside else "")

"""The machine's questions, as Protocols. `agents` answers them with models, tests with scripts.

A context holds everything that an answer may use, already selected and cut to size by the runtime. Roles keep no state
between calls; the context contains anything they should remember.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agentprog.runtime.roles.acting import (
    Act,
    Attempt,
    Background,
    BeliefChange,
    Code,
    Decision,
    Glance,
    Goal,
    Grounder,
    Move,
    Next,
    OperationContext,
    Seen,
    StepContext,
    StepDone,
    Stepper,
    StepStuck,
    Successor,
    Tried,
)
from agentprog.runtime.roles.planning import Amender, AmendRequest, Planner, PlanRequest
from agentprog.runtime.roles.seeing import (
    BeliefContext,
    Believer,
    ConditionContext,
    ExtractContext,
    Extractor,
    LocateContext,
    Locator,
    Navigator,
    Reading,
    Revision,
    Verdict,
)
from agentprog.runtime.roles.thinking import (
    AdviceContext,
    Adviser,
    Agenda,
    Coder,
    ComputeContext,
    ManageContext,
    Manager,
    Querier,
    QueryContext,
    Summariser,
    SummaryContext,
    TokenCounter,
)

__all__ = [
    "Act",
    "AdviceContext",
    "Adviser",
    "Agenda",
    "AmendRequest",
    "Amender",
    "Attempt",
    "Background",
    "BeliefChange",
    "BeliefContext",
    "Believer",
    "Code",
    "Coder",
    "ComputeContext",
    "ConditionContext",
    "Counter",
    "Decision",
    "ExtractContext",
    "Extractor",
    "Glance",
    "Goal",
    "Grounder",
    "LocateContext",
    "Locator",
    "ManageContext",
    "Manager",
    "Move",
    "Navigator",
    "Next",
    "OperationContext",
    "PlanRequest",
    "Planner",
    "Querier",
    "QueryContext",
    "Reading",
    "Revision",
    "Roles",
    "Seen",
    "StepContext",
    "StepDone",
    "StepStuck",
    "Successor",
    "Summariser",
    "SummaryContext",
    "TokenCounter",
    "Tried",
    "Verdict",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Roles:
    """Everything the machine may ask. A role is None where the run has no model for it: asking then is a ModelError."""

    planner: Planner | None = None
    grounder: Grounder | None = None
    navigator: Navigator | None = None
    extractor: Extractor | None = None
    coder: Coder | None = None
    adviser: Adviser | None = None
    stepper: Stepper | None = None
    believer: Believer | None = None
    locator: Locator | None = None
    querier: Querier | None = None
    amender: Amender | None = None
    summariser: Summariser | None = None
    manager: Manager | None = None
    tells: Callable[[], bool] = lambda: False
    """Whether the grounder tells the value that a step reads with the end of that step."""
    tokens: TokenCounter | None = None
    """Counts the tokens of prompts; None: an estimate."""

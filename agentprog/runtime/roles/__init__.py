"""The machine's questions, as Protocols. `agents` answers them with models, tests with scripts.

A context holds all information that an answer may use, already selected and cut to size by the runtime. Roles keep no
state between calls; the context contains anything they should remember.
"""

from __future__ import annotations

from collections.abc import Callable

from agentprog.frozen import frozen
from agentprog.runtime.roles.acting import Act as Act
from agentprog.runtime.roles.acting import Attempt as Attempt
from agentprog.runtime.roles.acting import Background as Background
from agentprog.runtime.roles.acting import BeliefChange as BeliefChange
from agentprog.runtime.roles.acting import Code as Code
from agentprog.runtime.roles.acting import Decision as Decision
from agentprog.runtime.roles.acting import Glance as Glance
from agentprog.runtime.roles.acting import Goal as Goal
from agentprog.runtime.roles.acting import Grounder as Grounder
from agentprog.runtime.roles.acting import Move as Move
from agentprog.runtime.roles.acting import Next as Next
from agentprog.runtime.roles.acting import OperationContext as OperationContext
from agentprog.runtime.roles.acting import Seen as Seen
from agentprog.runtime.roles.acting import StepContext as StepContext
from agentprog.runtime.roles.acting import StepDone as StepDone
from agentprog.runtime.roles.acting import Stepper
from agentprog.runtime.roles.acting import StepStuck as StepStuck
from agentprog.runtime.roles.acting import Successor as Successor
from agentprog.runtime.roles.acting import Tried as Tried
from agentprog.runtime.roles.planning import Amender as Amender
from agentprog.runtime.roles.planning import AmendRequest as AmendRequest
from agentprog.runtime.roles.planning import Planner as Planner
from agentprog.runtime.roles.planning import PlanRequest as PlanRequest
from agentprog.runtime.roles.seeing import BeliefContext as BeliefContext
from agentprog.runtime.roles.seeing import Believer as Believer
from agentprog.runtime.roles.seeing import ConditionContext as ConditionContext
from agentprog.runtime.roles.seeing import ExtractContext as ExtractContext
from agentprog.runtime.roles.seeing import Extractor as Extractor
from agentprog.runtime.roles.seeing import LocateContext as LocateContext
from agentprog.runtime.roles.seeing import Locator as Locator
from agentprog.runtime.roles.seeing import Navigator as Navigator
from agentprog.runtime.roles.seeing import Reading as Reading
from agentprog.runtime.roles.seeing import Revision as Revision
from agentprog.runtime.roles.seeing import Verdict as Verdict
from agentprog.runtime.roles.thinking import AdviceContext as AdviceContext
from agentprog.runtime.roles.thinking import Adviser as Adviser
from agentprog.runtime.roles.thinking import Agenda as Agenda
from agentprog.runtime.roles.thinking import Coder as Coder
from agentprog.runtime.roles.thinking import ComputeContext as ComputeContext
from agentprog.runtime.roles.thinking import ManageContext as ManageContext
from agentprog.runtime.roles.thinking import Manager as Manager
from agentprog.runtime.roles.thinking import Querier as Querier
from agentprog.runtime.roles.thinking import QueryContext as QueryContext
from agentprog.runtime.roles.thinking import Summariser as Summariser
from agentprog.runtime.roles.thinking import SummaryContext as SummaryContext
from agentprog.runtime.roles.thinking import TokenCounter as TokenCounter


@frozen
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
    """True if the grounder returns the value that a step reads together with the end of that step."""
    tokens: TokenCounter | None = None
    """Counts the tokens of prompts; None: an estimate."""

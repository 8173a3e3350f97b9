"""What a machine works with: the session, the phone, the roles and the run's lasting notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agentprog.runtime.compute.codestore import CodeStore
from agentprog.runtime.compute.sandbox import Sandbox
from agentprog.runtime.compute.workspace import Workspace
from agentprog.runtime.grounding.handset import Handset
from agentprog.runtime.journal.ledger import Ledger
from agentprog.runtime.listing import Listing
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import BeliefState
from agentprog.runtime.state.memory import Memory


@dataclass(kw_only=True, slots=True)
class Kit:
    """Made by `run_program`, one a run."""

    session: Session
    options: RunOptions
    roles: Roles
    handset: Handset
    interaction: Interaction
    beliefs: BeliefState
    ledger: Ledger
    memory: Memory
    workspace: Workspace
    sandbox: Sandbox
    codes: CodeStore
    listing: Listing

    def now(self) -> datetime:
        """The phone's time where a phone was seen, else this computer's: the only "today"."""
        return self.handset.time or self.session.clock.now()

"""What a machine works with: the session, the phone, the roles and the run's lasting notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agentprog.runtime.belief import BeliefState
from agentprog.runtime.codestore import CodeStore
from agentprog.runtime.handset import Handset
from agentprog.runtime.interaction import Interaction
from agentprog.runtime.ledger import Ledger
from agentprog.runtime.listing import Listing
from agentprog.runtime.memory import Memory
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Roles
from agentprog.runtime.sandbox import Sandbox
from agentprog.runtime.session import Session
from agentprog.runtime.workspace import Workspace


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

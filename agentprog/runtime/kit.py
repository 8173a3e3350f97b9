"""The parts that the statements of a run work with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agentprog.recipes.book import Book
from agentprog.runtime.compute.codestore import CodeStore
from agentprog.runtime.compute.sandbox import Sandbox
from agentprog.runtime.compute.workspace import Workspace
from agentprog.runtime.course import Course
from agentprog.runtime.handset.dispatch import Handset
from agentprog.runtime.journal.ledger import Ledger
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.permits import Permits
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import BeliefState
from agentprog.runtime.state.memory import Memory


@dataclass(kw_only=True, slots=True)
class Notes:
    """A run's record of its own actions and observations."""

    beliefs: BeliefState
    ledger: Ledger
    memory: Memory
    recipes: Book


@dataclass(kw_only=True, slots=True)
class Tools:
    """The sandbox and the files of a run."""

    workspace: Workspace
    sandbox: Sandbox
    codes: CodeStore


@dataclass(kw_only=True, slots=True)
class Kit:
    """The parts of one run, made by `run_program`: position, senses, roles, records."""

    course: Course
    phone: Handset
    roles: Roles
    person: Interaction
    session: Session
    options: RunOptions
    notes: Notes
    tools: Tools
    permits: Permits

    def now(self) -> datetime:
        """The phone's time if a phone was seen, else this computer's: the only source of "today"."""
        return self.phone.eyes.time or self.session.clock.now()

"""Who decides what a prompt says of the run so far: one interface for ours and for the paper's baselines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from agentprog.ports import Screen, describe
from agentprog.runtime.context.sections import Section
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import Attempt, Glance

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """What is told of the run before the next move. `moves`: the moves of the step itself are not among it."""

    sections: tuple[Section, ...]
    glances: tuple[Glance, ...] = ()
    moves: bool = True


class ContextManager(Protocol):
    """Of one machine. Hears of every step and move, and says what the next prompt is told of them.

    What it asks a model goes through `Machine.resolve`, so that a resumed run has it from its journal.
    """

    @property
    def name(self) -> str: ...

    def begin(self, record: StepRecord, goal: str) -> None:
        """A step in plain words begins."""
        ...

    def acted(self, record: StepRecord, goal: str, attempt: Attempt, before: Screen | None) -> None:
        """A move of the step was made. `before` is the screen that it was decided on, None in a replay."""
        ...

    def ended(self, record: StepRecord) -> None:
        """A statement has ended."""
        ...

    def past(self, record: StepRecord) -> Past: ...


def said(attempt: Attempt) -> str:
    """A move in a line, with what was wrong with it if anything was."""
    if not attempt.ok:
        return f"{describe(attempt.action)} (failed{': ' + attempt.detail if attempt.detail else ''})"
    return describe(attempt.action) + ("" if attempt.changed else " (nothing changed)")


def commanded(machine: Machine, record: StepRecord) -> str:
    """An exact command on the phone in a line; empty for statements that did nothing there, or step by step."""
    if not record.actions or record.tier is not Tier.EXACT:
        return ""
    return f"{machine.kit.listing.statement(record.row)} -> {record.status}"

"""Describes the past of a run for prompts: one interface for our way and for the paper's baselines."""

from __future__ import annotations

from typing import Protocol

from agentprog.frozen import frozen
from agentprog.ports import Screen, describe
from agentprog.runtime.context.sections import Section
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import Agenda, Attempt, Glance, ManageContext, SummaryContext


@frozen
class Past:
    """The description of the run before the next move. `moves`: it leaves out the moves of the step itself."""

    sections: tuple[Section, ...]
    glances: tuple[Glance, ...] = ()
    moves: bool = True


@frozen
class Aim:
    """The goal of a step in plain words, in this app."""

    record: StepRecord
    goal: str
    app: str | None


class Asking(Protocol):
    """Builds the contexts of the manager's own questions to a model."""

    def summary(self, aim: Aim, move: str, before: Screen | None) -> SummaryContext: ...

    def agenda(self, aim: Aim, agenda: Agenda, moves: tuple[str, ...]) -> ManageContext: ...


class ContextManager(Protocol):
    """One run's description of its past. It receives every step and move.

    It asks models through `Session.resolve`, so that a resumed run takes the answers from its journal.
    """

    @property
    def name(self) -> str: ...

    def begin(self, aim: Aim) -> None:
        """A step in plain words begins."""
        ...

    def acted(self, aim: Aim, attempt: Attempt, before: Screen | None) -> None:
        """A move of the step was made. `before` is the screen of the decision, None in a replay."""
        ...

    def ended(self, record: StepRecord) -> None:
        """A statement has ended."""
        ...

    def past(self, record: StepRecord) -> Past: ...


def said(attempt: Attempt) -> str:
    """A move in one line, with its error if it had one."""
    if not attempt.ok:
        return f"{describe(attempt.action)} (failed{': ' + attempt.detail if attempt.detail else ''})"
    return describe(attempt.action) + ("" if attempt.changed else " (nothing changed)")


def commanded(kit: Kit, record: StepRecord) -> str:
    """An exact command on the phone in one line. Empty for a statement that did nothing on the phone, or that ran step
    by step.
    """
    if not record.actions or record.tier is not Tier.EXACT:
        return ""
    return f"{kit.course.listing.statement(record.row)} -> {record.status}"

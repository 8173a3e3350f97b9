"""Finds and reads the value of a line: by a trusted recipe, else by a model, whose actions become a recipe."""

from __future__ import annotations

from typing import Protocol

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.counter import keep
from agentprog.runtime.grounding.loop import start, until_done
from agentprog.runtime.grounding.pursuit import Arrived, Pursuit
from agentprog.runtime.grounding.reported import ReportedValue
from agentprog.runtime.recalling.doing import Work, by_model, by_recipe, choose, missed, take_in, work_of
from agentprog.runtime.record import Tier
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.values import as_text
from agentprog.runtime.step import Step


def seek(
    step: Step, *, goal: str, literals: tuple[str, ...], receiver: ReportedValue | None, arrived: Arrived
) -> Known | None:
    """The value, from a recipe's line or from the model. None means that neither found it; this is no failure here."""
    pursuit = Pursuit(goal=goal, literals=literals, arrived=arrived, receiver=receiver)
    work = work_of(step, step.node(ast.Extract), pursuit)
    before = start(step, pursuit)
    choose(work)
    if work.recipe is None and receiver is None:
        return None
    step.record.rises_to(Tier.SEMANTIC)
    known = _read(work, receiver, before)
    if known is not None:
        work.ended = step.screen() if step.replay is None else None
        take_in(work, as_text(known.value), proven=True, sought=True)
    return known


class Looking(Protocol):
    """Reads a list on a page. `way` are the labels that lead to the list, by the last reading without it."""

    wanted: str
    remarks: list[str]
    way: tuple[str, ...]

    def found(self, *, leads: bool = False) -> StepDone | None:
        """The end of the search, if this page shows the list. `leads`: if not, the reading may name the way."""
        ...


def go(step: Step, looking: Looking, *, literals: tuple[str, ...], away: bool, rows_known: bool) -> None:
    """Go to the page of a list: by a trusted recipe that begins here, else by the model unless the list is found at
    once. `away`: the list is not on this page. `rows_known`: its rows are known on this page, so no way is needed. Not
    finding the list is no failure here."""
    found: list[StepDone] = []
    moves = step.roles.grounder is not None

    def look(*, leads: bool = False) -> StepDone | None:
        found[:] = filter(None, [looking.found(leads=leads)])
        return found[0] if found else None

    pursuit = Pursuit(goal=looking.wanted, literals=literals, arrived=look, remarks=looking.remarks, reads=True)
    work = work_of(step, step.node(ast.Extract), pursuit)
    if not rows_known:
        choose(work, at_once=True)
    if work.recipe is None and not away:
        if look(leads=moves) is not None:
            return
        pursuit.way = looking.way
    if work.recipe is None and not moves:
        return
    before = start(step, pursuit)
    step.record.rises_to(Tier.SEMANTIC)
    try:
        work.done = by_recipe(work, before) if work.recipe is not None else by_model(work)
        if work.recipe is not None and not found and look() is None:
            missed(work)
            until_done(step, pursuit)
            return
    except RunError:
        missed(work)
        return
    finally:
        if work.lines is not None:
            work.lines.leave()
    work.ended = step.screen() if step.replay is None else None
    moved = step.replay is not None or bool(pursuit.made)
    take_in(work, "", proven=bool(found) and moved, sought=True)
    if found and step.replay is None:
        keep(step, work.done, pursuit.offered, receiver=None)


def _read(work: Work, receiver: ReportedValue | None, before: frozenset[str]) -> Known | None:
    step = work.step
    try:
        work.done = by_recipe(work, before) if work.recipe is not None else by_model(work)
    except RunError:
        missed(work)
        return None
    finally:
        if work.lines is not None:
            work.lines.leave()
    if work.read:
        return step.lookup(step.node(ast.Extract).capture)
    if receiver is None:
        return None
    receiver.hear(step, work.done)
    if receiver.known is not None and step.replay is None:
        keep(step, work.done, work.pursuit.offered, receiver=receiver)
    return receiver.known

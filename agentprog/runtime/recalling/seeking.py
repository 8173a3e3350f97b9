"""Finds and reads the value of a line: by a trusted recipe, else by a model, whose actions become a recipe."""

from __future__ import annotations

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.grounding.counter import keep
from agentprog.runtime.grounding.loop import start
from agentprog.runtime.grounding.pursuit import Arrived, Pursuit
from agentprog.runtime.grounding.reported import Told
from agentprog.runtime.recalling.doing import Work, by_model, by_recipe, choose, missed, take_in, work_of
from agentprog.runtime.record import Tier
from agentprog.runtime.state.values import as_text
from agentprog.runtime.step import Step


def seek(step: Step, *, goal: str, literals: tuple[str, ...], told: Told | None, arrived: Arrived) -> Known | None:
    """The value, from a recipe's line or from the model. None means that neither found it; this is no failure here."""
    pursuit = Pursuit(goal=goal, literals=literals, arrived=arrived, told=told)
    work = work_of(step, step.node(ast.Extract), pursuit)
    before = start(step, pursuit)
    if before is None:
        return None
    choose(work)
    if work.recipe is None and told is None:
        return None
    step.record.rises_to(Tier.SEMANTIC)
    known = _read(work, told, before)
    if known is not None:
        work.ended = step.screen() if step.replay is None else None
        take_in(work, as_text(known.value), proven=True, sought=True)
    return known


def _read(work: Work, told: Told | None, before: frozenset[str]) -> Known | None:
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
    if told is None:
        return None
    told.hear(step, work.done)
    if told.known is not None and step.replay is None:
        keep(step, work.done, work.pursuit.offered, told=told)
    return told.known

"""Waits at a statement, for a time or for a condition. The journal records every question asked while waiting."""

from __future__ import annotations

from agentprog.lang import ast
from agentprog.ports.watching import Patience, watch
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap

_PAUSE = 0.5
_NAP = 0.25


def patiently(step: Step, condition: ast.Expr, seconds: float) -> bool:
    """Check a condition until it holds or the time is over. A condition that the screen cannot decide is asked once."""
    session, patience = step.session, Patience(step.session.clock, seconds)
    patient = step.phone.connection.there and not step.options.dry_run and watches(condition)

    def again() -> bool:
        replay = session.replaying
        if not patient or replay is not None:
            return patient and replay is not None and isinstance(replay.peek(), Resolved)
        return nap(step, patience, _PAUSE)

    return watch(lambda: step.holds(condition), again)


def watches(condition: ast.Expr) -> bool:
    """True if waiting may change the condition's value."""
    if isinstance(condition, ast.OnScreen | ast.Semantic):
        return True
    if isinstance(condition, ast.Not):
        return watches(condition.operand)
    return isinstance(condition, ast.Logic) and any(watches(operand) for operand in condition.operands)


def sleep(step: Step, seconds: float) -> bool:
    """Sleep in short naps, so that a cancel takes effect soon; a dry run does not sleep."""
    patience = Patience(step.session.clock, 0.0 if step.options.dry_run else seconds)
    while nap(step, patience, _NAP):
        pass
    return True

"""Reconciles phone and belief after an unexpected screen, before the step continues."""

from __future__ import annotations

from dataclasses import replace

from agentprog.runtime.grounding.believing import MOST_ASKED, REWIND, consult
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.recovery import DISMISS, Recovered, align
from agentprog.runtime.journal.events import Recovering, StepFinished
from agentprog.runtime.journal.rewind import Rewind
from agentprog.runtime.state.belief import lost
from agentprog.runtime.step import Step


def aligned(step: Step, pursuit: Pursuit) -> bool:
    """Reconcile phone and belief: by a routine of code, else by a model's answer. True if an action was made, which
    changes the screen.
    """
    if pursuit.arrived is not None:
        return False
    recovered = align(step, pursuit.last, pursuit.recovered)
    live = step.replay is None and step.options.belief and not step.options.dry_run
    if recovered is None and live and pursuit.consulted < MOST_ASKED:
        advice = consult(step, pursuit.goal, pursuit.last)
        pursuit.consulted += advice is not None
        if isinstance(advice, str) and advice:
            pursuit.remarks.append(advice)
        recovered = advice if isinstance(advice, Recovered) else None
    if recovered is None:
        return False
    _disturbed(pursuit, recovered)
    if recovered.loses:
        _fill_again(step)
    return True


def _fill_again(step: Step) -> None:
    """Raise Rewind if entries of earlier steps are lost and those steps can safely run again."""
    following = step.following()
    if step.replay is not None:
        if not isinstance(following, StepFinished) or following.operation != REWIND:
            return
    elif not any(lost(belief) and belief.step < step.record.step for belief in step.notes.beliefs):
        return
    entry = step.course.trail.back_from(step.row, frame=step.course.frame.id, screen="")
    if entry is not None:
        raise going_back(step, entry, "what earlier steps entered is lost")


def going_back(step: Step, entry: int, reason: str) -> Rewind:
    """Record and return the exception that goes back to this row of the table."""
    step.end("rewound", reason)
    if step.replay is None:
        routine = f"go back to line {step.course.table[entry].line}"
        step.session.emit(Recovering(at=0.0, step=step.record.step, gap=reason, routine=routine))
    return Rewind(entry, reason)


def _disturbed(pursuit: Pursuit, recovered: Recovered) -> None:
    """Drop beliefs about the last action: its effect may have disappeared with its screen."""
    pursuit.recovered += 1
    pursuit.window.clear()
    if recovered.redone is not None:
        if pursuit.attempts:
            pursuit.attempts[-1] = recovered.redone.attempt
        if pursuit.last is not None:
            pursuit.last = replace(pursuit.last, done=recovered.redone)
        return
    pursuit.last = None
    pursuit.remarks.append(recovered.remark)
    if pursuit.attempts and (recovered.loses or recovered.routine == DISMISS):
        lost = "a disturbance came just then: it is unknown whether this was done"
        pursuit.attempts[-1] = replace(pursuit.attempts[-1], ok=False, detail=lost)

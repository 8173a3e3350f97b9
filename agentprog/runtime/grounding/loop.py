"""The loop of a step in plain words: look, decide on a move, make it, look again, until the step is done or stuck."""

from __future__ import annotations

from agentprog.errors import OutOfBudget, RunError
from agentprog.ports import OpenApp
from agentprog.runtime.grounding.aligning import aligned
from agentprog.runtime.grounding.concluding import conclude, remember
from agentprog.runtime.grounding.counter import keep
from agentprog.runtime.grounding.deciding import decide, moved_on
from agentprog.runtime.grounding.doing import act, run_code
from agentprog.runtime.grounding.halting import halted
from agentprog.runtime.grounding.proving import begin
from agentprog.runtime.grounding.pursuit import Arrived, Pursuit
from agentprog.runtime.grounding.reported import ReportedValue
from agentprog.runtime.grounding.scope import face_app
from agentprog.runtime.grounding.stalling import stuck
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import Tier
from agentprog.runtime.roles import Act, Attempt, Code, Move, StepDone, StepStuck
from agentprog.runtime.step import Step

_MOST_LOOKS = 12


def ground(
    step: Step,
    *,
    goal: str,
    literals: tuple[str, ...],
    arrived: Arrived | None = None,
    remarks: list[str] | None = None,
    receiver: ReportedValue | None = None,
    way: tuple[str, ...] = (),
    reads: bool = False,
) -> Operation:
    """Reach a goal on the phone; returns the operation that moves the counter.

    With `arrived` the goal is only to find something: `arrived` checks every new screen and ends the step, and not
    finding it is no failure. `remarks` are its comments on the screen before the next move. `receiver` takes the value
    that a step reads. `way` are the labels of the elements to tap first. `reads`: `arrived` reads the value of the
    step.
    """
    step.record.rises_to(Tier.SEMANTIC)
    step.need(step.roles.grounder, "is a step in plain words")
    pursuit = Pursuit(goal=goal, literals=literals, arrived=arrived, receiver=receiver, way=way, reads=reads)
    if remarks is not None:
        pursuit.remarks = remarks
    before = start(step, pursuit)
    try:
        done = until_done(step, pursuit) or StepDone(reason="nothing hands it back")
    except RunError:
        if arrived is not None:
            return Operation.CONTINUE
        raise
    if receiver is not None:
        receiver.hear(step, done)
    if arrived is None:
        finish(step, pursuit, done, before)
    elif reads and step.replay is None:
        keep(step, done, pursuit.offered, receiver=None)
    return Operation(done.operation)


def start(step: Step, pursuit: Pursuit) -> frozenset[str]:
    """Enter the app. Returns the literals that can be read before any action."""
    _enter(step, pursuit)
    pursuit.resumed = step.replay is not None
    pursuit.views.recall(step.phone.eyes.pages)
    before = step.resolve("before", lambda: sorted(pursuit.look(step.screen(), step.record.shifts)))
    begin(step, pursuit)
    step.contexts.begin(step.record, pursuit.goal, app=step.app())
    return frozenset(before)


def finish(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> None:
    """Judge the finished step, and remember it."""
    conclude(step, pursuit, done, before)
    step.course.trail.grounded(step.row, pursuit.done, frame=step.course.frame.id)
    step.notes.beliefs.settle()
    if step.replay is None:
        keep(step, done, pursuit.offered, receiver=pursuit.receiver)


def _enter(step: Step, pursuit: Pursuit) -> None:
    """Bring the step's app to the front. If that took an action, it is the step's first attempt; if the app was in
    front already, the step continues on its current page.
    """
    actions = step.session.meter.spent.actions
    face_app(step)
    if step.session.meter.spent.actions > actions:
        opened = OpenApp(name=step.app() or "")
        pursuit.attempts.append(Attempt(action=opened, ok=True, detail="", changed=True))


def until_done(step: Step, pursuit: Pursuit) -> StepDone | None:
    """Move by move until the step is done. None if the exact lines that handed it to the model resume."""
    try:
        return _moves(step, pursuit)
    except RunError as exc:
        remember(step, pursuit, exc.message, worked=False)
        raise


def _moves(step: Step, pursuit: Pursuit) -> StepDone | None:
    holds = step.session.meter.limits.holds
    while True:
        if pursuit.arrived is not None and len(pursuit.attempts) >= _MOST_LOOKS:
            raise RunError(f"line {step.line}: not found after {_MOST_LOOKS} actions: {pursuit.goal}")
        if len(pursuit.attempts) >= holds:
            raise OutOfBudget(f"line {step.line} is not finished after {holds} actions: {pursuit.goal}")
        if pursuit.attempts and halted(step, pursuit):
            pursuit.ahead.clear()
        if aligned(step, pursuit):
            pursuit.ahead.clear()
            continue
        move = decide(step, pursuit)
        if isinstance(move, Act | Code) and halted(step, pursuit, before=move):
            pursuit.ahead.clear()
            continue
        if pursuit.handed is not None:
            pursuit.handed.watch(move)
        ended = _made(step, pursuit, move)
        if ended is not None:
            return ended
        if pursuit.handed is not None and pursuit.handed.taken_back():
            return None


def _made(step: Step, pursuit: Pursuit, move: Move) -> StepDone | None:
    """Make one move; returns the end of the step if the move ends it."""
    match move:
        case StepDone():
            return moved_on(step, pursuit, move)
        case StepStuck():
            stuck(step, pursuit, move)
            return None
        case Code():
            return run_code(step, pursuit, move)
        case Act():
            return act(step, pursuit, move) or moved_on(step, pursuit, None)

"""Chooses the next move of a step in plain words from the journal, the last answer or the grounder; and ends
the step.
"""

from __future__ import annotations

from agentprog.errors import RunError
from agentprog.runtime.grounding import several
from agentprog.runtime.grounding.ahead import successors
from agentprog.runtime.grounding.counter import carried, next_operation
from agentprog.runtime.grounding.pursuit import MOST_IDLE, Pursuit
from agentprog.runtime.grounding.settling import settled
from agentprog.runtime.journal.codec import move_from, to_data
from agentprog.runtime.journal.events import MoveDecided
from agentprog.runtime.operations import Operation
from agentprog.runtime.roles import Act, Code, Move, StepContext, StepDone, Tried
from agentprog.runtime.step import Step


def decide(step: Step, pursuit: Pursuit) -> Move:
    """The next move. Recorded moves that never began are decided again, on today's screen."""
    replay, node = step.replay, step.row.node.id
    while replay is not None and replay.active:
        move = move_from(replay.take(MoveDecided, node).move)
        if not isinstance(move, Act | Code) or (replay.active and not isinstance(replay.peek(), MoveDecided)):
            return move
    coming = step.course.carried
    recorded = carried(step, pursuit.goal) or several.led(pursuit, step.screen())
    repeated: Move | None = None
    if recorded is not None and pursuit.unbegun:
        several.begin(pursuit, recorded)
        repeated, pursuit.offered = recorded, coming.offered if coming is not None else ()
    else:
        repeated = several.following(step, pursuit)
    if repeated is not None:
        step.session.emit(MoveDecided(at=0.0, step=step.record.step, node=node, move=to_data(repeated), carried=True))
        return repeated
    step.session.cancel.check()
    settled(step, pursuit)
    context = _context(step, pursuit)
    move = step.need(step.roles.grounder, "is a step in plain words").next_move(context)
    step.session.emit(MoveDecided(at=0.0, step=step.record.step, node=node, move=to_data(move)))
    if step.options.mode == "fused":
        several.begin(pursuit, move)
    return move


def _context(step: Step, pursuit: Pursuit) -> StepContext:
    screen = step.screen()
    pursuit.look(screen, step.record.shifts)
    ends = pursuit.arrived is None or pursuit.receiver is not None or pursuit.reads
    pursuit.offered = ()
    if ends and step.options.mode == "fused":
        pursuit.offered = successors(step, answered=pursuit.receiver is not None)
    return step.contexts.step(
        step.record,
        goal=pursuit.goal,
        literals=pursuit.literals,
        successors=pursuit.offered,
        app=step.app(),
        screen=screen,
        tried=Tried(
            attempts=tuple(pursuit.attempts),
            repeated=pursuit.repeated(screen.signature),
            left_over=pursuit.untouched and step.phone.eyes.left_over(screen),
            helped=pursuit.helped,
        ),
        hints=[*step.session.prompt_remarks(), *pursuit.hints()],
    )


def moved_on(step: Step, pursuit: Pursuit, claim: StepDone | None) -> StepDone | None:
    """The end of the step if the counter moves on, else None. In separate mode a question decides that after every
    action and when the grounder says that the step is done; in fused mode the grounder's `claim` is the end.
    """
    if step.options.mode == "fused" or pursuit.arrived is not None or step.options.dry_run:
        return claim
    operation, evidence = next_operation(step, lambda: _context(step, pursuit))
    if operation is Operation.HOLD:
        if claim is not None:
            pursuit.unmoved += 1
            pursuit.remarks.append("The step is not done: the program counter holds. Do what is missing.")
            if pursuit.unmoved > MOST_IDLE:
                raise RunError(f"line {step.line}: the model calls the step done, but it is not: {pursuit.goal}")
        return None
    claimed = evidence or (claim.evidence if claim is not None else "")
    return StepDone(reason=f"the counter moves on: {operation}", evidence=claimed, operation=operation.value)

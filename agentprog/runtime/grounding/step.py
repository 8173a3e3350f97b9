"""The loop of an Action step: look, ask for a move, do it, look again, until the step is done or cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agentprog.errors import OutOfBudget, RunError
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.ports import OpenApp, ReadClipboard, Screen, describe, is_effect
from agentprog.runtime.context.mentions import literals_of, refs_of
from agentprog.runtime.forms.snippet import run_snippet
from agentprog.runtime.grounding.ahead import successors
from agentprog.runtime.grounding.aligning import aligned
from agentprog.runtime.grounding.believing import predict
from agentprog.runtime.grounding.concluding import conclude, remember
from agentprog.runtime.grounding.counter import carried, keep, next_operation
from agentprog.runtime.grounding.halting import halted, told
from agentprog.runtime.grounding.handset import Done
from agentprog.runtime.grounding.pursuit import Arrived, Pursuit, came_of
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.grounding.stalling import guard, stuck
from agentprog.runtime.journal.codec import move_from, to_data
from agentprog.runtime.journal.events import MoveDecided
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import Act, Attempt, Code, Move, StepContext, StepDone, StepStuck
from agentprog.runtime.statements.flow import node_of

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

STEP = "step"
_MOST_LOOKS = 12
_MOST_IDLE = 4
"""Snippets in a row that do nothing to the phone."""


def action(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Handler of Action statements."""
    node = node_of(row, ast.Action)
    lines = [machine.text(part, row, record) for part in (node.text, *node.details)]
    goal = "\n".join(lines)
    values = [machine.store.lookup(ref, row).value for ref in refs_of(node) if ref is not node.capture]
    record.text = goal
    if node.capture is None and machine.amendments.already(row, goal):
        record.status, record.detail = "done before", "it was done before the program was amended: not again"
        return Operation.CONTINUE
    operation = ground(machine, row, record, goal=goal, literals=literals_of(goal, values))
    if node.capture is not None:
        known = read_value(machine, row, record, goal, variable=str(node.capture.name), kind=node.returns)
        machine.store.set(node.capture, known, row, step=record.step)
    return operation


def ground(
    machine: Machine,
    row: Row,
    record: StepRecord,
    *,
    goal: str,
    literals: tuple[str, ...],
    arrived: Arrived | None = None,
) -> Operation:
    """Have a goal reached on the phone; gives the operation that moves the counter. With `arrived` it is only about
    finding something: that is asked on every new screen and ends the step; not finding it is no failure here."""
    record.rises_to(Tier.SEMANTIC)
    session = machine.kit.session
    machine.need(machine.kit.roles.grounder, row, "is a step in plain words")
    pursuit = Pursuit(goal=goal, literals=literals, arrived=arrived)
    if not _enter(machine, row, record, pursuit):
        return Operation.CONTINUE
    before = machine.resolve(record, "before", lambda: sorted(pursuit.look(machine.kit.handset.current(record))))
    if not pursuit.seen:  # a resumed step: these texts were read by the run before
        pursuit.seen[""] = set(before)
    machine.context.begin(record, goal)
    try:
        done = _until_done(machine, row, record, pursuit)
    except RunError as exc:
        remember(machine, record, pursuit, exc.message, worked=False)
        if arrived is not None:
            return Operation.CONTINUE
        raise
    if arrived is None:
        conclude(machine, record, pursuit, done, frozenset(before))
        machine.trail.grounded(row, pursuit.done, frame=machine.frame.id)
        machine.kit.beliefs.settle()
        if session.replaying is None:
            keep(machine, record, done, pursuit.offered)
    return Operation(done.operation)


def _enter(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit) -> bool:
    """Bring the step's app to the front: its first attempt, where that took an action. A step that finds its app in
    front begins where it was left. False: it would have to be opened, in a dry run."""
    actions = machine.kit.session.meter.spent.actions
    if not enter_app(machine, row, record):
        record.status, record.detail = "not done", "dry run: the app is not in front, so its steps are not known"
        return False
    if machine.kit.session.meter.spent.actions > actions:
        opened = OpenApp(name=machine.app_of(row, record) or "")
        pursuit.attempts.append(Attempt(action=opened, ok=True, detail="", changed=True))
    return True


def _until_done(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit) -> StepDone:
    holds = machine.kit.session.meter.limits.holds
    while True:
        if pursuit.arrived is not None and len(pursuit.attempts) >= _MOST_LOOKS:
            raise RunError(f"line {row.line}: not found after {_MOST_LOOKS} actions: {pursuit.goal}")
        if len(pursuit.attempts) >= holds:
            raise OutOfBudget(f"line {row.line} is not finished after {holds} actions: {pursuit.goal}")
        if pursuit.attempts:
            halted(machine, row, record, pursuit)
        if aligned(machine, row, record, pursuit):
            continue
        move = _decide(machine, row, record, pursuit)
        if isinstance(move, Act | Code) and halted(machine, row, record, pursuit, before=move):
            continue
        match move:
            case StepDone():
                ended = _moved_on(machine, row, record, pursuit, move)
                if ended is not None:
                    return ended
            case StepStuck():
                stuck(machine, row, record, pursuit, move)
            case Code():
                ended = _run_code(machine, row, record, pursuit, move)
                if ended is not None:
                    return ended
            case Act():
                seen = _now(machine, record)
                done = machine.kit.handset.act(record, move.action, why=STEP, expectation=move.expectation)
                _note(machine, record, pursuit, move, done)
                pursuit.last = Last(done=done, before=seen, expectation=move.expectation) if seen is not None else None
                if done.dry:
                    return StepDone(reason="dry run: only the first action is known")
                if done.witnessed:
                    return StepDone(reason="a person says that it was done")
                found = pursuit.arrived() if pursuit.arrived is not None and done.attempt.changed else None
                if found is not None:
                    return found
                guard(machine, row, record, pursuit, done)
                ended = _moved_on(machine, row, record, pursuit, None)
                if ended is not None:
                    return ended


def _run_code(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit, move: Code) -> StepDone | None:
    """Run a snippet; each action in it counts like any other. What ends the step with it, if anything does."""
    tried = len(pursuit.attempts)

    def did(done: Done, expectation: str) -> None:
        _note(machine, record, pursuit, Act(action=done.attempt.action, expectation=expectation), done)
        if not done.dry:
            guard(machine, row, record, pursuit, done)

    ran = run_snippet(machine, record, move, did=did)
    pursuit.said = ran.remarks
    if ran.dry:
        return StepDone(reason="dry run: only the first action is known")
    acted = pursuit.attempts[tried:]
    pursuit.idle = 0 if acted else pursuit.idle + 1
    if pursuit.idle > _MOST_IDLE:
        raise RunError(
            f"line {row.line}: the code of the step does nothing to the phone, {pursuit.idle} times in a row"
        )
    changed = any(attempt.changed for attempt in acted)
    return pursuit.arrived() if pursuit.arrived is not None and changed else None


def _now(machine: Machine, record: StepRecord) -> Screen | None:
    """The screen that an action is decided on; None while a journal is read again."""
    return machine.kit.handset.current(record) if machine.kit.session.replaying is None else None


def _decide(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit) -> Move:
    """The grounder's next move, or the journal's. A move that was never begun is decided anew, on today's screen."""
    session = machine.kit.session
    replay = session.replaying
    while replay is not None and replay.active:
        move = move_from(replay.take(MoveDecided, row.node.id).move)
        if not isinstance(move, Act | Code) or (replay.active and not isinstance(replay.peek(), MoveDecided)):
            return move
    act = carried(machine, row, record, pursuit.goal)
    if act is not None and pursuit.arrived is None and not pursuit.attempts:
        session.emit(MoveDecided(at=0.0, step=record.step, node=row.node.id, move=to_data(act), carried=True))
        return act
    session.cancel.check()
    context = _context(machine, row, record, pursuit)
    move = machine.need(machine.kit.roles.grounder, row, "is a step in plain words").next_move(context)
    session.emit(MoveDecided(at=0.0, step=record.step, node=row.node.id, move=to_data(move)))
    return move


def _context(machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit) -> StepContext:
    screen = machine.kit.handset.current(record)
    pursuit.look(screen)
    fused = machine.kit.options.mode == "fused" and pursuit.arrived is None
    pursuit.offered = successors(machine, row, record) if fused else ()
    context = machine.context.step(
        record,
        goal=pursuit.goal,
        literals=pursuit.literals,
        app=machine.app_of(row, record),
        screen=screen,
        attempts=pursuit.attempts,
        hints=[*told(machine), *pursuit.hints()],
        left_over=pursuit.untouched and machine.kit.handset.left_over(screen),
    )
    believed = tuple(belief.id for belief in machine.kit.beliefs) if machine.kit.options.belief else ()
    repeated = pursuit.repeated(screen.signature)
    return replace(context, successors=pursuit.offered, believed=believed, repeated=repeated, helped=pursuit.helped)


def _moved_on(
    machine: Machine, row: Row, record: StepRecord, pursuit: Pursuit, said: StepDone | None
) -> StepDone | None:
    """The end of the step, if the counter moves on. In the separate mode that is asked after every action, and when
    the grounder says that the step is done; otherwise what the grounder `said` is the end."""
    if machine.kit.options.mode == "fused" or pursuit.arrived is not None or machine.kit.options.dry_run:
        return said
    operation, evidence = next_operation(machine, row, record, lambda: _context(machine, row, record, pursuit))
    if operation is Operation.HOLD:
        if said is not None:
            pursuit.unmoved += 1
            pursuit.remarks.append("The step is not done: the program counter holds. Do what is missing.")
            if pursuit.unmoved > _MOST_IDLE:
                raise RunError(f"line {row.line}: the step is said to be done, and the counter holds: {pursuit.goal}")
        return None
    claimed = evidence or (said.evidence if said is not None else "")
    return StepDone(reason=f"the counter moves on: {operation}", evidence=claimed, operation=operation.value)


def _note(machine: Machine, record: StepRecord, pursuit: Pursuit, move: Act, done: Done) -> None:
    """Keep what was done: for the next prompt, the tree and the evidence."""
    attempt = done.attempt
    pursuit.attempts.append(attempt)
    if is_effect(attempt.action) and attempt.ok and not done.dry:
        pursuit.effects += 1
    said = describe(attempt.action)
    machine.tree.current.actions.append(said + came_of(attempt))
    machine.context.acted(record, pursuit.goal, attempt)
    if done.unknown:
        pursuit.remarks.append(f"The run was interrupted during: {said}. Look whether it happened before you redo it.")
    if isinstance(attempt.action, ReadClipboard) and attempt.ok:
        text = machine.resolve(record, "clipboard", lambda: done.value)
        pursuit.remarks.append(f"On the clipboard was: {str(text)[:300]!r}")
    pursuit.done.append((attempt.action, done.risk))
    pursuit.remarks.extend(predict(machine, record, move, done))
